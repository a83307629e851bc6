// The playground's modules under node, with the page's module of the library: the scenes of the gallery, files that are dropped, links.
// The oracle of what the page computes itself is the package, which has those questions. SATCHEL_PAGE_MODULE, SATCHEL_PACKAGE: where
// they are; without them the tests that need them are left out.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { answerOfHits, answerOfPair } from "../../src/page/answer.mjs";
import { Bodies } from "../../src/page/bodies.mjs";
import { Contacts } from "../../src/page/contacts.mjs";
import { iou, keptBodies } from "../../src/page/detections.mjs";
import { gallery } from "../../src/page/gallery.mjs";
import { firstHits, hitSteps } from "../../src/page/hits.mjs";
import { Kernel } from "../../src/page/kernel.mjs";
import { poseAt } from "../../src/page/motions.mjs";
import { allNearPairs, isTaken, pairsOfScene } from "../../src/page/near_pairs.mjs";
import { randomNumbers } from "../../src/page/particles.mjs";
import { FileError } from "../../src/page/read_geometries.mjs";
import { readFiles } from "../../src/page/read_scene.mjs";
import { packScene, SceneBuilder, unpackScene } from "../../src/page/scene_data.mjs";
import { readShapes } from "../../src/page/shapes.mjs";
import { svgOf } from "../../src/page/svg.mjs";
import { View } from "../../src/page/view.mjs";

const root = new URL("../../", import.meta.url);
const pageModule = process.env.SATCHEL_PAGE_MODULE ?? new URL("build/wasm/page/satchel-page.mjs", root).pathname;
const packageFolder = process.env.SATCHEL_PACKAGE ?? new URL("build/wasm/package", root).pathname;
const skip = existsSync(pageModule) && existsSync(packageFolder) ? false : "no WebAssembly modules: cmake --workflow --preset wasm makes them";
const load = async (path) => (await import(pathToFileURL(path))).default();
const satchel = skip ? null : await load(pageModule);
const whole = skip ? null : await load(`${packageFolder}/satchel.mjs`);

const bodiesOf = (data) => new Bodies(readShapes(data), data.shape, data.pose, data.real);
function answered(name) {
  const data = gallery[name].make(), kernel = new Kernel(satchel, data), bodies = bodiesOf(data), pairs = pairsOfScene(bodies, data.image_of);
  return { data, kernel, bodies, pairs, contacts: new Contacts(bodies, Object.assign(data, kernel.ask(pairs))) };
}

// ---- files ---------------------------------------------------------------------------------------------------------------

const square = (x, y, size = 1) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
// Stands for the library: takes every outline.
const accept = { check() {}, posesAt: (xyAngle) => Float64Array.from({ length: xyAngle.length / 3 * 4 }, (_, k) => { const [x, y, angle] = xyAngle.subarray(3 * (k >> 2), 3 * (k >> 2) + 3); return [x, y, Math.cos(angle), Math.sin(angle)][k % 4]; }) };
const readFile = (name, text, check) => readFiles([{ name, text }], { ...accept, check });
const readText = (text) => readFiles([{ name: "a.json", text }], accept);
const read = (name, text) => readFiles([{ name, text: typeof text === "string" ? text : JSON.stringify(text) }], accept);
const polygonsOf = ({ data }) => Array.from(data.shape, (shape) => {
  const rings = [];
  data.ring_of.forEach((its, ring) => { if (its === shape) rings.push([data.ring_polygon[ring], [...data.ring_vertex.subarray(2 * data.ring_start[ring], 2 * data.ring_start[ring + 1])]]); });
  return rings;
});

test("GeoJSON and WKT of the same polygons are the same scene, in doubles", () => {
  const hole = square(2, 2).reverse(), outer = square(0, 0, 9), other = square(0.1, 20.3);
  const geo = read("a", { type: "FeatureCollection", features: [
    { type: "Feature", properties: { name: "Hof" }, geometry: { type: "Polygon", coordinates: [outer, hole] } },
    { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates: [[other], [square(30, 0)]] } }] });
  const text = (ring) => `(${ring.map(([x, y]) => `${x} ${y}`).join(", ")})`;
  const wkt = read("a", `SRID=4326;POLYGON ( ${text(outer)}, ${text(hole)})\nmultipolygon((${text(other)}),(${text(square(30, 0))}));`);
  assert.deepEqual({ ...geo.data, labels: 0 }, { ...wkt.data, labels: 0 });
  assert.deepEqual([geo.data.labels, wkt.data.labels], [["Hof", "feature 1"], ["geometry 0", "geometry 1"]]);
  assert.equal(geo.data.real, "float64");
  assert.deepEqual([...geo.data.pose.subarray(0, 4)], [0, 0, 1, 0]);
  assert.deepEqual(polygonsOf(geo), [[[0, [0, 0, 9, 0, 9, 9, 0, 9]], [0, [2, 2, 2, 3, 3, 3, 3, 2]]],
    [[0, [0.1, 20.3, 1.1, 20.3, 1.1, 21.3, 0.1, 21.3]], [1, [30, 0, 31, 0, 31, 1, 30, 1]]]]);
  assert.deepEqual(polygonsOf(read("z", "POLYGON Z ((0 0 5, 4 0 6.5, 0 3 -1e3))")), [[[0, [0, 0, 4, 0, 0, 3]]]]);
  assert.equal(read("c", { type: "GeometryCollection", geometries: [{ type: "Polygon", coordinates: [outer] }, { type: "Polygon", coordinates: [other] }] }).data.shape.length, 2);
  assert.equal(read("c", "GEOMETRYCOLLECTION (POLYGON EMPTY, POLYGON ((0 0,1 0,0 1,0 0)), MULTIPOLYGON (((0 0,1 0,0 1)), ((5 5,6 5,5 6))))").data.shape.length, 2);
});

