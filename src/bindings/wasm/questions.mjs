// What can be asked of scenes. Pairs are body indices a, b of each in turn: a typed array, an array, or rows of findPairs.
//
// Options of every call: `other`, a second scene, whose bodies are the b of the pairs; `periods`, [x, y] of a world that repeats
// (0: not along this axis), in findPairs, collide, classify, findHits, distances and manifolds: its pairs are rows a, b, imageX,
// imageY; `progress(done, all)`, called now and then, which returns false to end the call. What else a call takes stands above
// it.
import { SatchelError } from './errors.mjs';
import { arrayOf, oneNumber } from './memory.mjs';
import { maxDistanceOf, pairArrays, pairOptions, periodsArray, periodsAt, pushOutOptions, queryRun, sweepOptions } from './options.mjs';
import { Scene } from './scene.mjs';
import { noObstacles, trajectories, trajectoryArrays } from './trajectories.mjs';

const predicates = ['intersects', 'disjoint', 'touches', 'overlaps', 'within', 'contains', 'covers', 'coveredBy', 'containsProperly',
  'equals'];
const periodic = ['collide', 'classify', 'find_hits', 'distances', 'manifolds'];

// The pairs of a question: the address of their list, and how many they are. `more`: other arrays, `given` where they are.
function ofPairs(scene, name, pairs, options, ...more) {
  const { memory } = scene, { other, periods } = options ?? {};
  const repeats = periods !== undefined, otherAt = other === undefined ? 0 : memory.handleOf(other, 'scene', 'other');
  if (repeats && !periodic.includes(name)) throw new SatchelError(`${name} takes no periods`, 'unsupported');
  const [p, q, ...given] = memory.put([pairs, Uint32Array, repeats ? 4 : 2, 'pairs'], periodsArray(options), ...more);
  const list = memory.pairList(scene.handle, otherAt, p, repeats ? periodsAt(q) : 0);
  return { list, count: p.length, given };
}

// A question with one result a pair: function(list, extra..., results, options).
function results(name, kind, extra = () => []) {
  return function (pairs, options) {
    const { list, count } = ofPairs(this, name, pairs, options);
    const room = this.room(name, kind);
    this.memory.call(name + this.suffix, list, ...extra(options), room.reserve(count), this.memory.run(options));
    return room.rows(count);
  };
}

// The same with a byte a pair, of scenes of both precisions: a copy.
function bytes(name, ...extra) {
  return function (pairs, options) {
    const { memory } = this, row = options?.periods === undefined ? 2 : 4, numbers = arrayOf(pairs, Uint32Array, row, 'pairs');
    const { list, count, given: [out] } = ofPairs(this, name, numbers, options,
      [new Uint8Array(numbers.length / row), Uint8Array, 1, name]);
    memory.call(name, list, ...extra, out.address, memory.run(options));
    return new Uint8Array(memory.buffer, out.address, count).slice();
  };
}

// A list about pairs, of which about one in `share` is in it: function(pairs, extra..., list, options).
function list(name, kind, share, extra = () => []) {
  return function (pairs, options) {
    const { memory } = this;
    const { list: of, count } = ofPairs(this, name, pairs, options);
    const [full, rows] = options?.periods === undefined ? [name, kind] : ['find_image_hits', 'imageHits'];
    return this.room(full, rows).list(Math.ceil(count / share), (address, size) =>
      memory.code(full + this.suffix, of, ...extra(options), address, size, memory.number, memory.run(options)));
  };
}

const margin = (options) => {
  const { margin: largest = 0 } = options ?? {};
  return [oneNumber(largest, 'margin')];
};

// Points and the like against all bodies: a list of what was found.
function found(name, row, argument) {
  return function (queries, options) {
    const { memory } = this;
    const [q] = memory.put([queries, Float64Array, row, argument]);
    return this.room(name, 'found').list(q.length, (address, room) =>
      memory.code(name, this.handle, q.address, q.length, address, room, memory.number, queryRun(memory, options)));
  };
}

