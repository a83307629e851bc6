// The index under node, against questions about pairs: node --test index.test.mjs, with SATCHEL_PACKAGE.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code, precisions, satchel, world } from './support.mjs';

const count = 300, asked = 60, noBody = 0xffffffff;

// A scene of the queries, shapes at poses, with all their pairs with the bodies of `scene`; `may(q, body)` says which count.
function allPairs(w, queries, may) {
  const pairs = [];
  for (let q = 0; q < queries; ++q) for (let b = 0; b < w.scene.bodySlots; ++b) if (w.scene.hasBody(b) && may(q, b)) pairs.push(q, b);
  return pairs;
}
// The scene of the queries: the same shapes, at the poses.
function sceneOf(w, shapes, poses) {
  const queries = w.scene.copy();
  for (let b = 0; b < w.scene.bodySlots; ++b) if (queries.hasBody(b)) queries.removeBody(b);
  // Removed bodies leave indices, which are used again from the lowest one on.
  queries.addBodies(shapes, poses);
  return queries;
}

function compareAll(w, index, options = {}, may = () => true) {
  const { scene } = w;
  const poses = w.poses(asked), shapes = Array.from({ length: asked }, (_, q) => w.shapes[(7 * q) % w.shapes.length]);
  const queries = sceneOf(w, shapes, poses), pairs = allPairs(w, asked, may);

  // Bodies that shapes touch: verdicts of all pairs.
  const verdicts = queries.classify(pairs, { other: scene });
  const touched = [];
  verdicts.forEach((verdict, k) => { if (verdict !== 0) touched.push({ query: pairs[2 * k], body: pairs[2 * k + 1], verdict }); });
  assert.ok(touched.length > 10);
  assert.deepEqual(index.bodiesAtPoses(scene, shapes, poses, options).toArray(), touched);

  // Nearest bodies: distances of all pairs, sorted.
  const distances = queries.distances(pairs, { other: scene }).toArray()
    .map((distance, k) => ({ query: pairs[2 * k], body: pairs[2 * k + 1], ...distance }));
  for (const [nearest, maxDistance] of [[1, Infinity], [4, Infinity], [9, 0.75]]) {
    const expected = [];
    for (let q = 0; q < asked; ++q) {
      expected.push(...distances.filter(({ query, distance }) => query === q && distance <= maxDistance)
        .sort((p, r) => p.distance - r.distance || p.body - r.body).slice(0, nearest));
    }
    assert.deepEqual(index.nearestBodies(scene, shapes, poses, nearest, { ...options, maxDistance }).toArray(), expected);
  }

  // Shapes that move: sweeps of all pairs, the bodies of the scene without motions.
  const motions = Array.from({ length: asked }, (_, q) => [Math.cos(q) * 3, Math.sin(q) * 3, q % 3 === 0 ? 0.5 : 0]).flat();
  const all = [...motions, ...new Array(3 * (queries.bodySlots - asked)).fill(0)], still = new Array(3 * scene.bodySlots).fill(0);
  for (const rules of [{}, { leavesStart: true, tolerance: 0.01 }]) {
    const impacts = queries.sweep(all, pairs, { other: scene, otherMotions: still, ...rules }).toArray(), met = [];
    impacts.forEach(({ time, normalX, normalY, pointX, pointY, hit }, k) => {
      if (hit !== 0) met.push({ query: pairs[2 * k], time, normalX, normalY, pointX, pointY, body: pairs[2 * k + 1] });
    });
    met.sort((p, r) => p.query - r.query || p.time - r.time || p.body - r.body);
    assert.ok(met.length > 20);
    assert.deepEqual(index.allShapeHits(scene, shapes, poses, motions, { ...options, ...rules }).toArray(), met);
    const first = index.castShapes(scene, shapes, poses, motions, { ...options, ...rules });
    for (let q = 0; q < asked; ++q) {
      const { query, ...hit } = met.find((its) => its.query === q)
        ?? { query: q, time: 1, normalX: 0, normalY: 0, pointX: 0, pointY: 0, body: noBody };
      assert.deepEqual(first.row(q), hit);
    }
  }
  assert.throws(() => index.castShapes(scene, shapes, poses, [0, 0, 99]), code('bad_angle', 0));

  // Points are circles of radius 0, and boxes are boxes.
  const points = [], corners = [];
  for (let q = 0; q < asked; ++q) {
    const [x, y] = poses.subarray(4 * q, 4 * q + 2);
    points.push(x, y);
    corners.push(x - 0.5, y - 0.25, x + 0.5, y + 0.25);
  }
  const upright = satchel.posesAt(points.flatMap((value, k) => (k % 2 === 1 ? [value, 0] : [value])));
  const there = (shape) => {
    const at = sceneOf(w, new Array(asked).fill(shape), upright), found = [];
    at.classify(pairs, { other: scene }).forEach((verdict, k) => {
      if (verdict !== 0) found.push({ query: pairs[2 * k], body: pairs[2 * k + 1] });
    });
    at.dispose();
    return found;
  };
  assert.deepEqual(index.bodiesAtPoints(scene, points, options).toArray(), there(w.point));
  assert.deepEqual(index.nearestToPoints(scene, points, 3, options).toArray(),
    index.nearestBodies(scene, w.point, upright, 3, options).toArray());
  assert.throws(() => index.nearestToPoints(scene, [1, 2, 3]), { code: 'size_mismatch' });
  assert.throws(() => index.nearestToPoints(scene, [1, NaN]), { code: 'not_finite' });
  assert.throws(() => index.nearestBodies(scene, [], upright), { code: 'size_mismatch' });
  assert.deepEqual(index.bodiesInBoxes(scene, corners, options).toArray(), there(w.shapes[0]));

  // Rays: each with the scene of one body alone.
  const rays = Array.from({ length: asked }, (_, q) => [poses[4 * q], poses[4 * q + 1], poses[4 * q + 2], poses[4 * q + 3], 4]).flat();
  const every = index.allRayHits(scene, rays, options).toArray();
  assert.ok(every.length > 20);
  const expected = [];
  const alone = scene.copy();
  for (let b = 0; b < scene.bodySlots; ++b) if (alone.hasBody(b)) alone.removeBody(b);
  for (let b = 0; b < scene.bodySlots; ++b) {
    if (!scene.hasBody(b)) continue;
    assert.equal(alone.addBody(scene.shape(b), scene.pose(b)), 0);
    const hits = alone.castRays(rays);
    for (let q = 0; q < asked; ++q) {
      if (hits.body(q) === 0 && may(q, b)) expected.push({ query: q, ...hits.row(q), body: b });
    }
    alone.removeBody(0);
  }
  expected.sort((p, r) => p.query - r.query || p.time - r.time || p.body - r.body);
  assert.deepEqual(every, expected);
  const first = index.castRays(scene, rays, options), blocked = index.raysBlocked(scene, rays, options);
  for (let q = 0; q < asked; ++q) {
    const hit = expected.find(({ query }) => query === q);
    assert.equal(first.body(q), hit?.body ?? noBody);
    assert.equal(first.time(q), hit?.time ?? Infinity);
    assert.equal(blocked[q], hit === undefined ? 0 : 1);
  }
  alone.dispose();
  queries.dispose();
}

