// The package under node: node --test package.test.mjs, with SATCHEL_PACKAGE (its folder) and SATCHEL_INCLUDE (the headers).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { boxes, code, here, satchel } from './support.mjs';

const { default: load, probe } = await here('satchel.mjs');

test('the engine and the module say what they are', () => {
  assert.deepEqual(probe(), { vectors: true, exceptions: true });
  assert.equal(satchel.isa, 'wasm');
  assert.match(satchel.version, /^\d+\.\d+\.\d+$/);
});

test('without vectors load() says so', async () => {
  const validate = WebAssembly.validate;
  try {
    WebAssembly.validate = () => false;
    await assert.rejects(load(), (error) => code('unavailable_isa')(error) && /SIMD/.test(error.message));
  } finally {
    WebAssembly.validate = validate;
  }
});

for (const precision of ['float32', 'float64']) {
  test(`every question of pairs, ${precision}`, () => {
    const scene = boxes(precision, 3), pairs = [0, 1, 1, 0, 0, 2];
    const contacts = scene.collide(pairs);
    assert.deepEqual([0, 1, 2].map((i) => [contacts.verdict(i), contacts.separation(i), contacts.normalX(i)]),
      [[2, -0.5, 1], [2, -0.5, -1], [0, 1, 1]]);
    assert.deepEqual(contacts.mtv(0), [-0.5, 0]);
    assert.deepEqual(contacts.mtv(2), [0, 0]);
    assert.deepEqual([...scene.classify(pairs)], [2, 2, 0]);
    assert.deepEqual([...scene.classify(scene.findPairs())], [2, 2]);
    const hits = scene.findHits(Uint32Array.from(pairs));
    assert.deepEqual(hits.toArray().map(({ a, b, index, separation }) => [a, b, index, separation]),
      [[0, 1, 0, -0.5], [1, 0, 1, -0.5]]);
    assert.equal(hits.verdict(1), 2);
    const manifolds = scene.manifolds(pairs, { margin: 2 });
    assert.deepEqual([0, 1, 2].map((i) => manifolds.count(i)), [2, 2, 2]);
    assert.deepEqual([manifolds.x0(0), manifolds.x1(0), Math.abs(manifolds.y1(0)), manifolds.separation1(2)], [0.75, 0.75, 1, 1]);
    assert.notEqual(manifolds.id0(0), manifolds.id1(0));
    const distances = scene.distances(pairs);
    assert.deepEqual([distances.distance(2), distances.pointAX(2), distances.pointBX(2)], [1, 1, -1]);
    assert.deepEqual([...scene.overlapAreas(pairs).numbers], [1, 1, 0]);
    assert.equal(scene.ious(pairs).value(0), precision === 'float64' ? 1 / 7 : Math.fround(1 / 7));
    assert.deepEqual(scene.overlapMeasures(pairs).row(2), { area: 0, iou: 0, fraction: 0 });
    assert.equal(scene.overlapMeasures(pairs).fraction(0), 0.25);
    assert.equal(scene.sweep([0, 0, 0, 0, 0, 0, -2, 0, 0], [0, 2]).time(0), 0.5);
    const { pieces, vertices } = scene.intersections(pairs);
    assert.deepEqual(pieces.toArray().map(({ pair, count }) => [pair, count]), [[0, 4], [1, 4]]);
    assert.equal(vertices.length, 8);
    assert.deepEqual([...scene.nms([0.5, 0.75, 0.25], 0.125)], [1]);
    assert.deepEqual([...scene.nms([0.5, 0.75, 0.25], 0.125, { classes: [0, 1, 0] })], [1, 0, 2]);
    const best = (scores) => scene.nms(scores, 0)[0];  // scores as given, in scenes of floats too
    assert.deepEqual([best([0.5, 0.5 + 1e-12, 0]), best([1e39, 2e39, 0])], [1, 1]);
    assert.deepEqual([...scene.shapeAreas().numbers], [4]);

    const other = boxes(precision, 1);
    assert.equal(scene.collide([1, 0], { other }).separation(0), -0.5);
    assert.deepEqual([...scene.findPairs({ other }).words], [0, 0, 1, 0]);
    assert.equal(scene.sweep([0, 0, 0, 0, 0, 0, 0, 0, 0], [2, 0], { other, otherMotions: [2, 0, 0] }).time(0), 0.5);
    other.dispose();
    scene.dispose();
  });

  test(`questions about all bodies, ${precision}`, () => {
    const scene = boxes(precision, 3);
    assert.deepEqual(scene.findPairs().toArray(), [{ a: 0, b: 1 }, { a: 1, b: 2 }]);
    assert.equal(scene.findPairs({ margin: 1 }).length, 3);
    assert.deepEqual(scene.findPairs({ worlds: [0, 1, 1] }).toArray(), [{ a: 1, b: 2 }]);
    assert.throws(() => scene.findPairs({ maxPairs: 1 }), code('too_many_pairs'));
    const hits = scene.castRays([-5, 0, 1, 0, 100, 0, 5, 1, 0, 100]);
    assert.deepEqual([hits.body(0), hits.time(0), hits.body(1), hits.time(1)], [0, 4, 0xffffffff, Infinity]);
    assert.deepEqual(scene.bodiesAtPoints([0.75, 0]).toArray(), [{ query: 0, body: 0 }, { query: 0, body: 1 }]);
    assert.equal(scene.bodiesInBoxes([-1, -1, 9, 9]).length, 3);
    const poses = satchel.posesAt([10, 0, 0, 5, 0, 0]);
    const first = scene.firstHits({ shapes: [0], poses, steps: 2 });
    assert.deepEqual(first.row(0), { step: 1, obstacle: 2 });
    assert.equal(scene.firstHits({ shapes: [0], poses, steps: 2, present: [1, 0] }).step(0), -1);
    scene.dispose();
  });

  test(`more pairs than a chunk of the broad phase holds, ${precision}`, () => {
    const scene = new satchel.Scene(precision), box = scene.addBox(1, 1);
    for (let k = 0; k < 40; ++k) scene.addBody(box, { x: k / 64 });
    const pairs = scene.findPairs();
    assert.equal(pairs.length, 780);
    let k = 0;
    for (let a = 0; a < 40; ++a) for (let b = a + 1; b < 40; ++b, ++k) assert.deepEqual([pairs.a(k), pairs.b(k)], [a, b]);
    assert.equal(scene.findHits(pairs).length, 780);
    scene.dispose();
  });

  test(`shapes and bodies, ${precision}`, () => {
    const scene = new satchel.Scene(precision);
    const triangle = scene.addPolygon([0, 0, 2, 0, 0, 2], 0.25);
    assert.deepEqual([...scene.localVertices(triangle)], [0, 0, 2, 0, 0, 2]);
    assert.equal(scene.radius(triangle), 0.25);
    assert.deepEqual([...scene.addPolygons([0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, -1], [0, 3, 6])], [1, 2]);
    const both = scene.addCompound([1, 2]);
    assert.equal(scene.partCount(both), 2);
    assert.equal(scene.addCircle(0, 0, 1), 4);
    assert.equal(scene.addCapsule(0, 0, 1, 0, 0.5), 5);
    assert.equal(scene.addSegment(0, 0, 1, 0), 6);
    assert.equal(scene.addBody(4, { x: 1, y: 2, angle: Math.PI / 2 }), 0);
    assert.deepEqual([...scene.addBodies([4, 4], [0, 0, 1, 0, 5, 0, 1, 0])], [1, 2]);
    scene.removeBody(1);
    assert.deepEqual([scene.bodyCount, scene.bodySlots, scene.hasBody(1), scene.shapeCount], [2, 3, false, 7]);
    assert.equal(scene.addBody(triangle, { x: 3, cos: 0, sin: 1 }), 1);
    assert.equal(scene.generation(1), 1);
    assert.deepEqual([...scene.placedOffsets(1)].map((x) => x + 0), [0, 0, 0, 2, -2, 0]);
    assert.deepEqual(scene.boundingBox(2), { minX: 4, minY: -1, maxX: 6, maxY: 1 });
    scene.setPose(2, { x: 7 });
    scene.setPoses([8, 1, 1, 0], [0]);
    assert.deepEqual([scene.pose(2).x, scene.pose(0)], [7, { x: 8, y: 1, cos: 1, sin: 0 }]);
    scene.setShape(2, triangle);
    assert.equal(scene.shape(2), triangle);
    scene.advance([0, 0, 0, 0, 0, 0, 1, 1, 0]);
    assert.deepEqual([scene.pose(2).x, scene.pose(2).y], [8, 1]);
    const copy = scene.copy();
    assert.equal(copy.revision, scene.revision);
    assert.notEqual(copy.identity, scene.identity);
    scene.clear();
    assert.deepEqual([scene.bodyCount, copy.bodyCount], [0, 3]);
    copy.dispose();
    scene.dispose();
    scene.dispose();
    assert.throws(() => scene.addBox(1, 1), code('null_pointer'));
  });
}