Object.assign(Scene.prototype, {
  // Verdict, normal, separation and deciding feature of each pair.
  collide: results('collide', 'contacts'),
  // Signed distances and the nearest points.
  distances: results('distances', 'distances'),
  // Up to two contact points a pair. options.margin: the largest separation of a point.
  manifolds: results('manifolds', 'manifolds', margin),
  // The same for each two parts that meet: a list, of those that have points.
  partManifolds: list('part_manifolds', 'partManifolds', 2, margin),
  // Areas of intersections; intersection over union; both and the fraction of a's area.
  overlapAreas: results('overlap_areas', 'numbers'),
  ious: results('ious', 'numbers'),
  overlapMeasures: results('overlap_measures', 'overlaps'),

  // The verdicts alone: a copy, one byte a pair: 0 disjoint, 1 touching, 2 overlapping.
  classify: bytes('classify'),
  // Whether a lies within b: a copy, one byte a pair: 0 no, 1 it does and touches b's boundary, 2 in its interior.
  within: bytes('within'),

  // Whether a predicate of OGC holds, for outlines and polygons: a copy, one byte a pair, 1 or 0.
  relate(pairs, predicate, options) {
    const code = predicates.indexOf(predicate);
    if (code < 0) throw new SatchelError(`predicate ${predicate}: give one of ${predicates.join(', ')}`, 'unknown_value');
    return bytes('relate', code).call(this, pairs, options);
  },

  // The contacts of the pairs that touch or overlap.
  findHits: list('find_hits', 'hits', 4),

  // For each of some bodies a translation out of its candidates, those from starts[i] to before starts[i + 1].
  // options.rounds: the most rounds where the shortest one is not computed; lastMotions, x, y, angle of each body in turn: how
  // they came to their poses; frontTolerance, how deep behind a one-sided edge a body was in front of it nevertheless.
  pushOut(bodies, starts, candidates, options) {
    const { memory } = this;
    const [b, s, c, m] = memory.put([bodies, Uint32Array, 1, 'bodies'], [starts, Uint32Array, 1, 'starts'],
      [candidates, Uint32Array, 1, 'candidates'], [options?.lastMotions ?? [], Float64Array, 3, 'lastMotions']);
    if (s.length !== b.length + 1) {
      throw new SatchelError(`starts: ${b.length + 1} needed, ${s.length} given`, 'size_mismatch');
    }
    const room = this.room('push_out', 'pushes');
    memory.call('push_out', this.handle, b.address, b.length, s.address, c.address, c.length, room.reserve(b.length),
      pushOutOptions(memory, options, m));
    return room.rows(b.length);
  },

  // The first impact of each pair while the bodies move: x, y, angle of each body of the scene in turn. options.tolerance;
  // maxAngle, the largest turn; leavesStart, whether impacts count only if the bodies approach each other there;
  // otherMotions, those of the other scene.
  sweep(motions, pairs, options) {
    const { memory } = this;
    const { list, count, given: [m, n] } = ofPairs(this, 'sweep', pairs, options, [motions, Float64Array, 3, 'motions'],
      [options?.otherMotions ?? [], Float64Array, 3, 'otherMotions']);
    const room = this.room('sweep', 'impacts');
    memory.call(`sweep${this.suffix}`, list, m.address, m.length, n.address, n.length, room.reserve(count),
      sweepOptions(memory, options));
    return room.rows(count);
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
    const { list, count } = ofPairs(this, 'intersections', pairs, options);
    const pieces = this.room('intersections', 'pieces'), vertices = this.room('intersection_vertices', 'vertices');
    pieces.reserve(count);
    vertices.reserve(8 * count);
    const ask = () => memory.code(`intersections${this.suffix}`, list, pieces.address, pieces.room, memory.number,
      vertices.address, vertices.room, memory.number + 8, memory.run(options));
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
  // Non-maximum suppression: the bodies that are kept, by descending score; scores are compared as doubles, as they are.
  // options.classes: one a body.
  nms(scores, threshold, options) {
    const { memory } = this;
    const [s, c, k] = memory.put([scores, Float64Array, 1, 'scores'], [options?.classes ?? [], Uint32Array, 1, 'classes'],
      [new Uint32Array(scores.length), Uint32Array, 1, 'kept']);
    memory.call('nms_d', this.handle, s.address, s.length, oneNumber(threshold, 'threshold'), c.address, c.length, k.address,
      s.length, memory.number, memory.run(options));
    return new Uint32Array(memory.buffer, k.address, memory.count()).slice();
  },

  // All pairs of bodies whose bounding boxes meet; with options.periods, image pairs. options.margin, margins (a number a body),
  // motions (x, y, angle of each body in turn: the boxes that bodies sweep), worlds and filters (one a body), maxPairs,
  // sorted: false for an order that saves the time for sorting.
  findPairs(options) {
    const { memory } = this, { other, periods } = options ?? {};
    const [q, ...arrays] = memory.put(periodsArray(options), ...pairArrays(options));
    const parameters = [this.handle, other === undefined ? 0 : memory.handleOf(other, 'scene', 'other')];
    if (periods !== undefined) parameters.push(periodsAt(q));
    const [name, kind] = periods === undefined ? ['find_pairs', 'pairs'] : ['find_image_pairs', 'imagePairs'];
    const at = pairOptions(memory, options, arrays);
    return this.room(name, kind).list(4 * this.bodySlots, (address, room) =>
      memory.code(name, ...parameters, address, room, memory.number, at));
  },

  // The first body that each ray meets: x, y, direction x, y and the largest time of each in turn. options.exits, fromInside: as of
  // an index.
  castRays(rays, options) {
    const { memory } = this;
    const [r] = memory.put([rays, Float64Array, 5, 'rays']);
    const room = this.room('cast_rays', 'rayHits');
    memory.call('cast_rays', this.handle, r.address, r.length, room.reserve(r.length), queryRun(memory, options));
    return room.rows(r.length);
  },
  // The bodies that contain each point (x, y in turn), or meet each box (minX, minY, maxX, maxY in turn).
  bodiesAtPoints: found('bodies_at_points', 2, 'points'),
  bodiesInBoxes: found('bodies_in_boxes', 4, 'boxes'),

  // The first step at which each mover meets an obstacle, or a body of the scene. movers, obstacles: see trajectories.mjs.
  firstHits(movers, obstacles = noObstacles, options = undefined) {
    const { memory } = this;
    const { at, count } = trajectories(memory, movers, obstacles, memory.put(...trajectoryArrays(movers, obstacles)));
    const room = this.room('first_hits', 'firstHits');
    memory.call('first_hits', this.handle, ...at, room.reserve(count), count, queryRun(memory, options));
    return room.rows(count);
  },
  // As of an index: all hits, the least distances (options.maxDistance), times to collision.
  trajectoryHits(movers, obstacles = noObstacles, options = undefined) {
    const { memory } = this;
    const { at, count } = trajectories(memory, movers, obstacles, memory.put(...trajectoryArrays(movers, obstacles)));
    return this.room('trajectory_hits', 'trajectoryHits').list(count, (address, room) =>
      memory.code('trajectory_hits', this.handle, ...at, address, room, memory.number, queryRun(memory, options)));
  },
  clearances(movers, obstacles = noObstacles, options = undefined) {
    const { memory } = this;
    const { at, count } = trajectories(memory, movers, obstacles, memory.put(...trajectoryArrays(movers, obstacles)));
    const room = this.room('clearances', 'clearances');
    memory.call('clearances', this.handle, ...at, maxDistanceOf(options), room.reserve(count), count,
      queryRun(memory, options));
    return room.rows(count);
  },
  timesToCollision(movers, horizon, obstacles = noObstacles, options = undefined) {
    const { memory } = this;
    const { at, poseCount } = trajectories(memory, movers, obstacles, memory.put(...trajectoryArrays(movers, obstacles)));
    const room = this.room('times_to_collision', 'collisionTimes');
    memory.call('times_to_collision', this.handle, ...at, oneNumber(horizon, 'horizon'), room.reserve(poseCount), poseCount,
      queryRun(memory, options));
    return room.rows(poseCount);
  },
});
