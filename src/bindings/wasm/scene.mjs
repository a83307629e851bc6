// Scenes: shapes and bodies. questions.mjs adds what can be asked of them.
import { SatchelError } from './errors.mjs';
import { Held, oneNumber, theNumbers, twoNumbers, wholeNumber } from './memory.mjs';

const precisions = ['float32', 'float64'];
const linkBytes = 48;

// The number that the C interface has for a precision.
export function precisionNumber(precision) {
  const number = precisions.indexOf(precision);
  if (number >= 0) return number;
  throw new SatchelError(`precision ${String(precision)}: give "float32" or "float64"`, 'unknown_value');
}

// A pose: {x, y} and an angle in radians, or {x, y, cos, sin}.
function poseOf(memory, pose) {
  const { x = 0, y = 0, angle, cos = 1, sin = 0 } = pose ?? {};
  oneNumber(x, 'x');
  oneNumber(y, 'y');
  if (angle !== undefined) {
    oneNumber(angle, 'angle');
    memory.call('reference_poses', memory.numbers(0, [x, y, angle]), 1, memory.structs + 32, 0, 0);
    return memory.structs + 32;
  }
  oneNumber(cos, 'cos');
  oneNumber(sin, 'sin');
  return memory.numbers(0, [x, y, cos, sin]);
}

// Convex shapes and the bodies that place them; `precision` is "float32" or "float64".
// `memory` is that of the module; load() makes a class that knows it.
export class Scene extends Held {
  constructor(memory, precision = 'float32') {
    super(memory, 'scene', 'the scene has', precision);
    this.Real = precision === 'float64' ? Float64Array : Float32Array;
    this.create(precisionNumber(precision), memory.number);
  }

  copy() {
    const copy = Object.create(Object.getPrototypeOf(this));
    Object.assign(copy, this);
    this.memory.call('scene_copy', this.handle, this.memory.number);
    copy.hold(this.memory.id());
    return copy;
  }
  clear() { this.memory.call('scene_clear', this.handle); }

  // ---- shapes: each returns the index of the new one --------------------------------------------------------------------

  added(name, ...parameters) {
    this.memory.call(name, this.handle, ...parameters, this.memory.number);
    return this.memory.id();
  }

  // A convex polygon, counter-clockwise: x, y of each vertex in turn.
  addPolygon(vertices, radius = 0) {
    const [xy] = this.memory.put([vertices, this.Real, 2, 'vertices']);
    return this.added(`add_polygon${this.suffix}`, xy.address, xy.length, oneNumber(radius, 'radius'));
  }
  // A box around the local origin, by half-extents.
  addBox(halfWidth, halfHeight, radius = 0) { return this.added('add_box', ...theNumbers({ halfWidth, halfHeight, radius })); }
  addCircle(x, y, radius) { return this.added('add_circle', ...theNumbers({ x, y, radius })); }
  addCapsule(px, py, qx, qy, radius) { return this.added('add_capsule', ...theNumbers({ px, py, qx, qy, radius })); }
  addSegment(px, py, qx, qy) { return this.addCapsule(px, py, qx, qy, 0); }
  // Several shapes of this scene as one. innerEdges: a flag for each edge of each part, or nothing.
  addCompound(parts, innerEdges = []) {
    const [p, e] = this.memory.put([parts, Uint32Array, 1, 'parts'], [innerEdges, Uint8Array, 1, 'innerEdges']);
    return this.added('add_compound', p.address, p.length, e.address, e.length);
  }
  // The segments between consecutive points (x, y in turn) as one shape, whose seams decide no normal. options: closed; oneSided,
  // the right of the direction of the points gives normals; before, after, the ghost points [x, y] beyond the ends.
  addChain(points, options) {
    const { closed = false, oneSided = false, before, after } = options ?? {};
    const [p, b, a] = this.memory.put([points, this.Real, 2, 'points'], ...Object.entries({ before, after }).map(([name, ghost]) =>
      [ghost ? twoNumbers(ghost, name) : [], this.Real, 2, name]));
    return this.added(`add_chain${this.suffix}`, p.address, p.length, closed ? 1 : 0, oneSided ? 1 : 0,
      b.length === 0 ? 0 : b.address, a.length === 0 ? 0 : a.address);
  }
  // Polygon i has the vertices from starts[i] to before starts[i + 1]. Returns their indices.
  addPolygons(vertices, starts, radii = []) {
    const { memory } = this;
    const count = starts.length - 1;
    if (count < 0) throw new SatchelError('starts: none; give the first vertex of each polygon, and the end', 'bad_starts');
    const [xy, from, r, ids] = memory.put([vertices, this.Real, 2, 'vertices'], [starts, Uint32Array, 1, 'starts'],
      [radii, this.Real, 1, 'radii'], [new Uint32Array(count), Uint32Array, 1, 'ids']);
    memory.call(`add_polygons${this.suffix}`, this.handle, xy.address, xy.length, from.address, count, r.address, r.length,
      ids.address);
    return new Uint32Array(memory.buffer, ids.address, count).slice();
  }