test('hulls, rings and poses', () => {
  assert.deepEqual([...satchel.convexHull([0, 0, 2, 0, 1, 0.5, 0, 2, 1, 0])], [0, 0, 2, 0, 0, 2]);
  const ring = satchel.cleanRing([0, 0, 0, 2, 2, 2, 2, 0, 1, 0, 0, 0], 'float64');
  assert.deepEqual([ring.convex, ring.closed, ring.reversed, ring.collinear, ring.vertices.length], [true, true, true, 1, 8]);
  assert.deepEqual([...satchel.posesAt([1, 2, 0])], [1, 2, 1, 0]);
});

test('convex parts of an outline', () => {
  const frame = [0, 0, 9, 0, 9, 9, 0, 9, 1, 1, 1, 4, 4, 4, 4, 1];
  for (const precision of ['float32', 'float64']) {
    const parts = satchel.convexParts(frame, precision, [0, 4, 8]);
    assert.equal(parts.vertices.BYTES_PER_ELEMENT, precision === 'float64' ? 8 : 4);
    assert.equal(parts.starts.at(-1), parts.indices.length);
    parts.indices.forEach((index, i) => {
      assert.deepEqual([...parts.vertices.slice(2 * i, 2 * i + 2)], frame.slice(2 * index, 2 * index + 2));
    });
    const scene = new satchel.Scene(precision);
    const shape = scene.addCompound(scene.addPolygons(parts.vertices, parts.starts), parts.innerEdges);
    scene.addBody(shape);
    scene.addBody(scene.addBox(0.5, 0.5), { x: 2.5, y: 2.5 });
    scene.addBody(scene.addBox(0.5, 0.5), { x: 4.25, y: 2.5 });
    assert.deepEqual([...scene.classify([0, 1, 0, 2])], [0, 2]);
    scene.dispose();
  }
  assert.deepEqual([...satchel.convexParts([0, 0, 1, 0, 1, 1]).innerEdges], [0, 0, 0]);
  assert.throws(() => satchel.convexParts([0, 0, 2, 0, 0, 2, 2, 2]), code('meets_itself', 1));
  assert.throws(() => satchel.convexParts(frame, 'float32', [0, 4]), code('bad_starts'));
  assert.throws(() => satchel.convexParts([]), code('too_few_vertices'));
});

