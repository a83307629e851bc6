// Results: rows of plain structs, read where the module wrote them.
import { layouts } from './layouts.mjs';

const arrays = { f: Float32Array, d: Float64Array, u: Uint32Array, i: Int32Array, b: Uint8Array };

// Of a view, whose memory it is: that is not freed as long as the view is there.
const owners = new WeakMap();

// `length` rows of one layout, in the memory of the module or, after copy(), in memory of their own. Each field is a method:
// `separation(i)` is that of row i.
//
// Rows in the module's memory hold until the next call of the same question on the same object, or its dispose(). The typed
// arrays that they give are views: memory that grows leaves views of no length behind, so take fresh ones (`floats`,
// `words`, `numbers`) after every call, or a copy().
export class Rows {
  constructor(layout, memory, address, length, owner = null) {
    this.layout = layout;
    this.memory = memory;  // with a `buffer`
    this.address = address;
    this.length = length;
    this.owner = owner;  // whose memory it is, which would be freed if nobody knew it
    this.views = null;
  }

  // The bytes from one row to the next.
  get stride() { return this.layout.size; }

  view(type) {
    const buffer = this.memory.buffer;
    if (this.views?.buffer !== buffer) this.views = { buffer };
    return (this.views[type] ??= this.newView(arrays[type], buffer));
  }
  newView(Type, buffer) {
    const view = new Type(buffer, this.address, Math.floor(this.length * this.layout.size / Type.BYTES_PER_ELEMENT));
    if (this.owner !== null) owners.set(view, this.owner);
    return view;
  }

  // All rows as one typed array, fresh: 32-bit floats, 64-bit floats, words without sign.
  get floats() { return this.view('f'); }
  get doubles() { return this.view('d'); }
  get words() { return this.view('u'); }
  // The numbers of areas and the like, in the precision of the scene.
  get numbers() { return this.view(this.layout.fields.value?.type ?? 'f'); }

  get(i, name) {
    const { type, offset } = this.layout.fields[name];
    if (!(Number.isInteger(i) && i >= 0 && i < this.length)) throw new RangeError(`row ${String(i)} of ${this.length}`);
    return this.view(type)[(i * this.layout.size + offset) / arrays[type].BYTES_PER_ELEMENT];
  }

  // A copy that holds for good.
  copy() {
    const bytes = this.memory.buffer.slice(this.address, this.address + this.length * this.layout.size);
    return new this.constructor(this.layout, { buffer: bytes }, 0, this.length);
  }

  // Row i as an object; all rows as an array of them.
  row(i) {
    return Object.fromEntries(Object.keys(this.layout.fields).map((name) => [name, this.get(i, name)]));
  }
  toArray() { return Array.from({ length: this.length }, (_, i) => this.row(i)); }
}

// 0 disjoint, 1 touching, 2 overlapping; which feature decided.
class FeatureRows extends Rows {
  verdict(i) { return this.feature(i) & 3; }
  isVertex(i) { return (this.feature(i) >>> 2 & 1) === 1; }
  isOfB(i) { return (this.feature(i) >>> 3 & 1) === 1; }
  featureIndex(i) { return this.feature(i) >>> 4; }
}

// With the minimum translation vector of a: [0, 0] unless the pair overlaps.
class ContactRows extends FeatureRows {
  mtv(i) {
    if (this.verdict(i) !== 2) return [0, 0];
    const round = this.layout.fields.separation.type === 'f' ? Math.fround : Number, s = this.separation(i);
    return [round(this.normalX(i) * s) + 0, round(this.normalY(i) * s) + 0];
  }
}

// What rows have beside their fields, by these.
const baseOf = ({ feature, separation }) => feature === undefined ? Rows : separation === undefined ? FeatureRows : ContactRows;

// One class a layout, with a method a field.
export const rowClasses = {};
for (const [kind, layout] of Object.entries(layouts)) {
  const rows = class extends baseOf(layout.float32.fields) {};
  for (const name of Object.keys(layout.float32.fields)) {
    rows.prototype[name] = function (i) { return this.get(i, name); };
  }
  rowClasses[kind] = rows;
}