  // Polygons that may be concave and have holes, one shape each: ring k has the vertices from ringStarts[k] to before
  // ringStarts[k + 1], polygonStarts and outlineStarts say the same of polygons in the rings and of outlines in the polygons (left
  // out: each ring, each polygon is one). options: skipInvalid, which leaves out what is not valid: its index is 0xffffffff;
  // trusted; evenOdd: the region of the points that an odd number of rings holds, where edges may overlap.
  addOutlines(vertices, ringStarts, polygonStarts, outlineStarts, options) {
    const { memory } = this;
    const lists = [ringStarts, polygonStarts, outlineStarts];
    const count = (outlineStarts ?? polygonStarts ?? ringStarts).length - 1;
    if (count < 0) throw new SatchelError('starts: none; give where each begins, and the end', 'bad_starts');
    const [xy, ids, ...starts] = memory.put([vertices, this.Real, 2, 'vertices'], [new Uint32Array(count), Uint32Array, 1, 'ids'],
      ...lists.map((list, k) => [list ?? [], Uint32Array, 1, ['ringStarts', 'polygonStarts', 'outlineStarts'][k]]));
    const at = memory.words(0, [28, ...starts.flatMap(({ address, length }) => (length === 0 ? [0, 0] : [address, length - 1]))]);
    const flags = (options?.skipInvalid ? 1 : 0) | (options?.trusted ? 2 : 0) | (options?.evenOdd ? 4 : 0);
    memory.call(`add_outlines${this.suffix}`, this.handle, xy.address, xy.length, at, flags, ids.address,
      memory.run(options));
    return new Uint32Array(memory.buffer, ids.address, count).slice();
  }

  // Makes the convex parts of outlines (none given: of all that have some), for the questions that need them.
  makeParts(shapes = [], options = undefined) {
    const { memory } = this;
    const [s] = memory.put([shapes, Uint32Array, 1, 'shapes']);
    memory.call('make_parts', this.handle, s.address, s.length, memory.run(options));
  }

  // ---- bodies -----------------------------------------------------------------------------------------------------------

  // Adds a body; its index is the lowest that was removed, else a new one.
  addBody(shape, pose) { return this.added('add_body', wholeNumber(shape, 'shape'), poseOf(this.memory, pose)); }
  // Adds many: poses are x, y, cos, sin of each in turn.
  addBodies(shapes, poses) {
    const { memory } = this;
    const [s, p, ids] = memory.put([shapes, Uint32Array, 1, 'shapes'], [poses, Float64Array, 4, 'poses'],
      [new Uint32Array(shapes.length), Uint32Array, 1, 'ids']);
    if (p.length !== s.length) throw new SatchelError(`poses: ${s.length} needed, ${p.length} given`, 'size_mismatch');
    memory.call('add_bodies', this.handle, s.address, p.address, s.length, ids.address);
    return new Uint32Array(memory.buffer, ids.address, s.length).slice();
  }
  removeBody(body) { this.memory.call('remove_body', this.handle, wholeNumber(body, 'body')); }
  setShape(body, shape) { this.memory.call('set_shape', this.handle, wholeNumber(body, 'body'), wholeNumber(shape, 'shape')); }
  setPose(body, pose) {
    const { memory } = this, index = wholeNumber(body, 'body'), at = poseOf(memory, pose);
    memory.call('set_poses_of', this.handle, memory.words(64, [index]), at, 1, 0);
  }
  // Moves all bodies, those of removed indices aside: x, y, cos, sin of each in turn; or the listed ones.
  setPoses(poses, bodies = null) {
    if (bodies === null) {
      const [p] = this.memory.put([poses, Float64Array, 4, 'poses']);
      this.memory.call('set_poses', this.handle, p.address, p.length, 0);
      return;
    }
    const [p, b] = this.memory.put([poses, Float64Array, 4, 'poses'], [bodies, Uint32Array, 1, 'bodies']);
    if (p.length !== b.length) throw new SatchelError(`poses: ${b.length} needed, ${p.length} given`, 'size_mismatch');
    this.memory.call('set_poses_of', this.handle, b.address, p.address, p.length, 0);
  }

  // ---- seams between bodies ---------------------------------------------------------------------------------------------

