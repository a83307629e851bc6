// The data of a scene that is made in the page: the arrays that a page has of a file, without answers.
import { decodeArray } from "./decode.mjs";

// The rings of each outline without parts: shape -> {from, to} into ring_start.
export function ringRanges({ ring_of, part_start }) {
  const ranges = new Map();
  (ring_of ?? []).forEach((shape, ring) => {
    if (part_start[shape] !== part_start[shape + 1]) return;
    if (ranges.has(shape)) ranges.get(shape).to = ring + 1;
    else ranges.set(shape, { from: ring, to: ring + 1 });
  });
  return ranges;
}

export function signedArea(ring) {
  const [ox, oy] = ring[0];
  return ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring[(i + 1) % ring.length];
    return sum + ((x - ox) * (py - oy) - (y - oy) * (px - ox)) / 2;
  }, 0);
}

export class SceneBuilder {
  // @param real     "float32" or "float64"
  // @param members  what else the data has: units, periods, scores, steps, ...
  constructor(name, real = "float32", members = {}) {
    this.members = { version: 1, name, units: "", real, ...members };
    this.lists = { core_start: [0], core_vertex: [], core_radius: [], part_start: [0], part: [], inner_edge: [], ring_of: [], ring_start: [0],
      ring_vertex: [], ring_polygon: [], shape: [], pose: [] };
    this.motions = null;
  }
  get shapeCount() { return this.lists.core_radius.length; }

  // ---- shapes: each returns the index of the new one ---------------------------------------------------------------

  endShape(radius) {
    const { lists } = this;
    lists.core_start.push(lists.core_vertex.length / 2);
    lists.core_radius.push(radius);
    lists.part_start.push(lists.part.length);
    return this.shapeCount - 1;
  }
  // A core of coordinates x, y in turn: a point, a segment or a convex polygon, counter-clockwise.
  core(coordinates, radius = 0) {
    for (const coordinate of coordinates) this.lists.core_vertex.push(coordinate);
    this.lists.part.push(this.shapeCount);
    return this.endShape(radius);
  }
  circle(radius) { return this.core([0, 0], radius); }
  box(halfWidth, halfHeight, radius = 0) {
    return this.core([-halfWidth, -halfHeight, halfWidth, -halfHeight, halfWidth, halfHeight, -halfWidth, halfHeight], radius);
  }
  compound(parts) {
    for (const part of parts) this.lists.part.push(part);
    return this.endShape(0);
  }
  // Polygons, each a list of rings, each a list of points [x, y]; a last point that repeats the first is left out. The largest ring of
  // a polygon is put counter-clockwise, its holes clockwise, as they are drawn.
  outline(polygons) {
    const { lists } = this, shape = this.shapeCount;
    polygons.forEach((rings, polygon) => {
      const areas = rings.map(signedArea), outer = areas.reduce((most, area) => Math.max(most, Math.abs(area)), 0);
      rings.forEach((ring, k) => {
        const [first, last] = [ring[0], ring.at(-1)], closed = ring.length > 1 && first[0] === last[0] && first[1] === last[1];
        const points = closed ? ring.slice(0, -1) : [...ring];
        if ((areas[k] > 0) !== (Math.abs(areas[k]) === outer)) points.reverse();
        for (const [x, y] of points) lists.ring_vertex.push(x, y);
        lists.ring_of.push(shape);
        lists.ring_start.push(lists.ring_vertex.length / 2);
        lists.ring_polygon.push(polygon);
      });
    });
    return this.endShape(0);
  }

  // ---- bodies ------------------------------------------------------------------------------------------------------

  // @param motion  [x, y, angle] during the time from 0 to 1
  body(shape, x = 0, y = 0, angle = 0, motion = null) {
    this.lists.shape.push(shape);
    this.lists.pose.push(x, y, angle === 0 ? 1 : Math.cos(angle), angle === 0 ? 0 : Math.sin(angle));
    if (motion) (this.motions ??= [])[this.lists.shape.length - 1] = motion;
    return this.lists.shape.length - 1;
  }

