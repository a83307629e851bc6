// Satchel as a WebAssembly module. satchel/*.hpp and the guide say what each answer means.

declare global {
  /** As TypeScript 5.2 and newer declare it. */
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** x, y of each vertex or point in turn, and the like. */
export type Numbers = ArrayLike<number>;
/** Body indices a, b of each pair in turn, or rows of findPairs. */
export type Pairs = ArrayLike<number> | Rows;
export type Precision = 'float32' | 'float64';
export type RealArray = Float32Array | Float64Array;
/** 0 disjoint, 1 touching, 2 overlapping. */
export type Verdict = 0 | 1 | 2;

/** Placed at (x, y), turned by `angle` (radians) or by a cosine and a sine. (0, 1) is a quarter turn exactly, Math.PI / 2 is not. */
export type Pose = { x?: number; y?: number; angle: number } | { x?: number; y?: number; cos?: number; sin?: number };

/** Thrown by every call that refuses its input or cannot finish. */
export class SatchelError extends Error {
  /** The reason, named as in satchel/error.hpp: "bad_body", "no_memory", ...; "out_of_range": also an index that is no integer from 0
   *  to below 2^32; "no_module": load() found no satchel.wasm. */
  readonly code: string;
  /** The offending item: vertex, pair, body, ...; 0 if there is none. */
  readonly index: number;
}

/** Rows of one layout in the module's memory. They hold until the next call of the same question on the same scene, or its
 *  dispose(); copy() holds for good. Typed arrays are views: take fresh ones after every call. */
export interface Rows {
  readonly length: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  /** All rows as one typed array, fresh. */
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  readonly words: Uint32Array;
  copy(): this;
  row(i: number): Record<string, number>;
  toArray(): Record<string, number>[];
}

interface FeatureRows extends Rows {
  normalX(i: number): number;
  normalY(i: number): number;
  /** Packed; the four below read it. */
  feature(i: number): number;
  verdict(i: number): Verdict;
  isVertex(i: number): boolean;
  isOfB(i: number): boolean;
  featureIndex(i: number): number;
}
export interface Contacts extends FeatureRows {
  /** Negative: minus the depth. */
  separation(i: number): number;
  /** The minimum translation vector of a; [0, 0] unless the pair overlaps. */
  mtv(i: number): [number, number];
}
export interface Hits extends Contacts {
  a(i: number): number;
  b(i: number): number;
  /** In the list of pairs. */
  index(i: number): number;
  /** The image, in hits of questions with `periods`; other hits have none. */
  imageX?(i: number): number;
  imageY?(i: number): number;
}
/**
 * Points are relative to the origin of a; the first `count` are valid. An id names the two features that meet, and stays while they
 * meet: 2 + 4 i + 2^17 j are vertex i of a and vertex j of b; side + 4 i + 2^17 j are vertex i of the body of this side (0: a) and
 * edge j of the other.
 */
export interface Manifolds extends FeatureRows {
  count(i: number): 0 | 1 | 2;
  x0(i: number): number;
  y0(i: number): number;
  separation0(i: number): number;
  id0(i: number): number;
  x1(i: number): number;
  y1(i: number): number;
  separation1(i: number): number;
  id1(i: number): number;
}
/** Manifolds of parts; a body that is no compound has part 0. */
export interface PartManifolds extends Manifolds {
  /** In the list of pairs. */
  pair(i: number): number;
  partA(i: number): number;
  partB(i: number): number;
}
/** Witness points are relative to the origins of their own bodies. */
export interface Distances extends FeatureRows {
  distance(i: number): number;
  pointAX(i: number): number;
  pointAY(i: number): number;
  pointBX(i: number): number;
  pointBY(i: number): number;
}
export interface Impacts extends Rows {
  time(i: number): number;
  normalX(i: number): number;
  normalY(i: number): number;
  /** Where they meet, relative to the origin of body a at this time. */
  pointX(i: number): number;
  pointY(i: number): number;
  hit(i: number): 0 | 1;
}
export interface Overlaps extends Rows {
  area(i: number): number;
  iou(i: number): number;
  fraction(i: number): number;
}
export interface Values extends Rows {
  value(i: number): number;
  /** All of them, fresh, in the precision of the scene. */
  readonly numbers: RealArray;
}
export interface PairRows extends Rows {
  a(i: number): number;
  b(i: number): number;
}
/** A body, and another one (imageX, imageY) periods away from its origin: in one scene that with the higher index, else b. Along an axis
 * without period the image is 0. */
export interface ImagePairRows extends PairRows {
  imageX(i: number): number;
  imageY(i: number): number;
}
export interface Pushes extends Rows {
  x(i: number): number;
  y(i: number): number;
  /** Candidates that the body still overlaps then. */
  left(i: number): number;
  /** 0: found by rounds. */
  isShortest(i: number): 0 | 1;
}
export interface Found extends Rows {
  query(i: number): number;
  body(i: number): number;
}
/** Bodies that shapes at poses touch (1) or overlap (2). */
export interface BodiesAtPoses extends Found {
  verdict(i: number): number;
}
/** Those in a world that repeats: (imageX, imageY) periods away from where the body is. */
export interface FoundImages extends BodiesAtPoses {
  imageX(i: number): number;
  imageY(i: number): number;
}
interface BodyHits extends Rows {
  time(i: number): number;
  normalX(i: number): number;
  normalY(i: number): number;
  /** 4294967295: none. */
  body(i: number): number;
}
export interface RayHits extends BodyHits {
  /** With the option `exits`: when the ray leaves the body; else 0. */
  exit(i: number): number;
}
export interface FoundRayHits extends RayHits {
  query(i: number): number;
}
/** Points are relative to the origin of the shape at this time. */
export interface ShapeHits extends BodyHits {
  pointX(i: number): number;
  pointY(i: number): number;
}
export interface FoundShapeHits extends ShapeHits {
  query(i: number): number;
}
/** Distances from queries to the bodies found. */
export interface NearBodies extends Distances {
  query(i: number): number;
  body(i: number): number;
}
export interface FirstHits extends Rows {
  /** -1: none. */
  step(i: number): number;
  obstacle(i: number): number;
}
export interface TrajectoryHits extends Rows {
  trajectory(i: number): number;
  step(i: number): number;
  obstacle(i: number): number;
  /** 1 touching, 2 overlapping. */
  verdict(i: number): number;
}
/** The least distance of each trajectory, in doubles: at this step, from this obstacle (b). */
export interface Clearances extends Distances {
  /** -1: no obstacle is as near. */
  step(i: number): number;
  obstacle(i: number): number;
}
export interface CollisionTimes extends Rows {
  /** Infinity: none. */
  time(i: number): number;
  normalX(i: number): number;
  normalY(i: number): number;
  obstacle(i: number): number;
}
export interface Pieces extends Rows {
  pair(i: number): number;
  start(i: number): number;
  count(i: number): number;
  partA(i: number): number;
  partB(i: number): number;
}
export interface Vertices extends Rows {
  x(i: number): number;
  y(i: number): number;
}

export interface Options {
  /** Called now and then; false ends the call with the code "cancelled", and what it throws ends the call, which throws it. It can
   *  make no call of the same load(): "unsupported". */
  progress?: (done: number, all: number) => boolean | void;
}
export interface PairsOptions extends Options {
  /** A second scene of the same precision: b of each pair is a body of it. */
  other?: Scene;
}
/** The options of questions that answer for worlds that repeat, too. */
export interface ImageOptions extends PairsOptions {
  /** The lengths [x, y] after which the world repeats, not negative; 0: it does not along this axis. Pairs are a, b, imageX,
   *  imageY. */
  periods?: Numbers;
}
/** Two bodies meet unless both are static, by their group if it is the same and not 0 (positive: yes), else if the category of
 *  each has a bit in common with the mask of the other. Left out: category 1, all bits of the mask, group 0. Numbers are
 *  integers from 0 to 2^53 - 1, BigInts from 0n to below 2n ** 64n; a mask of -1 is all bits. */
export interface Filter {
  category?: number | bigint;
  mask?: number | bigint;
  group?: number;
  isStatic?: boolean;
}
export interface FindOptions extends ImageOptions {
  margin?: number;
  /** A margin a body: pairs are found up to their sum. */
  margins?: Numbers;
  /** x, y, angle of each body in turn: pairs of bodies whose swept boxes meet. */
  motions?: Numbers;
  worlds?: ArrayLike<number>;
  filters?: readonly Filter[];
  /** More pairs are refused; by default 2^28. Not 0. */
  maxPairs?: number;
  /** false: the same pairs, in an order that saves the time for sorting. */
  sorted?: boolean;
}
export interface KeptOptions extends Omit<FindOptions, 'other' | 'periods'> {
  changes?: boolean;
}
export interface PushOutOptions extends Options {
  /** The most rounds where the shortest translation is not computed; by default 64. */
  rounds?: number;
  /** x, y, angle of each body in turn, since the last frame: one-sided edges are obstacles for those that were in front. */
  lastMotions?: Numbers;
  /** How deep behind a one-sided edge a body was in front of it nevertheless. */
  frontTolerance?: number;
}
/** What counts as a hit of bodies that move. */
export interface SweepRules {
  tolerance?: number;
  /** The largest turn, radians; 0: none may turn; by default 64. */
  maxAngle?: number;
  /**
   * Whether an impact, at the start and later, counts only if the bodies approach each other there: what rests on a floor, of
   * linked tiles too, can move along it.
   */
  leavesStart?: boolean;
}
export interface SweepOptions extends PairsOptions, SweepRules {
  otherMotions?: Numbers;
  /** Whether impacts get their contact points, as they do by default. They cost as much as the rest of a sweep of polygons. */
  points?: boolean;
}
/** Which bodies queries to an index find. */
export interface QueryOptions extends Options {
  /** One a body. */
  filters?: readonly Filter[];
  worlds?: ArrayLike<number>;
  /** One for all queries, or one a query. */
  queryFilters?: readonly Filter[];
  queryWorlds?: ArrayLike<number>;
  /** Bodies that are not found; 4294967295: none. */
  ignored?: ArrayLike<number>;
}
export interface RayOptions {
  /** What a ray that begins in a body meets: the body at time 0 ("solid"), or its boundary, where it leaves it. */
  fromInside?: 'solid' | 'boundary';
  /** Whether rows tell when the ray leaves the body. */
  exits?: boolean;
}
/** What an edge is told of the surface beyond its ends; points in the world's frame. */
export interface EdgeLink {
  body: number;
  edge?: number;
  inner?: boolean;
  oneSided?: boolean;
  before?: Numbers;
  after?: Numbers;
}
export type Predicate = 'intersects' | 'disjoint' | 'touches' | 'overlaps' | 'within' | 'contains' | 'covers' | 'coveredBy'
  | 'containsProperly' | 'equals';

export interface OutlineOptions {
  /** Leaves out what is not valid, instead of an error: its index is 0xffffffff. */
  skipInvalid?: boolean;
  /** All are known to be valid; only numbers are checked. Such outlines turn by right angles alone. */
  trusted?: boolean;
  /** The region of the points that an odd number of rings holds: edges that overlap cancel in pairs. */
  evenOdd?: boolean;
  progress?: (done: number, all: number) => boolean | void;
}

export interface ChainOptions {
  closed?: boolean;
  /** The right of the direction of the points gives normals. */
  oneSided?: boolean;
  /** Ghost points [x, y] beyond the ends of an open chain. */
  before?: Numbers;
  after?: Numbers;
}
/** Bodies that move in discrete steps: with `steps`, or with `starts`. */
export type Trajectories = {
  /** One for all bodies, or one a body. */
  shapes: number | ArrayLike<number>;
  /** x, y, cos, sin by body and step. */
  poses: Numbers;
  /** A flag for each pose; nothing: always present. */
  present?: ArrayLike<number | boolean>;
  /** As if the radius of each body were larger by it. */
  clearance?: number;
  /** For timesToCollision: x, y, angle of each pose in turn, in one unit of time; nothing: all stand still. */
  velocities?: Numbers;
} & ({
  /** The number of poses of each body. */
  steps: number;
} | {
  /** Body k has the poses from starts[k] to before starts[k + 1]: one number more than bodies. */
  starts: ArrayLike<number>;
});

export interface Scene {
  readonly precision: Precision;
  /** Frees the memory of the scene and of its results. */
  dispose(): void;
  [Symbol.dispose](): void;
  copy(): Scene;
  clear(): void;

  addPolygon(vertices: Numbers, radius?: number): number;
  addPolygons(vertices: Numbers, starts: ArrayLike<number>, radii?: Numbers): Uint32Array;
  /** Polygons that may be concave and have holes, one shape each, as rings in any order and either way round. */
  addOutlines(vertices: Numbers, ringStarts: ArrayLike<number>, polygonStarts?: ArrayLike<number>, outlineStarts?: ArrayLike<number>,
    options?: OutlineOptions): Uint32Array;
  /** Makes the convex parts of outlines (none given: of all that have some), for the questions that need them. */
  makeParts(shapes?: ArrayLike<number>, options?: { progress?: (done: number, all: number) => boolean | void }): void;
  addBox(halfWidth: number, halfHeight: number, radius?: number): number;
  addCircle(x: number, y: number, radius: number): number;
  addCapsule(px: number, py: number, qx: number, qy: number, radius: number): number;
  addSegment(px: number, py: number, qx: number, qy: number): number;
  addCompound(parts: ArrayLike<number>, innerEdges?: ArrayLike<number | boolean>): number;
  /** The segments between consecutive points as one shape. */
  addChain(points: Numbers, options?: ChainOptions): number;

  addBody(shape: number, pose?: Pose): number;
  /** x, y, cos, sin of each in turn. */
  addBodies(shapes: ArrayLike<number>, poses: Numbers): Uint32Array;
  removeBody(body: number): void;
  setShape(body: number, shape: number): void;
  setPose(body: number, pose: Pose): void;
  /** For all bodies, or the listed ones: x, y, cos, sin of each in turn. */
  setPoses(poses: Numbers, bodies?: ArrayLike<number> | null): void;
  /** x, y, angle of each body in turn. */
  advance(motions: Numbers, options?: Options): void;

  linkEdges(links: readonly EdgeLink[]): void;
  /** Edges that two bodies share as a whole or in part, and ends where two segments join. Returns how many seams were found. */
  linkSharedEdges(bodies: ArrayLike<number>, tolerance?: number): number;
  unlink(body: number): void;
  isLinked(body: number): boolean;

  readonly shapeCount: number;
  readonly bodyCount: number;
  readonly bodySlots: number;
  readonly memoryBytes: number;
  readonly revision: bigint;
  readonly identity: bigint;
  hasBody(body: number): boolean;
  shape(body: number): number;
  generation(body: number): number;
  pose(body: number): { x: number; y: number; cos: number; sin: number };
  boundingBox(body: number): { minX: number; minY: number; maxX: number; maxY: number };
  vertexCount(shape: number): number;
  partCount(shape: number): number;
  /** The rings of an outline; none for other shapes. Ring k has the localVertices from starts[k] to before starts[k + 1]; holes
   *  follow the outer ring of their polygon. */
  rings(shape: number): { starts: Uint32Array; isHole: Uint8Array };
  radius(shape: number): number;
  localVertices(shape: number): RealArray;
  placedOffsets(body: number): RealArray;

  collide(pairs: Pairs, options?: ImageOptions): Contacts;
  classify(pairs: Pairs, options?: ImageOptions): Uint8Array;
  findHits(pairs: Pairs, options?: ImageOptions): Hits;
  manifolds(pairs: Pairs, options?: ImageOptions & { margin?: number }): Manifolds;
  /** For each two parts that meet. */
  partManifolds(pairs: Pairs, options?: PairsOptions & { margin?: number }): PartManifolds;
  distances(pairs: Pairs, options?: ImageOptions): Distances;
  /** Whether a lies within b: 0 no, 1 it does and touches b's boundary, 2 in its interior. */
  within(pairs: Pairs, options?: PairsOptions): Uint8Array;
  /** Whether a predicate of OGC holds, for outlines and polygons: 1 or 0. */
  relate(pairs: Pairs, predicate: Predicate, options?: PairsOptions): Uint8Array;
  /** Pushes each body out of its candidates, those from starts[i] to before starts[i + 1]. */
  pushOut(bodies: ArrayLike<number>, starts: ArrayLike<number>, candidates: ArrayLike<number>,
    options?: PushOutOptions): Pushes;
  sweep(motions: Numbers, pairs: Pairs, options?: SweepOptions): Impacts;
  overlapAreas(pairs: Pairs, options?: PairsOptions): Values;
  ious(pairs: Pairs, options?: PairsOptions): Values;
  overlapMeasures(pairs: Pairs, options?: PairsOptions): Overlaps;
  shapeAreas(): Values;
  intersections(pairs: Pairs, options?: Options): { pieces: Pieces; vertices: Vertices };
  nms(scores: Numbers, threshold: number, options?: Options & { classes?: ArrayLike<number> }): Uint32Array;
  /** With `periods`: refused (too_many) if two bodies may meet at more than 2^20 images. */
  findPairs(options: FindOptions & { periods: Numbers }): ImagePairRows;
  findPairs(options?: FindOptions): PairRows;
  /** x, y, direction x, y and the largest time of each ray in turn. */
  castRays(rays: Numbers, options?: Options & RayOptions): RayHits;
  bodiesAtPoints(points: Numbers, options?: Options): Found;
  bodiesInBoxes(boxes: Numbers, options?: Options): Found;
  firstHits(movers: Trajectories, obstacles?: Trajectories, options?: Options): FirstHits;
  trajectoryHits(movers: Trajectories, obstacles?: Trajectories, options?: Options): TrajectoryHits;
  clearances(movers: Trajectories, obstacles?: Trajectories, options?: Options & { maxDistance?: number }): Clearances;
  /** One row a pose of the movers. */
  timesToCollision(movers: Trajectories, horizon: number, obstacles?: Trajectories, options?: Options): CollisionTimes;
}

/** An index of all bodies of a scene that is kept from call to call. Queries take the scene with its bodies as they were at the last
 *  update, else they are refused ("changed_scene", "other_scene"). */
export interface Index {
  readonly precision: Precision;
  readonly memoryBytes: number;
  /** Frees the memory of the index and of its results. */
  dispose(): void;
  [Symbol.dispose](): void;
  build(scene: Scene, options?: Options): void;
  /** Follows what has changed; `moved`: every body that changed, for a caller who knows. */
  update(scene: Scene, moved?: ArrayLike<number> | null, options?: Options): void;
  isCurrent(scene: Scene): boolean;
  /** x, y, direction x, y and the largest time of each ray in turn. */
  castRays(scene: Scene, rays: Numbers, options?: QueryOptions & RayOptions): RayHits;
  /** One byte a ray: whether it meets any body. */
  raysBlocked(scene: Scene, rays: Numbers, options?: QueryOptions & RayOptions): Uint8Array;
  allRayHits(scene: Scene, rays: Numbers, options?: QueryOptions & RayOptions): FoundRayHits;
  bodiesAtPoints(scene: Scene, points: Numbers, options?: QueryOptions): Found;
  bodiesInBoxes(scene: Scene, boxes: Numbers, options?: QueryOptions): Found;
  /** Shapes of the scene, one for all or one a pose, at poses x, y, cos, sin. With `periods`: the images that they touch. */
  bodiesAtPoses(scene: Scene, shapes: number | ArrayLike<number>, poses: Numbers,
    options: QueryOptions & { periods: Numbers }): FoundImages;
  bodiesAtPoses(scene: Scene, shapes: number | ArrayLike<number>, poses: Numbers, options?: QueryOptions): BodiesAtPoses;
  /** At most `count` bodies (1) a pose, nearest first. */
  nearestBodies(scene: Scene, shapes: number | ArrayLike<number>, poses: Numbers, count?: number,
    options?: QueryOptions & { maxDistance?: number }): NearBodies;
  /** Points: x and y in turn. */
  nearestToPoints(scene: Scene, points: Numbers, count?: number,
    options?: QueryOptions & { maxDistance?: number }): NearBodies;
  /** The first body that each shape meets while it moves from its pose by its motion: x, y, angle in turn, one for all or one a pose. */
  castShapes(scene: Scene, shapes: number | ArrayLike<number>, poses: Numbers, motions: Numbers,
    options?: QueryOptions & SweepRules): ShapeHits;
  allShapeHits(scene: Scene, shapes: number | ArrayLike<number>, poses: Numbers, motions: Numbers,
    options?: QueryOptions & SweepRules): FoundShapeHits;
  /** The movers are the queries of the options. */
  firstHits(scene: Scene, movers: Trajectories, obstacles?: Trajectories, options?: QueryOptions): FirstHits;
  trajectoryHits(scene: Scene, movers: Trajectories, obstacles?: Trajectories, options?: QueryOptions): TrajectoryHits;
  clearances(scene: Scene, movers: Trajectories, obstacles?: Trajectories,
    options?: QueryOptions & { maxDistance?: number }): Clearances;
  /** One row a pose of the movers. */
  timesToCollision(scene: Scene, movers: Trajectories, horizon: number, obstacles?: Trajectories,
    options?: QueryOptions): CollisionTimes;
}

/** Candidate pairs that are kept from frame to frame; new ones are found for the bodies that changed alone. */
export interface KeptPairs {
  readonly precision: Precision;
  readonly memoryBytes: number;
  /** Frees their memory. */
  dispose(): void;
  [Symbol.dispose](): void;
  /** Makes them those of findPairs. `index`: of the scene, as it is now; `changes`: whether to list what changed. */
  update(scene: Scene, index: Index, options?: KeptOptions): void;
  /** Rows that hold until the next update. */
  readonly pairs: PairRows;
  /** Pairs that were none before the last update, and pairs that are none since. */
  readonly added: PairRows;
  readonly ended: PairRows;
}

export interface Satchel {
  readonly Scene: new (precision?: Precision) => Scene;
  readonly Index: new (scene: Scene, options?: Options) => Index;
  /** fat: 0 for exact pairs, or by how much the boxes of bodies that are looked for are larger on every side. */
  readonly KeptPairs: new (precision?: Precision, options?: { fat?: number }) => KeptPairs;
  readonly SatchelError: typeof SatchelError;
  readonly version: string;
  readonly isa: string;
  /** Bytes of the module's memory, which grows and never shrinks. */
  readonly memoryBytes: number;
  convexHull(points: Numbers | Vertices, precision?: Precision): RealArray;
  cleanRing(points: Numbers | Vertices, precision?: Precision, clockwise?: boolean, options?: Options): {
    vertices: RealArray; indices: Uint32Array; convex: boolean; closed: boolean; reversed: boolean; repeated: number;
    collinear: number;
  };
  /** Convex parts that fill an outline (ring 0 counter-clockwise, holes clockwise) exactly, for addPolygons and addCompound.
   *  `ringStarts`: of each ring its first vertex, and the number of vertices; none: one ring. */
  convexParts(outline: Numbers | Vertices, precision?: Precision, ringStarts?: ArrayLike<number>, options?: Options): {
    vertices: RealArray; starts: Uint32Array; indices: Uint32Array; innerEdges: Uint8Array;
  };
  /** x, y, cos, sin of x, y, angle, in turn. `reference`: the point of a shape's frame that is there, [0, 0]. */
  posesAt(xyAngle: Numbers, reference?: readonly [number, number]): Float64Array;
}

/** What this engine has; the module needs both. */
export function probe(): { vectors: boolean; exceptions: boolean };

/** Loads the module: of an address, of bytes, of a compiled module; by default satchel.wasm beside the script. An address is
 *  one relative to the script. */
export default function load(source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Satchel>;
