// Where a body could be put so that it touches another. A touch is exact, and most are no doubles: candidates put a vertex onto
// a point of an edge that is a sum of few bits, or round bodies side by side along an axis. The kernel says which are touches.

const stepsOfEdge = 1024;

// The outlines of a body's parts: {radius, points: offsets [x, y]}.
function outlines(bodies, body) {
  const { offset } = bodies, first = bodies.first[body];
  const { parts, rings } = bodies.shapes[bodies.shape[body]];
  return (parts.length > 0 ? parts : rings).map(({ from, to, radius }) => ({
    radius, points: Array.from({ length: to - from }, (_, i) => [offset[2 * (first + from + i)], offset[2 * (first + from + i) + 1]]) }));
}
function edgesOf(points) {
  return points.length < 2 ? [] : points.map((p, i) => [p, points[(i + 1) % points.length]]);
}

// Origins [x, y] of a body, near its present one, nearest first.
// @param reach  the farthest way from there
export function snapOrigins(bodies, body, other, reach) {
  const x = bodies.x(body), y = bodies.y(body), ox = bodies.x(other), oy = bodies.y(other), found = [];
  // The point `mine` of the body onto the point `its` of the other, or beside it. Differences of offsets are exact.
  const put = (mine, its, dx = 0, dy = 0) => {
    const at = [ox + (its[0] - mine[0] + dx), oy + (its[1] - mine[1] + dy)], away = Math.hypot(at[0] - x, at[1] - y);
    if (away <= reach) found.push({ at, away });
  };
  // The point of an edge nearest to a point of another body, which is away by (dx, dy).
  const onEdge = ([p, q], [vx, vy], dx, dy) => {
    const ex = q[0] - p[0], ey = q[1] - p[1], t = ((vx + dx - p[0]) * ex + (vy + dy - p[1]) * ey) / (ex * ex + ey * ey);
    const step = Math.round(Math.min(1, Math.max(0, t)) * stepsOfEdge) / stepsOfEdge;
    return [p[0] + step * ex, p[1] + step * ey];
  };
  for (const A of outlines(bodies, body)) {
    for (const B of outlines(bodies, other)) {
      const r = A.radius + B.radius;
      if (r === 0) {
        for (const v of A.points) for (const e of edgesOf(B.points)) put(v, onEdge(e, v, x - ox, y - oy));
        for (const v of B.points) for (const e of edgesOf(A.points)) put(onEdge(e, v, ox - x, oy - y), v);
        continue;
      }
      const sides = [[r, 0], [-r, 0], [0, r], [0, -r]];
      for (const v of A.points) for (const w of B.points) for (const side of sides) put(v, w, ...side);
      // Edges along an axis keep the body's place along them.
      const slide = (mine, its, across) => {
        for (const s of [r, -r]) {
          if (across) put([ox - x, mine[1]], [0, its[1]], 0, s);
          else put([mine[0], oy - y], [its[0], 0], s, 0);
        }
      };
      const along = (e) => (e[0][1] === e[1][1] ? true : e[0][0] === e[1][0] ? false : null);
      for (const e of edgesOf(B.points)) if (along(e) !== null) for (const v of A.points) slide(v, e[0], along(e));
      for (const e of edgesOf(A.points)) if (along(e) !== null) for (const v of B.points) slide(e[0], v, along(e));
    }
  }
  return found.sort((one, two) => one.away - two.away).map(({ at }) => at);
}
