// Candidate pairs of a page: bodies whose boxes are near each other. What they are, the kernel says.
import { Grid } from "./grid.mjs";

// By how much boxes are enlarged: half of the body's size.
function nearBox(bodies, body) {
  const [left, low, right, high] = bodies.boxOf(body), near = bodies.size(body) / 2;
  return [left - near, low - near, right + near, high + near];
}

// The bodies near one, ascending; if there are none, the one whose box is nearest.
export function nearBodies(bodies, grid, body) {
  const found = [...grid.find(nearBox(bodies, body))].filter((other) => other !== body && bodies.exists(other));
  if (found.length > 0) return found;
  const [left, low, right, high] = bodies.boxOf(body);
  let best = -1, nearest = Infinity;
  for (let i = 0; i < bodies.count; ++i) {
    if (i === body || !bodies.exists(i)) continue;
    const box = bodies.boxOf(i), away = Math.hypot(Math.max(0, box[0] - right, left - box[2]), Math.max(0, box[1] - high, low - box[3]));
    if (away < nearest) [best, nearest] = [i, away];
  }
  return best < 0 ? [] : [best];
}

// a, b of each pair in turn, sorted. Of images in a world that repeats (`image_of`: the body that each is an image of, itself if it is
// none) a pair is taken once.
export function allNearPairs(bodies, imageOf, margin = 0.25) {
  const grid = new Grid(bodies), pairs = [];
  for (let a = 0; a < bodies.count; ++a) {
    if (!bodies.exists(a)) continue;
    const [left, low, right, high] = bodies.boxOf(a), reach = margin * bodies.size(a);
    for (const b of grid.find([left - reach, low - reach, right + reach, high + reach])) {
      if (b > a && bodies.exists(b) && isTaken(imageOf, a, b)) pairs.push(a, b);
    }
  }
  return Uint32Array.from(pairs);
}
// The same, and in small scenes the nearest one of each body that has nothing near.
export function pairsOfScene(bodies, imageOf) {
  const pairs = [...allNearPairs(bodies, imageOf, 0.5)], has = new Set(pairs);
  if (imageOf || bodies.count > 200) return Uint32Array.from(pairs);
  const grid = new Grid(bodies);
  for (let body = 0; body < bodies.count; ++body) {
    if (has.has(body) || !bodies.exists(body)) continue;
    for (const other of nearBodies(bodies, grid, body)) {
      pairs.push(Math.min(body, other), Math.max(body, other));
      has.add(other);
    }
    has.add(body);
  }
  return Uint32Array.from(pairs);
}
// @param a, b  ascending: images have the higher numbers, and the pair of two of them stands elsewhere
export function isTaken(imageOf, a, b) {
  return !imageOf || (imageOf[a] === a && (imageOf[b] === b || a < imageOf[b]));
}