test("a ring is drawn counter-clockwise, its holes clockwise, however the file has them", () => {
  for (const flip of [false, true]) {
    const way = (ring, back) => (back === flip ? ring : [...ring].reverse());
    const { data } = read("a", { type: "Polygon", coordinates: [way(square(0, 0, 9), false), way(square(2, 2), true)] });
    const area = (ring) => { let sum = 0; for (let i = data.ring_start[ring], end = data.ring_start[ring + 1]; i < end; ++i) { const k = i + 1 < end ? i + 1 : data.ring_start[ring]; sum += data.ring_vertex[2 * i] * data.ring_vertex[2 * k + 1] - data.ring_vertex[2 * k] * data.ring_vertex[2 * i + 1]; } return sum / 2; };
    assert.deepEqual([area(0), area(1)], [81, -1]);
  }
});

test("polygons of several files are put together", () => {
  const [one, other] = [square(0, 0), square(1, 0)].map((ring, k) => ({ name: `${k}.json`, text: JSON.stringify({ type: "Polygon", coordinates: [ring] }) }));
  const wkt = { name: "c.wkt", text: "POLYGON ((0 0, 4 0, 0 3)) POLYGON ((9 9, 8 9, 8 8))" };
  const { data } = readFiles([one, other, wkt], accept);
  assert.deepEqual([data.name, data.labels], ["0.json, 1.json, c.wkt", ["0.json", "1.json", "c.wkt, geometry 0", "c.wkt, geometry 1"]]);
  assert.throws(() => readFiles([one, { name: "s.json", text: "{\"shapes\": [], \"bodies\": []}" }], accept), { message: /^s\.json: a scene among other files; scenes are opened one at a time/ });
});

