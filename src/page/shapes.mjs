// The shapes of the data: convex parts (a core and a radius), and the rings that are drawn.

// The directions of the outward normals of a core's edges, counter-clockwise; of a point: none.
export function normalAngles(core) {
  const count = core.length / 2, angles = [];
  for (let i = 0; i < count && count > 1; ++i) {
    const j = (i + 1) % count;
    angles.push(Math.atan2(core[2 * i] - core[2 * j], core[2 * j + 1] - core[2 * i + 1]));
  }
  return angles;
}

// A list of shapes {parts, rings, vertices}. `parts` and `rings` are outlines {from, to, radius, angles} into `vertices`,
// the local coordinates; the rings of a compound without an outline of its own are its parts. An outline may have no parts.
export function readShapes(data) {
  const { core_start, core_vertex, core_radius, part_start, part, ring_start, ring_of, ring_vertex } = data;
  const shapes = [];
  const outline = (vertices, coordinates, radius) => {
    const from = vertices.length / 2;
    for (const coordinate of coordinates) vertices.push(coordinate);
    return { from, to: vertices.length / 2, radius, angles: radius > 0 ? normalAngles(coordinates) : [] };
  };
  for (let s = 0; s + 1 < part_start.length; ++s) {
    const vertices = [], parts = [];
    for (let k = part_start[s]; k < part_start[s + 1]; ++k) {
      const p = part[k];
      parts.push(outline(vertices, core_vertex.subarray(2 * core_start[p], 2 * core_start[p + 1]), core_radius[p]));
    }
    shapes.push({ parts, rings: parts, vertices });
  }
  for (let r = 0; ring_of && r < ring_of.length; ++r) {
    const shape = shapes[ring_of[r]];
    if (shape.rings === shape.parts) shape.rings = [];
    shape.rings.push(outline(shape.vertices, ring_vertex.subarray(2 * ring_start[r], 2 * ring_start[r + 1]), 0));
  }
  return shapes;
}

// Whether a point lies in an odd number of rings, or within `slack` of one.
export function ringsContain(offset, first, rings, x, y, slack) {
  let inside = false;
  for (const { from, to } of rings) {
    for (let i = from, k = to - 1; i < to; k = i++) {
      const px = offset[2 * (first + i)] - x, py = offset[2 * (first + i) + 1] - y;
      const qx = offset[2 * (first + k)] - x, qy = offset[2 * (first + k) + 1] - y, ex = qx - px, ey = qy - py;
      if ((py > 0) !== (qy > 0) && (px * ey - py * ex) * Math.sign(ey) > 0) inside = !inside;
      const t = Math.min(1, Math.max(0, -(px * ex + py * ey) / (ex * ex + ey * ey || 1)));
      if (slack > 0 && Math.hypot(px + t * ex, py + t * ey) <= slack) return true;
    }
  }
  return inside;
}

// Whether a point lies in a core grown by a radius, or within `slack` of it. Coordinates are relative to the body.
export function outlineContains(offset, first, outline, x, y, slack) {
  const reach = outline.radius + slack, count = outline.to - outline.from;
  let inside = count > 2;
  for (let i = 0; i < count; ++i) {
    const p = 2 * (first + outline.from + i), q = 2 * (first + outline.from + (i + 1) % count);
    const ex = offset[q] - offset[p], ey = offset[q + 1] - offset[p + 1];
    const dx = x - offset[p], dy = y - offset[p + 1], square = ex * ex + ey * ey;
    if (ex * dy - ey * dx < 0) inside = false;
    const t = square > 0 ? Math.min(1, Math.max(0, (dx * ex + dy * ey) / square)) : 0;
    if (Math.hypot(dx - t * ex, dy - t * ey) <= reach) return true;
  }
  return inside;
}
