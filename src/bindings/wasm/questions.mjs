// What can be asked of scenes. Pairs are body indices a, b of each in turn: a typed array, an array, or rows of findPairs.
//
// Options of every call: `other`, a second scene, whose bodies are the b of the pairs; `progress(done, all)`, called now and
// then, which returns false to end the call. What else a call takes stands above it.
import { SatchelError } from './errors.mjs';
import { Scene } from './scene.mjs';

// The handles of one scene or two, and the end of a function's name that says so.
function scenesOf(scene, options) {
  if (options?.other === undefined) return [[scene.handle], ''];
  return [[scene.handle, options.other.handle], '_between'];
}

// A question with one result a pair: function(scenes, pairs, count, extra..., results, options).
function ofPairs(name, kind, extra = () => []) {
  return function (pairs, options) {
    const { memory } = this;
    const [handles, between] = scenesOf(this, options);
    const [p] = memory.put([pairs, Uint32Array, 2, 'pairs']);
    const room = this.room(name, kind);
    memory.call(name + between + this.suffix, ...handles, p.address, p.length, ...extra(options), room.reserve(p.length),
      memory.run(options));
    return room.rows(p.length);
  };
}

// Points and the like against all bodies: a list of what was found.
function found(name, row, argument) {
  return function (queries, options) {
    const { memory } = this;
    const [q] = memory.put([queries, Float64Array, row, argument]);
    return this.room(name, 'found').list(q.length, (address, room) =>
      memory.code(name, this.handle, q.address, q.length, address, room, memory.number, memory.run(options)));
  };
}