test("what is wrong with a file is said: which item, what, and what would be right", () => {
  const feature = (geometry) => ({ type: "FeatureCollection", features: [{ type: "Feature", geometry: { type: "Polygon", coordinates: [square(0, 0)] } }, { type: "Feature", geometry }] });
  const wrong = [
    [feature({ type: "LineString", coordinates: [[0, 0], [1, 1]] }), /^feature 1: a LineString; this page draws polygons: give a Polygon or a MultiPolygon\.$/],
    [feature(null), /^feature 1: no geometry; give/],
    [feature({ type: "Polygon", coordinates: [square(0, 0), [[0, 0], [1, 0], [0, 0]]] }), /^feature 1, ring 1: 2 different points; a ring has three or more\.$/],
    [feature({ type: "Polygon", coordinates: [[[0, 0], [1, "2"], [3, 3]]] }), /^feature 1, ring 0, point 1: \[1,"2"\]; give two finite numbers, \[x, y\]\.$/],
    [feature({ type: "MultiPolygon", coordinates: [[square(0, 0)], []] }), /^feature 1, polygon 1: no rings;/],
    [{ type: "FeatureCollection", features: {} }, /no features/],
    ["POLYGON ((0 0, 1 0, 1 1", /^geometry 0 \(POLYGON\), line 1: the text ends where "\)" was expected; for example POLYGON/],
    ["POLYGON ((0 0, 1 0, 0 1))\nPOLYGON ((0 0, 1 zero, 1 1))", /^geometry 1 \(POLYGON\), line 2: "zero" where a number was expected;/],
    ["POLYGON ((0 0, 1 0))", /2 different points/], ["LINESTRING (0 0, 1 1)", /^geometry 0 \(LINESTRING\), line 1: no polygon;/],
    ["POLYGON EMPTY", /^a\.json: no polygon is valid\. geometry 0: it has no points\.$/], [{ type: "FeatureCollection", features: [] }, /no polygon; give one or more/],
    ["POLYGON ((0 0 4 0, 4 3, 0 3, 0 0))", /^geometry 0 \(POLYGON\), line 1: 2 numbers where a point has 4; points are parted by commas, their numbers by spaces\.$/],
    ["POLYGON ((0 0, 4 0, 4 3 0 3, 0 0))", /^geometry 0 \(POLYGON\), line 1: 4 numbers where a point has 2;/], ["POLYGON Z ((0 0, 1 0, 0 1))", /2 numbers where a point has 3;/],
    ["POLYGON ((0 0 1 2 3, 1 0, 0 1))", /5 numbers where a point x y has to be; a point is x and y, parted by a space\.$/], ["POLYGON ((0 0, , 0 1))", /0 numbers where a point has 2;/],
    ["POLYGON ((1.5.2 0, 1 0, 0 1))", /^geometry 0 \(POLYGON\), line 1: "1\.5\.2" where a number was expected;/], ["POLYGON ((0 0, 1-2 0, 0 1))", /"1-2" where a number/], ["POLYGON ((0 0, 1e999 0, 0 1))", /"1e999" where a number/],
    ["POINT EMPTY", /^geometry 0 \(POINT\), line 1: no polygon;/], ["POLYGON ((EMPTY))", /line 1: "EMPTY" where a number was expected/], ["POLYGON (EMPTY, (0 0, 1 0, 0 1))", /the outer ring of a polygon is EMPTY; leave the polygon out\.$/],
    ["SRID=4326 POLYGON ((0 0, 1 0, 0 1))", /neither JSON nor WKT/], ["POLYGON ((0 0, 1 0, 0 1)) SRID 5", /^geometry 1, line 1: "5" where "=" was expected; for example SRID=4326;/], ["TIN (((0 0, 1 0, 0 1)))", /no polygon;/],
    [`${"GEOMETRYCOLLECTION (".repeat(20000)}`, /more than 100 collections in one another; give the polygons themselves\.$/],
    [`${'{"type":"GeometryCollection","geometries":['.repeat(20000)}${"]}".repeat(20000)}`, /^GeoJSON: more than 100 collections in one another/],
    [`{"type":"Polygon","coordinates":[[${"[".repeat(20000)}${"]".repeat(20000)}]]}`, /^the geometry, ring 0, point 0: \[\[…\]\]; give two finite numbers/],
    [`{"type":"Feature","geometry":{"type":${"[".repeat(20000)}${"]".repeat(20000)}}}`, /^the feature: no type;/],
    ["<svg/>", /neither JSON nor WKT/], ["{\"type\": ", /no JSON \(/],
    [feature({ type: "MultiPolygon", coordinates: [] }), /^feature 1: no polygons; give one or more\.$/],
  ];
  for (const [text, message] of wrong) assert.throws(() => read("a.json", text), { message });
});

test("WKT is read as the tool reads it: words with their dimensions, empty parts, which are said", () => {
  for (const word of ["POLYGON", "polygonz", "POLYGON Z", "POLYGONM"]) assert.deepEqual(polygonsOf(read("a", `${word} ((0 0 5, 4 0 6.5, 0 3 -1e3))`)), [[[0, [0, 0, 4, 0, 0, 3]]]], word);
  assert.deepEqual(polygonsOf(read("a", "MULTIPOLYGONZM (((0 0 1 1,4 0 1 1,0 3 1 1)))")), [[[0, [0, 0, 4, 0, 0, 3]]]]);
  const { data, refused, notes } = read("a", "POLYGON EMPTY\nPOLYGON ((0 0,4 0,0 3), EMPTY)\nMULTIPOLYGON (EMPTY, ((0 0,1 0,0 1)))");
  assert.deepEqual([data.shape.length, data.labels], [2, ["geometry 1", "geometry 2"]]);
  assert.deepEqual([refused, notes], [["geometry 0: it has no points."], ["geometry 1 (POLYGON), line 2, ring 1 is EMPTY: it is left out.", "geometry 2 (MULTIPOLYGON), line 3, polygon 0 is EMPTY: it is left out."]]);
});

// ---- scenes of the tool --------------------------------------------------------------------------------------------------

const box = { type: "box", half_width: 1, half_height: 2 }, circle = { type: "circle", center: [0, 0], radius: 1 };
const sceneWith = (shape, members = {}) => ({ shapes: [shape], bodies: [[0, 0, 0, 0]], ...members });

test("a scene file is read whole: shapes, poses of the library, motions; what is not taken is said", () => {
  const ring = square(0, 0, 4), hole = square(1, 1).reverse(), open = (its) => its.slice(0, -1);
  const shapes = [box, { ...box, radius: 0.5 }, { type: "circle", center: [1, 2], radius: 0 }, { type: "polygon", vertices: [[0, 0], [2, 0], [0, 1]], radius: 0.25 }, { type: "capsule", a: [0, 0], b: [1, 0], radius: 2 },
    { type: "segment", a: [0, 0], b: [0, 3], radius: 0 }, { type: "outline", rings: [ring, hole] }, { type: "outline", polygons: [[ring], [square(9, 0)]] }, { type: "concave", vertices: open(ring), holes: [open(hole)] }];
  const asked = [], posesAt = (xyAngle) => { asked.push(...xyAngle); return new Float64Array(4 * shapes.length).fill(0.5); };
  const bodies = shapes.map((_, k) => [k, k, 2 * k, 0.1 * k]), motions = shapes.map((_, k) => [k, 0, 1]), text = JSON.stringify({ name: "all", units: "m", shapes, bodies, motions, pairs: [[0, 8]], link_tolerance: 0, source: "a", year: 3 });
  const { data, notes } = readFiles([{ name: "a.json", text }], { posesAt });
  assert.deepEqual([data.name, data.units, data.real, [...data.core_radius]], ["all", "m", "float32", [0, 0.5, 0, 0.25, 2, 0, 0, 0, 0]]);
  assert.deepEqual([...data.core_vertex], [-1, -2, 1, -2, 1, 2, -1, 2, -1, -2, 1, -2, 1, 2, -1, 2, 1, 2, 0, 0, 2, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 3]);
  assert.deepEqual([[...data.ring_of], [...data.ring_polygon]], [[6, 6, 7, 7, 8, 8], [0, 0, 0, 1, 0, 0]]);
  assert.deepEqual(data.ring_vertex.slice(0, 16), data.ring_vertex.slice(32));  // the outline and the concave shape
  assert.deepEqual([asked, [...data.pose], [...data.motion]], [bodies.flatMap((body) => body.slice(1)), Array(36).fill(0.5), motions.flat()]);
  assert.deepEqual(notes, ["Its pairs are not taken: the page asks about bodies that are near.", "Its edges are not linked: normals and depths may differ from those of the tool.", 'Not read: "source", "year".']);
  const bare = read("a.json", { shapes: [], bodies: [] });
  assert.deepEqual([bare.data.name, bare.data.shape.length, bare.notes], ["a.json", 0, []]);
});

test("a shape of very many vertices is read", () => {
  const vertices = Array.from({ length: 200000 }, (_, k) => [Math.cos(k * Math.PI / 1e5), Math.sin(k * Math.PI / 1e5)]);
  assert.equal(read("a", sceneWith({ type: "polygon", vertices })).data.core_vertex.length, 400000);
});

test("a scene file that the tool refuses is refused here, in its words", () => {
  const polygon = (vertices, more) => sceneWith({ type: "polygon", vertices, ...more }), triangle = [[0, 0], [1, 0], [0, 1]], outline = (more) => sceneWith({ type: "outline", ...more });
  const bodies = (...rows) => ({ shapes: [box], bodies: rows }), concave = (vertices, ...holes) => sceneWith({ type: "concave", vertices, holes }), big = [[0, 0], [9, 0], [9, 9], [0, 9]];
  const wrong = [
    [[], "an array where an object with shapes, bodies and pairs has to be"], [{ shapes: [] }, '"bodies" is missing; a scene has shapes, bodies and pairs'], [{ shapes: {}, bodies: [] }, "shapes: an object where an array of shapes has to be"],
    [sceneWith(box, { name: 5 }), "name: 5 where a string has to be"], [sceneWith(box, { units: null }), "units: null where a string has to be"],
    [sceneWith(3), 'shapes[0]: 3 where an object with "type" and its members has to be'], [sceneWith({ radius: 1 }), 'shapes[0]: "type" is missing'], [sceneWith({ type: 5 }), "shapes[0]: type: 5 where a string has to be"],
    [sceneWith({ type: "spline" }), 'shapes[0]: unknown type "spline"; the types are polygon, box, circle, capsule, segment, concave, outline, chain'], [sceneWith({ type: "toString" }), /^shapes\[0\]: unknown type "toString";/],
    [sceneWith({ type: "box", half_width: 1 }), 'shapes[0]: "half_height" is missing'], [sceneWith({ ...box, center: [0, 0] }), 'shapes[0]: unknown member "center"; a box has half_width, half_height and radius'],
    [sceneWith({ ...box, half_width: -1 }), "shapes[0]: half_width -1: a half-extent has to be larger than 0"], [sceneWith({ ...box, half_height: 0 }), "shapes[0]: half_height 0: a half-extent has to be larger than 0"],
    [sceneWith({ type: "circle", radius: 1 }), 'shapes[0]: "center" is missing'], [sceneWith({ ...circle, radius: "2" }), 'shapes[0]: radius: "2" where a number has to be'], [sceneWith({ ...circle, center: [0] }), "shapes[0]: center: 1 number where a point [x, y] of two numbers has to be"],
    [sceneWith({ ...circle, radius: -1 }), "shapes[0]: radius -1: the radius is negative, not finite or out of range; give 0 or more"], [sceneWith({ type: "capsule", a: [0, 0], b: [1, 0], radius: -1 }), /^shapes\[0\]: radius -1: the radius is negative/],
    [sceneWith({ type: "capsule", a: [0, 0], b: [1, 0] }), 'shapes[0]: "radius" is missing'], [sceneWith({ type: "segment", a: [0, 0], b: [1, 0], radius: 1 }), "shapes[0]: a segment has no radius; give a capsule"],
    [polygon([[0, 0]]), "shapes[0]: fewer than three vertices; a polygon needs at least three"], [polygon([[0, 0], [1, 0]]), /^shapes\[0\]: fewer than three vertices/], [polygon([[0, 0], [1, 0], [0, 1, 2]]), "shapes[0]: vertices[2]: 3 numbers where a vertex [x, y] of two numbers has to be"],
    [polygon([[0, 0], [1, null], [0, 1]]), "shapes[0]: vertices[1]: null where a vertex [x, y] of two numbers has to be"], [polygon(triangle, { holes: [] }), 'shapes[0]: unknown member "holes"; a polygon has vertices and radius'],
    [sceneWith({ type: "concave", vertices: big, radius: 1 }), "shapes[0]: a concave shape has no radius; leave it out, or give convex shapes with radii"], [concave([...big].reverse()), "shapes[0]: vertices: the vertices run clockwise, as those of a hole do; give the outer boundary counter-clockwise"],
    [concave(big, [[1, 1], [2, 1], [1, 2]]), "shapes[0]: holes[0]: the vertices run counter-clockwise; those of a hole run clockwise"], [concave([...big, [0, 0]]), "shapes[0]: vertices[4]: the last vertex repeats the first; leave it out, for rings close by themselves"],
    [concave([...big.slice(0, 2), ...big.slice(1)]), "shapes[0]: vertices[2]: a vertex is repeated: equal to the one before it; leave it out"], [sceneWith({ ...box, radius: 1e39 }), "shapes[0]: radius: 1e+39 is out of the range of float"],
    [polygon([[0, 0], [1e300, 0], [0, 1]]), "shapes[0]: vertices[1]: 1e+300 is out of the range of float"], [sceneWith({ type: "" }), 'shapes[0]: "type" is missing'],
    [outline({}), 'shapes[0]: give either "rings", those of one polygon, or "polygons", a list of such lists'], [outline({ rings: [triangle], polygons: [[triangle]] }), /^shapes\[0\]: give either "rings"/], [outline({ rings: [triangle], radius: 0.5 }), /^shapes\[0\]: an outline has no radius;/],
    [outline({ rings: [] }), "shapes[0]: it has no points, or all its edges cancel; leave it out"], [outline({ polygons: [] }), "shapes[0]: it has no points, or all its edges cancel; leave it out"], [outline({ polygons: [[], []] }), /^shapes\[0\]: it has no points/],
    [outline({ rings: [triangle, [[0, 0], [1, 1]]] }), "shapes[0]: rings[1]: fewer than three different points; a ring needs at least three"], [outline({ polygons: [[[[0, 0], [1, 1]]]] }), /^shapes\[0\]: polygons\[0\]\[0\]: fewer than three/], [outline({ rings: triangle }), "shapes[0]: rings[0][0]: 0 where a vertex [x, y] of two numbers has to be"],
    [sceneWith({ type: "chain", vertices: triangle }), /^shapes\[0\]: a chain, which this page does not draw;/],
    [bodies([0, 0, 0]), "bodies[0]: 3 numbers where [shape, x, y, angle] (an index and three numbers) has to be"], [bodies([0, 0, 0, 0], [0, 0, 0, 0, 0]), /^bodies\[1\]: 5 numbers where/], [bodies([0, 0, null, 0]), /^bodies\[0\]: null where \[shape, x, y, angle\]/],
    [bodies([1, 0, 0, 0]), "bodies[0]: shape 1 does not exist; the scene has 1 shape"], [bodies([0.5, 0, 0, 0]), "bodies[0]: shape 0.5 is not an index; indices are 0, 1, 2, ..."], [bodies([-1, 0, 0, 0]), /shape -1 is not an index/],
    [sceneWith(box, { motions: [] }), "motions: 0 motions for 1 body; give one [dx, dy, dangle] for each body"], [sceneWith(box, { motions: [[1, 2]] }), "motions[0]: 2 numbers where [dx, dy, dangle] (three numbers) has to be"], [sceneWith(box, { motions: "x" }), 'motions: "x" where an array of motions, one a body has to be'],
    [sceneWith(box, { pairs: [[0, 1]] }), "pairs[0]: body 1 does not exist; the scene has 1 body"], [sceneWith(box, { pairs: [0] }), "pairs[0]: 0 where [a, b] (the indices of two bodies) has to be"], [sceneWith(box, { link_tolerance: -1 }), "link_tolerance: -1 where a number of 0 or more has to be"],
    ['{"shapes": [{"type": "circle", "center": [0, 0], "radius": 1e999}], "bodies": []}', "shapes[0]: radius: the number is out of the range of double"],
    ['{"shapes": [], "bodies": [], "sh\\u0061pes" : []}', '"shapes" stands twice'], ['{"shapes": [{"type": "box", "half_width": 1, "half_height": 1}, {"type": "circle", "center": [0, 0], "radius": 1, "radius": 2}], "bodies": []}', 'shapes[1]: "radius" stands twice'],
  ];
  for (const [file, message] of wrong) assert.throws(() => read("a.json", file), (error) => { assert.ok(error instanceof FileError, error.stack); if (message instanceof RegExp) assert.match(error.message, message); else assert.equal(error.message, message); return true; });
  assert.deepEqual([...readText(JSON.stringify(outline({ polygons: [[], [triangle, []], [[]]] }))).data.ring_of], [0]);  // as the tool takes it
  // A text with a colon is no key, and keys of what is not read may stand twice.
  readText('{"name": "a\\": \\"b", "x": {"name": 1, "name": 2}, "units": "shapes", "shapes": [], "bodies": []}');
});

test("a file that is damaged anywhere is read, or refused in words", () => {
  const whole = [JSON.stringify({ type: "FeatureCollection", features: [{ type: "Feature", properties: { name: "a" }, geometry: { type: "Polygon", coordinates: [square(0, 0)] } }] }),
    "MULTIPOLYGON (((0 0, 4 0, 0 3, 0 0)), ((9 9, 8 9, 8 8, 9 9)))",
    JSON.stringify({ shapes: [{ type: "box", half_width: 1, half_height: 2 }, { type: "outline", rings: [square(0, 0)] }], bodies: [[0, 0, 0, 0], [1, 3, 4, 1.5]], motions: [[0, 0, 0], [1, 1, 1]] })];
  const pieces = ["", "[", "]", "{", "}", ",", "null", "1", '"x"', "-", "1e999", " ", "(", ")", "POLYGON", ":"], random = randomNumbers(3);
  let taken = 0;
  for (let n = 0; n < 30000; ++n) {
    let text = whole[n % 3];
    for (let k = 0; k <= n % 3; ++k) {
      const at = Math.floor(random() * text.length);
      text = text.slice(0, at) + pieces[Math.floor(random() * pieces.length)] + text.slice(at + Math.floor(6 * random()));
    }
    try {
      const { data } = read("f", text);
      assert.equal(data.ring_start.length, data.ring_of.length + 1);
      ++taken;
    } catch (error) {
      assert.ok(error instanceof FileError, `${text}: ${error.stack}`);
    }
  }
  assert.ok(taken > 300 && taken < 15000);
});

test("polygons that the library refuses are left out, with its message; the others are shown", { skip }, () => {
  const bow = [[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]];
  const check = (polygons) => {
    const builder = new SceneBuilder("", "float64");
    builder.outline(polygons);
    new Kernel(satchel, builder.data());
  };
  const { data, refused } = readFile("a", JSON.stringify({ type: "FeatureCollection", features: [bow, square(0, 0)].map((ring) => ({ type: "Feature", geometry: { type: "Polygon", coordinates: [ring] } })) }), check);
  assert.equal(data.shape.length, 1);
  assert.match(refused[0], /^feature 0: .*cross/i);
  assert.throws(() => readFile("a", JSON.stringify({ type: "Polygon", coordinates: [bow] }), check), { message: /^a: no polygon is valid\. the geometry: .*cross/i });
});

test("two polygons of a file that share a border touch, exactly; moved by the least number they overlap, or are apart", { skip }, () => {
  const verdictAt = (x) => {
    const { data } = read("a", { type: "GeometryCollection", geometries: [square(10.1, 50.3), [[x, 50.3], [13.7, 50.3], [13.7, 51.3], [x, 51.3]]].map((ring) => ({ type: "Polygon", coordinates: [ring] })) });
    return new Kernel(satchel, data).verdict(0, 1);
  };
  const border = 10.1 + 1, spacing = 2 ** -49;
  assert.deepEqual([border - spacing, border, border + spacing].map(verdictAt), [2, 1, 0]);
});

// ---- the gallery -----------------------------------------------------------------------------------------------------------

test("every scene of the gallery is the same each time, and has what its question needs", { skip }, () => {
  assert.deepEqual(Object.keys(gallery), ["tiles", "parcels", "nesting", "traffic", "particles", "detections"]);
  for (const name of Object.keys(gallery)) {
    const { data, contacts } = answered(name);
    assert.deepEqual(gallery[name].make().pose, gallery[name].make().pose);
    assert.ok(contacts.count > 0 && data.shape.length > 10, name);
    assert.equal(data.question === "hits", data.motion !== undefined);
    assert.equal(data.question === "nms", data.score !== undefined);
  }
  const overlapping = (name) => answered(name).data.feature.filter((bits) => (bits & 3) === 2).length;
  assert.equal(overlapping("particles"), 0);
  assert.equal(overlapping("traffic"), 0);
});

test("parcels touch their neighbours, and the house alone overlaps", { skip }, () => {
  const { data, contacts } = answered("parcels"), house = data.start.body;
  const corners = (body) => { const found = new Set(); data.ring_of.forEach((shape, ring) => { if (shape === data.shape[body]) for (let i = data.ring_start[ring]; i < data.ring_start[ring + 1]; ++i) found.add(`${data.ring_vertex[2 * i]} ${data.ring_vertex[2 * i + 1]}`); }); return found; };
  let touching = 0;
  for (let i = 0; i < contacts.count; ++i) {
    const a = contacts.a(i), b = contacts.b(i);
    if (a === house || b === house) continue;
    const shared = [...corners(a)].filter((point) => corners(b).has(point)).length;
    if (shared > 0) assert.equal(contacts.verdict(i), 1, `${a} ${b}`);
    assert.notEqual(contacts.verdict(i), 2);
    touching += contacts.verdict(i);
  }
  assert.ok(touching > 40);
});

test("first hits are those of the library", { skip }, () => {
  const { data, kernel, bodies } = answered("traffic"), { impact_pair, impact } = firstHits(kernel, bodies.shapes, data), count = bodies.count;
  const scene = new whole.Scene("float32"), ids = Array.from({ length: data.core_radius.length }, (_, s) => Kernel.prototype.addCore.call({ scene }, data.core_vertex.subarray(2 * data.core_start[s], 2 * data.core_start[s + 1]), data.core_radius[s]));
  const steps = hitSteps + 1, posesOf = (body) => Array.from({ length: steps }, (_, k) => poseAt(data.pose, data.motion, body, k / hitSteps)).flat();
  let hits = 0;
  for (let body = 0; body < count; ++body) {
    const others = [...Array(count).keys()].filter((other) => other !== body);
    const found = scene.firstHits({ shapes: [ids[data.shape[body]]], poses: posesOf(body), steps },
      { shapes: others.map((other) => ids[data.shape[other]]), poses: others.flatMap(posesOf), steps });
    let mine = -1;
    impact_pair.forEach((its, k) => { if (its === body) mine = mine < 0 ? impact[3 * (k >> 1)] : Math.min(mine, impact[3 * (k >> 1)]); });
    assert.equal(found.step(0), mine < 0 ? -1 : Math.round(mine * hitSteps), `body ${body}`);
    hits += found.step(0) >= 0;
  }
  assert.ok(hits > 5 && hits < count);
  assert.deepEqual(kernel.scene.pose(12).x, data.pose[48]);  // left where it was
});

test("a hit at the very end of the time is one, and what only comes near is none", { skip }, () => {
  const scene = new SceneBuilder("", "float32"), box = scene.box(1, 1);
  for (const [y, dx] of [[0, 8], [10, 7.75], [20, 4]]) {
    scene.body(box, 0, y, 0, [dx, 0, 0]);
    scene.body(box, 10, y);
  }
  const data = scene.data(), kernel = new Kernel(satchel, data), { impact_pair, impact, impact_steps } = firstHits(kernel, readShapes(data), data);
  assert.deepEqual([[...impact_pair], impact[0], impact_steps], [[0, 1], 1, 96]);
});

test("an answer says how fine the times of hits are, where steps were taken, and of exact ones nothing", () => {
  const found = { impact_pair: Uint32Array.of(4, 0, 0, 1), impact: Float32Array.of(0.75, 1, 0, 0.3, 1, 0) };  // as the tool writes it
  assert.deepEqual(answerOfHits(found, undefined), { main: "0 first hits 1, at time 0.3.", more: "The time goes from 0 to 1." });
  assert.deepEqual(answerOfHits({ ...found, impact_steps: 96 }, 4), { main: "4 first hits 0, at time 0.75.", more: "The time goes from 0 to 1, in 96 steps." });
  assert.equal(answerOfHits(found, 2).main, "2 hits nothing.");
});

test("a multipolygon is one body of several polygons", { skip }, () => {
  const { data } = read("a", { type: "GeometryCollection", geometries: [{ type: "MultiPolygon", coordinates: [[square(0, 0, 4), square(1, 1)], [square(10, 0, 2)]] }, { type: "Polygon", coordinates: [square(1.25, 1.25, 0.5)] }, { type: "Polygon", coordinates: [square(11, 1, 9)] }] });
  const kernel = new Kernel(satchel, data), areas = kernel.scene.overlapAreas([0, 0, 0, 1, 0, 2]);
  assert.deepEqual([0, 1, 2].map((k) => areas.value(k)), [19, 0, 1]);
  assert.deepEqual([kernel.verdict(0, 1), kernel.verdict(0, 2)], [0, 2]);
});

test("what NMS keeps is what the library keeps, for every threshold", { skip }, () => {
  const { data, kernel, pairs } = answered("detections"), scene = new whole.Scene("float32");
  for (let body = 0; body < data.shape.length; ++body) {
    const shape = data.shape[body];
    scene.addBody(scene.addPolygon(data.core_vertex.subarray(2 * data.core_start[shape], 2 * data.core_start[shape + 1])), { x: data.pose[4 * body], y: data.pose[4 * body + 1], cos: data.pose[4 * body + 2], sin: data.pose[4 * body + 3] });
  }
  for (let threshold = 0.05; threshold < 1; threshold += 0.05) {
    const kept = keptBodies(kernel, data.score, () => true, pairs, threshold);
    assert.deepEqual([...kept.keys()].filter((body) => kept[body]), [...scene.nms(data.score, threshold)].sort((a, b) => a - b), `threshold ${threshold}`);
  }
  assert.equal(iou(kernel, 3, 3), 1);
  // An IoU that is the threshold suppresses nothing.
  const twins = new SceneBuilder("", "float32"), box = twins.box(1, 1);
  for (const x of [0, 0, 1]) twins.body(box, x);
  const equal = new Kernel(satchel, twins.data());
  for (const [threshold, expected] of [[1, [1, 1, 1]], [0.99, [1, 0, 1]], [1 / 3, [1, 0, 1]], [0.33, [1, 0, 0]]]) {
    assert.deepEqual([...keptBodies(equal, [0.9, 0.8, 0.7], () => true, [0, 1, 0, 2, 1, 2], threshold)], expected);
  }
});

test("pairs of a world that repeats are those of the library, once each", { skip }, () => {
  const { data, bodies } = answered("particles"), count = data.shape.length / 4, scene = new whole.Scene("float32"), shapes = [];
  for (let s = 0; s < data.core_radius.length; ++s) shapes.push(Kernel.prototype.addCore.call({ scene }, data.core_vertex.subarray(2 * data.core_start[s], 2 * data.core_start[s + 1]), data.core_radius[s]));
  for (let i = 0; i < count; ++i) scene.addBody(shapes[data.shape[i]], { x: data.pose[4 * i], y: data.pose[4 * i + 1], cos: data.pose[4 * i + 2], sin: data.pose[4 * i + 3] });
  const found = new Set(), expected = new Set(), rows = scene.findPairs({ periods: [...data.periods] }), key = (a, b) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  for (let i = 0; i < rows.length; ++i) expected.add(key(rows.a(i), rows.b(i)));
  const pairs = allNearPairs(bodies, data.image_of, 0);
  for (let k = 0; k < pairs.length; k += 2) {
    const its = key(data.image_of[pairs[k]], data.image_of[pairs[k + 1]]);
    assert.ok(!found.has(its), its);
    found.add(its);
  }
  assert.deepEqual([...found].sort(), [...expected].sort());
  assert.ok(!isTaken(data.image_of, count + 1, count + 2) && isTaken(data.image_of, 1, count + 2) && !isTaken(data.image_of, 2, count + 1));
});

// ---- links and words -----------------------------------------------------------------------------------------------------------

test("a link holds a scene to the bit; one that is cut off or made up is refused", async () => {
  for (const { make } of Object.values(gallery)) {
    const data = make(), packed = await packScene(data), back = await unpackScene(packed);
    for (const name of ["core_start", "core_vertex", "core_radius", "part", "ring_vertex", "ring_polygon", "shape", "pose", "motion", "score", "periods", "image_of", "real", "units", "question"]) assert.deepEqual(back[name], data[name], name);
    assert.match(packed, /^[\w-]+$/);
    await assert.rejects(unpackScene(packed.slice(0, -9)), /The link's scene cannot be read \(it is cut off, or no scene\)/);
  }
  const forged = async (change) => {
    const data = gallery.traffic.make();
    change(data);
    return unpackScene(await packScene(data));
  };
  await forged(() => {});
  for (const change of [(data) => { data.shape[3] = 99; }, (data) => { data.pose = data.pose.slice(4); }, (data) => { data.part[0] = 7; }, (data) => { data.core_start[2] = 1e6; }, (data) => { data.motion = data.motion.slice(1); }]) {
    await assert.rejects(forged(change), /its numbers do not fit each other/);
  }
  await assert.rejects(unpackScene("AAAA"), /cannot be read/);
});

test("a link holds a scene of the tool, whose outlines have parts behind them and whose rings name no polygon", async () => {
  const L = [0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3], u32 = (...numbers) => Uint32Array.from(numbers);
  const box = { version: 1, name: "box", units: "", real: "float32", core_start: u32(0, 4), core_radius: Float32Array.of(0), core_vertex: Float32Array.of(-1, -1, 1, -1, 1, 1, -1, 1),
    part_start: u32(0, 1), part: u32(0), inner_edge: new Uint8Array(0), ring_of: u32(), ring_start: u32(0), ring_vertex: new Float32Array(0), shape: u32(0, 0), pose: Float64Array.of(0, 0, 1, 0, 1, 0, 1, 0) };
  const outline = { ...box, core_start: u32(0, 0, 4, 8), core_radius: new Float32Array(3), core_vertex: Float32Array.of(0, 0, 3, 0, 3, 1, 0, 1, 0, 1, 1, 1, 1, 3, 0, 3), part_start: u32(0, 2, 3, 4), part: u32(1, 2, 1, 2),
    inner_edge: Uint8Array.of(0, 0, 1, 0, 1, 0, 0, 0), ring_of: u32(0), ring_start: u32(0, 6), ring_vertex: Float32Array.from(L) };
  for (const data of [box, outline]) assert.deepEqual(await unpackScene(await packScene(data)), data);
  // An outline without parts is made of its polygons.
  const bare = { ...outline, core_start: u32(0, 0), core_radius: new Float32Array(1), core_vertex: new Float32Array(0), part_start: u32(0, 0), part: u32(), inner_edge: new Uint8Array(0) };
  await assert.rejects(packScene(bare).then(unpackScene), /its numbers do not fit each other/);
  await assert.rejects(packScene({ ...outline, ring_polygon: u32(0, 0) }).then(unpackScene), /its numbers do not fit each other/);
});

test("a link holds the names of bodies; names that are no texts are refused", async () => {
  const { data } = read("a", { type: "FeatureCollection", features: [{ type: "Feature", properties: { name: "Hof" }, geometry: { type: "Polygon", coordinates: [square(0, 0)] } }] });
  assert.deepEqual((await unpackScene(await packScene(data))).labels, ["Hof"]);
  for (const [change, message] of [[{ name: 5 }, /its member name is no text/], [{ units: null }, /its member units is no text/], [{ labels: ["a", "b"] }, /do not fit/], [{ labels: "ab" }, /do not fit/]]) {
    await assert.rejects(packScene({ ...data, ...change }).then(unpackScene), message);
  }
});

test("a name in SVG is text of XML, whatever it holds", () => {
  const page = { view: new View(10, 10), grid: { find: () => [] }, contacts: { count: 0 }, layers: {}, drawing: { palette: { paper: "#fff" }, isDecorated: () => false }, data: { name: "a\u0001\u0000<b>&\ud800\"\uffff\u{1f600}" } };
  assert.match(svgOf(page), /<title>a&#60;b&#62;&#38;&#34;\u{1f600}<\/title>/u);
});

test("answers in words follow the numbers, of the body that they are about", { skip }, () => {
  const scene = new SceneBuilder("", "float32", { units: "m" }), box = scene.box(1, 0.5);
  for (const [x, y] of [[0, 0], [1.5, 0], [0, 1], [5, 0]]) scene.body(box, x, y);
  const data = scene.data(), kernel = new Kernel(satchel, data), page = { data, contacts: new Contacts(bodiesOf(data), Object.assign(data, kernel.ask(Uint32Array.of(0, 1, 0, 2, 0, 3)))) };
  const say = (question, pair, first) => { const { main, more } = answerOfPair(question, page, pair, first, () => ({ both: 0.5, ofIts: 2, ofOther: 2, ratio: 1 / 7 })); return `${main} ${more}`; };
  assert.equal(say("mtv", 0, 0), "0 and 1 overlap. They are 0.5 m deep. The MTV of 0 is (−0.5, 0): the shortest move of 0 that ends the overlap.");
  assert.equal(say("mtv", 0, 1), "1 and 0 overlap. They are 0.5 m deep. The MTV of 1 is (0.5, 0): the shortest move of 1 that ends the overlap.");
  assert.equal(say("verdict", 1, 2), "2 and 0 touch. Their boundaries meet, their interiors do not: exactly.");
  assert.match(say("mtv", 2, 3), /^3 and 0 are apart\. Their separation is 3 m\. Measured along the normal \(−1, 0\), from 3 to 0\./);
  assert.match(say("distance", 2, 0), /^0 and 3 are apart\. Their distance is 3 m\./);
  assert.equal(say("area", 0, 0), "0 and 1 overlap. They share 0.5 m². That is 25 % of 0 and 25 % of 1; the intersection over the union (IoU) is 0.1429.");
});
