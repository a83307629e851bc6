// Draws bodies by verdict: one path for many bodies of a verdict, which is fast, and independent of their order.
import { noVerdict } from "./verdicts.mjs";

const plain = 4;         // pixels: smaller bodies are drawn as their boxes
const detailed = 14;     // pixels: larger ones with dash and hatch
const bodiesOfPath = 9;  // 2^9: longer paths are slow to fill

// The least size of a body on the canvas: few bodies far apart stay visible.
function leastSize(bodies) { return bodies.count < 2000 ? 4 : 1.5; }

// Adds an outline, with arcs around its corners.
function addOutline(path, bodies, body, outline, view) {
  const { from, to, radius, angles } = outline, scale = view.scale;
  const ox = view.toX(bodies.x(body)), oy = view.toY(bodies.y(body)), first = bodies.first[body];
  const x = (i) => ox + bodies.offset[2 * (first + i)] * scale, y = (i) => oy - bodies.offset[2 * (first + i) + 1] * scale;
  const count = to - from;
  if (radius > 0 || count === 1) {
    const turn = Math.atan2(bodies.pose[4 * body + 3], bodies.pose[4 * body + 2]), r = Math.max(radius * scale, 1);
    if (count === 1) {
      path.moveTo(x(from) + r, y(from));
      path.arc(x(from), y(from), r, 0, 2 * Math.PI, true);
      return;
    }
    for (let i = 0; i < count; ++i) {
      const before = -(angles[(i + count - 1) % count] + turn), after = -(angles[i] + turn);
      if (i === 0) path.moveTo(x(from) + r * Math.cos(before), y(from) + r * Math.sin(before));
      path.arc(x(from + i), y(from + i), r, before, after, true);
    }
  } else {
    path.moveTo(x(from), y(from));
    for (let i = from + 1; i < to; ++i) path.lineTo(x(i), y(i));
  }
  path.closePath();
}

export function addBody(path, bodies, body, view) {
  for (const ring of bodies.shapes[bodies.shape[body]].rings) addOutline(path, bodies, body, ring, view);
}

function addBox(path, bodies, body, view) {
  const box = bodies.boxOf(body), least = leastSize(bodies);
  const width = Math.max(least, (box[2] - box[0]) * view.scale), height = Math.max(least, (box[3] - box[1]) * view.scale);
  path.rect(view.toX((box[0] + box[2]) / 2) - width / 2, view.toY((box[1] + box[3]) / 2) - height / 2, width, height);
}

function paint(ctx, path, style, isDetailed) {
  ctx.fillStyle = style.fill;
  ctx.fill(path);
  if (isDetailed && style.hatch) {
    ctx.fillStyle = style.hatch;
    ctx.fill(path);
  }
  ctx.strokeStyle = style.line;
  ctx.lineWidth = isDetailed ? style.width : 0.8;
  ctx.setLineDash(isDetailed ? style.dash : []);
  ctx.stroke(path);
}

// @param ids    bodies to draw, ascending
// @param worst  by body, as of `worstVerdicts`
export function drawBodies(ctx, bodies, worst, ids, view, palette) {
  ctx.lineJoin = "round";
  for (let verdict = noVerdict; verdict < palette.states.length; ++verdict) {
    const style = verdict < 0 ? palette.hidden : palette.states[verdict];
    let small = new Path2D(), large = new Path2D(), dots = new Path2D(), chunk = -1;
    const flush = () => {
      paint(ctx, large, style, true);
      paint(ctx, small, style, false);
      ctx.fillStyle = style.line;
      ctx.fill(dots);
      small = new Path2D(), large = new Path2D(), dots = new Path2D();
    };
    for (const i of ids) {
      if (worst[i] !== verdict || !bodies.exists(i)) continue;
      if (i >> bodiesOfPath !== chunk) {
        if (chunk >= 0) flush();
        chunk = i >> bodiesOfPath;
      }
      const size = bodies.size(i) * view.scale;
      if (size < plain) addBox(dots, bodies, i, view);
      else addBody(size < detailed ? small : large, bodies, i, view);
    }
    if (chunk >= 0) flush();
  }
  ctx.setLineDash([]);
}

export function drawBoxes(ctx, bodies, ids, view, palette) {
  const path = new Path2D();
  for (const i of ids) if (bodies.exists(i)) addBox(path, bodies, i, view);
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 0.7;
  ctx.setLineDash([2, 2]);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

export function drawIds(ctx, bodies, worst, ids, view, palette, least) {
  ctx.font = "11px system-ui, sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3;
  ctx.strokeStyle = palette.paper;
  ctx.fillStyle = palette.ink;
  for (const i of ids) {
    if (!bodies.exists(i) || worst[i] === noVerdict || bodies.size(i) * view.scale < least) continue;
    const box = bodies.boxOf(i), x = view.toX((box[0] + box[2]) / 2), y = view.toY((box[1] + box[3]) / 2);
    ctx.strokeText(i, x, y);
    ctx.fillText(i, x, y);
  }
}