function crowd(precision) {
  const w = world(precision, count, 12, 38);
  w.point = w.scene.addCircle(0, 0, 0);
  return w;
}

for (const precision of precisions) {
  test(`every query equals brute force, whatever happened to the bodies, ${precision}`, () => {
    const w = crowd(precision), { scene, next } = w;
    const index = new satchel.Index(scene);
    assert.ok(index.isCurrent(scene) && index.memoryBytes > 0 && index.precision === precision);
    compareAll(w, index);
    for (let round = 0; round < 4; ++round) {
      const moved = Array.from({ length: 1 + 30 * round }, () => Math.floor(count * next())).filter((b) => scene.hasBody(b));
      scene.setPoses(w.poses(moved.length), moved);
      if (round === 2) {
        scene.removeBody(moved[0]);
        scene.setShape(moved.find((b) => scene.hasBody(b)), w.shapes[1]);
      }
      assert.ok(!index.isCurrent(scene));
      assert.throws(() => index.castRays(scene, [0, 0, 1, 0, 1]), code('changed_scene'));
      if (round % 2 === 0) index.update(scene);
      else index.update(scene, moved);
      compareAll(w, index);
    }
    index.dispose();
    scene.dispose();
  });

  test(`filters, worlds and ignored bodies, ${precision}`, () => {
    const w = crowd(precision), { scene, next } = w, index = new satchel.Index(scene);
    const bit = () => 1 << Math.floor(3 * next());
    const filters = Array.from({ length: count }, () => ({ category: bit(), mask: bit() | bit() }));
    const queryFilters = Array.from({ length: asked }, () => ({ category: bit(), mask: bit() | bit() }));
    const meet = (p, q) => (p.category & q.mask) !== 0 && (q.category & p.mask) !== 0;
    compareAll(w, index, { filters, queryFilters }, (q, b) => meet(filters[b], queryFilters[q]));
    const worlds = filters.map(() => Math.floor(2 * next())), queryWorlds = queryFilters.map(() => Math.floor(2 * next()));
    compareAll(w, index, { worlds, queryWorlds }, (q, b) => worlds[b] === queryWorlds[q]);
    compareAll(w, index, { worlds, queryWorlds: [1] }, (q, b) => worlds[b] === 1);
    const ignored = queryFilters.map(() => (next() < 0.5 ? noBody : Math.floor(count * next())));
    compareAll(w, index, { ignored }, (q, b) => ignored[q] !== b);
    // 64 bits, as numbers or as big integers.
    const high = filters.map((_, b) => ({ category: 1n << 40n, mask: b % 2 === 0 ? -1 : 1 }));
    compareAll(w, index, { filters: high, queryFilters: [{ category: 2 ** 40 }] }, (q, b) => b % 2 === 0);
    index.dispose();
    scene.dispose();
  });
}

