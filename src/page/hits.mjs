// The first hits of bodies that move: time is cut into steps, and the kernel decides at each step which bodies meet. As `first_hits` of
// the library: a body hits another at the first step at which they touch or overlap.
import { Bodies } from "./bodies.mjs";
import { allNearPairs } from "./near_pairs.mjs";
import { poseAt } from "./motions.mjs";

export const hitSteps = 96;

// {impact_pair, impact: [time, normal x, y] each, impact_steps}: of each pair that meets, the first step. `kernel` is left at time 0.
// @param data  with motion and pose
export function firstHits(kernel, shapes, data) {
  const bodies = new Bodies(shapes, data.shape, data.pose, data.real), count = bodies.count, met = new Set(), found = [];
  const poses = new Float64Array(data.pose.length);
  for (let step = 0; step <= hitSteps; ++step) {
    for (let i = 0; i < count; ++i) {
      const pose = poseAt(data.pose, data.motion, i, step / hitSteps);
      poses.set(pose, 4 * i);
      bodies.setPose(i, pose);
    }
    kernel.scene.setPoses(poses);
    const near = allNearPairs(bodies), fresh = [];
    for (let k = 0; k < near.length; k += 2) if (!met.has(near[k] * count + near[k + 1])) fresh.push(near[k], near[k + 1]);
    if (fresh.length === 0) continue;
    const contacts = kernel.scene.collide(fresh);
    for (let k = 0; k < contacts.length; ++k) {
      if (contacts.verdict(k) === 0) continue;
      const [a, b] = fresh.slice(2 * k, 2 * k + 2);
      met.add(a * count + b);
      found.push([a, b, step / hitSteps, contacts.normalX(k), contacts.normalY(k)]);
    }
  }
  kernel.scene.setPoses(data.pose);
  const Real = data.real === "float64" ? Float64Array : Float32Array;
  return { impact_pair: Uint32Array.from(found.flatMap(([a, b]) => [a, b])), impact: Real.from(found.flatMap(([, , ...rest]) => rest)), impact_steps: hitSteps };
}