  data() {
    const { lists, members, motions } = this, Real = members.real === "float64" ? Float64Array : Float32Array;
    const types = { core_vertex: Real, core_radius: Real, ring_vertex: Real, inner_edge: Uint8Array, pose: Float64Array };
    const data = { ...members };
    for (const [name, list] of Object.entries(lists)) data[name] = (types[name] ?? Uint32Array).from(list);
    if (motions) data.motion = Float64Array.from({ length: 3 * data.shape.length }, (_, k) => motions[Math.floor(k / 3)]?.[k % 3] ?? 0);
    return data;
  }
}

// ---- as text, for links: the scene without its answers ---------------------------------------------------------------

const arraysOfScene = ["core_start", "core_vertex", "core_radius", "part_start", "part", "inner_edge", "ring_of", "ring_start", "ring_vertex",
  "ring_polygon", "shape_in_file", "shape", "pose", "linked", "motion", "step", "score", "periods", "image_of"];
const membersOfScene = ["version", "name", "units", "real", "gallery", "question", "labels"];
const typeNames = new Map([[Uint8Array, "u8"], [Uint32Array, "u32"], [Float32Array, "f32"], [Float64Array, "f64"]]);

function base64OfBytes(bytes) {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary);
}
async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// The scene of the data as letters, digits, - and _.
export async function packScene(data) {
  const scene = Object.fromEntries(membersOfScene.filter((name) => data[name] !== undefined).map((name) => [name, data[name]]));
  scene.arrays = {};
  for (const name of arraysOfScene) {
    const array = data[name];
    if (array) scene.arrays[name] = `${typeNames.get(array.constructor)}:${base64OfBytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))}`;
  }
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(scene)));
  return base64OfBytes(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The data of a packed scene. Throws an error for a text that is none.
export async function unpackScene(text) {
  const wrong = (why) => new Error(`The link's scene cannot be read (${why}): copy the whole link again.`);
  let scene;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    scene = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
  } catch {
    throw wrong("it is cut off, or no scene");
  }
  if (scene?.version !== 1 || typeof scene.arrays !== "object") throw wrong("it is of another version");
  const data = Object.fromEntries(membersOfScene.filter((name) => scene[name] !== undefined).map((name) => [name, scene[name]]));
  for (const name of arraysOfScene) if (scene.arrays[name] !== undefined) data[name] = decodeArray(String(scene.arrays[name]));
  for (const name of arraysOfScene.slice(0, 6).concat("shape", "pose")) if (!data[name]) throw wrong(`it has no ${name}`);
  for (const name of ["name", "units"]) if (typeof data[name] !== "string") throw wrong(`its member ${name} is no text`);
  checkIndices(data, wrong);
  return data;
}

// A text that somebody else wrote may name what is not there.
function checkIndices(data, wrong) {
  const shapes = data.part_start.length - 1, none = 0xffffffff;
  const rises = (starts, end) => starts[0] === 0 && starts.at(-1) === end && starts.every((start, i) => i === 0 || start >= starts[i - 1]);
  const fits = data.core_radius.length === shapes && data.core_start.length === shapes + 1 && rises(data.core_start, data.core_vertex.length / 2) &&
    rises(data.part_start, data.part.length) && data.part.every((part) => part < shapes) && data.shape.every((shape) => shape < shapes || shape === none) &&
    data.pose.length === 4 * data.shape.length && (!data.motion || data.motion.length === 3 * data.shape.length) &&
    (!data.ring_of || (data.ring_start?.length === data.ring_of.length + 1 && rises(data.ring_start, data.ring_vertex?.length / 2) &&
      data.ring_of.every((shape) => shape < shapes))) &&
    // An outline without parts is made of its rings, and so its polygons have to be known.
    (data.ring_polygon ? data.ring_polygon.length === data.ring_of?.length : ringRanges(data).size === 0) &&
    (!data.score || data.score.length === data.shape.length) && (!data.labels || (Array.isArray(data.labels) && data.labels.length <= data.shape.length));
  if (!fits) throw wrong("its numbers do not fit each other");
}
