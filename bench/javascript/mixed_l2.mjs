// The module beside engines of JavaScript, on pairs like those of `collide/mixed_l2`: 4,096 posed polygons of 3 to 8 vertices,
// four neighbour pairs each, grouped by a, a third of them overlapping. Verdicts are compared before the clock starts; engines
// run by turns, and the table has medians.
//
//   node mixed_l2.mjs PACKAGE [planck=FILE] [matter=FILE] [sat=FILE]    # engines' builds as one CommonJS file each
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Bodies, collide } from './sat.mjs';

const [folder, ...peers] = process.argv.slice(2);
const load = (await import(pathToFileURL(resolve(folder, 'satchel.mjs')))).default;
const satchel = await load();
const require = createRequire(import.meta.url);
const file = Object.fromEntries(peers.map((peer) => peer.split('=')));

// ---- the workload -------------------------------------------------------------------------------------------------------

let state = 12345;
function random() {
  state = Math.imul(state ^ (state >>> 15), 2246822519) + 2654435769 | 0;
  let t = state ^ (state >>> 13);
  t = Math.imul(t, 3266489917);
  return ((t ^ (t >>> 16)) >>> 0) / 2 ** 32;
}
const side = 64, count = side * side;
const shapes = [], poses = new Float64Array(4 * count), angles = new Float64Array(count);
for (let i = 0; i < count; ++i) {
  const n = 3 + Math.floor(6 * random()), turn = random(), vertices = new Float32Array(2 * n);
  for (let k = 0; k < n; ++k) {
    const angle = 2 * Math.PI * (k + 0.8 * random() * 0.5 + turn) / n;
    vertices[2 * k] = 0.62 * Math.cos(angle);
    vertices[2 * k + 1] = 0.62 * Math.sin(angle);
  }
  shapes.push(vertices);
  angles[i] = 2 * Math.PI * random();
  poses.set([i % side + 0.4 * random(), Math.floor(i / side) + 0.4 * random(), Math.cos(angles[i]), Math.sin(angles[i])], 4 * i);
}
const list = [];
for (let i = 0; i < count; ++i) {
  for (const [dx, dy] of [[1, 0], [-1, 1], [0, 1], [1, 1]]) {
    const x = i % side + dx, y = Math.floor(i / side) + dy;
    if (x >= 0 && x < side && y < side) list.push(i, y * side + x);
  }
}
const pairs = Uint32Array.from(list), n = pairs.length / 2;

const scene = new satchel.Scene('float32');
for (let i = 0; i < count; ++i) {
  scene.addBody(scene.addPolygon(shapes[i]), { x: poses[4 * i], y: poses[4 * i + 1], cos: poses[4 * i + 2], sin: poses[4 * i + 3] });
}
const first = new Uint32Array(count + 1), xs = [], ys = [];
for (let i = 0; i < count; ++i) {
  const offsets = scene.placedOffsets(i);
  for (let k = 0; k < offsets.length; k += 2) {
    xs.push(poses[4 * i] + offsets[k]);
    ys.push(poses[4 * i + 1] + offsets[k + 1]);
  }
  first[i + 1] = xs.length;
}
const bodies = new Bodies(first, Float64Array.from(xs), Float64Array.from(ys));
const points = (i) => Array.from({ length: first[i + 1] - first[i] }, (_, k) => ({ x: bodies.x[first[i] + k], y: bodies.y[first[i] + k] }));

// ---- the engines: run() computes all pairs, overlaps(k) tells the verdict of pair k ---------------------------------------

