// The modules of the page that need no browser, under node: node --test tests/page
import assert from "node:assert/strict";
import { test } from "node:test";

import { Bodies, noShape } from "../../src/page/bodies.mjs";
import { Contacts } from "../../src/page/contacts.mjs";
import { decode } from "../../src/page/decode.mjs";
import { plainText } from "../../src/page/dom.mjs";
import { arrowFactor } from "../../src/page/draw_pairs.mjs";
import { Following } from "../../src/page/following.mjs";
import { numberOf, readFragment, writeFragment } from "../../src/page/fragment.mjs";
import { Grid } from "../../src/page/grid.mjs";
import { joinPairs, Kernel, limitsOf, PairsBehind } from "../../src/page/kernel.mjs";
import { liveCommands } from "../../src/page/live_hint.mjs";
import { firstImpact, poseAt } from "../../src/page/motions.mjs";
import { bodyRows } from "../../src/page/numbers.mjs";
import { readShapes, ringsContain } from "../../src/page/shapes.mjs";
import { countVerdicts, worstVerdicts } from "../../src/page/verdicts.mjs";
import { View } from "../../src/page/view.mjs";

let seed = 1;
function random() {  // a linear congruential generator: the same numbers in every run
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}

const base64 = (array) => Buffer.from(array.buffer).toString("base64");

// Shapes 0: box 2 x 1; 1: circle of radius 0.5; 2: segment; 3: capsule; 4: compound of 0 and 1.
function shapes() {
  return readShapes({
    core_start: [0, 4, 5, 7, 9, 9], core_radius: [0, 0.5, 0, 0.25, 0],
    core_vertex: Float32Array.of(-1, -0.5, 1, -0.5, 1, 0.5, -1, 0.5, 0, 0, -1, 0, 1, 0, -1, 0, 1, 0),
    part_start: [0, 1, 2, 3, 4, 6], part: [0, 1, 2, 3, 0, 1] });
}

function randomBodies(count) {
  const shape = new Uint32Array(count), pose = new Float64Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const angle = 7 * random();
    shape[i] = Math.floor(5 * random());
    pose.set([40 * random(), 30 * random(), Math.cos(angle), Math.sin(angle)], 4 * i);
  }
  return new Bodies(shapes(), shape, pose, "float32");
}

test("arrays are decoded by their type, a wrong type is refused", () => {
  const data = decode({ name: "f32:name", arrays: { a: `f32:${base64(Float32Array.of(0.1, -2))}`, b: `u32:${base64(Uint32Array.of(7))}`, c: "f64:" } });
  assert.deepEqual(data, { name: "f32:name", a: Float32Array.of(0.1, -2), b: Uint32Array.of(7), c: new Float64Array(0) });
  assert.throws(() => decode({ arrays: { a: "f16:AAAA" } }), /unknown type/);
});

test("a fragment read is the fragment written; broken words are left out", () => {
  const state = { x: -1.5e-7, y: 0, hide: "disjoint,touching", name: "a=b&c#d%" };
  const read = readFragment(writeFragment({ ...state, nothing: undefined, empty: "" }));
  assert.deepEqual(read, Object.fromEntries(Object.entries(state).map(([name, value]) => [name, String(value)])));
  assert.deepEqual(readFragment("#a=%E0%A4&=1&b&c=2"), { c: "2" });
  assert.deepEqual([numberOf("1e3"), numberOf("x", 5), numberOf(" ", 6), numberOf(undefined, 7), numberOf("Infinity", 8)], [1000, 5, 6, 7, 8]);
});

test("the view keeps the point under the pointer, and its precision far from zero", () => {
  for (const far of [0, 1e6, -1e12]) {
    const view = new View(800, 600);
    view.fit([far - 2, far - 1, far + 2, far + 1]);
    assert.equal(view.scale, (800 - 56) / 4);
    assert.deepEqual([view.toX(far), view.toY(far), view.toX(far + 0.5) - view.toX(far)], [400, 300, 93]);
    const before = [view.worldX(100), view.worldY(50)];
    view.zoomAt(100, 50, 3);
    assert.ok(Math.abs(view.toX(before[0]) - 100) < 0.1 && Math.abs(view.toY(before[1]) - 50) < 0.1);
  }
});

test("a view of one point, or of nothing, has a finite scale", () => {
  const view = new View(0, 0);
  view.fit([3, 4, 3, 4]);
  assert.deepEqual([view.x, view.y, view.scale], [3, 4, 1]);
  view.setScale(Infinity);
  assert.ok(Number.isFinite(view.scale) && Number.isFinite(view.toX(5)));
});

