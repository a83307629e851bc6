// Periodic worlds, candidate pairs, chains and seams, push-out, containment and sweeps under node, against worlds that are made by
// hand: node --test worlds.test.mjs, with SATCHEL_PACKAGE.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxes, code, precisions, random, satchel, world } from './support.mjs';

for (const precision of precisions) {
  test(`image pairs are bodies made at the images, ${precision}`, () => {
    const { scene } = world(precision, 60, 8, 39), periods = [8, 5];
    const wide = scene.addBody(scene.addBox(4.5, 0.125), { x: 1, angle: 0.05 }), count = scene.bodyCount;
    const pairs = scene.findPairs({ periods, margin: 0.25 }).copy(), rows = pairs.toArray();
    assert.ok(rows.some(({ imageX }) => imageX < 0) && rows.some(({ a, b, imageX }) => a === wide && b === wide && imageX === 1));

    // The same bodies and all of their images around, as bodies of a second scene.
    const images = [];
    for (let x = -3; x <= 3; ++x) for (let y = -3; y <= 3; ++y) images.push([x, y]);
    const around = scene.copy();
    for (let b = 0; b < count; ++b) around.removeBody(b);
    const there = new Map();
    for (let b = 0; b < count; ++b) {
      const { x, y, cos, sin } = scene.pose(b), shape = scene.shape(b);
      for (const [i, j] of images) {
        there.set(`${b},${i},${j}`, around.addBody(shape, { x: x + i * periods[0], y: y + j * periods[1], cos, sin }));
      }
    }
    const expected = [], flat = [];
    const byHand = new Set(scene.findPairs({ other: around, margin: 0.25 }).toArray().map(({ a, b }) => `${a},${b}`));
    for (let a = 0; a < count; ++a) {
      for (let b = a; b < count; ++b) {
        for (const [imageX, imageY] of images) {
          if (a === b && (imageX < 0 || (imageX === 0 && imageY <= 0))) continue;
          const body = there.get(`${b},${imageX},${imageY}`);
          if (!byHand.has(`${a},${body}`)) continue;
          expected.push({ a, b, imageX, imageY });
          flat.push(a, body);
        }
      }
    }
    assert.deepEqual(rows, expected);

    const other = around;
    assert.deepEqual(scene.collide(pairs, { periods }).toArray(), scene.collide(flat, { other }).toArray());
    assert.deepEqual(scene.classify(pairs, { periods }), scene.classify(flat, { other }));
    assert.deepEqual(scene.distances(pairs, { periods }).toArray(), scene.distances(flat, { other }).toArray());
    assert.deepEqual(scene.manifolds(pairs, { periods, margin: 0.25 }).toArray(),
      scene.manifolds(flat, { other, margin: 0.25 }).toArray());
    const hits = scene.findHits(pairs, { periods }).toArray(), hitsByHand = scene.findHits(flat, { other }).toArray();
    assert.ok(hits.length > 20 && hits.length === hitsByHand.length);
    hits.forEach(({ a, b, imageX, imageY, ...contact }, k) => {
      assert.deepEqual({ a, b, imageX, imageY }, rows[contact.index]);
      const { a: _, b: __, ...contactByHand } = hitsByHand[k];
      assert.deepEqual(contact, contactByHand);
    });
    // Plain numbers, negative ones too, do as well as rows.
    const numbers = rows.flatMap(({ a, b, imageX, imageY }) => [a, b, imageX, imageY]);
    assert.deepEqual(scene.collide(numbers, { periods }).toArray(), scene.collide(pairs, { periods }).toArray());

    const two = scene.findPairs({ periods, other: scene, margin: 0.25 });
    assert.equal(two.length, 2 * pairs.length + count);  // both orders, and each body with itself
    assert.equal(scene.collide(two, { periods, other: scene }).length, two.length);
    assert.throws(() => scene.collide(pairs), code('size_mismatch'));
    assert.throws(() => scene.collide([0, 1], { periods }), code('size_mismatch'));
    assert.throws(() => scene.findPairs({ periods: [1] }), code('size_mismatch'));
    assert.throws(() => scene.collide([0, 1, 0, 0, 0, 1, 0, 2], { periods: [9, 0] }), code('out_of_range', 1));
    assert.throws(() => scene.findPairs({ periods: [-1, 0] }), code('out_of_range'));
    assert.throws(() => scene.findPairs({ periods: [-1, 0] }), /period x = -1 is negative; /);
    assert.throws(() => scene.findPairs({ periods: [1e-6, 1e-6] }), code('too_many'));
    around.dispose();
    scene.dispose();
  });

  test(`shapes at poses touch the images that bodies made there touch, ${precision}`, () => {
    const { scene, shapes, poses } = world(precision, 50, 8, 41), periods = [8, 0], asked = 40;
    const index = new satchel.Index(scene), at = poses(asked), long = scene.addBox(9, 0.125);
    const queries = Array.from({ length: asked }, (_, q) => (q % 9 === 0 ? long : shapes[q % shapes.length]));
    assert.ok(index.isCurrent(scene));  // an added shape is of no body
    const trial = new Map(), placed = scene.copy();
    for (let x = -4; x <= 4; ++x) {
      for (let b = 0; b < 50; ++b) {
        const pose = scene.pose(b);
        trial.set(placed.addBody(scene.shape(b), { ...pose, x: pose.x + x * periods[0] }), { body: b, imageX: x, imageY: 0 });
      }
    }
    for (let q = 0; q < asked; q += 8) at[4 * q] += 8 * (q % 3 - 1);
    const expected = [], ignored = queries.map((_, q) => q);
    queries.forEach((shape, query) => {
      const own = placed.addBody(shape, { x: at[4 * query], y: at[4 * query + 1], cos: at[4 * query + 2], sin: at[4 * query + 3] });
      const found = [...trial.keys()], verdicts = placed.classify(found.flatMap((body) => [own, body]));
      found.forEach((body, k) => { if (verdicts[k] !== 0) expected.push({ query, ...trial.get(body), verdict: verdicts[k] }); });
      placed.removeBody(own);
    });
    expected.sort((p, q) => p.query - q.query || p.body - q.body || p.imageX - q.imageX);
    const images = index.bodiesAtPoses(scene, queries, at, { periods });
    assert.ok(expected.length > 60 && expected.some(({ imageX }) => imageX < 0) && expected.some(({ imageX }) => imageX > 0));
    assert.deepEqual(images.toArray(), expected);
    assert.deepEqual(index.bodiesAtPoses(scene, queries, at, { periods, ignored }).toArray(),
      expected.filter(({ query, body }) => query !== body));
    assert.deepEqual(index.bodiesAtPoses(scene, long, at.slice(0, 4), { periods }).toArray(),
      expected.filter(({ query }) => query === 0));
    assert.deepEqual(index.bodiesAtPoses(scene, queries, at, { periods: [0, 0] }).toArray().map(({ query, body, verdict }) => ({ query, body, verdict })),
      index.bodiesAtPoses(scene, queries, at).toArray());
    assert.throws(() => index.bodiesAtPoses(scene, 0, at, { periods: [1] }), code('size_mismatch'));
    assert.throws(() => index.bodiesAtPoses(scene, 0, at, { periods: [-1, 0] }), code('out_of_range'));
    at[4 * 7] = 1e15;
    assert.throws(() => index.bodiesAtPoses(scene, 0, at, { periods }), code('out_of_range', 7));
    index.dispose();
    placed.dispose();
    scene.dispose();
  });

  test(`candidate pairs by margins, motions and filters, ${precision}`, () => {
    const scene = boxes(precision, 6, 2.5), all = (options) => scene.findPairs(options).toArray().map(({ a, b }) => [a, b]);
    assert.deepEqual(all(), []);
    assert.deepEqual(all({ margins: [0.25, 0.25, 0, 0.5, 0, 0] }), [[0, 1], [2, 3], [3, 4]]);
    assert.deepEqual(all({ motions: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 3, 0, 0] }), [[3, 4]]);
    assert.deepEqual(all({ margin: 0.5, filters: [{}, {}, { mask: 0 }, {}, { group: -7 }, { group: -7 }] }), [[0, 1], [3, 4]]);
    assert.deepEqual(all({ margin: 0.5, filters: [{ isStatic: true }, { isStatic: true }, {}, {}, {}, {}] }),
      [[1, 2], [2, 3], [3, 4], [4, 5]]);
    const crowded = world(precision, 1500, 20, 5).scene;  // few bodies are sorted in any case
    const sorted = crowded.findPairs().toArray(), unsorted = crowded.findPairs({ sorted: false }).toArray();
    assert.notDeepEqual(unsorted, sorted);
    assert.deepEqual(unsorted.sort((p, q) => p.a - q.a || p.b - q.b), sorted);
    assert.throws(() => scene.findPairs({ margins: [1] }), code('size_mismatch'));
    assert.throws(() => scene.findPairs({ margins: [1, 1, 1, -1, 1, 1] }), code('bad_margin', 3));
    crowded.dispose();
    scene.dispose();
  });

  test(`a box slides over chains and linked tiles without a sideways normal, ${precision}`, () => {
    const scene = new satchel.Scene(precision), tile = scene.addBox(0.5, 0.5), box = scene.addBox(0.25, 0.25);
    const tiles = Array.from({ length: 20 }, (_, k) => scene.addBody(tile, { x: k, y: -0.5 }));
    const slider = scene.addBody(box);
    const chain = scene.addChain(Array.from({ length: 21 }, (_, k) => [20 - k, 10]).flat(),
      { oneSided: true, before: [21, 10], after: [-1, 10] });
    const line = scene.addBody(chain), above = scene.addBody(box);
    const sideways = () => {
      let count = 0;
      for (let x = 0; x < 19; x += 1 / 64) {
        scene.setPose(slider, { x, y: 0.125 });
        scene.setPose(above, { x, y: 10.125 });
        const contacts = scene.collide(tiles.flatMap((one) => [one, slider]).concat(line, above));
        for (let k = 0; k < contacts.length; ++k) {
          if (contacts.verdict(k) === 2 && contacts.normalX(k) !== 0) ++count;
        }
        assert.equal(contacts.normalX(tiles.length), 0);
      }
      return count;
    };
    assert.ok(sideways() > 0);
    assert.equal(scene.linkSharedEdges(tiles), 19);
    assert.ok(scene.isLinked(tiles[3]) && !scene.isLinked(slider));
    assert.equal(sideways(), 0);
    scene.setPose(slider, { x: 3.5, y: 0.25 });
    assert.equal(scene.manifolds([tiles[3], slider]).count(0) + scene.manifolds([tiles[4], slider]).count(0) >= 2, true);
    const deep = scene.addBody(scene.addBox(0.5, 1.5), { x: 20, y: -1.5 });  // beside the last tile, in part
    assert.equal(scene.linkSharedEdges([tiles[19], deep]), 1);
    scene.setPose(slider, { x: 19.3125, y: 0.125 });
    assert.equal(scene.collide([deep, slider]).normalX(0), 0);
    scene.unlink(deep);
    assert.notEqual(scene.collide([deep, slider]).normalX(0), 0);
    scene.unlink(tiles[3]);
    assert.ok(!scene.isLinked(tiles[3]));
    scene.linkEdges([{ body: tiles[3], edge: 1, inner: true }, { body: tiles[3], edge: 2, before: [4.5, 0], after: [1.5, 0] }]);
    assert.ok(scene.isLinked(tiles[3]));
    assert.throws(() => scene.linkEdges([{ body: tiles[3], edge: 9 }]), code('bad_edge', 0));

    // Two segments under one box are two manifolds.
    scene.setPose(above, { x: 7, y: 10.25 });
    const parts = scene.partManifolds([line, above]).toArray();
    assert.deepEqual(parts.map(({ pair, partA, partB }) => [pair, partA, partB]), [[0, 12, 0], [0, 13, 0]]);
    assert.deepEqual(parts.map(({ normalY, separation0 }) => [normalY, separation0 + 0]), [[1, 0], [1, 0]]);
    assert.throws(() => scene.addChain([0, 0, 0, 0]), code('repeated_vertex'));
    scene.dispose();
  });

  test(`push-out leaves nothing overlapping, ${precision}`, () => {
    const w = world(precision, 200, 12, 40), { scene } = w, bodies = [], starts = [0], candidates = [];
    for (const { a, b } of scene.findPairs().toArray()) {
      if (bodies.at(-1) !== a) {
        bodies.push(a);
        starts.push(candidates.length);
      }
      candidates.push(b);
      starts[bodies.length] = candidates.length;
    }
    const pushes = scene.pushOut(bodies, starts, candidates).copy();
    assert.equal(pushes.length, bodies.length);
    let moved = 0, left = 0, overlapping = 0;
    bodies.forEach((body, i) => {
      const pose = scene.pose(body), own = candidates.slice(starts[i], starts[i + 1]), pairs = own.flatMap((other) => [body, other]);
      const before = scene.classify(pairs).includes(2);
      assert.equal(before, pushes.x(i) !== 0 || pushes.y(i) !== 0);
      scene.setPose(body, { ...pose, x: pose.x + pushes.x(i), y: pose.y + pushes.y(i) });
      moved += before ? 1 : 0;
      left += pushes.left(i);
      overlapping += scene.classify(pairs).filter((verdict) => verdict === 2).length;
      scene.setPose(body, pose);
    });
    assert.ok(moved > 50 && left === 0 && overlapping === 0);
    const two = boxes(precision, 2);
    assert.deepEqual(two.pushOut([0], [0, 1], [1], { rounds: 1 }).row(0), { x: -0.5, y: 0, left: 0, isShortest: 1 });
    assert.throws(() => two.pushOut([0], [0, 1], [0]), code('bad_body', 0));
    assert.throws(() => two.pushOut([0], [0], [1]), code('size_mismatch'));
    two.dispose();
    scene.dispose();
  });

  test(`push-out goes by the side of the last frame, ${precision}`, () => {
    const scene = new satchel.Scene(precision);
    const platform = scene.addBody(scene.addChain([2, 0, -2, 0], { oneSided: true }));
    const body = scene.addBody(scene.addBox(0.5, 0.5), { x: 0, y: 0.25 });
    const up = (options) => scene.pushOut([body], [0, 1], [platform], options).row(0).y;
    assert.equal(up(), 0.25);
    for (const [by, frontTolerance, push] of [[0.5, 0, 0], [-0.25, 0, 0.25], [-0.125, 0, 0], [-0.125, 0.25, 0.25]]) {
      assert.equal(up({ lastMotions: [0, 0, 0, 0, by, 0], frontTolerance }), push);
    }
    assert.throws(() => up({ lastMotions: [0, 0, 0] }), code('size_mismatch'));
    assert.throws(() => up({ frontTolerance: -1 }), code('bad_margin'));
    scene.dispose();
  });

  test(`outlines, ${precision}`, () => {
    const scene = new satchel.Scene(precision);
    // A square with a hole that touches its boundary, a square that fills this hole, one that crosses itself, one apart.
    const points = [0, 0, 4, 0, 4, 4, 0, 4, 0, 2, 1, 1, 2, 2, 1, 3, 0, 2, 1, 1, 2, 2, 1, 3, 0, 0, 1, 1, 1, 0, 0, 1, 9, 9, 10, 9, 9, 10];
    const rings = [0, 4, 8, 12, 16, 19], polygons = [0, 2, 3, 4, 5];
    assert.throws(() => scene.addOutlines(points, rings, polygons), code('bad_outline', 2));
    const shapes = scene.addOutlines(points, rings, polygons, undefined, { skipInvalid: true });
    assert.deepEqual([...shapes], [0, 1, 0xffffffff, 2]);
    const bodies = [0, 1, 2].map((shape) => scene.addBody(shape));
    assert.deepEqual(bodies, [0, 1, 2]);
    const { starts, isHole } = scene.rings(0);
    assert.deepEqual([[...starts], [...isHole]], [[0, 4, 8], [0, 1]]);
    assert.deepEqual([...scene.localVertices(0)].slice(0, 8), points.slice(0, 8));
    assert.deepEqual([...scene.rings(1).isHole], [0]);
    assert.deepEqual([...scene.rings(scene.addBox(1, 1)).starts], [0]);
    const pairs = [0, 1, 1, 0, 0, 2, 1, 1];
    assert.deepEqual([...scene.classify(pairs)], [1, 1, 0, 2]);
    assert.deepEqual([...scene.relate(pairs, 'touches')], [1, 1, 0, 0]);
    assert.deepEqual([...scene.relate(pairs, 'equals')], [0, 0, 0, 1]);
    assert.throws(() => scene.relate(pairs, 'near'), code('unknown_value'));
    assert.throws(() => scene.collide([0, 1]), code('needs_parts'));
    scene.makeParts();
    assert.equal(scene.collide([0, 1]).length, 1);
    // The square with the hole and the square in it, as one outline: the whole square.
    const one = [points.slice(0, 24), rings.slice(0, 4), polygons.slice(0, 3), [0, 2]];
    assert.throws(() => scene.addOutlines(...one), code('bad_outline', 0));
    const whole = scene.addBody(scene.addOutlines(...one, { evenOdd: true })[0]);
    const square = scene.addBody(scene.addPolygon([0, 0, 4, 0, 4, 4, 0, 4]));
    assert.deepEqual([...scene.relate([whole, square], 'equals')], [1]);
    scene.dispose();
  });

  test(`containment, ${precision}`, () => {
    const scene = new satchel.Scene(precision), large = scene.addBox(2, 2), next = random(6);
    scene.addBody(large);
    const pairs = [], expected = [];
    for (let k = 1; k <= 200; ++k) {  // squares of side 1 on a grid of quarters
      const x = Math.floor(17 * next() - 8) / 4, y = Math.floor(17 * next() - 8) / 4;
      scene.addBody(k === 1 ? scene.addBox(0.5, 0.5) : scene.shape(1), { x, y });
      const gap = Math.min(2 - 0.5 - Math.abs(x), 2 - 0.5 - Math.abs(y));
      pairs.push(k, 0);
      expected.push(gap < 0 ? 0 : gap === 0 ? 1 : 2);
    }
    assert.ok([0, 1, 2].every((value) => expected.includes(value)));
    assert.deepEqual([...scene.within(pairs)], expected);
    assert.deepEqual([...scene.within([0, 0, 0, 5], { other: scene })], [1, 0]);
    scene.dispose();
  });

  test(`options of sweeps, ${precision}`, () => {
    const scene = boxes(precision, 2), apart = [-1, 0, 0, 0, 0, 0], turning = [0, 0, 70, 0, 0, 0];
    assert.deepEqual(scene.sweep(apart, [0, 1]).row(0),
      { time: 0, normalX: 1, normalY: 0, pointX: 0.75, pointY: 0, hit: 1 });
    assert.deepEqual(scene.sweep(apart, [0, 1], { points: false }).row(0),
      { time: 0, normalX: 1, normalY: 0, pointX: 0, pointY: 0, hit: 1 });
    assert.equal(scene.sweep(apart, [0, 1], { leavesStart: true }).hit(0), 0);
    assert.throws(() => scene.sweep(turning, [0, 1]), code('bad_angle', 0));
    assert.equal(scene.sweep(turning, [0, 1], { maxAngle: 80 }).hit(0), 1);
    scene.dispose();
  });
}

test('numbers that an array of the module would change are refused', () => {
  const { scene } = world('float32', 3, 2, 1);
  assert.throws(() => scene.within([0, -4294967295]), code('out_of_range', 1));
  for (const call of [() => satchel.cleanRing([0, 0, 1]), () => satchel.posesAt([1, 2, 3, 4]), () => satchel.convexParts([0, 0, 1])]) {
    assert.throws(call, { name: 'SatchelError' });
  }
});