const engines = {};
{
  let contacts = null;
  engines.satchel = { run() { contacts = scene.collide(pairs); }, overlaps: (k) => contacts.verdict(k) === 2 };
  const out = new Float64Array(3 * n);
  engines.typed_arrays = { run: () => collide(bodies, pairs, out), overlaps: (k) => out[3 * k + 2] < 0 };
}
if (file.planck) {
  const planck = require(resolve(file.planck));
  const polygons = shapes.map((xy) => new planck.Polygon(Array.from({ length: xy.length / 2 }, (_, k) => new planck.Vec2(xy[2 * k], xy[2 * k + 1]))));
  const transforms = polygons.map((_, i) => {
    const transform = planck.Transform.identity();
    transform.p.setNum(poses[4 * i], poses[4 * i + 1]);
    transform.q.setAngle(angles[i]);
    return transform;
  });
  const manifold = new planck.Manifold(), hit = new Uint8Array(n);
  engines.planck = {
    run() {
      for (let k = 0; k < n; ++k) {
        const a = pairs[2 * k], b = pairs[2 * k + 1];
        planck.CollidePolygons(manifold, polygons[a], transforms[a], polygons[b], transforms[b]);
        hit[k] = manifold.pointCount > 0 ? 1 : 0;
      }
    },
    overlaps: (k) => hit[k] === 1,
    may_differ: 0.03,  // its polygons have a skin
  };
}
if (file.matter) {
  const { Bodies: Matter, Body, SAT, Collision, Vertices } = require(resolve(file.matter));
  void Matter;
  const made = shapes.map((_, i) => {
    const vertices = points(i);
    return Body.create({ position: Vertices.centre(vertices), vertices });
  });
  const test = (SAT?.collides ?? Collision.collides), hit = new Uint8Array(n);
  engines.matter = {
    run() {
      for (let k = 0; k < n; ++k) {
        const result = test(made[pairs[2 * k]], made[pairs[2 * k + 1]]);
        hit[k] = result !== null && result.collided ? 1 : 0;
      }
    },
    overlaps: (k) => hit[k] === 1,
    may_differ: 0.001,
  };
}
if (file.sat) {
  const SAT = require(resolve(file.sat));
  const made = shapes.map((_, i) => new SAT.Polygon(new SAT.Vector(), points(i).map(({ x, y }) => new SAT.Vector(x, y))));
  const response = new SAT.Response(), hit = new Uint8Array(n);
  engines.sat_js = {
    run() {
      for (let k = 0; k < n; ++k) {
        response.clear();
        hit[k] = SAT.testPolygonPolygon(made[pairs[2 * k]], made[pairs[2 * k + 1]], response) && response.overlap > 0 ? 1 : 0;
      }
    },
    overlaps: (k) => hit[k] === 1,
    may_differ: 0.001,
  };
}

// ---- verdicts, then times -------------------------------------------------------------------------------------------------

engines.satchel.run();
const expected = Array.from({ length: n }, (_, k) => engines.satchel.overlaps(k));
for (const [name, engine] of Object.entries(engines)) {
  for (let k = 0; k < (name === 'satchel' ? 300 : 30); ++k) engine.run();  // compiled by the best compiler by then
  let differ = 0;
  for (let k = 0; k < n; ++k) differ += engine.overlaps(k) !== expected[k] ? 1 : 0;
  if (differ > (engine.may_differ ?? 0) * n) throw new Error(`${name}: ${differ} of ${n} verdicts differ`);
  engine.differ = differ;
  engine.times = [];
}
for (let round = 0; round < 41; ++round) {
  for (const engine of Object.values(engines)) {
    const start = process.hrtime.bigint();
    engine.run();
    engine.times.push(Number(process.hrtime.bigint() - start) / n);
  }
}
const median = (times) => times.sort((p, q) => p - q)[Math.floor(times.length / 2)];
const base = median(engines.satchel.times);
console.log(`${n} pairs, ${(100 * expected.filter(Boolean).length / n).toFixed(1)} % overlapping, ${satchel.isa}, node ${process.version}`);
for (const [name, { times, differ }] of Object.entries(engines)) {
  const time = median(times);
  console.log(`${name.padEnd(14)} ${time.toFixed(1).padStart(8)} ns a pair ${(time / base).toFixed(1).padStart(6)}x  ${differ} verdicts differ`);
}