test("the grid finds exactly the bodies whose boxes meet a box", () => {
  const bodies = randomBodies(700);
  bodies.shape[5] = noShape;
  bodies.setPose(9, [20, 15, 40, 0]);  // a large one
  const grid = new Grid(bodies);
  for (let n = 0; n < 400; ++n) {
    const x = 60 * random() - 10, y = 50 * random() - 10, box = [x, y, x + 20 * random() ** 3, y + 20 * random() ** 3];
    const wanted = [];
    for (let i = 0; i < bodies.count; ++i) {
      const [left, low, right, high] = bodies.boxOf(i);
      if (bodies.exists(i) && left <= box[2] && right >= box[0] && low <= box[3] && high >= box[1]) wanted.push(i);
    }
    assert.deepEqual([...grid.find(box)], wanted);
  }
  for (const shape of [[], [noShape]]) {
    assert.equal(new Grid(new Bodies(shapes(), Uint32Array.from(shape), new Float64Array(4), "float32")).find([-9, -9, 9, 9]).length, 0);
  }
});

test("bodies contain the points that lie in a part, by distance from its core", () => {
  const bodies = randomBodies(60), exact = (core, radius, x, y) => {
    const count = core.length / 2;
    let inside = count > 2, nearest = Infinity;
    for (let i = 0; i < count; ++i) {
      const [px, py, qx, qy] = [...core.slice(2 * i, 2 * i + 2), ...core.slice(2 * ((i + 1) % count), 2 * ((i + 1) % count) + 2)];
      inside &&= (qx - px) * (y - py) - (qy - py) * (x - px) >= 0;
      for (let t = 0; t <= 1; t += 1 / 512) nearest = Math.min(nearest, Math.hypot(px + t * (qx - px) - x, py + t * (qy - py) - y));
    }
    return inside ? -1 : nearest - radius;
  };
  let tested = 0;
  for (let i = 0; i < bodies.count; ++i) {
    const [x, y, c, s] = bodies.pose.subarray(4 * i, 4 * i + 4), { parts, vertices } = bodies.shapes[bodies.shape[i]];
    for (let n = 0; n < 30; ++n) {
      const lx = 3 * random() - 1.5, ly = 3 * random() - 1.5;
      const gap = Math.min(...parts.map((part) => exact(vertices.slice(2 * part.from, 2 * part.to), part.radius, lx, ly)));
      if (Math.abs(gap) < 1e-2) continue;
      assert.equal(bodies.contains(i, x + c * lx - s * ly, y + s * lx + c * ly, 0), gap < 0);
      ++tested;
    }
  }
  assert.ok(tested > 1000);
});

test("boxes are those of the placed parts, radius included", () => {
  const bodies = new Bodies(shapes(), Uint32Array.of(0, 1, 3, 4), Float64Array.of(5, 5, 0, 1, 1, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0), "float32");
  assert.deepEqual([0, 1, 2, 3].map((i) => [...bodies.boxOf(i)]), [[4.5, 4, 5.5, 6], [0.5, 1.5, 1.5, 2.5], [-1.25, -0.25, 1.25, 0.25], [-1, -0.5, 1, 0.5]]);
  assert.deepEqual(bodies.bounds(), [-1.25, -0.5, 5.5, 6]);
});

test("a body's verdict is the worst of its shown pairs", () => {
  const pair = Uint32Array.of(0, 1, 1, 2, 2, 3), feature = Uint32Array.of(2, 1 | 16, 0);
  assert.deepEqual(countVerdicts(feature), [1, 1, 1]);
  assert.deepEqual([...worstVerdicts(5, pair, feature, [true, true, true])], [2, 2, 1, 0, 0]);
  assert.deepEqual([...worstVerdicts(5, pair, feature, [true, true, false])], [-1, 1, 1, 0, 0]);
  assert.deepEqual([...worstVerdicts(5, pair, feature, [false, false, true])], [2, 2, -1, -1, -1]);
});