test('errors name the item, and leave everything as it was', () => {
  const scene = boxes('float32', 2), revision = scene.revision;
  assert.throws(() => scene.collide([0, 1, 0, 7]), code('bad_body', 1));
  assert.throws(() => scene.collide([0, 1, 0]), code('size_mismatch'));
  assert.throws(() => scene.collide(null), TypeError);
  assert.throws(() => scene.addPolygon([0, 0, 0, 1, 1, 0]), code('clockwise'));
  assert.throws(() => scene.addBox(1e300, 1), code('out_of_range'));
  assert.throws(() => scene.addBody(9), code('bad_shape'));
  assert.throws(() => scene.addBody(0, { cos: 0.5, sin: 0 }), code('bad_rotation'));
  assert.throws(() => scene.setPose(5, { x: 1 }), code('bad_body'));
  assert.throws(() => new satchel.Scene('float16'), code('unknown_value'));
  // Starts cover all vertices, and indices are integers.
  const six = [0, 0, 1, 0, 0, 1, 5, 0, 6, 0, 5, 1];
  for (const starts of [[0, 3], [3, 6], [0, 6, 3], [0, 3, 9], [0, -3]]) {
    assert.throws(() => scene.addPolygons(six, starts), code('bad_starts'));
  }
  assert.throws(() => scene.addPolygons(six, [0, 3.5, 6]), code('out_of_range', 1));
  assert.throws(() => scene.addPolygons(six, new Float32Array([0, NaN, 6])), code('out_of_range', 1));
  assert.throws(() => scene.collide([0, 2 ** 32]), code('out_of_range', 1));
  assert.throws(() => scene.pushOut([0, 1], [0, 0, 2], [1]), code('bad_starts'));
  const movers = { shapes: [0, 0], poses: [0, 0, 1, 0, 1, 0, 0.5, 0], starts: [0, 1, 2] };
  assert.throws(() => scene.firstHits(movers), (error) => code('bad_rotation', 1)(error) && /movers: body 1, step 0/.test(error.message));
  assert.throws(() => scene.firstHits({ ...movers, starts: [0, 1] }), code('bad_starts', 1));
  const doubles = boxes('float64', 1);
  assert.throws(() => scene.collide([0, 0], { other: doubles }), code('wrong_precision'));
  const other = boxes('float32', 1), cross = other.addCompound([other.addBox(3, 1), other.addBox(1, 3)]);
  other.addBody(cross);
  assert.throws(() => scene.within([0, 1], { other }), (error) => code('unsupported')(error) && /body 1 of scene_b/.test(error.message));
  other.dispose();
  assert.equal(scene.revision, revision);
  doubles.dispose();
  scene.dispose();
});

test('an index is an integer of 32 bits without sign, in every call', () => {
  const scene = boxes('float32', 3), revision = scene.revision, index = new satchel.Index(scene), kept = new satchel.KeptPairs();
  const box = 0, movers = { shapes: [0], poses: [0, 0, 1, 0], steps: 1 }, rows = index.castRays(scene, [0, 0, 1, 0, 9]);
  const calls = {
    addBody: (i) => scene.addBody(i), removeBody: (i) => scene.removeBody(i), setShape: (i) => scene.setShape(i, box), 'setShape to': (i) => scene.setShape(0, i),
    setPose: (i) => scene.setPose(i, { x: 5 }), unlink: (i) => scene.unlink(i), isLinked: (i) => scene.isLinked(i), hasBody: (i) => scene.hasBody(i), shape: (i) => scene.shape(i),
    generation: (i) => scene.generation(i), vertexCount: (i) => scene.vertexCount(i), partCount: (i) => scene.partCount(i), rings: (i) => scene.rings(i), radius: (i) => scene.radius(i),
    pose: (i) => scene.pose(i), boundingBox: (i) => scene.boundingBox(i), localVertices: (i) => scene.localVertices(i), placedOffsets: (i) => scene.placedOffsets(i),
    linkEdges: (i) => scene.linkEdges([{ body: i }]), 'linkEdges edge': (i) => scene.linkEdges([{ body: 0, edge: i ?? 'none' }]),
    nearestBodies: (i) => index.nearestBodies(scene, box, [0, 0, 1, 0], i ?? 'none'), 'nearestBodies shape': (i) => index.nearestBodies(scene, [i], [0, 0, 1, 0]),
    maxPairs: (i) => scene.findPairs({ maxPairs: i ?? 'none' }), rounds: (i) => scene.pushOut([0], [0, 1], [1], { rounds: i ?? 'none' }),
    steps: (i) => scene.firstHits({ ...movers, steps: i ?? 'none' }), update: (i) => kept.update(scene, index, { maxPairs: i ?? 'none' }),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const wrong of [undefined, 'x', '1', 1.9, NaN, -1, 2 ** 32, Infinity]) {
      if (name === 'nearestBodies shape' && wrong === -1) continue;  // 2^32 - 1 in a list: there is no such shape
      assert.throws(() => call(wrong), (error) => code('out_of_range')(error) && error.message.includes(String(wrong ?? '')), `${name} ${String(wrong)}`);
    }
  }
  assert.throws(() => scene.addBody(2n), code('out_of_range'));
  for (const group of [0.5, 2 ** 31, 'x']) assert.throws(() => scene.findPairs({ filters: [{}, { group }, {}] }), code('out_of_range', 1));
  assert.deepEqual([scene.revision, scene.bodyCount, rows.length, scene.hasBody(2 ** 32 - 1)], [revision, 3, 1, false]);
  for (const held of [kept, index, scene]) held.dispose();
});