for (const precision of precisions) {
  test(`kept pairs are those of findPairs, and their changes the difference, ${precision}`, () => {
    const w = crowd(precision), { scene, next } = w, index = new satchel.Index(scene), kept = new satchel.KeptPairs(precision);
    assert.equal(kept.pairs.length, 0);
    const key = ({ a, b }) => 1000 * a + b, text = (rows) => rows.toArray().map(key);
    let before = [];
    for (let round = 0; round < 30; ++round) {
      const changes = round % 3 !== 2, margin = round < 20 ? 0.125 : 0.5;
      kept.update(scene, index, { margin, changes });
      const expected = text(scene.findPairs({ margin }));
      assert.ok(expected.length > 100);
      assert.deepEqual(text(kept.pairs), expected);
      assert.deepEqual(text(kept.added), changes ? expected.filter((pair) => !before.includes(pair)) : []);
      assert.deepEqual(text(kept.ended), changes ? before.filter((pair) => !expected.includes(pair)) : []);
      assert.deepEqual(scene.collide(kept.pairs).toArray(), scene.collide(scene.findPairs({ margin })).toArray());
      before = expected;
      const moved = Array.from({ length: round + 1 }, () => Math.floor(count * next()));
      scene.setPoses(w.poses(moved.length), moved);
      assert.throws(() => kept.update(scene, index), code('changed_scene'));
      index.update(scene);
    }
    assert.ok(kept.memoryBytes > 0);
    kept.dispose();
    assert.throws(() => kept.pairs, code('null_pointer'));
    assert.throws(() => new satchel.KeptPairs('float16'), code('unknown_value'));
    index.dispose();
    scene.dispose();
  });
}

test('kept pairs of fat boxes stay while bodies move a little', () => {
  const w = crowd('float32'), { scene, next } = w, index = new satchel.Index(scene), kept = new satchel.KeptPairs('float32', { fat: 0.25 });
  const key = ({ a, b }) => 1000 * a + b, text = (rows) => rows.toArray().map(key);
  const bodies = Array.from({ length: 20 }, (_, i) => i), poses = w.poses(bodies.length);
  scene.setPoses(poses, bodies);
  index.update(scene);
  kept.update(scene, index);
  const first = text(kept.pairs);
  assert.deepEqual(first, text(scene.findPairs({ margin: 0.5 })));
  for (let i = 0; i < poses.length; i += 4) poses[i] += 0.125 * next();
  scene.setPoses(poses, bodies);
  index.update(scene);
  kept.update(scene, index, { changes: true });
  assert.deepEqual(text(kept.pairs), first);
  assert.equal(kept.added.length + kept.ended.length, 0);
  for (const object of [kept, index, scene]) object.dispose();
});

test('wrong use is an error that says so', () => {
  const w = crowd('float32'), { scene } = w, index = new satchel.Index(scene), ray = [0, 0, 1, 0, 1];
  const copy = scene.copy(), doubles = new satchel.Scene('float64');
  assert.throws(() => index.castRays(copy, ray), code('other_scene'));
  assert.throws(() => index.update(copy), code('other_scene'));
  assert.throws(() => index.castRays(doubles, ray), code('wrong_precision'));
  assert.throws(() => index.build(doubles), code('wrong_precision'));
  assert.throws(() => index.castRays(scene, [0, 0, 0, 0, 1]), code('bad_ray', 0));
  assert.throws(() => index.castRays(scene, [0, 0, 1]), code('size_mismatch'));
  assert.throws(() => index.raysBlocked(scene, null), TypeError);
  assert.throws(() => index.bodiesAtPoses(scene, 99, [0, 0, 1, 0]), code('bad_shape'));
  assert.throws(() => index.nearestBodies(scene, 0, [0, 0, 1, 0], 1, { maxDistance: -1 }), code('bad_distance'));
  assert.throws(() => index.castRays(scene, ray, { worlds: [1] }), code('size_mismatch', 1));
  assert.throws(() => index.castRays(scene, ray, { filters: [{}, {}] }), code('size_mismatch', 0));
  scene.setPose(3, { x: 100 });
  assert.throws(() => index.update(scene, [4]), code('left_out', 3));
  index.update(scene, [3, 4, 3]);
  assert.ok(index.isCurrent(scene));
  index.build(copy);
  assert.ok(index.isCurrent(copy) && !index.isCurrent(scene));
  index.dispose();
  index.dispose();
  assert.throws(() => index.castRays(copy, ray), code('null_pointer'));
  for (const one of [scene, copy, doubles]) one.dispose();
});