test("pairs are listed by body, and features are unpacked", () => {
  const bodies = randomBodies(3);
  const contacts = new Contacts(bodies, {
    pair: Uint32Array.of(0, 2, 1, 2), feature: Uint32Array.of(2 | 8 | 3 << 4, 0 | 4), contact: Float32Array.of(-0.5, 0, 1, 2, 1, 0),
    distance: new Float32Array(14), manifold_pair: Uint32Array.of(0), manifold_count: Uint8Array.of(1),
    manifold_point: Float32Array.of(1, 2, -0.5, 0, 0, 0), manifold_id: Uint32Array.of(9, 0) });
  assert.deepEqual([0, 1, 2].map((i) => [...contacts.pairsOf(i)]), [[0], [1], [0, 1]]);
  assert.equal(contacts.contact(0).feature, "edge 3 of b");
  assert.equal(contacts.contact(1).feature, "vertex 0 of a");
  assert.deepEqual(contacts.mtv(0).map((v) => v + 0), [0, -0.5]);
  assert.deepEqual(contacts.mtv(1), [0, 0]);
  assert.deepEqual(contacts.points(0), [{ x: 1, y: 2, separation: -0.5, id: 9 }]);
  assert.deepEqual([contacts.points(1), contacts.anchor(0)], [[], [1, 2]]);
});

test("MTVs are drawn a round number of times longer, and never shorter", () => {
  assert.deepEqual([1, 0.1, 1e-3, 1e-6, 100].map((depth) => arrowFactor(depth, 16)), [1, 10, 1000, 1e6, 1]);
  assert.deepEqual([arrowFactor(0, 1), arrowFactor(0.3, 16)], [1, 2]);
});

test("the commands of a live page keep the page's name and precision", () => {
  assert.match(liveCommands("my-page.html", "float64")[1], /^satchel collide SCENE --html my-page\.html --live \S+satchel-page\.mjs --precision double$/);
  for (const odd of ["", "a%20b.html", "--out.html", "x;y.html"]) assert.match(liveCommands(odd, "float32")[1], /--html page\.html --live \S+$/);
});

test("poses follow the motions, and the first impact is the least time", () => {
  const pose = Float64Array.of(9, 9, 0, 1, 1, 2, 1, 0), motion = Float64Array.of(0, 0, 0, 4, -2, Math.PI);
  assert.deepEqual(poseAt(pose, motion, 0, 0.7), [9, 9, 0, 1]);
  assert.deepEqual(poseAt(pose, motion, 1, 0), [1, 2, 1, 0]);
  const [x, y, cos, sin] = poseAt(pose, motion, 1, 0.5);
  assert.ok(x === 3 && y === 1 && Math.abs(cos) < 1e-15 && sin === 1);
  const impact = Float32Array.of(0.5, 1, 0, 0.25, 0, 1, 0.25, 1, 0, 0.75, 1, 0);
  assert.deepEqual([firstImpact(impact), firstImpact(new Float32Array(0))], [1, -1]);
});

test("names lose what could disguise them, and length", () => {
  assert.equal(plainText("a\u202eb\nc\u0000"), "abc");
  assert.equal(plainText("x".repeat(300)).length, 201);
  assert.equal(plainText("😀".repeat(3), 2), "😀😀…");
});

// Shapes 0: an L, whose parts are 2 and 3; 1: a box. Bodies: the L, a removed one, the box.
const outlines = {
  real: "float32", core_start: [0, 0, 4, 8, 12], core_radius: [0, 0, 0, 0],
  core_vertex: Float32Array.of(-1, -1, 1, -1, 1, 1, -1, 1, 0, 0, 3, 0, 3, 1, 0, 1, 0, 1, 1, 1, 1, 3, 0, 3),
  part_start: [0, 2, 3, 4, 5], part: Uint32Array.of(2, 3, 1, 2, 3), inner_edge: Uint8Array.of(0, 0, 1, 0, 1, 0, 0, 0),
  ring_of: [0], ring_start: [0, 6], ring_vertex: Float32Array.of(0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3),
  shape: Uint32Array.of(0, noShape, 1), pose: Float64Array.of(0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 1, 0) };

test("an outline is drawn by its rings, and found by the parts behind it", () => {
  const [shape] = readShapes(outlines);
  assert.deepEqual(shape.parts.map(({ from, to }) => [from, to]), [[0, 4], [4, 8]]);
  assert.deepEqual(shape.rings.map(({ from, to }) => [from, to]), [[8, 14]]);
  const bodies = new Bodies(readShapes(outlines), outlines.shape, outlines.pose, "float32");
  assert.deepEqual([[2.5, 0.5], [0.5, 2.5], [2, 2]].map(([x, y]) => bodies.contains(0, x, y, 0)), [true, true, false]);
});

