// Trajectories, as structs in the memory of the module: bodies that move in discrete steps. Movers and obstacles each have:
//   shapes     one for all bodies, or one a body
//   poses      x, y, cos, sin in turn, one body after the other
//   steps      the number of poses of each body; or starts: body k has the poses from starts[k] to before starts[k + 1]
//   present    a flag for each pose; nothing: every body is present at every pose
//   clearance  all radii count as larger by this number
//   velocities x, y, angle in turn, one for each pose, in one unit of time: for timesToCollision; nothing: all stand still

import { oneNumber, wholeNumber } from './memory.mjs';

const structBytes = 56, afterOptions = 56;

export const noObstacles = { shapes: [], poses: [] };

// The arrays of both, in the order in which `trajectories` takes them back.
export function trajectoryArrays(movers, obstacles) {
  return Object.entries({ movers, obstacles }).flatMap(([name, { shapes, poses, present = [], starts = [], velocities = [] }]) => [
    [typeof shapes === 'number' ? [shapes] : shapes, Uint32Array, 1, `${name}.shapes`],
    [poses, Float64Array, 4, `${name}.poses`], [present, Uint8Array, 1, `${name}.present`],
    [starts, Uint32Array, 1, `${name}.starts`], [velocities, Float64Array, 3, `${name}.velocities`],
  ]);
}

// The addresses of the structs of both, and the numbers of movers and of their poses.
export function trajectories(memory, movers, obstacles, arrays) {
  const names = ['movers', 'obstacles'];
  const at = [movers, obstacles].map(({ steps = 0, clearance = 0 }, k) => {
    const [shapes, poses, present, starts, velocities] = arrays.slice(5 * k, 5 * k + 5);
    const address = memory.words(afterOptions + structBytes * k, [structBytes, shapes.address, shapes.length, poses.address,
      poses.length, wholeNumber(steps, `${names[k]}.steps`), present.address, present.length, starts.address, starts.length]);
    memory.data.setFloat64(address + 40, oneNumber(clearance, `${names[k]}.clearance`), true);
    memory.words(address + 48 - memory.structs, [velocities.address, velocities.length]);
    return address;
  });
  const [shapes, poses, , starts] = arrays;
  const rows = shapes.length === 1 && movers.steps > 0 ? Math.floor(poses.length / movers.steps) : shapes.length;
  return { at, count: starts.length > 0 ? starts.length - 1 : rows, poseCount: poses.length };
}
