// A file that somebody drops: a scene of the tool (JSON), GeoJSON or WKT; becomes the data of a page.
import { FileError, isGeoJson, isWkt, readGeoJson, readWkt, shortText } from "./read_geometries.mjs";
import { SceneBuilder, signedArea } from "./scene_data.mjs";

const mostFile = 2e7;  // characters

function sceneError(where, wrong, right) { return new FileError(`${where}: ${wrong}; ${right}.`); }

// ---- scenes: src/cli/FORMAT.md, in the words of the tool ----------------------------------------------------------------

function refuse(where, what) { throw new FileError(where === "" ? what : `${where}: ${what}`); }
function counted(count, singular, plural) { return `${count} ${count === 1 ? singular : plural}`; }

const kindOf = (value) => (Array.isArray(value) ? "an array" : value !== null && typeof value === "object" ? "an object" : shortText(value));
function unexpected(where, value, expected) { refuse(where, `${kindOf(value)} where ${expected} has to be`); }

function readNumber(value, where, expected = "a number") {
  if (typeof value !== "number") unexpected(where, value, expected);
  if (!Number.isFinite(value)) refuse(where, "the number is out of the range of double");
  return value;
}
// A coordinate or a radius, which the scene has as a float.
function readLocal(value, where, expected) {
  if (!Number.isFinite(Math.fround(readNumber(value, where, expected)))) refuse(where, `${value} is out of the range of float`);
  return value;
}
function readText(value, where) { return typeof value === "string" ? value : unexpected(where, value, "a string"); }
function readList(value, where, expected, read) {
  if (!Array.isArray(value)) unexpected(where, value, expected);
  return value.map((item, k) => read(item, `${where}[${k}]`));
}
function readRow(value, where, size, expected, read = readNumber) {
  if (!Array.isArray(value)) unexpected(where, value, expected);
  value.forEach((number) => read(number, where, expected));
  if (value.length !== size) refuse(where, `${counted(value.length, "number", "numbers")} where ${expected} has to be`);
  return value;
}
function readIndex(value, where, of) {
  if (!(Number.isInteger(value) && value >= 0 && value < 2 ** 32)) refuse(where, `${of} ${value} is not an index; indices are 0, 1, 2, ...`);
  return value;
}

const readPoint = (value, where) => readRow(value, where, 2, "a point [x, y] of two numbers", readLocal);
const readVertices = (value, where) => readList(value, where, "an array of vertices [x, y]", (vertex, at) => readRow(vertex, at, 2, "a vertex [x, y] of two numbers", readLocal));
const readRings = (value, where) => readList(value, where, "an array of rings, each an array of vertices [x, y]", readVertices);
const memberReaders = {
  type: readText, vertices: readVertices, rings: readRings, center: readPoint, a: readPoint, b: readPoint, radius: readLocal, half_width: readLocal, half_height: readLocal,
  holes: (value, where) => readList(value, where, "an array of holes, each an array of vertices [x, y]", readVertices),
  polygons: (value, where) => readList(value, where, "an array of polygons, each an array of rings", readRings),
};

const noRadius = "leave it out, or give convex shapes with radii";
const shapeForms = {
  polygon: { needed: ["vertices"], words: "a polygon has vertices and radius" },
  box: { needed: ["half_width", "half_height"], words: "a box has half_width, half_height and radius" },
  circle: { needed: ["center", "radius"], words: "a circle has center and radius" },
  capsule: { needed: ["a", "b", "radius"], words: "a capsule has a, b and radius" },
  segment: { needed: ["a", "b"], words: "a segment has a and b", noRadius: "a segment has no radius; give a capsule" },
  concave: { needed: ["vertices"], optional: ["holes"], words: "a concave shape has vertices and holes", noRadius: `a concave shape has no radius; ${noRadius}` },
  outline: { needed: [], optional: ["rings", "polygons"], words: "an outline has rings or polygons", noRadius: `an outline has no radius; ${noRadius}` },
  chain: { needed: ["vertices"], optional: ["closed", "one_sided"], words: "a chain has vertices, closed and one_sided", noRadius: "a chain has no radius" },
};

// The members of a shape, each of the kind that it has to be, and its type. Throws FileError.
function readMembers(shape, where) {
  if (shape === null || typeof shape !== "object" || Array.isArray(shape)) unexpected(where, shape, 'an object with "type" and its members');
  const members = Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, Object.hasOwn(memberReaders, name) ? memberReaders[name](value, `${where}: ${name}`) : value]));
  const { type, radius = 0 } = members;
  if (!type) refuse(where, '"type" is missing');
  if (!Object.hasOwn(shapeForms, type)) refuse(where, `unknown type ${shortText(type)}; the types are ${Object.keys(shapeForms).join(", ")}`);
  const form = shapeForms[type];
  for (const name of Object.keys(members)) if (![...form.needed, ...(form.optional ?? []), "type", "radius"].includes(name)) refuse(where, `unknown member ${shortText(name)}; ${form.words}`);
  for (const name of form.needed) if (members[name] === undefined) refuse(where, `"${name}" is missing`);
  if (type === "outline" && (members.rings === undefined) === (members.polygons === undefined)) refuse(where, 'give either "rings", those of one polygon, or "polygons", a list of such lists');
  if (radius !== 0 && form.noRadius) refuse(where, form.noRadius);
  if (radius < 0) refuse(where, `radius ${radius}: the radius is negative, not finite or out of range; give 0 or more`);
  return { ...members, radius };
}