test("a shape has its number in the file, where there is one, and else that of the data", () => {
  const bodies = new Bodies(readShapes(outlines), Uint32Array.of(0, 1), outlines.pose.subarray(0, 8), "float32");
  const none = { pair: [], feature: [], manifold_pair: [], units: "" };
  const rows = (data) => [0, 1].map((body) => Object.fromEntries(bodyRows({ bodies, contacts: new Contacts(bodies, { ...none, ...data }), data: { ...none, ...data } }, body)).shape);
  assert.deepEqual(rows({}), ["0: 2 convex parts", "1: 4 vertices"]);
  assert.deepEqual(rows({ shape_in_file: Uint32Array.of(3, 7, noShape, noShape) }), ["3: 2 convex parts", "7: 4 vertices"]);
  assert.deepEqual(rows({ shape_in_file: Uint32Array.of(3) }), ["3: 2 convex parts", "4 vertices"]);  // added to the page
});

test("what the kernel leaves out is said of chains and linked bodies, and of nothing else", () => {
  assert.equal(limitsOf({ ...outlines, linked: new Uint32Array(0) }), "");
  assert.match(limitsOf({ ...outlines, linked: Uint32Array.of(2) }), /^In this page bodies are not linked: normals and depths/);
  // Shapes 0 and 1: segments; 2: their chain; 3: a capsule; 4: the chain of segment 0 alone.
  const chain = { core_start: [0, 2, 4, 4, 6, 6], core_radius: [0, 0, 0, 0.5, 0], part_start: [0, 1, 2, 4, 5, 6], part: [0, 1, 0, 1, 3, 0] };
  const until = (count) => ({ core_start: chain.core_start.slice(0, count + 1), core_radius: chain.core_radius.slice(0, count), part_start: chain.part_start.slice(0, count + 1), part: chain.part });
  assert.deepEqual([until(2), until(3), chain].map((data) => limitsOf(data) !== ""), [false, true, true]);
  assert.match(limitsOf({ ...chain, linked: Uint32Array.of(0) }), /^In this page segments of chains have two sides and no neighbours, and bodies are not linked:/);
  assert.equal(limitsOf({ core_start: [0, 2], core_radius: [0.5], part_start: [0, 1], part: [0] }), "");
});

test("the kernel adds outlines as compounds of their parts, and no removed bodies", () => {
  const calls = [];
  class Scene {
    shapes = 0;
    addPolygon(core) { calls.push(["polygon", [...core]]); return this.shapes++; }
    addCompound(parts, inner) { calls.push(["compound", [...parts], [...inner]]); return this.shapes++; }
    addBodies(shapes, poses) { calls.push(["bodies", [...shapes], poses.length]); }
    removeBody(body) { calls.push(["remove", body]); }
    manifolds() {}
  }
  new Kernel({ Scene }, outlines);
  assert.deepEqual(calls, [
    ["polygon", [-1, -1, 1, -1, 1, 1, -1, 1]], ["polygon", [0, 0, 3, 0, 3, 1, 0, 1]], ["polygon", [0, 1, 1, 1, 1, 3, 0, 3]],
    ["compound", [1, 2], [0, 0, 1, 0, 1, 0, 0, 0]], ["bodies", [3, 0, 0], 12], ["remove", 1]]);
});

test("a point is in an outline if a ray from it crosses its rings an odd number of times, whichever way the ray goes", () => {
  const star = Array.from({ length: 22 }, (_, k) => { const r = k % 2 ? 5 : 2 + random(), angle = Math.PI * k / 11; return [r * Math.cos(angle), r * Math.sin(angle)]; });
  const hole = [[-0.7, -0.5], [0.9, -0.6], [0.2, 1.1]], points = [...star, ...hole], offset = Float64Array.from([0, 0, ...points.flat()]);
  const rings = [{ from: 0, to: 22 }, { from: 22, to: 25 }];
  // Crossings of a ray in another direction, by the sides on which the ends of the edges lie.
  const expected = (x, y) => {
    const [dx, dy] = [0.3, -1], side = (px, py) => dx * (py - y) - dy * (px - x);
    let crossings = 0;
    for (const ring of [star, hole]) {
      ring.forEach(([px, py], i) => {
        const [qx, qy] = ring[(i + 1) % ring.length], p = side(px, py), q = side(qx, qy);
        if ((p > 0) === (q > 0)) return;
        const t = p / (p - q), along = dx * (px + t * (qx - px) - x) + dy * (py + t * (qy - py) - y);
        if (along > 0) ++crossings;
      });
    }
    return crossings % 2 === 1;
  };
  let inside = 0;
  for (let n = 0; n < 4000; ++n) {
    const x = 12 * random() - 6, y = 12 * random() - 6, found = ringsContain(offset, 1, rings, x, y, 0);
    assert.equal(found, expected(x, y), `${x} ${y}`);
    inside += found;
  }
  assert.ok(inside > 400 && inside < 3000);
  assert.ok(!ringsContain(offset, 1, rings, 0, 0, 0) && ringsContain(offset, 1, rings, 0, 0, 0.8) && !ringsContain(offset, 1, rings, 5.3, 0.05, 0.02));
});

