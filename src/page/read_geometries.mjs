// GeoJSON and WKT: lists of {where, polygons, label} from a text; `where` names the item in messages, polygons are lists of rings,
// rings lists of points [x, y]; a feature may have a name of its own, its label. What is not understood is an error that says which item, what is wrong, and what would be right.

export class FileError extends Error {}

function fail(where, wrong, right) { throw new FileError(`${where}: ${wrong}; ${right}.`); }

function checkedRing(ring, where) {
  if (!Array.isArray(ring)) fail(where, "no list of points", "a ring is a list of points [x, y]");
  const points = ring.map((point, k) => {
    if (!Array.isArray(point) || point.length < 2 || !Number.isFinite(point[0]) || !Number.isFinite(point[1])) {
      fail(`${where}, point ${k}`, JSON.stringify(point)?.slice(0, 40) ?? "nothing", "give two finite numbers, [x, y]");
    }
    return [point[0], point[1]];
  });
  const [first, last] = [points[0], points.at(-1)], corners = points.length > 1 && first[0] === last[0] && first[1] === last[1] ? points.length - 1 : points.length;
  if (corners < 3) fail(where, `${corners} different points`, "a ring has three or more");
  return points;
}
function checkedPolygon(rings, where) {
  if (!Array.isArray(rings) || rings.length === 0) fail(where, "no rings", "a polygon is a list of rings, the outer one first");
  return rings.map((ring, k) => checkedRing(ring, `${where}, ring ${k}`));
}

// ---- GeoJSON ---------------------------------------------------------------------------------------------------------

const geoTypes = ["FeatureCollection", "Feature", "Polygon", "MultiPolygon", "GeometryCollection"];
export function isGeoJson(value) {
  return typeof value?.type === "string" && !Array.isArray(value.shapes) && ("features" in value || "geometry" in value || "coordinates" in value || "geometries" in value);
}

function labelOf(feature) {
  const { properties, id } = feature ?? {}, label = properties?.name ?? properties?.NAME ?? properties?.id ?? id;
  return typeof label === "string" || typeof label === "number" ? String(label) : undefined;
}

export function readGeoJson(value) {
  const items = [];
  const geometry = (its, where, label) => {
    if (its === null || typeof its !== "object") fail(where, "no geometry", "give a Polygon or a MultiPolygon");
    const { type, coordinates } = its;
    if (type === "Polygon") items.push({ where, label, polygons: [checkedPolygon(coordinates, where)] });
    else if (type === "MultiPolygon" && Array.isArray(coordinates)) {
      if (coordinates.length === 0) fail(where, "no polygons", "give one or more");
      items.push({ where, label, polygons: coordinates.map((rings, k) => checkedPolygon(rings, `${where}, polygon ${k}`)) });
    } else if (type === "GeometryCollection" && Array.isArray(its.geometries)) its.geometries.forEach((one, k) => geometry(one, `${where}, geometry ${k}`, label));
    else fail(where, `a ${String(type).slice(0, 30)}`, "this page draws polygons: give a Polygon or a MultiPolygon");
  };
  if (value.type === "FeatureCollection") {
    if (!Array.isArray(value.features)) fail("FeatureCollection", "no features", "give a list `features`");
    value.features.forEach((feature, k) => geometry(feature?.geometry, `feature ${k}`, labelOf(feature)));
  } else if (value.type === "Feature") geometry(value.geometry, "the feature", labelOf(value));
  else if (geoTypes.includes(value.type)) geometry(value, "the geometry");
  else fail("GeoJSON", `the type ${value.type.slice(0, 30)}`, `give one of ${geoTypes.join(", ")}`);
  return items;
}

// ---- WKT -------------------------------------------------------------------------------------------------------------

const wktStart = /^\s*(SRID\s*=\s*\d+\s*;\s*)?(POLYGON|MULTIPOLYGON|GEOMETRYCOLLECTION|POINT|LINESTRING|MULTIPOINT|MULTILINESTRING|TRIANGLE|CURVEPOLYGON)\b/i;
export function isWkt(text) { return wktStart.test(text); }

// Words, numbers and marks of a text, with their lines.
function* tokens(text) {
  let line = 1;
  for (const [token] of text.matchAll(/\s+|[a-zA-Z_]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^]/g)) {
    if (/\S/.test(token)) yield { token, line };
    line += token.split("\n").length - 1;
  }
}

// Geometries one after the other, each begun by its word, with commas, semicolons or nothing between them.
export function readWkt(text) {
  const all = [...tokens(text)], items = [];
  let at = 0, name = "";
  const peek = () => all[at]?.token ?? "";
  const where = () => `${name}, line ${all[Math.min(at, all.length - 1)]?.line ?? 1}`;
  const take = (mark) => {
    if (peek() !== mark) fail(where(), `${peek() === "" ? "the text ends" : `"${peek()}"`} where "${mark}" was expected`, "for example POLYGON ((0 0, 4 0, 0 3, 0 0))");
    ++at;
  };
  const list = (read) => {
    const found = [];
    take("(");
    do found.push(read(found.length)); while (peek() === "," && ++at);
    take(")");
    return found;
  };
  const number = () => {
    const value = Number(peek());
    if (peek() === "" || !Number.isFinite(value)) fail(where(), peek() === "" ? "the text ends within a point" : `"${peek()}" where a number was expected`, "a point is x and y, parted by a space");
    ++at;
    return value;
  };
  const point = () => {
    const xy = [number(), number()];
    while (/^[-+.\d]/.test(peek())) ++at;  // z and m
    return xy;
  };
  const rings = () => list(() => list(point));
  const geometry = () => {
    const word = peek().toUpperCase();
    name = `geometry ${items.length} (${word.slice(0, 20)})`;
    const start = where();
    ++at;
    while (/^(Z|M|ZM)$/i.test(peek())) ++at;
    if (/^EMPTY$/i.test(peek())) {
      ++at;
      return;
    }
    const polygon = (its, place) => its.map((ring, k) => checkedRing(ring, `${place}, ring ${k}`));
    if (word === "POLYGON") items.push({ where: `geometry ${items.length}`, polygons: [polygon(rings(), start)] });
    else if (word === "MULTIPOLYGON") {
      const index = items.length;
      items.push({ where: `geometry ${index}`, polygons: list(rings).map((its, k) => polygon(its, `${start}, polygon ${k}`)) });
    } else if (word === "GEOMETRYCOLLECTION") list(geometry);
    else fail(start, "no polygon", "this page draws polygons: give POLYGON or MULTIPOLYGON");
  };
  while (at < all.length) {
    if (peek().toUpperCase() === "SRID") at += 3;
    else if (peek() === ";" || peek() === ",") ++at;
    else geometry();
  }
  return items;
}
