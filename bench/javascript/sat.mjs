// The separating-axis test as one writes it in JavaScript for speed: placed vertices and edge normals in typed arrays, no
// allocation, an end at the first axis that separates. One pair a call, as other engines.

// `first`: of each body its first vertex, and the end; x, y: placed vertices; nx, ny: unit normals of the edge from each.
export class Bodies {
  constructor(first, x, y) {
    this.first = first;
    this.x = x;
    this.y = y;
    this.nx = new Float64Array(x.length);
    this.ny = new Float64Array(x.length);
    for (let body = 0; body + 1 < first.length; ++body) {
      for (let i = first[body]; i < first[body + 1]; ++i) {
        const j = i + 1 < first[body + 1] ? i + 1 : first[body];
        const dx = x[j] - x[i], dy = y[j] - y[i], length = Math.sqrt(dx * dx + dy * dy);
        this.nx[i] = dy / length;
        this.ny[i] = -dx / length;
      }
    }
  }
}

// Writes normal x, normal y and separation of each pair: as Satchel's where they overlap, else some positive separation.
export function collide(bodies, pairs, out) {
  const { first, x, y, nx, ny } = bodies;
  for (let k = 0, to = 0; k < pairs.length; k += 2, to += 3) {
    const a = pairs[k], b = pairs[k + 1];
    let best = -Infinity, bestX = 0, bestY = 0;
    for (let side = 0; side < 2 && best < 0; ++side) {
      const p = side === 0 ? a : b, q = side === 0 ? b : a;
      const qBegin = first[q], qEnd = first[q + 1], sign = side === 0 ? 1 : -1;
      for (let i = first[p], end = first[p + 1]; i < end; ++i) {
        const ax = nx[i], ay = ny[i];
        let least = ax * x[qBegin] + ay * y[qBegin];
        for (let j = qBegin + 1; j < qEnd; ++j) {
          const d = ax * x[j] + ay * y[j];
          if (d < least) least = d;
        }
        const separation = least - (ax * x[i] + ay * y[i]);
        if (separation > best) {
          best = separation;
          bestX = sign * ax;
          bestY = sign * ay;
          if (separation > 0) break;
        }
      }
    }
    out[to] = bestX;
    out[to + 1] = bestY;
    out[to + 2] = best;
  }
}
