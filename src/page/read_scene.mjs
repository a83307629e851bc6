// A file that somebody drops: a scene of the tool (JSON), GeoJSON or WKT; becomes the data of a page.
import { FileError, isGeoJson, isWkt, readGeoJson, readWkt } from "./read_geometries.mjs";
import { SceneBuilder } from "./scene_data.mjs";

const mostFile = 2e7;  // characters

function sceneError(where, wrong, right) { return new FileError(`${where}: ${wrong}; ${right}.`); }

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
function flat(points, where) {
  if (!Array.isArray(points) || !points.every((p) => Array.isArray(p) && isNumber(p[0]) && isNumber(p[1]))) {
    throw sceneError(where, "no list of points", "give points [x, y]");
  }
  return points.flatMap(([x, y]) => [x, y]);
}

// Shapes of src/cli/FORMAT.md: what the page can draw of them.
function addShape(scene, shape, index) {
  const where = `shape ${index}`, { type, radius = 0 } = shape ?? {};
  const number = (name) => {
    if (!isNumber(shape[name])) throw sceneError(where, `no number \`${name}\``, `a ${type} has one`);
    return shape[name];
  };
  if (type === "box") return scene.box(number("half_width"), number("half_height"), radius);
  if (type === "circle") return scene.core(flat([shape.center ?? [0, 0]], where), number("radius"));
  if (type === "polygon") return scene.core(flat(shape.vertices, where), radius);
  if (type === "capsule" || type === "segment") return scene.core(flat([shape.a, shape.b], `${where}, a and b`), type === "segment" ? 0 : number("radius"));
  if (type === "outline" || type === "concave") {
    const polygons = shape.polygons ?? [shape.rings ?? [shape.vertices, ...(shape.holes ?? [])]];
    if (!Array.isArray(polygons) || polygons.length === 0 || polygons.some((rings) => !Array.isArray(rings) || rings.length === 0)) throw sceneError(where, "no rings", "an outline has one or more");
    for (const ring of polygons.flat()) if (flat(ring, where).length < 6) throw sceneError(where, "a ring of fewer than three points", "a ring has three or more");
    return scene.outline(polygons);
  }
  throw sceneError(where, `the type ${JSON.stringify(type)?.slice(0, 30) ?? "is missing"}`, "the page takes box, circle, polygon, capsule, segment, outline and concave; `satchel collide --html` takes all");
}

function readScene(value, name) {
  const { shapes, bodies, motions } = value;
  if (!Array.isArray(shapes) || !Array.isArray(bodies)) throw sceneError(name, "no scene", "a scene has the lists `shapes` and `bodies`");
  const scene = new SceneBuilder(value.name ?? name, "float32", { units: value.units ?? "" }), ids = [];
  shapes.forEach((shape, index) => ids.push(addShape(scene, shape, index)));
  bodies.forEach((body, index) => {
    if (!Array.isArray(body) || !body.slice(0, 4).every(isNumber) || body.length < 3) throw sceneError(`body ${index}`, JSON.stringify(body)?.slice(0, 40), "a body is [shape, x, y, angle]");
    if (ids[body[0]] === undefined) throw sceneError(`body ${index}`, `there is no shape ${body[0]}`, `there are ${ids.length}`);
    const motion = Array.isArray(motions?.[index]) && motions[index].length === 3 && motions[index].every(isNumber) ? motions[index] : null;
    scene.body(ids[body[0]], body[1], body[2], body[3] ?? 0, motion);
  });
  return { data: scene.data(), refused: [] };
}

// Polygons as they are, in doubles: one body each, those that the library refuses aside.
// @param check  (polygons) => throws the library's error
function sceneOfPolygons(items, name, check) {
  if (items.length === 0) throw sceneError(name, "no polygon", "give one or more");
  const scene = new SceneBuilder(name, "float64", { question: "verdict" }), refused = [], labels = [];
  for (const { where, label, polygons } of items) {
    try {
      check(polygons);
      labels[scene.body(scene.outline(polygons))] = label ?? where;
    } catch (error) {
      refused.push(`${where}: ${error.message}`);
    }
  }
  if (refused.length === items.length) throw new FileError(`${name}: no polygon is valid. ${refused[0]}`);
  return { data: { ...scene.data(), labels }, refused };
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
  return isGeoJson(value) ? { items: readGeoJson(value) } : { scene: value };
}

// One file, or several with polygons, which are put together: {name, text} each. Returns {data, refused: messages about what was left
// out}. Throws FileError.
export function readFiles(files, check) {
  const [{ name, text }] = files;
  if (files.length === 1) {
    const { items, scene } = contents(name, text);
    return items ? sceneOfPolygons(items, name, check) : readScene(scene, name);
  }
  const all = files.flatMap((file) => {
    const { items } = contents(file.name, file.text);
    if (!items) throw sceneError(file.name, "a scene among other files", "scenes are opened one at a time; GeoJSON and WKT together");
    return items.map((item) => ({ ...item, where: `${file.name}, ${item.where}`, label: item.label ?? (items.length === 1 ? file.name : undefined) }));
  });
  return sceneOfPolygons(all, files.map((file) => file.name).join(", "), check);
}
