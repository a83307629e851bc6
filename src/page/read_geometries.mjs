// GeoJSON and WKT: lists of {where, polygons, label, notes} from a text; `where` names the item in messages, polygons are lists of
// rings, rings lists of points [x, y]; a feature may have a name of its own, its label; notes say what of the item is left out. What
// is not understood is an error that says which item, what is wrong, and what would be right.

export class FileError extends Error {}

const mostNested = 100;  // collections in collections

function fail(where, wrong, right) { throw new FileError(`${where}: ${wrong}; ${right}.`); }

// A value of a file, in a message: short, however much it holds.
export function shortText(value) {
  const inner = (its) => (its !== null && typeof its === "object" ? (Array.isArray(its) ? "[…]" : "{…}") : JSON.stringify(typeof its === "string" ? its.slice(0, 40) : its));
  const text = Array.isArray(value) ? `[${value.slice(0, 8).map(inner).join(",")}${value.length > 8 ? ",…" : ""}]` : inner(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function checkedRing(ring, where) {
  if (!Array.isArray(ring)) fail(where, "no list of points", "a ring is a list of points [x, y]");
  const points = ring.map((point, k) => {
    if (!Array.isArray(point) || point.length < 2 || !Number.isFinite(point[0]) || !Number.isFinite(point[1])) {
      fail(`${where}, point ${k}`, shortText(point), "give two finite numbers, [x, y]");
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
  const geometry = (its, where, label, depth = 0) => {
    if (depth > mostNested) fail("GeoJSON", `more than ${mostNested} collections in one another`, "give the polygons themselves");
    if (its === null || typeof its !== "object") fail(where, "no geometry", "give a Polygon or a MultiPolygon");
    const { type, coordinates } = its;
    if (type === "Polygon") items.push({ where, label, polygons: [checkedPolygon(coordinates, where)] });
    else if (type === "MultiPolygon" && Array.isArray(coordinates)) {
      if (coordinates.length === 0) fail(where, "no polygons", "give one or more");
      items.push({ where, label, polygons: coordinates.map((rings, k) => checkedPolygon(rings, `${where}, polygon ${k}`)) });
    } else if (type === "GeometryCollection" && Array.isArray(its.geometries)) its.geometries.forEach((one, k) => geometry(one, `${where}, geometry ${k}`, label, depth + 1));
    else fail(where, typeof type === "string" ? `a ${type.slice(0, 30)}` : "no type", "this page draws polygons: give a Polygon or a MultiPolygon");
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

const wktTags = "POLYGON|MULTIPOLYGON|GEOMETRYCOLLECTION|POINT|LINESTRING|LINEARRING|MULTIPOINT|MULTILINESTRING|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE|POLYHEDRALSURFACE|TIN|TRIANGLE";
const wktStart = new RegExp(`^\\s*(SRID\\s*=\\s*\\d+\\s*;\\s*)?(${wktTags})(Z|M|ZM)?\\b`, "i"), wktWord = new RegExp(`^(${wktTags})(Z|M|ZM)?$`, "i");
const wktNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/, wktMark = /^[(),;=]?$/;
export function isWkt(text) { return wktStart.test(text); }

// Marks, and what stands between them and blanks, with their lines.
function* tokens(text) {
  let line = 1;
  for (const [token] of text.matchAll(/\s+|[(),;=]|[^\s(),;=]+/g)) {
    if (/\S/.test(token)) yield { token, line };
    line += token.split("\n").length - 1;
  }
}

// Geometries one after the other, each begun by its word, with commas, semicolons or nothing between them.
export function readWkt(text) {
  const all = [...tokens(text)], items = [];
  let at = 0, name = "", dimension = 0;  // numbers of each point; 0: not known yet
  const peek = () => all[at]?.token ?? "";
  const where = () => `${name}, line ${all[Math.min(at, all.length - 1)]?.line ?? 1}`;
  const found = () => (peek() === "" ? "the text ends" : `"${peek().slice(0, 40)}"`);
  const take = (mark, right = "for example POLYGON ((0 0, 4 0, 0 3, 0 0))") => {
    if (peek() !== mark) fail(where(), `${found()} where "${mark}" was expected`, right);
    ++at;
  };
  const takeWord = (word) => {
    const is = word.test(peek());
    if (is) ++at;
    return is;
  };
  const list = (read) => {
    const its = [];
    take("(");
    do its.push(read(its.length)); while (peek() === "," && ++at);
    take(")");
    return its;
  };
  const number = () => {
    const value = Number(peek());
    if (!wktNumber.test(peek()) || !Number.isFinite(value)) fail(where(), `${found()} where a number was expected`, "a point is x and y, parted by a space");
    ++at;
    return value;
  };
  // x and y, and z and m, which are not read.
  const point = () => {
    const start = where(), numbers = [];
    while (!wktMark.test(peek())) numbers.push(number());
    const count = numbers.length, text = `${count} ${count === 1 ? "number" : "numbers"}`;
    if (dimension === 0 && (count < 2 || count > 4)) fail(start, `${text} where a point x y has to be`, "a point is x and y, parted by a space");
    dimension ||= count;
    if (count !== dimension) fail(start, `${text} where a point has ${dimension}`, "points are parted by commas, their numbers by spaces");
    return numbers.slice(0, 2);
  };
  const polygon = (place, notes) => {
    const rings = list((k) => {
      if (!takeWord(/^EMPTY$/i)) return { k, points: list(point) };
      if (k === 0) fail(where(), "the outer ring of a polygon is EMPTY", "leave the polygon out");
      notes.push(`${place}, ring ${k} is EMPTY: it is left out.`);
      return null;
    });
    return rings.filter((ring) => ring).map(({ k, points }) => checkedRing(points, `${place}, ring ${k}`));
  };
  const geometry = (depth) => {
    const [, word = "", suffix] = wktWord.exec(peek().toUpperCase()) ?? [], index = items.length, notes = [], item = { where: `geometry ${index}`, polygons: [], notes };
    name = `geometry ${index} (${peek().toUpperCase().slice(0, 20)})`;
    const start = where();
    if (depth > mostNested) fail(start, `more than ${mostNested} collections in one another`, "give the polygons themselves");
    if (!["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"].includes(word)) fail(start, "no polygon", "this page draws polygons: give POLYGON or MULTIPOLYGON");
    ++at;
    const kind = suffix ?? (/^(Z|M|ZM)$/i.test(peek()) ? all[at++].token : "");
    dimension = kind === "" ? 0 : kind.length + 2;
    if (takeWord(/^EMPTY$/i)) items.push(item);
    else if (word === "GEOMETRYCOLLECTION") list(() => geometry(depth + 1));
    else if (word === "POLYGON") items.push({ ...item, polygons: [polygon(start, notes)] });
    else {
      const polygons = list((k) => {
        if (!takeWord(/^EMPTY$/i)) return polygon(`${start}, polygon ${k}`, notes);
        notes.push(`${start}, polygon ${k} is EMPTY: it is left out.`);
        return null;
      });
      items.push({ ...item, polygons: polygons.filter((its) => its) });
    }
  };
  while (at < all.length) {
    if (takeWord(/^SRID$/i)) {
      name = `geometry ${items.length}`;
      take("=", "for example SRID=4326;");
      number();
      take(";", "for example SRID=4326;");
    } else if (!takeWord(/^[;,]$/)) geometry(0);
  }
  return items;
}
