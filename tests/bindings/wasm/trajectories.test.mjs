// What trajectories hit in every form under node, against verdicts, distances and sweeps step by step: node --test trajectories.test.mjs, with
// SATCHEL_PACKAGE.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code, precisions, satchel, world } from './support.mjs';

const count = 12, noBody = 0xffffffff;
const pose = ([x, y, cos, sin]) => ({ x, y, cos, sin });

// Bodies {shape, poses, present}, each on a walk of 0 to 8 steps, or of 8.
function walks(w, bodies, isRagged) {
  return Array.from({ length: bodies }, (_, k) => {
    const steps = isRagged ? Math.floor(9 * w.next()) : 8, from = w.poses(1), poses = [];
    for (let step = 0; step < steps; ++step) {
      poses.push([...from]);
      from[0] += 2 * w.next() - 1;
      from[1] += 2 * w.next() - 1;
    }
    return { shape: w.shapes[k % w.shapes.length], poses, present: poses.map(() => w.next() < 0.8) };
  });
}
const ofOneShape = (bodies, shape) => bodies.map((body) => ({ ...body, shape }));

// The same as an argument of firstHits.
function given(bodies, isRagged, ...more) {
  const starts = [0];
  for (const { poses } of bodies) starts.push(starts.at(-1) + poses.length);
  return Object.assign({
    shapes: bodies.map(({ shape }) => shape), poses: bodies.flatMap(({ poses }) => poses.flat()),
    present: bodies.flatMap(({ present }) => present.map(Number)),
  }, isRagged ? { starts } : { steps: 8 }, ...more);
}

// The first hit of each mover by the definition; `may(mover, body)` says which bodies of the scene count.
function oneByOne(scene, movers, obstacles, may = () => true) {
  return movers.map((mover, k) => {
    for (let step = 0; step < mover.poses.length; ++step) {
      if (!mover.present[step]) continue;
      const there = scene.copy(), own = there.addBody(mover.shape, pose(mover.poses[step])), against = [];
      obstacles.forEach(({ shape, poses, present }, obstacle) => {
        if (step < poses.length && present[step]) against.push([there.addBody(shape, pose(poses[step])), obstacle]);
      });
      for (let body = 0; body < count; ++body) if (may(k, body)) against.push([body, obstacles.length + body]);
      const hit = there.classify(against.flatMap(([body]) => [own, body])).findIndex((verdict) => verdict !== 0);
      there.dispose();
      if (hit >= 0) return { step, obstacle: against[hit][1] };
    }
    return { step: -1, obstacle: noBody };
  });
}

for (const precision of precisions) {
  test(`first hits of every form are those of verdicts step by step, ${precision}`, () => {
    const w = world(precision, count, 14, 43), { scene } = w, index = new satchel.Index(scene);
    let hits = 0, free = 0;
    for (let form = 0; form < 16; ++form) {
      const [isRagged, areRagged, one, any] = [1, 2, 4, 8].map((bit) => (form & bit) !== 0);
      let movers = walks(w, 9, isRagged), obstacles = any ? walks(w, 4, areRagged) : [];
      if (one) [movers, obstacles] = [ofOneShape(movers, w.shapes[0]), ofOneShape(obstacles, w.shapes[2])];
      const expected = oneByOne(scene, movers, obstacles);
      const ofMovers = given(movers, isRagged, one ? { shapes: w.shapes[0] } : {});
      const ofObstacles = any ? given(obstacles, areRagged, one ? { shapes: [w.shapes[2]] } : {}) : undefined;
      assert.deepEqual(scene.firstHits(ofMovers, ofObstacles).toArray(), expected);
      assert.deepEqual(index.firstHits(scene, ofMovers, ofObstacles).toArray(), expected);
      hits += expected.filter(({ step }) => step >= 0).length;

      const ignored = movers.map((_, k) => (k + form) % count);
      const others = oneByOne(scene, movers, obstacles, (k, body) => ignored[k] !== body);
      assert.deepEqual(index.firstHits(scene, ofMovers, ofObstacles, { ignored }).toArray(), others);
      const filters = Array.from({ length: count }, (_, b) => ({ category: 1 + b % 2 })), queryFilters = [{ mask: 2 }];
      const odd = oneByOne(scene, movers, obstacles, (_, body) => body % 2 === 1);
      assert.deepEqual(index.firstHits(scene, ofMovers, ofObstacles, { filters, queryFilters }).toArray(), odd);
      free += odd.filter(({ step }) => step < 0).length;
    }
    assert.ok(hits > 40 && free > 10);
    assert.equal(scene.firstHits({ shapes: [], poses: [], steps: 3 }).length, 0);
    assert.equal(index.firstHits(scene, { shapes: 0, poses: [], starts: [0, 0, 0] }).length, 2);
    index.dispose();
    scene.dispose();
  });

  test(`a clearance is a larger radius, ${precision}`, () => {
    const w = world(precision, count, 14, 44), { scene } = w, index = new satchel.Index(scene);
    const car = scene.addBox(1, 0.5, 0.125), wideCar = scene.addBox(1, 0.5, 0.625);
    const post = scene.addCircle(0, 0, 0.25), widePost = scene.addCircle(0, 0, 0.5);
    index.update(scene);
    const movers = given(walks(w, 20, true), true, { shapes: car, clearance: 0.5 });
    const obstacles = given(walks(w, 4, true), true, { shapes: post, clearance: 0.25 });
    const wide = [{ ...movers, shapes: wideCar, clearance: 0 }, { ...obstacles, shapes: widePost, clearance: undefined }];
    const expected = scene.firstHits(...wide).toArray();
    assert.notDeepEqual(scene.firstHits({ ...movers, clearance: 0 }, obstacles).toArray(), expected);
    assert.deepEqual(scene.firstHits(movers, obstacles).toArray(), expected);
    assert.deepEqual(index.firstHits(scene, movers, obstacles).toArray(), expected);
    index.dispose();
    scene.dispose();
  });
}