  // Tells edges of bodies what lies beyond them: {body, edge, inner, oneSided, before: [x, y], after: [x, y]} each.
  linkEdges(links) {
    const bytes = new Uint8Array(linkBytes * links.length), data = new DataView(bytes.buffer);
    links.forEach(({ body, edge = 0, inner = false, oneSided = false, before, after }, k) => {
      const at = linkBytes * k;
      data.setUint32(at, wholeNumber(body, `links[${k}].body`), true);
      data.setUint32(at + 4, wholeNumber(edge, `links[${k}].edge`), true);
      [inner, oneSided, before, after].forEach((flag, n) => data.setUint8(at + 8 + n, flag ? 1 : 0));
      Object.entries({ before, after }).forEach(([name, ghost], n) => {
        const [x, y] = ghost ? twoNumbers(ghost, `links[${k}].${name}`) : [0, 0];
        data.setFloat64(at + 16 + 16 * n, x, true);
        data.setFloat64(at + 24 + 16 * n, y, true);
      });
    });
    const [given] = this.memory.put([bytes, Uint8Array, linkBytes, 'links']);
    this.memory.call('link_edges', this.handle, given.address, given.length);
  }
  // Finds the edges that these bodies share, as a whole or in part, and ends; links them, and returns how many there are.
  linkSharedEdges(bodies, tolerance = 0) {
    const [b] = this.memory.put([bodies, Uint32Array, 1, 'bodies']);
    this.memory.call('link_shared_edges', this.handle, b.address, b.length, oneNumber(tolerance, 'tolerance'),
      this.memory.number);
    return this.memory.count();
  }
  unlink(body) { this.memory.call('unlink', this.handle, wholeNumber(body, 'body')); }
  isLinked(body) { return this.memory.function('is_linked')(this.handle, wholeNumber(body, 'body')) !== 0; }

  // ---- contents ---------------------------------------------------------------------------------------------------------

  get shapeCount() { return this.memory.exports.satchel_shape_count(this.handle); }
  get bodyCount() { return this.memory.exports.satchel_body_count(this.handle); }
  get bodySlots() { return this.memory.exports.satchel_body_slots(this.handle); }
  get memoryBytes() { return this.memory.exports.satchel_scene_memory_bytes(this.handle); }
  get revision() { return this.revisions()[1]; }  // a BigInt
  get identity() { return this.revisions()[0]; }  // a BigInt
  hasBody(body) { return this.memory.exports.satchel_has_body(this.handle, wholeNumber(body, 'body')) !== 0; }

  // Identity and revision.
  revisions() {
    const { memory } = this;
    memory.function('scene_revisions')(memory.number, this.handle);
    return [0, 8].map((offset) => memory.data.getBigUint64(memory.number + offset, true));
  }
  readBody(body, name = 'read_body') { this.memory.call(name, this.handle, wholeNumber(body, 'body'), this.memory.number); }
  readShape(shape) { this.memory.call('read_shape', this.handle, wholeNumber(shape, 'shape'), this.memory.number); }
  // A number of 32 bits of satchel_body or satchel_shape, at its offset.
  ofBody(body, offset) { this.readBody(body); return this.memory.data.getUint32(this.memory.number + offset, true); }
  ofShape(shape, offset) { this.readShape(shape); return this.memory.data.getUint32(this.memory.number + offset, true); }
  shape(body) { return this.ofBody(body, 64); }
  generation(body) { this.readBody(body, 'generation'); return this.memory.id(); }
  vertexCount(shape) { return this.ofShape(shape, 8); }
  partCount(shape) { return this.ofShape(shape, 12); }
  // The rings of an outline; none for other shapes. {starts, isHole}: ring k has the localVertices from starts[k] to before
  // starts[k + 1], the region on their left; holes follow the outer ring of their polygon.
  rings(shape) {
    const count = this.ofShape(shape, 16);
    const [s, h] = this.memory.put([new Uint32Array(count + 1), Uint32Array, 1, 'starts'], [new Uint8Array(count), Uint8Array, 1, 'isHole']);
    this.memory.call('rings', this.handle, shape, s.address, h.address, count);
    return {
      starts: new Uint32Array(this.memory.buffer, s.address, count + 1).slice(),
      isHole: new Uint8Array(this.memory.buffer, h.address, count).slice(),
    };
  }
  radius(shape) { this.readShape(shape); return this.memory.doubles(1)[0]; }
  pose(body) {
    this.readBody(body);
    const [x, y, cos, sin] = this.memory.doubles(4);
    return { x, y, cos, sin };
  }
  boundingBox(body) {
    this.readBody(body);
    const [minX, minY, maxX, maxY] = this.memory.doubles(8).slice(4);
    return { minX, minY, maxX, maxY };
  }
  // x, y of each vertex in turn: of a shape in its own frame, of a body from the origin of its pose. Copies.
  localVertices(shape) { return this.vertices('local_vertices', shape, this.vertexCount(shape)); }
  placedOffsets(body) { return this.vertices('placed_offsets', body, this.vertexCount(this.shape(body))); }
  vertices(name, index, count) {
    const [xy] = this.memory.put([new this.Real(2 * count), this.Real, 2, 'vertices']);
    this.memory.call(name + this.suffix, this.handle, index, xy.address, count);
    return new this.Real(this.memory.buffer, xy.address, 2 * count).slice();
  }
}