function refuseShortRing(points, where) { if (points.length < 3) refuse(where, "fewer than three different points; a ring needs at least three"); }

// The rings of a concave shape run as they have to, and close by themselves.
function checkConcaveRing(points, where, isHole) {
  refuseShortRing(points, where);
  const [first, last] = [points[0], points.at(-1)], area = signedArea(points);
  if (first[0] === last[0] && first[1] === last[1]) refuse(`${where}[${points.length - 1}]`, "the last vertex repeats the first; leave it out, for rings close by themselves");
  points.forEach(([x, y], k) => { if (k > 0 && x === points[k - 1][0] && y === points[k - 1][1]) refuse(`${where}[${k}]`, "a vertex is repeated: equal to the one before it; leave it out"); });
  if (isHole && area > 0) refuse(where, "the vertices run counter-clockwise; those of a hole run clockwise");
  if (!isHole && area < 0) refuse(where, "the vertices run clockwise, as those of a hole do; give the outer boundary counter-clockwise");
}

function addShape(scene, shape, where) {
  const { type, radius, vertices, holes = [], rings, polygons = [rings], half_width, half_height, center, a, b } = readMembers(shape, where);
  if (type === "box") {
    for (const [name, value] of Object.entries({ half_width, half_height })) if (!(value > 0)) refuse(where, `${name} ${value}: a half-extent has to be larger than 0`);
    return scene.box(half_width, half_height, radius);
  }
  if (type === "circle") return scene.core(center, radius);
  if (type === "capsule" || type === "segment") return scene.core([...a, ...b], radius);
  if (type === "polygon") {
    if (vertices.length < 3) refuse(where, "fewer than three vertices; a polygon needs at least three");
    return scene.core(vertices.flat(), radius);
  }
  if (type === "concave") {
    checkConcaveRing(vertices, `${where}: vertices`, false);
    holes.forEach((hole, k) => checkConcaveRing(hole, `${where}: holes[${k}]`, true));
    return scene.outline([[vertices, ...holes]]);
  }
  if (type === "outline") {
    const filled = polygons.map((its) => its.filter((ring) => ring.length > 0)).filter((its) => its.length > 0);
    if (filled.length === 0) refuse(where, "it has no points, or all its edges cancel; leave it out");
    polygons.forEach((its, k) => its.forEach((ring, n) => { if (ring.length > 0) refuseShortRing(ring, `${where}: ${rings ? "rings" : `polygons[${k}]`}[${n}]`); }));
    return scene.outline(filled);
  }
  return refuse(where, `a ${type}, which this page does not draw; \`satchel collide --html\` takes all shapes`);
}

// The first key that the scene of a JSON text, or a shape of it, has twice, and where: of two values JSON.parse takes the last one.
function repeatedKey(text) {
  const open = [];  // the keys of the objects that are open; of a list: none
  let section = "", element = -1;
  for (let at = 0; at < text.length; ++at) {
    const mark = text[at];
    if (mark === "{" || mark === "[") {
      if (mark === "{" && open.length === 2) ++element;
      open.push(new Set());
    } else if (mark === "}" || mark === "]") open.pop();
    if (mark !== '"') continue;
    const start = at;
    while (text[++at] !== '"') if (text[at] === "\\") ++at;
    let behind = at + 1;
    while (/\s/.test(text[behind])) ++behind;
    if (text[behind] !== ":") continue;
    const key = JSON.parse(text.slice(start, at + 1)), isOfScene = open.length === 1;
    if (isOfScene) [section, element] = [key, -1];
    if (!isOfScene && !(open.length === 3 && section === "shapes")) continue;
    if (open.at(-1).has(key)) return { key, where: isOfScene ? "" : `shapes[${element}]` };
    open.at(-1).add(key);
  }
  return null;
}

const sectionsOfScene = ["name", "units", "shapes", "bodies", "pairs", "motions", "link_tolerance"];