test('numbers of filters are taken as they are, or refused', () => {
  const scene = boxes('float32', 2), meet = (filter, other = {}) => scene.findPairs({ filters: [filter, other] }).length;
  for (const mask of [0xffffffffffffffff, 2 ** 53, 2n ** 64n, -2, -2n, 0.5, NaN, Infinity, '1', true, null]) {
    assert.throws(() => meet({}, { mask }), (error) => code('out_of_range', 1)(error) && error.message.startsWith(`filters[1].mask is ${mask}: `), String(mask));
    assert.throws(() => meet({ category: mask }), (error) => code('out_of_range', 0)(error) && error.message.startsWith('filters[0].category is '), String(mask));
  }
  for (const category of [-1, -1n]) assert.throws(() => meet({ category }), code('out_of_range', 0));
  for (const bits of [2 ** 52, Number.MAX_SAFE_INTEGER, 2n ** 63n, 2n ** 64n - 1n]) {
    const high = 1n << BigInt(bits.toString(2).length - 1), others = { mask: 2n ** 64n - 1n, category: high };
    assert.deepEqual([bits, meet({ category: bits, mask: high }, others), meet({ mask: bits }, others), meet({ mask: bits }, { category: 0 })], [bits, 1, 1, 0]);
  }
  for (const all of [-1, -1n, 0xffffffffffffffffn]) assert.equal(meet({ mask: all }, { category: 1n << 63n }), 1);
  for (const group of [-(2 ** 31), -1, 1, 2 ** 31 - 1]) assert.deepEqual([group, meet({ group, mask: 0 }, { group })], [group, group > 0 ? 1 : 0]);
  for (const group of [-(2 ** 31) - 1, 2 ** 31, 1n, '1', null, NaN]) assert.throws(() => meet({}, { group }), code('out_of_range', 1));
  scene.dispose();
});

test('an option of 0 is 0, and not the default', () => {
  for (const precision of ['float32', 'float64']) {
    const scene = boxes(precision, 2), index = new satchel.Index(scene), pairs = [0, 1], still = [0, 0, 0, 0, 0, 0], turns = [0, 0, 2 ** -60, 0, 0, 0];
    const cast = (motion, options) => index.castShapes(scene, 0, [0, 9, 1, 0], motion, options).length, none = { maxAngle: 0 };
    assert.throws(() => scene.sweep(turns, pairs, none), code('bad_angle'));
    assert.throws(() => cast([1, 0, 2 ** -60], none), code('bad_angle'));
    assert.throws(() => index.allShapeHits(scene, 0, [0, 9, 1, 0], [1, 0, 2 ** -60], none), code('bad_angle'));
    assert.deepEqual([scene.sweep(still, pairs, none).length, scene.sweep(turns, pairs).length, cast([1, 0, 0], none), cast([1, 0, 64])], [1, 1, 1, 1]);
    for (const maxAngle of [-1, -Number.MIN_VALUE, NaN, 2 ** 31]) assert.throws(() => scene.sweep(still, pairs, { maxAngle }), code('bad_angle'));
    assert.throws(() => scene.sweep([0, 0, 65, 0, 0, 0], pairs), code('bad_angle'));
    const kept = new satchel.KeptPairs(precision);
    for (const call of [(options) => scene.findPairs(options), (options) => kept.update(scene, index, options)]) {
      assert.throws(() => call({ maxPairs: 0 }), code('out_of_range'));
      call({ maxPairs: 1 });
    }
    for (const held of [kept, index, scene]) held.dispose();
  }
});

test('the precisions are two', () => {
  for (const wrong of ['toString', 'constructor', '__proto__', 'valueOf', ['float64'], '0', 0, null, Symbol('float32')]) {
    assert.throws(() => new satchel.Scene(wrong), code('unknown_value'));
    assert.throws(() => new satchel.KeptPairs(wrong), code('unknown_value'));
    assert.throws(() => satchel.convexHull([0, 0, 1, 0, 0, 1], wrong), code('unknown_value'));
  }
});

test('lists of numbers have nothing else', () => {
  const scene = boxes('float64', 2), index = new satchel.Index(scene);
  for (const wrong of [null, undefined, '0', '', true, [], {}]) {
    const calls = {
      addPolygon: () => scene.addPolygon([0, wrong, 1, 0, 0, 1]), addBodies: () => scene.addBodies([0], [0, wrong, 1, 0]), margins: () => scene.findPairs({ margins: [0, wrong] }),
      castRays: () => index.castRays(scene, [0, wrong, 1, 0, 9]), nearestToPoints: () => index.nearestToPoints(scene, [0, wrong]), posesAt: () => satchel.posesAt([0, wrong, 0]),
      'posesAt reference': () => satchel.posesAt([0, 0, 0], [0, wrong]), linkEdges: () => scene.linkEdges([{ body: 0, before: [0, wrong] }]), nms: () => scene.nms([0, wrong], 0.5),
      convexHull: () => satchel.convexHull([0, wrong, 1, 0, 0, 1]),
    };
    for (const [name, call] of Object.entries(calls)) assert.throws(call, (error) => error instanceof TypeError && / is .*: give numbers$/.test(error.message), `${name} ${wrong}`);
  }
  assert.throws(() => scene.addPolygon('001001'), TypeError);
  assert.throws(() => scene.addPolygon(new Array(6)), TypeError);
  assert.equal(scene.bodyCount, 2);
  for (const held of [index, scene]) held.dispose();
});