// All pairs of movers and obstacles at each step: visit(scene, mover, step, obstacle, pair), where the pair is of bodies of the scene.
function forEachPair(scene, movers, obstacles, visit) {
  movers.forEach((mover, k) => mover.poses.forEach((at, step) => {
    if (!mover.present[step]) return;
    const there = scene.copy(), own = there.addBody(mover.shape, pose(at));
    obstacles.forEach(({ shape, poses, present }, obstacle) => {
      if (step < poses.length && present[step]) visit(there, k, step, obstacle, [there.addBody(shape, pose(poses[step])), own]);
    });
    for (let body = 0; body < count; ++body) visit(there, k, step, obstacles.length + body, [body, own]);
    there.dispose();
  }));
}

for (const precision of precisions) {
  test(`all hits, clearances and times to collision are those of pairs, ${precision}`, () => {
    const w = world(precision, count, 14, 46), { scene } = w, index = new satchel.Index(scene);
    const movers = walks(w, 12, false), obstacles = walks(w, 4, false), horizon = 3;
    const velocities = (bodies) => bodies.flatMap(({ poses }) => poses.flatMap(() => [4 * w.next() - 2, 4 * w.next() - 2, 0]));
    const ofMovers = { ...given(movers, false), velocities: velocities(movers) };
    const ofObstacles = { ...given(obstacles, false), velocities: velocities(obstacles) };
    const hits = [], least = movers.map(() => [Infinity, -1, noBody]), times = movers.flatMap((m) => m.poses.map(() => [Infinity, noBody]));
    const before = (a, b) => a.find((x, i) => x !== b[i]) < b.find((x, i) => x !== a[i]);
    forEachPair(scene, movers, obstacles, (there, trajectory, step, obstacle, [other, own]) => {
      const verdict = there.classify([other, own])[0];
      if (verdict !== 0) hits.push({ trajectory, step, obstacle, verdict });
      const distance = [there.distances([other, own]).distance(0), step, obstacle];
      if (before(distance, least[trajectory])) least[trajectory] = distance;
      const motions = new Float64Array(3 * there.bodySlots);
      const moved = (body, all, pose) => [0, 1].forEach((k) => { motions[3 * body + k] = all[3 * pose + k] * horizon; });
      moved(own, ofMovers.velocities, 8 * trajectory + step);
      if (obstacle < obstacles.length) moved(other, ofObstacles.velocities, 8 * obstacle + step);
      const impact = there.sweep(motions, [other, own]).row(0), at = [impact.time * horizon, obstacle];
      if (impact.hit === 1 && before(at, times[8 * trajectory + step])) times[8 * trajectory + step] = at;
    });
    // The pairs above have the fixed body first, those of trajectories the mover: the last bits may differ.
    const near = (a, b) => a === b || Math.abs(a - b) < 1e-4;
    const same = (rows, wanted) => {
      assert.equal(rows.length, wanted.length);
      rows.forEach((row, i) => assert.ok(row.every((x, k) => near(x, wanted[i][k])), `${i}: ${row}; ${wanted[i]}`));
    };
    for (const all of [scene.trajectoryHits(ofMovers, ofObstacles), index.trajectoryHits(scene, ofMovers, ofObstacles)]) {
      assert.deepEqual(all.toArray(), hits);
    }
    for (const all of [scene.clearances(ofMovers, ofObstacles), index.clearances(scene, ofMovers, ofObstacles)]) {
      same(all.toArray().map(({ distance }) => [distance]), least.map(([distance]) => [distance]));
    }
    for (const all of [scene.timesToCollision(ofMovers, horizon, ofObstacles),
      index.timesToCollision(scene, ofMovers, horizon, ofObstacles)]) {
      same(all.toArray().map(({ time }) => [time]), times.map(([time]) => [time]));
    }
    for (let body = 0; body < count; ++body) {
      const without = scene.copy(), ignored = movers.map(() => body);
      without.removeBody(body);
      assert.deepEqual(index.clearances(scene, ofMovers, ofObstacles, { ignored }).toArray(), without.clearances(ofMovers, ofObstacles).toArray());
      assert.deepEqual(index.timesToCollision(scene, ofMovers, horizon, ofObstacles, { ignored }).toArray(),
        without.timesToCollision(ofMovers, horizon, ofObstacles).toArray());
      without.dispose();
    }
    const far = Math.max(...least.map(([distance]) => distance)) - 0.01;
    assert.ok(scene.clearances(ofMovers, ofObstacles, { maxDistance: far }).toArray().some(({ step }) => step === -1));
    const met = times.filter(([time]) => time > 0 && time < Infinity).length;
    assert.ok(hits.length > 10 && met > 10, `${hits.length} hits, ${met} times`);
    assert.throws(() => scene.timesToCollision(ofMovers, 0), code('bad_distance'));
    assert.throws(() => scene.timesToCollision({ ...ofMovers, velocities: [1, 2, 3] }, 1), code('size_mismatch', 8));
    index.dispose();
    scene.dispose();
  });

  test(`poses of a reference point, rays that leave, verdicts at poses, ${precision}`, () => {
    assert.deepEqual([...satchel.posesAt([3, 5, 0], [-1.5, 0.5])], [4.5, 4.5, 1, 0]);
    assert.deepEqual([...satchel.posesAt([3, 5, 0])], [3, 5, 1, 0]);
    const scene = new satchel.Scene(precision), box = scene.addBox(1, 1);
    scene.addBody(box, { x: 0 });
    const index = new satchel.Index(scene), rays = [-3, 0, 1, 0, 99, 0, 0, 2, 0, 99, 0, 0, 2, 0, 0.25];
    const of = (rows, name) => rows.toArray().map((row) => row[name]);
    assert.deepEqual(of(scene.castRays(rays, { exits: true }), 'exit'), [4, 0.5, 0.5]);
    assert.deepEqual(of(index.castRays(scene, rays), 'exit'), [0, 0, 0]);
    const boundary = { fromInside: 'boundary', exits: true };
    assert.deepEqual(of(index.castRays(scene, rays, boundary), 'time'), [2, 0.5, Infinity]);
    assert.deepEqual(of(index.allRayHits(scene, rays, boundary), 'exit'), [4, 0.5]);
    assert.deepEqual([...index.raysBlocked(scene, rays, boundary)], [1, 1, 0]);
    assert.throws(() => index.castRays(scene, rays, { fromInside: 'edge' }), code('unknown_value'));
    assert.deepEqual(index.bodiesAtPoses(scene, box, [2, 0, 1, 0, 1.5, 0, 1, 0]).toArray(),
      [{ query: 0, body: 0, verdict: 1 }, { query: 1, body: 0, verdict: 2 }]);
    index.dispose();
    scene.dispose();
  });
}

