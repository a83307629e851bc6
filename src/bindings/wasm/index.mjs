// An index of the bodies of a scene that is kept from call to call: rays, points, boxes, shapes at poses, nearest bodies,
// trajectories.
//
// Every query takes the scene, which has to be as it was at the last update. Options of every query: `filters` {category, mask,
// group, isStatic} and `worlds`, one a body; `queryFilters`, `queryWorlds` and `ignored` (bodies that are not found), one for all
// queries or one a query; `progress`. Of rays: `exits`, whether rows tell when the ray leaves the body; `fromInside`: 'boundary', where
// rays that begin in a body meet its boundary.
import { SatchelError } from './errors.mjs';
import { arrayOf, Held, oneNumber, wholeNumber } from './memory.mjs';
import { castOptions, maxDistanceOf, periodsArray, periodsAt, queryArrays, queryOptions } from './options.mjs';
import { noObstacles, trajectories, trajectoryArrays } from './trajectories.mjs';

const placedShapes = (shapes, poses) =>
  [[typeof shapes === 'number' ? [shapes] : shapes, Uint32Array, 1, 'shapes'], [poses, Float64Array, 4, 'poses']];

// `memory` is that of the module; load() makes a class that knows it.
export class Index extends Held {
  constructor(memory, scene, options) {
    super(memory, 'index', 'the index has', scene?.precision);
    this.create(this.sceneAt(scene), memory.number, memory.run(options));
  }

  sceneAt(scene) { return this.memory.handleOf(scene, 'scene'); }

  // Makes it an index of this scene, of the same precision, whatever it was before.
  build(scene, options) { this.memory.call('index_build', this.handle, this.sceneAt(scene), this.memory.run(options)); }

  // Follows what has changed in its scene. moved: every body that changed, for a caller who knows; a list that leaves one out is
  // refused.
  update(scene, moved = null, options = undefined) {
    const { memory } = this;
    if (moved === null) {
      memory.call('index_update', this.handle, this.sceneAt(scene), 0, 0, memory.run(options));
      return;
    }
    const [m] = memory.put([moved, Uint32Array, 1, 'moved']);
    const address = m.length === 0 ? memory.number : m.address;  // no pointer: the index finds by itself what changed
    memory.call('index_update', this.handle, this.sceneAt(scene), address, m.length, memory.run(options));
  }

  // Whether queries with this scene are accepted.
  isCurrent(scene) { return this.memory.function('index_is_current')(this.handle, this.sceneAt(scene)) !== 0; }
  get memoryBytes() { return this.memory.function('index_memory_bytes')(this.handle); }

  // The first body that each ray meets: x, y, direction x, y and the largest time of each in turn.
  castRays(scene, rays, options) {
    const [q, at] = this.put(options, [rays, Float64Array, 5, 'rays']);
    const room = this.room('cast_rays', 'rayHits');
    this.memory.call('cast_rays', this.sceneAt(scene), q.address, q.length, room.reserve(q.length), at);
    return room.rows(q.length);
  }
  // Whether each ray meets any body up to its largest time: a copy, one byte a ray, 0 or 1.
  raysBlocked(scene, rays, options) {
    const numbers = arrayOf(rays, Float64Array, 5, 'rays');
    const [q, out, at] = this.put(options, [numbers, Float64Array, 5, 'rays'],
      [new Uint8Array(numbers.length / 5), Uint8Array, 1, 'blocked']);
    this.memory.call('rays_blocked', this.sceneAt(scene), q.address, q.length, out.address, at);
    return new Uint8Array(this.memory.buffer, out.address, q.length).slice();
  }
  // All bodies that each ray meets, by (query, time, body).
  allRayHits(scene, rays, options) {
    const [q, at] = this.put(options, [rays, Float64Array, 5, 'rays']);
    return this.list('all_ray_hits', 'foundRayHits', q.length, at, this.sceneAt(scene), q.address, q.length);
  }

  // The bodies that contain each point (x, y in turn), or meet each box (minX, minY, maxX, maxY in turn), by (query, body).
  bodiesAtPoints(scene, points, options) {
    const [q, at] = this.put(options, [points, Float64Array, 2, 'points']);
    return this.list('bodies_at_points', 'found', q.length, at, this.sceneAt(scene), q.address, q.length);
  }
  bodiesInBoxes(scene, boxes, options) {
    const [q, at] = this.put(options, [boxes, Float64Array, 4, 'boxes']);
    return this.list('bodies_in_boxes', 'found', q.length, at, this.sceneAt(scene), q.address, q.length);
  }