test('a number is nothing else, and what is wrong is named', () => {
  for (const precision of ['float32', 'float64']) {
    const scene = boxes(precision, 2), index = new satchel.Index(scene), pairs = [0, 1], still = [0, 0, 0, 0, 0, 0], at = [0, 9, 1, 0], { revision } = scene;
    const movers = { shapes: [0], poses: at, steps: 1 }, cast = (name) => (n, options = {}) => index[name](scene, 0, at, [1, 0, 0], { ...options, tolerance: n });
    const needed = {
      halfWidth: [(n) => scene.addBox(n, 1)], halfHeight: [(n) => scene.addBox(1, n)], radius: [(n) => scene.addCircle(0, 0, n), (n) => scene.addCapsule(0, 0, 1, 0, n)],
      x: [(n) => scene.addCircle(n, 0, 1)], y: [(n) => scene.addCircle(0, n, 1)], px: [(n) => scene.addCapsule(n, 0, 5, 0, 1), (n) => scene.addSegment(n, 0, 5, 0)],
      py: [(n) => scene.addCapsule(0, n, 5, 0, 1)], qx: [(n) => scene.addCapsule(5, 0, n, 0, 1)], qy: [(n) => scene.addSegment(5, 5, 0, n)],
      threshold: [(n) => scene.nms([1, 2], n)], horizon: [(n) => scene.timesToCollision(movers, n), (n) => index.timesToCollision(scene, movers, n)],
    };
    const others = {  // undefined: the default
      radius: [(n) => scene.addBox(1, 1, n), (n) => scene.addPolygon([0, 0, 1, 0, 0, 1], n)], tolerance: [(n) => scene.linkSharedEdges(pairs, n), (n) => scene.sweep(still, pairs, { tolerance: n }),
        cast('castShapes'), cast('allShapeHits')], maxAngle: [(n) => scene.sweep(still, pairs, { maxAngle: n })],
      margin: [(n) => scene.manifolds(pairs, { margin: n }), (n) => scene.partManifolds(pairs, { margin: n }), (n) => scene.findPairs({ margin: n })],
      frontTolerance: [(n) => scene.pushOut([0], [0, 1], [1], { frontTolerance: n })], fat: [(n) => new satchel.KeptPairs(precision, { fat: n }).dispose()],
      maxDistance: [(n) => scene.clearances(movers, undefined, { maxDistance: n }), (n) => index.clearances(scene, movers, undefined, { maxDistance: n }),
        (n) => index.nearestBodies(scene, 0, at, 1, { maxDistance: n }), (n) => index.nearestToPoints(scene, [0, 0], 1, { maxDistance: n })],
      'movers.clearance': [(n) => scene.firstHits({ ...movers, clearance: n })], 'obstacles.clearance': [(n) => scene.firstHits(movers, { ...movers, clearance: n })],
      x: [(n) => scene.setPose(0, { x: n }), (n) => scene.addBody(0, { x: n })], y: [(n) => scene.setPose(0, { y: n, angle: 0 })], angle: [(n) => scene.setPose(0, { angle: n })],
      cos: [(n) => scene.setPose(0, { cos: n, sin: 0 })], sin: [(n) => scene.setPose(0, { cos: 1, sin: n })],
    };
    for (const wrong of [null, '1', '', true, [], [1], {}, 1n, Symbol('1'), undefined]) {
      for (const [name, calls] of [...Object.entries(needed), ...(wrong === undefined ? [] : Object.entries(others))]) {
        for (const call of calls) {
          assert.throws(() => call(wrong), (error) => error instanceof TypeError && error.message === `${name} is ${String(wrong)}: give a number`, `${name} ${String(wrong)}`);
        }
      }
      const counts = wrong === undefined ? [] : [(n) => scene.findPairs({ maxPairs: n }), (n) => scene.pushOut([0], [0, 1], [1], { rounds: n })];
      for (const call of counts) assert.throws(() => call(wrong), code('out_of_range'));
      const rows = scene.collide(pairs);
      for (const i of [wrong, 0.5]) assert.throws(() => rows.separation(i), RangeError);
    }
    assert.equal(scene.revision, revision);
    for (const call of Object.values(others).flat()) {
      index.update(scene);
      call(undefined);
    }
    for (const held of [index, scene]) held.dispose();
  }
});

test('points of two numbers have two', () => {
  const scene = new satchel.Scene('float64'), segment = scene.addSegment(0, 0, 1, 0);
  scene.addBody(segment);
  for (const wrong of [[1], [], [1, 2, 3], [1, 2, 3, 4]]) {
    assert.throws(() => scene.linkEdges([{ body: 0 }, { body: 0, before: wrong, after: [7, 8] }]), (error) => code('size_mismatch')(error) && /^links\[1\]\.before: /.test(error.message));
    assert.throws(() => scene.linkEdges([{ body: 0, after: wrong }]), /^SatchelError: links\[0\]\.after: \[x, y\] is needed/);
    assert.throws(() => scene.addChain([0, 0, 1, 0], { before: wrong }), code('size_mismatch'));
    assert.throws(() => scene.addChain([0, 0, 1, 0], { after: wrong }), code('size_mismatch'));
    assert.throws(() => satchel.posesAt([0, 0, 0], wrong), code('size_mismatch'));
  }
  assert.throws(() => scene.linkEdges([{ body: 0, before: 5 }]), TypeError);
  assert.ok(!scene.isLinked(0));
  scene.linkEdges([{ body: 0, before: new Float32Array([-1, 1]), after: [2, 1] }]);
  assert.ok(scene.isLinked(0));
  scene.dispose();
});