// @param posesAt  the poses x, y, cos, sin of numbers x, y, angle in turn, as the library makes them
function readScene(value, text, name, posesAt) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) unexpected("", value, "an object with shapes, bodies and pairs");
  const repeated = repeatedKey(text), notes = [];
  if (repeated) refuse(repeated.where, `${shortText(repeated.key)} stands twice`);
  for (const list of ["shapes", "bodies"]) if (value[list] === undefined) refuse("", `"${list}" is missing; a scene has shapes, bodies and pairs`);
  const read = (section, reader, otherwise) => (value[section] === undefined ? otherwise : reader(value[section], section));
  const scene = new SceneBuilder(read("name", readText, name) || name, "float32", { units: read("units", readText, "") });
  const shapes = read("shapes", (list, where) => readList(list, where, "an array of shapes", (shape, at) => addShape(scene, shape, at)));
  const bodies = read("bodies", (list, where) => readList(list, where, "an array of bodies", (body, at) => {
    const [shape] = readRow(body, at, 4, "[shape, x, y, angle] (an index and three numbers)");
    if (shapes[readIndex(shape, at, "shape")] === undefined) refuse(at, `shape ${shape} does not exist; the scene has ${counted(shapes.length, "shape", "shapes")}`);
    return body;
  }));
  const count = counted(bodies.length, "body", "bodies");
  const motions = read("motions", (list, where) => readList(list, where, "an array of motions, one a body", (motion, at) => readRow(motion, at, 3, "[dx, dy, dangle] (three numbers)")));
  if (motions && motions.length !== bodies.length) refuse("motions", `${counted(motions.length, "motion", "motions")} for ${count}; give one [dx, dy, dangle] for each body`);
  read("pairs", (list, where) => readList(list, where, "an array of pairs", (pair, at) => {
    for (const body of readRow(pair, at, 2, "[a, b] (the indices of two bodies)")) if (readIndex(body, at, "body") >= bodies.length) refuse(at, `body ${body} does not exist; the scene has ${count}`);
  }));
  const tolerance = read("link_tolerance", readNumber);
  if (tolerance < 0) refuse("link_tolerance", `${tolerance} where a number of 0 or more has to be`);
  bodies.forEach(([shape], k) => scene.body(shapes[shape], 0, 0, 0, motions?.[k]));
  if (value.pairs !== undefined) notes.push("Its pairs are not taken: the page asks about bodies that are near.");
  if (tolerance !== undefined) notes.push("Its edges are not linked: normals and depths may differ from those of the tool.");
  const ignored = Object.keys(value).filter((key) => !sectionsOfScene.includes(key));
  if (ignored.length > 0) notes.push(`Not read: ${ignored.slice(0, 5).map((key) => shortText(key)).join(", ")}.`);
  return { data: { ...scene.data(), pose: posesOf(bodies, posesAt) }, refused: [], notes };
}
function posesOf(bodies, posesAt) {
  try {
    return posesAt(Float64Array.from(bodies.flatMap((body) => body.slice(1))));
  } catch (error) {
    throw new FileError(`bodies[${error.index}]: ${error.message}`);
  }
}

// ---- polygons --------------------------------------------------------------------------------------------------------

// Polygons as they are, in doubles: one body each, those that the library refuses aside.
// @param check  (polygons) => throws the library's error
function sceneOfPolygons(items, name, check) {
  if (items.length === 0) throw sceneError(name, "no polygon", "give one or more");
  const scene = new SceneBuilder(name, "float64", { question: "verdict" }), refused = [], labels = [], notes = [];
  for (const { where, label, polygons, notes: its = [] } of items) {
    notes.push(...its);
    if (polygons.length === 0) {
      refused.push(`${where}: it has no points.`);
      continue;
    }
    try {
      check(polygons);
      labels[scene.body(scene.outline(polygons))] = label ?? where;
    } catch (error) {
      refused.push(`${where}: ${error.message}`);
    }
  }
  if (refused.length === items.length) throw new FileError(`${name}: no polygon is valid. ${refused[0]}`);
  return { data: { ...scene.data(), labels }, refused, notes };
}

// The polygons of a text, or a scene: {items} or {scene}.
function contents(name, text) {
  if (text.length > mostFile) throw sceneError(name, `${Math.round(text.length / 1e6)} MB`, "the page takes up to 20 MB: satchel collide --html takes more");
  const body = text.replace(/^\ufeff/, "");
  if (isWkt(body)) return { items: readWkt(body) };
  if (!/^\s*[[{]/.test(body)) throw sceneError(name, "neither JSON nor WKT", "give a scene of the tool, GeoJSON, or WKT such as POLYGON ((0 0, 4 0, 0 3, 0 0))");
  let value;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw sceneError(name, `no JSON (${error.message})`, "give a scene of the tool, GeoJSON, or WKT");
  }
  return isGeoJson(value) ? { items: readGeoJson(value) } : { scene: { value, body } };
}

// One file, or several with polygons, which are put together: {name, text} each. Returns {data, refused: messages about polygons that
// are left out, notes: what else is not as in the file}. Throws FileError.
// @param library  {check(polygons), which throws the library's error, posesAt(xyAngle)}
export function readFiles(files, { check, posesAt }) {
  const [{ name, text }] = files;
  if (files.length === 1) {
    const { items, scene } = contents(name, text);
    return items ? sceneOfPolygons(items, name, check) : readScene(scene.value, scene.body, name, posesAt);
  }
  const all = files.flatMap((file) => {
    const { items } = contents(file.name, file.text);
    if (!items) throw sceneError(file.name, "a scene among other files", "scenes are opened one at a time; GeoJSON and WKT together");
    return items.map((item) => ({ ...item, where: `${file.name}, ${item.where}`, notes: item.notes?.map((note) => `${file.name}, ${note}`), label: item.label ?? (items.length === 1 ? file.name : undefined) }));
  });
  return sceneOfPolygons(all, files.map((file) => file.name).join(", "), check);
}
