// The pairs of a body that moves, asked anew. While it is dragged all other pairs stay as they are, in arrays that are cut once.
import { joinPairs, PairsBehind } from "./kernel.mjs";
import { isTaken, nearBodies } from "./near_pairs.mjs";

const outlineReach = 6, labelReach = 26;  // pixels by which outlines, and normals and numbers, stand out of bodies

export class Following {
  // @param page   {data, bodies, grid, contacts, view, factor}
  // @param given  pairs, a and b of each in turn, that are kept even where bodies are far apart
  constructor(page, given) {
    this.page = page;
    this.given = given;
    this.cut = null;  // of the body that is dragged
  }

  // The arrays without the pairs of a body, and those of its pairs that are given.
  cutOut(body) {
    const { page: { data }, given } = this, keep = [], mine = [];
    for (let i = 0; i < data.feature.length; ++i) if (data.pair[2 * i] !== body && data.pair[2 * i + 1] !== body) keep.push(i);
    for (let k = 0; k < given.length; k += 2) {
      const a = given[k], b = given[k + 1];
      if (a === body || b === body) mine.push([a, b]);
    }
    const none = { feature: [], contact: [], distance: [], pair: [], manifold_pair: [], manifold_count: [], manifold_point: [], manifold_id: [] };
    return { body, base: new PairsBehind(joinPairs(data, keep, none)), mine };
  }

  // Asks the kernel about the pairs of a body, those given and those near.
  // @param isDragged  the next call is likely about the same body
  ask(kernel, body, isDragged) {
    const { page } = this, { bodies, data } = page;
    if (this.cut?.body !== body) this.cut = this.cutOut(body);
    const { base, mine } = this.cut, seen = new Set(mine.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`)), pairs = mine.flat();
    for (const other of bodies.exists(body) ? nearBodies(bodies, page.grid, body) : []) {
      const a = Math.min(body, other), b = Math.max(body, other);
      if (!seen.has(`${a} ${b}`) && isTaken(data.image_of, a, b)) pairs.push(a, b);
    }
    Object.assign(data, base.with(kernel.ask(Uint32Array.from(pairs))), { part_pair: undefined });
    if (!isDragged) this.cut = null;
  }
  release() { this.cut = null; }
  // A body is removed: another one that gets its number has none of its pairs.
  forget(body) {
    const { given } = this;
    this.given = Array.from(given).filter((_, k) => given[k] !== body && given[k ^ 1] !== body);
  }

  // The pixels that a body and its pairs touch, of those apart what the layers show: [left, top, right, bottom].
  pixels(body) {
    const { bodies, contacts, view, factor, layers } = this.page, all = layers.witnesses || layers.normals, box = [Infinity, Infinity, -Infinity, -Infinity];
    let depth = 0;
    const grow = (other) => {
      const its = bodies.boxOf(other);
      for (const k of [0, 1]) box[k] = Math.min(box[k], its[k]);
      for (const k of [2, 3]) box[k] = Math.max(box[k], its[k]);
    };
    grow(body);
    for (const i of contacts.pairsOf(body)) {
      if (!all && contacts.verdict(i) === 0) continue;
      grow(contacts.a(i));
      grow(contacts.b(i));
      depth = Math.max(depth, -contacts.data.contact[3 * i]);
    }
    const reach = outlineReach + (layers.normals || layers.ids ? labelReach : 0) + (layers.mtv ? depth * factor * view.scale : 0);
    return [view.toX(box[0]) - reach, view.toY(box[3]) - reach, view.toX(box[2]) + reach, view.toY(box[1]) + reach];
  }
}