test("pairs behind others are those of a join, whatever their number is from call to call", () => {
  const answers = (count, seed) => {
    const manifolds = Math.floor(count / 2), numbers = (length, Type) => Type.from({ length }, (_, k) => seed * 100 + k);
    return { pair: numbers(2 * count, Uint32Array), feature: numbers(count, Uint32Array), contact: numbers(3 * count, Float32Array), distance: numbers(7 * count, Float32Array),
      manifold_pair: Uint32Array.from({ length: manifolds }, (_, k) => 2 * k), manifold_count: numbers(manifolds, Uint8Array), manifold_point: numbers(6 * manifolds, Float32Array), manifold_id: numbers(2 * manifolds, Uint32Array) };
  };
  const data = answers(9, 1), keep = [0, 2, 3, 6, 7], behind = new PairsBehind(joinPairs(data, keep, answers(0, 0)));
  [3, 0, 200, 5, 70].forEach((count, n) => assert.deepEqual(behind.with(answers(count, n + 2)), joinPairs(data, keep, answers(count, n + 2))));
});

test("pairs of the file stay, however often their bodies are moved, and in which order", () => {
  const count = 5, given = [3, 0, 0, 1, 0, 2, 2, 1, 2, 1], shape = new Uint32Array(count).fill(1), pose = Float64Array.from({ length: 4 * count }, (_, k) => [100 * (k >> 2), 0, 1, 0][k % 4]);
  // Answers that name their pair.
  const answers = (pairs) => {
    const each = (width, Type) => Type.from({ length: width * pairs.length / 2 }, (_, k) => 10 * pairs[2 * Math.floor(k / width)] + pairs[2 * Math.floor(k / width) + 1]);
    return { pair: pairs, feature: each(1, Uint32Array), contact: each(3, Float32Array), distance: each(7, Float32Array), manifold_pair: new Uint32Array(0), manifold_count: new Uint8Array(0), manifold_point: new Float32Array(0), manifold_id: new Uint32Array(0) };
  };
  const bodies = new Bodies(shapes(), shape, pose, "float32"), page = { data: answers(Uint32Array.from(given)), bodies, grid: new Grid(bodies) };
  const following = new Following(page, page.data.pair);
  const found = () => Array.from(page.data.feature, (feature, i) => {
    assert.equal(feature, 10 * page.data.pair[2 * i] + page.data.pair[2 * i + 1]);
    return feature;
  });
  for (const [body, isDragged] of [[0, false], [0, false], [1, true], [1, true], [2, false], [0, true], [2, false], [3, false], [0, false]]) {
    following.ask({ ask: answers }, body, isDragged);
    const left = found();
    for (const pair of [30, 1, 2]) assert.equal(left.filter((its) => its === pair).length, 1, `${pair} after ${body}`);
    assert.equal(left.filter((its) => its === 21).length, 2);  // the file has it twice
  }
  // A body is removed, with its pairs; one that gets its number has the pairs that are near.
  shape[2] = noShape;
  following.forget(2);
  for (const body of [2, 0]) {
    following.ask({ ask: answers }, body, false);
    assert.deepEqual(found().filter((its) => its % 10 === 2 || Math.floor(its / 10) === 2), []);
  }
  shape[2] = 1;
  bodies.setPose(2, [500, 0, 1, 0]);
  page.grid = new Grid(bodies);
  following.ask({ ask: answers }, 2, false);
  assert.deepEqual(found().filter((its) => its % 10 === 2 || Math.floor(its / 10) === 2), [24]);
});

test("a body that is watched is found where it is", () => {
  const bodies = randomBodies(200), grid = new Grid(bodies);
  grid.watch(17);
  grid.watch(17);
  bodies.setPose(17, [300, -200, 1, 0]);
  assert.deepEqual([...grid.find([295, -205, 305, -195])], [17]);
  assert.ok(![...grid.find([-10, -10, 60, 60])].includes(17));
});