test('rows are taken wherever arrays of their numbers are, and have room for what is asked of them', () => {
  for (const precision of ['float32', 'float64']) {
    const scene = boxes(precision, 2), { vertices } = scene.intersections([0, 1]), flat = Array.from(precision === 'float64' ? vertices.doubles : vertices.floats);
    assert.deepEqual([vertices.length, flat.length], [4, 8]);
    // The rooms of the arguments lie one behind the other: what is written past one would be read in another.
    assert.deepEqual(satchel.convexHull(vertices, precision), satchel.convexHull(flat, precision));
    assert.deepEqual(satchel.cleanRing(vertices, precision), satchel.cleanRing(flat, precision));
    assert.deepEqual(satchel.convexParts(vertices, precision), satchel.convexParts(flat, precision));
    const index = new satchel.Index(scene);
    if (precision === 'float64') assert.deepEqual(index.nearestToPoints(scene, vertices).toArray(), index.nearestToPoints(scene, flat).copy().toArray());
    // Rows of hits have five numbers, as rays have: here from (8, 0) to the left.
    const hits = index.castRays(scene, Array.from({ length: 9 }, () => [-0.5, -9, 0, 1, 99]).flat(), { exits: true });
    assert.deepEqual(hits.row(0), { time: 8, normalX: 0, normalY: -1, body: 0, exit: 10 });
    assert.deepEqual([...index.raysBlocked(scene, hits)], Array(9).fill(1));
    index.dispose();
    scene.dispose();
  }
  assert.throws(() => satchel.convexHull([0, 0, 1, 0, 0, 1], 'double'), code('unknown_value'));
});

test('flags are flags, whatever numbers they are', () => {
  const scene = boxes('float32', 1);
  for (const yes of [1, 256, 0.5, -1, true]) {
    assert.deepEqual(['present', yes, scene.firstHits({ shapes: [0], poses: [0, 0, 1, 0], steps: 1, present: [yes] }).step(0)], ['present', yes, 0]);
    const parts = new satchel.Scene('float32'), box = parts.addBox(1, 1), other = parts.addPolygon([1, -1, 3, -1, 3, 1, 1, 1]);
    const shape = parts.addCompound([box, other], [0, yes, 0, 0, 0, 0, 0, yes]), plain = parts.addCompound([box, other], [0, 1, 0, 0, 0, 0, 0, 1]);
    for (const which of [shape, plain]) parts.addBody(which);
    parts.addBody(parts.addBox(0.5, 0.5), { x: 1, y: 1.25 });
    const contacts = parts.collide([0, 2, 1, 2]);
    assert.deepEqual({ ...contacts.row(0) }, { ...contacts.row(1) });
    parts.dispose();
  }
  for (const no of [0, false, null]) assert.equal(scene.firstHits({ shapes: [0], poses: [0, 0, 1, 0], steps: 1, present: [no] }).step(0), -1);
  scene.dispose();
});

test('what another load() has made is refused, and what is no scene or index', async () => {
  const second = await load(), scene = boxes('float32', 2), index = new satchel.Index(scene), kept = new satchel.KeptPairs();
  const foreign = new second.Scene('float32');
  foreign.addBody(foreign.addBox(1, 1));
  const foreignIndex = new second.Index(foreign), rays = [0, 0, 1, 0, 9], at = [0, 0, 1, 0], movers = { shapes: [0], poses: at, steps: 1 };
  const takesScene = {
    collide: (other) => scene.collide([0, 0], { other }), classify: (other) => scene.classify([0, 0], { other }), findHits: (other) => scene.findHits([0, 0], { other }), findPairs: (other) => scene.findPairs({ other }),
    sweep: (other) => scene.sweep(new Float64Array(6), [0, 0], { other, otherMotions: new Float64Array(6) }), Index: (it) => new satchel.Index(it), build: (it) => index.build(it), update: (it) => index.update(it), 'update moved': (it) => index.update(it, [0]), isCurrent: (it) => index.isCurrent(it),
    castRays: (it) => index.castRays(it, rays), raysBlocked: (it) => index.raysBlocked(it, rays), allRayHits: (it) => index.allRayHits(it, rays), bodiesAtPoints: (it) => index.bodiesAtPoints(it, [0, 0]), bodiesInBoxes: (it) => index.bodiesInBoxes(it, [0, 0, 1, 1]),
    bodiesAtPoses: (it) => index.bodiesAtPoses(it, 0, at), images: (it) => index.bodiesAtPoses(it, 0, at, { periods: [9, 9] }), nearestBodies: (it) => index.nearestBodies(it, 0, at), nearestToPoints: (it) => index.nearestToPoints(it, [0, 0]),
    castShapes: (it) => index.castShapes(it, 0, at, [1, 0, 0]), allShapeHits: (it) => index.allShapeHits(it, 0, at, [1, 0, 0]), firstHits: (it) => index.firstHits(it, movers), trajectoryHits: (it) => index.trajectoryHits(it, movers),
    clearances: (it) => index.clearances(it, movers), timesToCollision: (it) => index.timesToCollision(it, movers, 1), kept: (it) => kept.update(it, index),
  };
  for (const [name, call] of Object.entries(takesScene)) {
    call(scene);
    assert.throws(() => call(foreign), { name: 'TypeError', message: /it is of another load\(\)/ }, name);
    for (const wrong of [index, kept, {}, null]) assert.throws(() => call(wrong), { name: 'TypeError' }, name);
  }
  for (const wrong of [foreignIndex, scene, undefined]) assert.throws(() => kept.update(scene, wrong), TypeError);
  // Rows of another module are numbers.
  assert.deepEqual([...scene.classify(foreign.findPairs({ other: foreign }))], [2]);
  for (const held of [foreignIndex, foreign, kept, index, scene]) held.dispose();
});

test('the declarations of rows have the fields of their layouts', async () => {
  const { rowClasses } = await here('results.mjs'), text = readFileSync(join(process.env.SATCHEL_PACKAGE, 'satchel.d.ts'), 'utf8'), declared = {};
  for (const [, name, base, body] of text.matchAll(/^(?:export )?interface (\w+) extends (\w+) \{\n(.*?)^\}/gms)) {
    declared[name] = [...(declared[base] ?? []), ...Array.from(body.matchAll(/^  (\w+)\??\(i: number\)/gm), ([, field]) => field)];
  }
  const names = { pairs: 'PairRows', imagePairs: 'ImagePairRows', imageHits: 'Hits', numbers: 'Values' }, ofImages = ['imageX', 'imageY'];
  for (const [kind, rows] of Object.entries(rowClasses)) {
    const name = names[kind] ?? kind[0].toUpperCase() + kind.slice(1), has = new Set();
    for (let its = rows.prototype; !Object.hasOwn(its, 'toArray'); its = Object.getPrototypeOf(its)) for (const member of Object.getOwnPropertyNames(its)) if (member !== 'constructor') has.add(member);
    assert.deepEqual([...declared[name] ?? []].filter((field) => kind !== 'hits' || !ofImages.includes(field)).sort(), [...has].sort(), kind);
  }
});