test('what is wrong with trajectories is an error that says so', () => {
  const { scene, shapes: [shape] } = world('float32', count, 14, 45), index = new satchel.Index(scene);
  const still = [0, 0, 1, 0], poses = [...still, ...still, ...still], right = { shapes: shape, poses, starts: [0, 1, 3] };
  const refused = (movers, obstacles, expected, at, words) => {
    for (const call of [() => scene.firstHits(movers, obstacles), () => index.firstHits(scene, movers, obstacles)]) {
      assert.throws(call, (error) => code(expected, at)(error) && words.test(error.message));
    }
  };
  refused({ ...right, starts: [0, 2, 1, 3] }, undefined, 'bad_starts', 2, /movers: start 2/);
  refused(right, { ...right, starts: [0, 2] }, 'bad_starts', 4, /obstacles: start 1/);
  refused({ ...right, clearance: -1 }, undefined, 'bad_radius', 0, /movers/);
  refused(right, { ...right, clearance: NaN }, 'bad_radius', 1, /obstacles/);
  refused({ shapes: [shape, 99], poses: poses.slice(4), steps: 1 }, undefined, 'bad_shape', 1, /movers: body 1/);
  refused({ shapes: [shape], poses, steps: 2 }, undefined, 'size_mismatch', 0, /poses/);
  refused({ shapes: shape, poses }, undefined, 'size_mismatch', 0, /poses/);
  refused({ ...right, present: [1] }, undefined, 'size_mismatch', 1, /present/);
  refused(right, { ...right, poses: poses.map((x, k) => (k === 9 ? Infinity : x)) }, 'not_finite', 5,
    /obstacles: body 1, step 1/);
  refused({ ...right, poses: [0, 0, 1] }, undefined, 'size_mismatch', 0, /movers.poses/);
  assert.throws(() => scene.firstHits({ poses, steps: 3 }), TypeError);
  assert.throws(() => index.firstHits(scene, right, undefined, { ignored: [0, 1, 2] }), code('size_mismatch', 4));
  scene.setPose(3, { x: 9 });
  assert.throws(() => index.firstHits(scene, right), code('changed_scene'));
  index.dispose();
  scene.dispose();
});