  // Shapes of the scene at poses (x, y, cos, sin in turn), as bodies that are in no scene; one shape for all, or one a pose.
  // The bodies that each touches or overlaps, with the verdict, by (query, body); with options.periods, [x, y] of a world that repeats, at which
  // images, by (query, body, imageX, imageY).
  bodiesAtPoses(scene, shapes, poses, options) {
    const [s, q, p, at] = this.put(options, ...placedShapes(shapes, poses), periodsArray(options));
    const asked = [s.address, s.length, q.address, q.length];
    if (options?.periods === undefined) {
      return this.list('bodies_at_poses', 'bodiesAtPoses', q.length, at, this.sceneAt(scene), ...asked);
    }
    return this.list('images_at_poses', 'foundImages', q.length, at, this.sceneAt(scene), periodsAt(p), ...asked);
  }
  // The bodies nearest to each, at most `count` of them and at most options.maxDistance away, by (query, distance, body).
  nearestBodies(scene, shapes, poses, count = 1, options = undefined) {
    if (shapes?.length === 0) throw new SatchelError('shapes: none; give one for all poses or one a pose', 'size_mismatch');
    return this.nearest(scene, shapes, poses, count, options);
  }
  // Without shapes: of points, the origins of the poses.
  nearest(scene, shapes, poses, count, options) {
    const [s, q, at] = this.put(options, ...placedShapes(shapes, poses));
    return this.list(`nearest_bodies${this.suffix}`, 'nearBodies', q.length, at, this.sceneAt(scene), s.address, s.length,
      q.address, q.length, wholeNumber(count, 'count'), maxDistanceOf(options));
  }

  // The same for points (x, y in turn).
  nearestToPoints(scene, points, count = 1, options = undefined) {
    const numbers = arrayOf(points, Float64Array, 2, 'points'), poses = new Float64Array(2 * numbers.length);
    for (let i = 0; i < numbers.length; i += 2) poses.set([numbers[i], numbers[i + 1], 1, 0], 2 * i);
    return this.nearest(scene, [], poses, count, options);
  }

  // Shapes that move from their poses by motions (x, y, angle in turn; one for all, or one a pose), turning or not. The first body
  // that each meets; all bodies that it meets, by (query, time, body). options.tolerance, maxAngle and leavesStart as for sweep.
  castShapes(scene, shapes, poses, motions, options) {
    const [count, asked, at] = this.moving(shapes, poses, motions, options);
    const room = this.room('cast_shapes', 'shapeHits');
    this.memory.call('cast_shapes', this.sceneAt(scene), ...asked, room.reserve(count), at);
    return room.rows(count);
  }
  allShapeHits(scene, shapes, poses, motions, options) {
    const [count, asked, at] = this.moving(shapes, poses, motions, options);
    return this.list('all_shape_hits', 'foundShapeHits', count, at, this.sceneAt(scene), ...asked);
  }
  moving(shapes, poses, motions, options) {
    const [s, q, m, at] = this.put(options, ...placedShapes(shapes, poses), [motions, Float64Array, 3, 'motions']);
    return [q.length, [s.address, s.length, q.address, q.length, m.address, m.length], castOptions(this.memory, options, at)];
  }

  // The first step at which each mover meets an obstacle, or a body that it may find. movers, obstacles: see trajectories.mjs; the
  // movers are the queries of the options, which are about bodies alone.
  firstHits(scene, movers, obstacles = noObstacles, options = undefined) {
    const put = this.put(options, ...trajectoryArrays(movers, obstacles)), chosen = put.pop();
    const { at, count } = trajectories(this.memory, movers, obstacles, put);
    const room = this.room('first_hits', 'firstHits');
    this.memory.call('first_hits', this.sceneAt(scene), ...at, room.reserve(count), count, chosen);
    return room.rows(count);
  }

  // All hits of movers, by (trajectory, step, obstacle); the least distance of each, at most options.maxDistance; the time to
  // collision of each at each step, within a horizon, if all go on at their velocities.
  trajectoryHits(scene, movers, obstacles = noObstacles, options = undefined) {
    const put = this.put(options, ...trajectoryArrays(movers, obstacles)), chosen = put.pop();
    const { at, count } = trajectories(this.memory, movers, obstacles, put);
    return this.list('trajectory_hits', 'trajectoryHits', count, chosen, this.sceneAt(scene), ...at);
  }
  clearances(scene, movers, obstacles = noObstacles, options = undefined) {
    const put = this.put(options, ...trajectoryArrays(movers, obstacles)), chosen = put.pop();
    const { at, count } = trajectories(this.memory, movers, obstacles, put);
    const room = this.room('clearances', 'clearances');
    this.memory.call('clearances', this.sceneAt(scene), ...at, maxDistanceOf(options), room.reserve(count), count, chosen);
    return room.rows(count);
  }
  timesToCollision(scene, movers, horizon, obstacles = noObstacles, options = undefined) {
    const put = this.put(options, ...trajectoryArrays(movers, obstacles)), chosen = put.pop();
    const { at, poseCount } = trajectories(this.memory, movers, obstacles, put);
    const room = this.room('times_to_collision', 'collisionTimes');
    this.memory.call('times_to_collision', this.sceneAt(scene), ...at, oneNumber(horizon, 'horizon'),
      room.reserve(poseCount), poseCount, chosen);
    return room.rows(poseCount);
  }

  // ---- how the above are made -------------------------------------------------------------------------------------------

  // Puts the arguments of a query into the memory of the module, with its options. Returns them, and the address of the options.
  put(options, ...given) {
    const put = this.memory.put(...given, ...queryArrays(options));
    return [...put.slice(0, given.length), queryOptions(this.memory, options, this.handle, put.slice(given.length))];
  }
  list(name, kind, first, options, ...parameters) {
    return this.room(name, kind).list(first, (address, room) =>
      this.memory.code(name, ...parameters, address, room, this.memory.number, options));
  }
}