test('results are views: fresh ones after growth, and copies hold', () => {
  const scene = boxes('float32', 40), pairs = scene.findPairs().copy();
  const contacts = scene.collide(pairs), view = contacts.floats, kept = contacts.copy();
  assert.equal(view.buffer, contacts.floats.buffer);
  const before = satchel.memoryBytes;
  const large = boxes('float32', 300000);
  assert.ok(satchel.memoryBytes > before);
  assert.equal(view.length, 0);  // left behind
  assert.equal(contacts.floats.length, 4 * pairs.length);
  assert.equal(contacts.separation(5), -0.5);
  assert.deepEqual(kept.toArray(), contacts.toArray());
  scene.setPoses(new Float64Array(160).map((_, k) => (k % 4 === 0 ? 100 * k : k % 4 === 2 ? 1 : 0)));
  scene.collide(pairs);
  assert.equal(kept.separation(5), -0.5);
  assert.throws(() => kept.separation(pairs.length), RangeError);
  large.dispose();
  scene.dispose();
});

test('rows of the module, and its own typed arrays, are taken as they are', () => {
  const scene = boxes('float32', 3000), pairs = scene.findPairs();
  const arena = scene.memory.arena.bytes;
  assert.ok(arena < 8 * pairs.length);
  assert.equal(scene.collide(pairs).length, 2999);
  assert.equal(scene.collide(pairs.words).length, 2999);
  assert.equal(scene.memory.arena.bytes, arena);
  scene.dispose();
});

test('memory that does not suffice is an error, and the module goes on', () => {
  const scene = boxes('float32', 2);
  assert.throws(() => scene.memory.call('scene_reserve', scene.handle, 0, 30000000, 64), code('no_memory'));
  // Sizes that the module would take modulo 2^32, too.
  for (const bytes of [2 ** 31 - 2 ** 20, 2 ** 31, 2 ** 32, 2 ** 32 + 8, 2 ** 53, NaN]) assert.throws(() => scene.memory.allocate(bytes), code('no_memory'));
  assert.equal(scene.collide([0, 1]).separation(0), -0.5);
  assert.equal(scene.addBody(0), 2);
  scene.dispose();
});

test('progress ends a call', () => {
  const scene = boxes('float32', 2);
  const pairs = new Uint32Array(2 * 4000000).map((_, k) => k % 2);
  let calls = 0;
  for (let k = 0; k < 50 && calls === 0; ++k) {
    try {
      scene.collide(pairs, { progress: (done, all) => { ++calls; assert.ok(done <= all); return false; } });
    } catch (error) {
      code('cancelled')(error);
      assert.equal(calls, 1);
    }
  }
  assert.ok(calls > 0);
  scene.dispose();
});

// A clock that is 100 ms further at every look, so that calls report after every chunk.
function withFastClock(run) {
  let time = 0;
  Object.defineProperty(performance, 'now', { value: () => (time += 100), configurable: true });
  try {
    return run();
  } finally {
    delete performance.now;
  }
}

test('what progress throws ends the call, which throws it, and leaves the stack of the module as it was', () => withFastClock(() => {
  const scene = boxes('float32', 2), pairs = new Uint32Array(2 * 20000).map((_, k) => k % 2), right = scene.collide(pairs).copy();
  const { stackSave } = scene.memory.exports, stack = stackSave();
  for (const thrown of [new Error('mine'), 'a word', undefined, null]) {
    for (const call of [(options) => scene.collide(pairs, options), (options) => scene.findHits(pairs, options), (options) => scene.classify(pairs, options)]) {
      let error = 'nothing';
      try {
        call({ progress() { throw thrown; } });
      } catch (caught) {
        error = caught;
      }
      assert.equal(error, thrown);
    }
  }
  assert.throws(() => scene.collide(pairs, { progress: 5 }), TypeError);
  assert.equal(stackSave(), stack);
  assert.equal(scene.memory.progress, null);
  assert.deepEqual(scene.collide(pairs).toArray(), right.toArray());
  scene.dispose();
}));

