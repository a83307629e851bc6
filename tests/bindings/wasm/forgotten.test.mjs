// Scenes and the like that a program forgets are freed, and nothing that it can still use:
// node --expose-gc forgotten.test.mjs, with SATCHEL_PACKAGE.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { boxes, precisions, satchel } from './support.mjs';

// What has been destroyed and freed: the kinds and addresses.
const destroyed = [];
const { memory } = boxes('float32', 1), { function: find, free } = memory;
memory.free = function (address) {
  destroyed.push(`room ${address}`);
  free.call(this, address);
};
memory.function = function (name) {
  const called = find.call(this, name);
  if (!name.endsWith('_destroy')) return called;
  return (address) => {
    destroyed.push(`${name} ${address}`);
    called(address);
  };
};

// Addresses are used again: every test begins with none.
beforeEach(async () => {
  await collect();
  destroyed.length = 0;
});

// Runs the collector until `done`, or often enough for what it frees to be freed.
async function collect(done = () => false) {
  for (let k = 0; k < 8 && !done(); ++k) {
    globalThis.gc();
    await setTimeout(5);
  }
}
const isFreed = (name) => destroyed.filter((one) => one === name).length;
const nameOf = (held) => `${held.kind}_destroy ${held.handle}`;
const roomsOf = (held) => Object.values(held.rooms).map(({ address }) => `room ${address}`);
const pairs = Uint32Array.from({ length: 40 }, (_, k) => (k + 1) >> 1);

test('there is a collector to call', () => assert.equal(typeof globalThis.gc, 'function'));

for (const precision of precisions) {
  test(`what is forgotten is freed once, ${precision}`, async () => {
    const names = (() => {
      const scene = boxes(precision, 30), copy = scene.copy(), index = new satchel.Index(scene), kept = new satchel.KeptPairs(precision);
      kept.update(scene, index);
      scene.collide(kept.pairs, { progress: () => scene !== null }).floats.fill(0);  // a closure that knows the scene
      index.castRays(scene, [-9, 0, 1, 0, 99]);
      return [...[scene, copy, index, kept].map(nameOf), ...roomsOf(scene), ...roomsOf(index)];
    })();
    assert.deepEqual(names.map((name) => name.split(' ')[0]),
      ['scene_destroy', 'scene_destroy', 'index_destroy', 'kept_pairs_destroy', 'room', 'room']);
    await collect(() => names.every(isFreed));
    assert.deepEqual(names.map(isFreed), [1, 1, 1, 1, 1, 1]);
  });

  test(`what is disposed of is freed at once, and once, ${precision}`, async () => {
    (() => {
      const scene = boxes(precision, 30), index = new satchel.Index(scene);
      scene.collide(pairs);
      const given = [...[scene, index].map(nameOf), ...roomsOf(scene)];
      index[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
      scene.dispose();
      index.dispose();
      assert.deepEqual(given.map(isFreed), [1, 1, 1]);
      assert.throws(() => scene.collide(pairs), { code: 'null_pointer' });
    })();
    destroyed.length = 0;
    await collect();
    assert.deepEqual(destroyed, []);
  });

  // Scenes that come and go would be written over what was freed too early.
  const disturb = () => {
    for (let k = 0; k < 20; ++k) {
      const other = boxes(precision, 30, 0.25);
      other.collide(pairs);
      other.findPairs();
      other.dispose();
    }
  };
  const keepers = {
    'rows keep their scene': ['scene', (scene) => scene.collide(pairs)],
    'a view keeps its scene': ['scene', (scene) => scene.collide(pairs).words],
    'one of two lists keeps its scene': ['scene', (scene) => scene.intersections(pairs).vertices],
    'rows of a ray keep their index': ['index', (scene) => new satchel.Index(scene).allRayHits(scene, [-9, 0, 1, 0, 99])],
    'rows of pairs keep them': ['kept_pairs', (scene) => {
      const kept = new satchel.KeptPairs(precision);
      kept.update(scene, new satchel.Index(scene));
      return kept.pairs;
    }],
  };
  for (const [what, [kind, keep]] of Object.entries(keepers)) {
    test(`${what}, ${precision}`, async () => {
      const made = [], real = memory.code;
      memory.code = function (name, ...rest) {
        const code = real.call(this, name, ...rest);
        if (name.endsWith('_create')) made.push(`${name.replace('create', 'destroy')} ${this.id()}`);
        return code;
      };
      let kept = keep(boxes(precision, 30));
      memory.code = real;
      const words = () => [...(kept.words ?? kept)], before = words();
      assert.ok(before.length > 4);
      const owner = made.find((name) => name.startsWith(kind));
      await collect();
      disturb();
      assert.equal(isFreed(owner), 0);
      assert.deepEqual(words(), before);
      kept = null;
      await collect(() => isFreed(owner) > 0);
      assert.equal(isFreed(owner), 1);
    });
  }
}

test('four hundred forgotten scenes take the memory of a few', async () => {
  const before = satchel.memoryBytes;
  for (let k = 0; k < 400; ++k) {
    const scene = boxes('float64', 1000);
    scene.findPairs({ margin: 8 });
    if (k % 20 === 19) {
      globalThis.gc();
      await setTimeout(1);
    }
  }
  const perScene = boxes('float64', 1000).memoryBytes;
  assert.ok(satchel.memoryBytes - before < 100 * perScene, `${satchel.memoryBytes - before} bytes more, ${perScene} a scene`);
});
