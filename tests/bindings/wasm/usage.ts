// The declarations of the package, used as they are meant; `tsc` checks this file.
import load, { probe, SatchelError } from 'satchel';
import address from 'satchel/satchel.wasm';
import type {
  BodiesAtPoses, Clearances, CollisionTimes, Contacts, FirstHits, FoundImages, FoundShapeHits, ImagePairRows, Index, NearBodies, Pose,
  Pushes, Satchel, Scene, ShapeHits, Trajectories, TrajectoryHits,
} from 'satchel';

export async function main(): Promise<void> {
  const has: { vectors: boolean; exceptions: boolean } = probe();
  if (!has.vectors) return;
  const satchel: Satchel = await load(has.exceptions ? undefined : address);
  const scene: Scene = new satchel.Scene('float64');
  const box: number = scene.addBox(1, 0.5);
  const turned: Pose = { x: 1, y: 2, angle: 0.5 };
  scene.addBody(box, turned);
  scene.addBody(box, { x: 1, cos: 0, sin: 1 });
  const parts = satchel.convexParts([0, 0, 2, 0, 0, 2], 'float64', [0, 3], { progress: (done, all) => done < all });
  const ids: Uint32Array = scene.addPolygons(parts.vertices, parts.starts);
  scene.addBody(scene.addCompound(ids, parts.innerEdges));
  const contacts: Contacts = scene.collide(scene.findPairs({ margin: 0.5 }), { progress: (done, all) => done < all });
  const [x, y]: [number, number] = contacts.copy().mtv(0);
  const floats: Float32Array = contacts.floats;
  const areas: Float32Array | Float64Array = scene.overlapAreas(new Uint32Array([0, 1])).numbers;
  const { pieces, vertices } = scene.intersections([0, 1]);
  const hull: Float32Array | Float64Array = satchel.convexHull(vertices, 'float64');
  const first = scene.firstHits({ shapes: [box], poses: satchel.posesAt([0, 0, 0]), steps: 1 });
  const revision: bigint = scene.revision;
  try {
    scene.setPoses(new Float64Array(8), null);
  } catch (error) {
    if (error instanceof SatchelError) throw new Error(`${error.code} ${error.index} ${error.message}`);
  }
  const index: Index = new satchel.Index(scene);
  index.update(scene, [0]);
  const near: NearBodies = index.nearestBodies(scene, box, [0, 0, 1, 0], 2, {
    maxDistance: 4, filters: [{ category: 1n, isStatic: true }, {}], ignored: [1],
  });
  const nearPoints: NearBodies = index.nearestToPoints(scene, [0, 0, 1, 2], 2, { maxDistance: 4 });
  const images: ImagePairRows = scene.findPairs({ periods: [8, 0], sorted: false, margins: [0.5, 0] });
  const touched: FoundImages = index.bodiesAtPoses(scene, box, [0, 0, 1, 0], { periods: [8, 0], ignored: [1] });
  const bodies: BodiesAtPoses = index.bodiesAtPoses(scene, [box], [0, 0, 1, 0]);
  const exits: number = index.castRays(scene, [0, 0, 1, 0, 9], { exits: true, fromInside: 'boundary', ignored: [1] }).exit(0);
  const paths: Trajectories = { shapes: box, poses: [0, 0, 1, 0], steps: 1, velocities: [1, 0, 0] };
  const every: TrajectoryHits = scene.trajectoryHits(paths);
  const clear: Clearances = index.clearances(scene, paths, paths, { maxDistance: 3 });
  const times: CollisionTimes = scene.timesToCollision(paths, 2);
  const sum: number = exits + every.verdict(0) + clear.step(0) + clear.distance(0) + times.time(0);
  const ragged: Trajectories = { shapes: box, poses: satchel.posesAt([0, 0, 0, 1, 0, 0]), starts: [0, 2], clearance: 0.5 };
  const later: FirstHits = index.firstHits(scene, ragged, undefined, { worlds: [0, 1], queryWorlds: [1] });
  const pushes: Pushes = scene.pushOut([0], [0, 1], [1], { rounds: 8, lastMotions: [0, 0, 0, 0, 1, 0], frontTolerance: 0.01 });
  scene.addChain([0, 0, 1, 0], { oneSided: true, before: [-1, 0] });
  scene.linkEdges([{ body: 0, edge: 1, inner: true }]);
  const lies: Uint8Array = scene.within([0, 1]);
  const impacts = scene.sweep([0, 0, 0, 1, 0, 0], [0, 1], { leavesStart: true, maxAngle: 1 });
  const casts: ShapeHits = index.castShapes(scene, box, [0, 0, 1, 0], [1, 0, 0.5], { leavesStart: true, ignored: [1] });
  const allCasts: FoundShapeHits = index.allShapeHits(scene, [box], [0, 0, 1, 0], [1, 0, 0], { tolerance: 0.1 });
  const kept = new satchel.KeptPairs('float64');
  kept.update(scene, index, { margin: 0.5, changes: true });
  scene.collide(kept.pairs);
  kept.dispose();
  index[Symbol.dispose]();
  const numbers: number[] = [near.distance(0), nearPoints.distance(1), images.imageX(0), pushes.x(0), lies.length, impacts.time(0),
    impacts.pointX(0), casts.pointY(0), casts.body(0), allCasts.query(0),
    scene.partManifolds([0, 1]).partA(0), x, y, floats.length, areas.length, hull.length, pieces.count(0), vertices.x(0), first.step(0),
    touched.imageX(0), bodies.body(0), later.obstacle(0), scene.firstHits(ragged, ragged).step(0)];
  if (numbers.length === 0 && revision === scene.identity) return;
  scene.dispose();

  // @ts-expect-error  shapes that are cast leave no body
  casts.exit(0);
  // @ts-expect-error  nor do those of a list
  allCasts.exit(0);
  // @ts-expect-error  there is no such precision
  new satchel.Scene('float16');
  // @ts-expect-error  neither steps nor starts
  scene.firstHits({ shapes: box, poses: [] });
  // @ts-expect-error  pairs are numbers
  scene.collide(['0', '1']);
}