Object.assign(Scene.prototype, {
  // Verdict, normal, separation and deciding feature of each pair.
  collide: ofPairs('collide', 'contacts'),
  // Signed distances and the nearest points.
  distances: ofPairs('distances', 'distances'),
  // Up to two contact points a pair. options.margin: the largest separation of a point.
  manifolds: ofPairs('manifolds', 'manifolds', (options) => [options?.margin ?? 0]),
  // Areas of intersections; intersection over union; both and the fraction of a's area.
  overlapAreas: ofPairs('overlap_areas', 'numbers'),
  ious: ofPairs('ious', 'numbers'),
  overlaps: ofPairs('overlaps', 'overlaps'),

  // The verdicts alone: a copy, one byte a pair: 0 disjoint, 1 touching, 2 overlapping.
  classify(pairs, options) {
    const { memory } = this;
    const [handles, between] = scenesOf(this, options);
    const [p, v] = memory.put([pairs, Uint32Array, 2, 'pairs'],
      [new Uint8Array(Math.floor(pairs.length * (pairs.stride ? 1 : 0.5))), Uint8Array, 1, 'verdicts']);
    memory.call(`classify${between}`, ...handles, p.address, p.length, v.address, memory.run(options));
    return new Uint8Array(memory.buffer, v.address, p.length).slice();
  },

  // The contacts of the pairs that touch or overlap.
  findHits(pairs, options) {
    const { memory } = this;
    const [handles, between] = scenesOf(this, options);
    const [p] = memory.put([pairs, Uint32Array, 2, 'pairs']);
    return this.room('find_hits', 'hits').list(Math.ceil(p.length / 4), (address, room) =>
      memory.code(`find_hits${between}${this.suffix}`, ...handles, p.address, p.length, address, room, memory.number,
        memory.run(options)));
  },

  // The first impact of each pair while the bodies move: x, y, angle of each body of the scene in turn.
  // options.tolerance; options.otherMotions: those of the other scene.
  sweep(motions, pairs, options) {
    const { memory } = this;
    const [[a, b], between] = scenesOf(this, options);
    const [p, m, n] = memory.put([pairs, Uint32Array, 2, 'pairs'], [motions, Float64Array, 3, 'motions'],
      [options?.otherMotions ?? [], Float64Array, 3, 'otherMotions']);
    const room = this.room('sweep', 'impacts'), moving = [a, m.address, m.length];
    if (b !== undefined) moving.push(b, n.address, n.length);
    memory.call(`sweep${between}${this.suffix}`, ...moving, p.address, p.length, options?.tolerance ?? 0,
      room.reserve(p.length), memory.run(options));
    return room.rows(p.length);
  },
  // Moves all bodies by their motions.
  advance(motions, options) {
    const [m] = this.memory.put([motions, Float64Array, 3, 'motions']);
    this.memory.call('advance', this.handle, m.address, m.length, this.handle, this.memory.run(options));
  },

  // The area of each shape.
  shapeAreas() {
    const room = this.room('shape_areas', 'numbers'), count = this.shapeCount;
    this.memory.call(`shape_areas${this.suffix}`, this.handle, room.reserve(count), count);
    return room.rows(count);
  },
  // The polygons in which pairs intersect: {pieces, vertices}, from the origin of body a.
  intersections(pairs, options) {
    const { memory } = this;
    const [p] = memory.put([pairs, Uint32Array, 2, 'pairs']);
    const pieces = this.room('intersections', 'pieces'), vertices = this.room('intersection_vertices', 'vertices');
    pieces.reserve(p.length);
    vertices.reserve(8 * p.length);
    const ask = () => memory.code(`intersections${this.suffix}`, this.handle, p.address, p.length, pieces.address,
      pieces.room, memory.number, vertices.address, vertices.room, memory.number + 8, memory.run(options));
    const counts = () => [memory.count(), memory.data.getUint32(memory.number + 8, true)];
    let code = ask();
    if (memory.isNoRoom(code)) {
      const [pieceCount, vertexCount] = counts();
      pieces.reserve(pieceCount);
      vertices.reserve(vertexCount);
      code = ask();
    }
    memory.check(code);
    const [pieceCount, vertexCount] = counts();
    return { pieces: pieces.rows(pieceCount), vertices: vertices.rows(vertexCount) };
  },
  // Non-maximum suppression: the bodies that are kept, by descending score. options.classes: one a body.
  nms(scores, threshold, options) {
    const { memory } = this;
    const [s, c, k] = memory.put([scores, this.Real, 1, 'scores'], [options?.classes ?? [], Uint32Array, 1, 'classes'],
      [new Uint32Array(scores.length), Uint32Array, 1, 'kept']);
    memory.call(`nms${this.suffix}`, this.handle, s.address, s.length, threshold, c.address, c.length, k.address,
      s.length, memory.number, memory.run(options));
    return new Uint32Array(memory.buffer, k.address, memory.count()).slice();
  },

  // All pairs of bodies whose bounding boxes meet. options.margin, worlds (a number a body), maxPairs.
  findPairs(options) {
    const { memory } = this;
    const [handles, between] = scenesOf(this, options);
    const [worlds] = memory.put([options?.worlds ?? [], Uint32Array, 1, 'worlds']);
    const run = memory.run(options), at = memory.pairOptions(options, worlds, run);
    return this.room('find_pairs', 'pairs').list(4 * this.bodySlots, (address, room) =>
      memory.code(`find_pairs${between}`, ...handles, address, room, memory.number, at));
  },

  // The first body that each ray meets: x, y, direction x, y and the largest time of each in turn.
  castRays(rays, options) {
    const { memory } = this;
    const [r] = memory.put([rays, Float64Array, 5, 'rays']);
    const room = this.room('cast_rays', 'rayHits');
    memory.call('cast_rays', this.handle, r.address, r.length, room.reserve(r.length), memory.run(options));
    return room.rows(r.length);
  },
  // The bodies that contain each point (x, y in turn), or meet each box (minX, minY, maxX, maxY in turn).
  bodiesAtPoints: found('bodies_at_points', 2, 'points'),
  bodiesInBoxes: found('bodies_in_boxes', 4, 'boxes'),

  // The first step at which each mover meets an obstacle, or a body of the scene. movers, obstacles: {shapes, poses: x, y,
  // cos, sin by body and step, steps, present: a flag for each pose, or nothing}.
  firstHits(movers, obstacles = { shapes: [], poses: [], steps: movers.steps }, options) {
    const { memory } = this;
    const parts = [movers, obstacles].flatMap((one) => [[one.shapes, Uint32Array, 1, 'shapes'],
      [one.poses, Float64Array, 4, 'poses'], [one.present ?? [], Uint8Array, 1, 'present']]);
    const given = memory.put(...parts);
    const at = [movers, obstacles].map(({ steps }, k) => {
      const [shapes, poses, present] = given.slice(3 * k, 3 * k + 3);
      if (poses.length !== shapes.length * steps) {
        throw new SatchelError(`poses: ${shapes.length * steps} needed, ${poses.length} given`, 'size_mismatch');
      }
      return memory.words(32 * k, [shapes.address, poses.address, shapes.length, steps, present.address, present.length]);
    });
    const room = this.room('first_hits', 'firstHits'), count = given[0].length;
    memory.call('first_hits', this.handle, ...at, room.reserve(count), count, memory.run(options));
    return room.rows(count);
  },
});
