// Draws what is known of pairs: MTVs, normals, manifold points and witness points.

const normalLength = 22, head = 6;  // pixels

export function addArrow(path, x, y, dx, dy) {
  const length = Math.hypot(dx, dy);
  if (!(length > 0.5)) return;
  const ux = dx / length, uy = dy / length, h = Math.min(head, length * 0.6);
  path.moveTo(x, y);
  path.lineTo(x + dx, y + dy);
  for (const side of [1, -1]) {
    path.moveTo(x + dx, y + dy);
    path.lineTo(x + dx - h * (ux + 0.5 * side * uy), y + dy - h * (uy - 0.5 * side * ux));
  }
}

// The factor by which MTVs are drawn longer than true, so that those of small depths are visible: 1, 2, 5, 10, ...
export function arrowFactor(medianDepth, scale) {
  const wanted = 16 / (medianDepth * scale);
  if (!(wanted > 1) || !Number.isFinite(wanted)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted)), digit = wanted / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

// @param layers  which to draw: {mtv, normals, points, witnesses}
export function drawPairs(ctx, contacts, pairs, layers, view, palette, factor) {
  const bodies = contacts.bodies, scale = view.scale;
  const arrows = new Path2D(), normals = new Path2D(), points = new Path2D(), witnesses = new Path2D(), gaps = new Path2D();
  for (const i of pairs) {
    const a = contacts.a(i), x = view.toX(bodies.x(a)), y = view.toY(bodies.y(a));
    if (layers.mtv || layers.normals) {
      const [ax, ay] = contacts.anchor(i), px = x + ax * scale, py = y - ay * scale;
      if (layers.mtv && contacts.verdict(i) === 2) {
        const [mx, my] = contacts.mtv(i);
        addArrow(arrows, px, py, mx * scale * factor, -my * scale * factor);
      }
      if (layers.normals) {
        const { x: nx, y: ny } = contacts.contact(i);
        addArrow(normals, px, py, normalLength * nx, -normalLength * ny);
      }
    }
    if (layers.points) {
      for (const point of contacts.points(i)) {
        const px = x + point.x * scale, py = y - point.y * scale;
        points.moveTo(px + 2.6, py);
        points.arc(px, py, 2.6, 0, 2 * Math.PI);
      }
    }
    if (layers.witnesses) {
      const b = contacts.b(i), at = contacts.distance(i);
      const ax = x + at.a[0] * scale, ay = y - at.a[1] * scale;
      const bx = view.toX(bodies.x(b)) + at.b[0] * scale, by = view.toY(bodies.y(b)) - at.b[1] * scale;
      gaps.moveTo(ax, ay);
      gaps.lineTo(bx, by);
      witnesses.rect(ax - 2.5, ay - 2.5, 5, 5);
      witnesses.rect(bx - 2.5, by - 2.5, 5, 5);
    }
  }
  const stroke = (path, colour, width, dash = []) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke(path);
    ctx.setLineDash([]);
  };
  ctx.lineCap = ctx.lineJoin = "round";
  stroke(gaps, palette.point, 1, [3, 3]);
  stroke(witnesses, palette.point, 1.3);
  stroke(normals, palette.normal, 1.3);
  stroke(arrows, palette.paper, 4);
  stroke(arrows, palette.mtv, 1.8);
  ctx.fillStyle = palette.point;
  ctx.fill(points);
  stroke(points, palette.paper, 1);
  ctx.lineCap = "butt";
}
