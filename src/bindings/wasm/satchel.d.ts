// Satchel as a WebAssembly module. satchel/*.hpp and the guide say what each answer means.

/** x, y of each vertex or point in turn, and the like. */
export type Numbers = ArrayLike<number>;
/** Body indices a, b of each pair in turn, or rows of findPairs. */
export type Pairs = ArrayLike<number> | Rows;
export type Precision = 'float32' | 'float64';
export type RealArray = Float32Array | Float64Array;
/** 0 disjoint, 1 touching, 2 overlapping. */
export type Verdict = 0 | 1 | 2;

/** Placed at (x, y), turned by `angle` (radians) or by a cosine and a sine. */
export type Pose = { x?: number; y?: number; angle: number } | { x?: number; y?: number; cos?: number; sin?: number };

/** Thrown by every call that refuses its input or cannot finish. */
export class SatchelError extends Error {
  /** The reason, named as in satchel/error.hpp: "bad_body", "no_memory", ... */
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
}
/** Points are relative to the origin of a; the first `count` are valid. */
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
export interface Found extends Rows {
  query(i: number): number;
  body(i: number): number;
}
export interface RayHits extends Rows {
  time(i: number): number;
  normalX(i: number): number;
  normalY(i: number): number;
  /** 4294967295: none. */
  body(i: number): number;
}
export interface FirstHits extends Rows {
  /** -1: none. */
  step(i: number): number;
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
  /** Called now and then; false ends the call with the code "cancelled". */
  progress?: (done: number, all: number) => boolean | void;
}
export interface PairsOptions extends Options {
  /** A second scene of the same precision: b of each pair is a body of it. */
  other?: Scene;
}
export interface Trajectories {
  shapes: ArrayLike<number>;
  /** x, y, cos, sin by body and step. */
  poses: Numbers;
  steps: number;
  /** A flag for each pose; nothing: always present. */
  present?: ArrayLike<number>;
}

export interface Scene {
  readonly precision: Precision;
  /** Frees the memory of the scene and of its results. */
  dispose(): void;
  copy(): Scene;
  clear(): void;

  addPolygon(vertices: Numbers, radius?: number): number;
  addPolygons(vertices: Numbers, starts: ArrayLike<number>, radii?: Numbers): Uint32Array;
  addBox(halfWidth: number, halfHeight: number, radius?: number): number;
  addCircle(x: number, y: number, radius: number): number;
  addCapsule(px: number, py: number, qx: number, qy: number, radius: number): number;
  addSegment(px: number, py: number, qx: number, qy: number): number;
  addCompound(parts: ArrayLike<number>, innerEdges?: ArrayLike<number>): number;

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
  radius(shape: number): number;
  localVertices(shape: number): RealArray;
  placedOffsets(body: number): RealArray;

  collide(pairs: Pairs, options?: PairsOptions): Contacts;
  classify(pairs: Pairs, options?: PairsOptions): Uint8Array;
  findHits(pairs: Pairs, options?: PairsOptions): Hits;
  manifolds(pairs: Pairs, options?: PairsOptions & { margin?: number }): Manifolds;
  distances(pairs: Pairs, options?: PairsOptions): Distances;
  sweep(motions: Numbers, pairs: Pairs, options?: PairsOptions & { tolerance?: number; otherMotions?: Numbers }): Impacts;
  overlapAreas(pairs: Pairs, options?: PairsOptions): Values;
  ious(pairs: Pairs, options?: PairsOptions): Values;
  overlaps(pairs: Pairs, options?: PairsOptions): Overlaps;
  shapeAreas(): Values;
  intersections(pairs: Pairs, options?: Options): { pieces: Pieces; vertices: Vertices };
  nms(scores: Numbers, threshold: number, options?: Options & { classes?: ArrayLike<number> }): Uint32Array;
  findPairs(options?: PairsOptions & { margin?: number; worlds?: ArrayLike<number>; maxPairs?: number }): PairRows;
  /** x, y, direction x, y and the largest time of each ray in turn. */
  castRays(rays: Numbers, options?: Options): RayHits;
  bodiesAtPoints(points: Numbers, options?: Options): Found;
  bodiesInBoxes(boxes: Numbers, options?: Options): Found;
  firstHits(movers: Trajectories, obstacles?: Trajectories, options?: Options): FirstHits;
}

export interface Satchel {
  readonly Scene: new (precision?: Precision) => Scene;
  readonly SatchelError: typeof SatchelError;
  readonly version: string;
  readonly isa: string;
  /** Bytes of the module's memory, which grows and never shrinks. */
  readonly memoryBytes: number;
  convexHull(points: Numbers, precision?: Precision): RealArray;
  cleanRing(points: Numbers, precision?: Precision, clockwise?: boolean): {
    vertices: RealArray; indices: Uint32Array; convex: boolean; closed: boolean; reversed: boolean; repeated: number;
    collinear: number;
  };
  /** x, y, cos, sin of x, y, angle, in turn. */
  posesAt(xyAngle: Numbers): Float64Array;
}

/** What this engine has; the module needs both. */
export function probe(): { vectors: boolean; exceptions: boolean };

/** Loads the module: of an address, of bytes, of a compiled module; by default satchel.wasm beside the script. */
export default function load(source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Satchel>;
