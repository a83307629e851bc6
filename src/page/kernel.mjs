// The library's kernel in the page, as a WebAssembly module: a scene like that of the data, asked about pairs.
import { noShape } from "./bodies.mjs";
import { ringRanges } from "./scene_data.mjs";

export async function loadKernel(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    const { default: load } = await import(address);
    return await load();
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Whether a shape is a compound of segments.
function isChain({ core_start, core_radius, part_start, part }, shape) {
  const first = part[part_start[shape]];
  return part_start[shape] < part_start[shape + 1] && first !== shape && core_start[first + 1] - core_start[first] === 2 && core_radius[first] === 0;
}

// What the kernel does not know of a scene; empty: nothing. It has the shapes and poses of a scene, without what its edges are told of
// their neighbours.
export function limitsOf(data) {
  const hasChains = Array.from(data.core_radius, (_, shape) => isChain(data, shape)).includes(true), hasLinks = data.linked?.length > 0;
  const limits = [hasChains && "segments of chains have two sides and no neighbours", hasLinks && "bodies are not linked"].filter((its) => its).join(", and ");
  return limits && `In this page ${limits}: normals and depths that it asks for anew may differ from those of the tool, verdicts do not.`;
}

export class Kernel {
  constructor(satchel, data) {
    this.satchel = satchel;
    this.scene = new satchel.Scene(data.real);
    this.Real = data.real === "float64" ? Float64Array : Float32Array;
    const id = this.addShapes(data), removed = [...data.shape.keys()].filter((body) => data.shape[body] === noShape);
    this.scene.addBodies(data.shape.map((shape) => shape === noShape ? 0 : id[shape]), data.pose);
    for (const body of removed) this.scene.removeBody(body);
    try {
      this.scene.manifolds([]);
      this.hasManifolds = true;
    } catch {
      this.hasManifolds = false;  // a module of fewer questions
    }
  }

  // The scene's index of each shape of the data. Cores come first, for the parts of an outline stand behind it; an outline
  // becomes the compound of its parts, which may turn in any way.
  addShapes(data) {
    const { core_start, core_vertex, core_radius, part_start, part, inner_edge } = data, outlines = ringRanges(data);
    const id = new Uint32Array(part_start.length - 1);
    const partsOf = (s) => part.subarray(part_start[s], part_start[s + 1]);
    const isCore = (s) => part_start[s + 1] - part_start[s] === 1 && part[part_start[s]] === s;
    for (let s = 0; s < id.length; ++s) {
      if (isCore(s)) id[s] = this.named(s, () => this.addCore(core_vertex.subarray(2 * core_start[s], 2 * core_start[s + 1]), core_radius[s]));
    }
    let flags = 0;
    for (let s = 0; s < id.length; ++s) {
      if (isCore(s)) continue;
      if (part_start[s] === part_start[s + 1]) {
        id[s] = this.named(s, () => this.addOutline(data, outlines.get(s)));
        continue;
      }
      const parts = partsOf(s), edges = parts.reduce((sum, p) => sum + core_start[p + 1] - core_start[p], 0);
      const marked = inner_edge.length > 0 && !isChain(data, s);  // chains have no flags
      id[s] = this.scene.addCompound(parts.map((p) => id[p]), marked ? inner_edge.subarray(flags, flags + edges) : undefined);
      if (marked) flags += edges;
    }
    return id;
  }
  // An outline, with the parts that the questions about depths and distances need. Throws the library's error if it is not valid.
  addOutline({ ring_start, ring_vertex, ring_polygon }, { from, to }) {
    const first = ring_start[from], starts = [], polygons = [];
    for (let r = from; r <= to; ++r) starts.push(ring_start[r] - first);
    for (let r = from; r < to; ++r) if (r === from || ring_polygon[r] !== ring_polygon[r - 1]) polygons.push(r - from);
    const id = this.scene.addOutlines(ring_vertex.subarray(2 * first, 2 * ring_start[to]), starts, [...polygons, to - from], [0, polygons.length])[0];
    this.scene.makeParts([id]);
    return id;
  }
  // The library's error says what is wrong with a shape, and here which one it is, as the tool names it.
  named(shape, add) {
    try {
      return add();
    } catch (error) {
      throw new Error(`shapes[${shape}]: ${error.message}`);
    }
  }
  addCore(core, radius) {
    if (core.length === 2) return this.scene.addCircle(core[0], core[1], radius);
    if (core.length > 4) return this.scene.addPolygon(core, radius);
    return radius > 0 ? this.scene.addCapsule(...core, radius) : this.scene.addSegment(...core);
  }

  // The answers about pairs, as arrays of the data.
  ask(pairs) {
    const { scene, Real } = this, count = pairs.length / 2;
    const answers = { pair: pairs, feature: new Uint32Array(count), contact: new Real(3 * count), distance: new Real(7 * count) };
    const contacts = scene.collide(pairs);
    for (let i = 0; i < count; ++i) {
      answers.feature[i] = contacts.feature(i);
      answers.contact.set([contacts.separation(i), contacts.normalX(i), contacts.normalY(i)], 3 * i);
    }
    const distances = scene.distances(pairs);
    for (let i = 0; i < count; ++i) {
      const d = distances.row(i);
      answers.distance.set([d.distance, d.normalX, d.normalY, d.pointAX, d.pointAY, d.pointBX, d.pointBY], 7 * i);
    }
    const manifolds = this.hasManifolds ? scene.manifolds(pairs) : null, pair = [], counts = [], points = [], ids = [];
    for (let i = 0; manifolds && i < count; ++i) {
      const m = manifolds.row(i);
      if (m.count === 0) continue;
      pair.push(i);
      counts.push(m.count);
      points.push(m.x0, m.y0, m.separation0, m.x1, m.y1, m.separation1);
      ids.push(m.id0, m.id1);
    }
    return { ...answers, manifold_pair: Uint32Array.from(pair), manifold_count: Uint8Array.from(counts),
             manifold_point: Real.from(points), manifold_id: Uint32Array.from(ids) };
  }
  verdict(a, b) { return this.scene.classify([a, b])[0]; }
  area(a, b) { return this.scene.overlapAreas([a, b]).value(0); }
}

// How many of the pairs have contacts of other bits than the data.
export function countDifferent(data, answers) {
  const words = (array) => new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
  const mine = words(answers.contact), its = words(data.contact), width = mine.length / Math.max(1, data.feature.length);
  return data.feature.reduce((sum, feature, i) => {
    let same = feature === answers.feature[i];
    for (let k = i * width; k < (i + 1) * width; ++k) same &&= mine[k] === its[k];
    return sum + !same;
  }, 0);
}

// The pairs `keep` of the data, and those of the answers behind them.
export function joinPairs(data, keep, answers) {
  const joined = {};
  for (const [name, width] of [["pair", 2], ["feature", 1], ["contact", 3], ["distance", 7]]) {
    const array = joined[name] = new data[name].constructor(keep.length * width + answers[name].length);
    keep.forEach((i, k) => array.set(data[name].subarray(i * width, (i + 1) * width), k * width));
    array.set(answers[name], keep.length * width);
  }
  const place = new Int32Array(data.feature.length).fill(-1);
  keep.forEach((i, k) => { place[i] = k; });
  const kept = [...data.manifold_pair.keys()].filter((m) => place[data.manifold_pair[m]] >= 0);
  joined.manifold_pair = Uint32Array.from([...kept.map((m) => place[data.manifold_pair[m]]), ...Array.from(answers.manifold_pair, (i) => i + keep.length)]);
  for (const [name, width] of [["manifold_count", 1], ["manifold_point", 6], ["manifold_id", 2]]) {
    const array = joined[name] = new data[name].constructor(joined.manifold_pair.length * width);
    kept.forEach((m, k) => array.set(data[name].subarray(m * width, (m + 1) * width), k * width));
    array.set(answers[name], kept.length * width);
  }
  return joined;
}

// The arrays of a base, with room behind them in which the answers about other pairs change from frame to frame.
export class PairsBehind {
  constructor(base) {
    this.base = base;
    this.room = {};
  }
  // The arrays of the base and, behind them, the answers. They hold until the next call.
  with(answers) {
    const joined = {}, { base, room } = this, count = base.feature.length;
    for (const name of ["pair", "feature", "contact", "distance", "manifold_pair", "manifold_count", "manifold_point", "manifold_id"]) {
      const length = base[name].length + answers[name].length;
      if (!(room[name]?.length >= length)) {
        room[name] = new base[name].constructor(length + answers[name].length + 64);
        room[name].set(base[name]);
      }
      room[name].set(name === "manifold_pair" ? answers[name].map((i) => i + count) : answers[name], base[name].length);
      joined[name] = room[name].subarray(0, length);
    }
    return joined;
  }
}