test('calls from within progress are refused, and harm nothing', () => withFastClock(() => {
  const scene = boxes('float64', 2), pairs = new Uint32Array(2 * 20000).map((_, k) => k % 2), right = scene.distances(pairs).toArray();
  const other = boxes('float32', 3), index = new satchel.Index(other), kept = new satchel.KeptPairs(), rows = other.findPairs();
  const many = new Uint32Array(2 * 100000);
  const calls = {
    classify: () => other.classify(many), collide: () => other.collide([0, 1]), findPairs: () => other.findPairs(), shape: () => other.shape(0),
    bodyCount: () => other.bodyCount, setPose: () => other.setPose(0, { x: 7 }), 'setPose by an angle': () => other.setPose(0, { angle: 1 }), addPolygon: () => other.addPolygon([0, 0, 1, 0, 0, 1]),
    addOutlines: () => other.addOutlines([0, 0, 1, 0, 0, 1], [0, 3]), removeBody: () => other.removeBody(0), clear: () => scene.clear(), dispose: () => scene.dispose(),
    'dispose of another': () => other.dispose(), castRays: () => index.castRays(other, [0, 0, 1, 0, 9]), bodiesAtPoints: () => other.bodiesAtPoints(new Float64Array(20000)),
    sweep: () => other.sweep(new Float64Array(9), [0, 1]), kept: () => kept.pairs, Scene: () => new satchel.Scene(), Index: () => new satchel.Index(other), KeptPairs: () => new satchel.KeptPairs(),
    isa: () => satchel.isa, convexHull: () => satchel.convexHull([0, 0, 1, 0, 0, 1]), posesAt: () => satchel.posesAt([0, 0, 0]),
  };
  let reports = 0;
  const found = scene.distances(pairs, { progress() {
    ++reports;
    for (const [name, call] of Object.entries(calls)) assert.throws(call, code('unsupported'), name);
    assert.deepEqual(rows.toArray(), [{ a: 0, b: 1 }, { a: 1, b: 2 }]);  // rows are read, no call
  } });
  assert.ok(reports > 1);
  assert.deepEqual(found.toArray(), right);
  assert.throws(() => scene.distances(pairs, { progress: () => other.shape(0) }), code('unsupported'));
  assert.deepEqual([other.bodyCount, other.pose(0).x, scene.bodyCount], [3, 0, 2]);
  for (const held of [kept, index, other, scene]) held.dispose();
}));

test('codes are those of the header', async () => {
  const text = readFileSync(join(process.env.SATCHEL_INCLUDE, 'satchel/c/status.h'), 'utf8');
  const { codeName } = await here('errors.mjs');
  const codes = text.slice(text.indexOf('enum satchel_code'), text.indexOf('} satchel_code'));
  let count = 0;
  for (const [, name, number] of codes.matchAll(/SATCHEL_(\w+) = (\d+)/g)) {
    assert.equal(codeName(Number(number)), name.toLowerCase());
    ++count;
  }
  assert.ok(count > 40);
});

test('the module of the page answers the same, in one file', async () => {
  const page = await (await import(pathToFileURL(process.env.SATCHEL_PAGE_MODULE))).default();
  const text = readFileSync(process.env.SATCHEL_PAGE_MODULE, 'utf8');
  assert.ok(text.endsWith('\nexport default load;\n') && !/^import /m.test(text));
  for (const precision of ['float32', 'float64']) {
    let pairs;  // the package's; the page finds none
    const answers = [satchel, page].map((module) => {
      const scene = new module.Scene(precision);
      const shapes = [scene.addBox(1, 0.5), scene.addCircle(0, 0, 0.75), scene.addCapsule(-1, 0, 1, 0.5, 0.25)];
      for (let n = 3; n < 40; n += 4) {
        const xy = [];
        for (let k = 0; k < n; ++k) xy.push(Math.cos(2 * Math.PI * k / n), Math.sin(2 * Math.PI * k / n));
        shapes.push(scene.addPolygon(xy));
      }
      for (let k = 0; k < 400; ++k) {
        scene.addBody(shapes[k % shapes.length], { x: 0.7 * (k % 20), y: 0.7 * Math.floor(k / 20), angle: 0.1 * k });
      }
      pairs ??= Uint32Array.from(scene.findPairs().toArray().flatMap(({ a, b }) => [a, b]));
      const all = [scene.collide(pairs), scene.distances(pairs), scene.overlapAreas(pairs)].map((rows) => rows.toArray());
      return [...all, [...scene.classify(pairs)], module.convexHull([0, 0, 1, 0, 1, 1, 0.5, 0.5])];
    });
    assert.ok(answers[0][0].length > 1000);
    assert.deepEqual(answers[0], answers[1]);
  }
  // What the page's module has no function for is an error that names it, and the scene stays as it was.
  const scene = new page.Scene(), box = scene.addBox(1, 1), body = scene.addBody(box);
  const calls = {
    manifolds: () => scene.manifolds([]), find_pairs: () => scene.findPairs(), scene_copy: () => scene.copy(),
    add_polygons: () => scene.addPolygons([0, 0, 1, 0, 0, 1], [0, 3]), set_shape: () => scene.setShape(body, box),
    local_vertices: () => scene.localVertices(box), placed_offsets: () => scene.placedOffsets(body),
    is_linked: () => scene.isLinked(body), index_create: () => new page.Index(scene), kept_pairs_create: () => new page.KeptPairs(),
  };
  for (const [name, call] of Object.entries(calls)) {
    assert.throws(call, (error) => error instanceof page.SatchelError && error.code === 'unsupported' &&
      error.message === `this module was built without ${name}`);
  }
  assert.deepEqual([scene.shapeCount, scene.bodyCount, scene.shape(body)], [1, 1, box]);
  scene.dispose();
});

test('the examples of its README run', async () => {
  const text = readFileSync(join(process.env.SATCHEL_PACKAGE, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block);
  assert.equal(blocks.length, 4);
  const from = pathToFileURL(join(process.env.SATCHEL_PACKAGE, 'satchel.mjs'));
  const program = blocks.join('\n').replace("from 'satchel'", `from '${from}'`);
  const lines = [], { log } = console;
  try {
    console.log = (...words) => lines.push(words);
    await import(`data:text/javascript,${encodeURIComponent(program)}`);
  } finally {
    console.log = log;
  }
  assert.equal(lines.length, 8);
  assert.deepEqual([lines[0][0], lines[1][0]], [2, 1]);
  assert.deepEqual(lines.slice(2), [
    ['parcel', 0, 'zone', 0, 150, false], ['parcel', 2, 'zone', 0, 150, false], ['parcel', 2, 'zone', 1, 96, false],
    ['parcel', 3, 'zone', 1, 100, true], ['neighbours', 0, 2], ['neighbours', 2, 3]]);
});
