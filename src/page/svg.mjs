// The drawing as SVG: the bodies in sight, by verdict, and what the layers draw about pairs.
import { noVerdict } from "./verdicts.mjs";

const number = (value) => String(Math.round(100 * value) / 100);
// Text of XML, which has no control characters, no halves of pairs, and not the last two characters of the plane.
function escaped(text) { return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "").replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`); }

// The path of one ring: of a round one, with arcs.
function ringPath(bodies, body, { from, to, radius, angles }, view) {
  const ox = view.toX(bodies.x(body)), oy = view.toY(bodies.y(body)), first = bodies.first[body], count = to - from, r = radius * view.scale;
  const point = (i) => [ox + bodies.offset[2 * (first + from + i)] * view.scale, oy - bodies.offset[2 * (first + from + i) + 1] * view.scale];
  const turn = Math.atan2(bodies.pose[4 * body + 3], bodies.pose[4 * body + 2]), at = (x, y) => `${number(x)} ${number(y)}`;
  if (count === 1) {
    const [x, y] = point(0), size = Math.max(r, 1);
    return `M${at(x + size, y)}A${number(size)} ${number(size)} 0 1 0 ${at(x - size, y)}A${number(size)} ${number(size)} 0 1 0 ${at(x + size, y)}Z`;
  }
  const steps = [];
  for (let i = 0; i < count; ++i) {
    const [x, y] = point(i);
    if (radius === 0) {
      steps.push(at(x, y));
      continue;
    }
    const [before, after] = [angles[(i + count - 1) % count] + turn, angles[i] + turn].map((angle) => [x + r * Math.cos(angle), y - r * Math.sin(angle)]);
    steps.push(`${at(...before)}A${number(r)} ${number(r)} 0 0 0 ${at(...after)}`);
  }
  return `M${steps.join("L")}Z`;
}

function arrow(x, y, dx, dy) {
  const length = Math.hypot(dx, dy), h = Math.min(6, 0.6 * length), ux = dx / length, uy = dy / length, ex = x + dx, ey = y + dy;
  const wing = (side) => `M${number(ex)} ${number(ey)}L${number(ex - h * (ux + 0.5 * side * uy))} ${number(ey - h * (uy - 0.5 * side * ux))}`;
  return length > 0.5 ? `M${number(x)} ${number(y)}L${number(ex)} ${number(ey)}${wing(1)}${wing(-1)}` : "";
}

// @param page  {view, bodies, contacts, worst, layers, factor, drawing, data, isShown(pair), isBodyShown(body)}
export function svgOf(page) {
  const { view, bodies, contacts, worst, layers, factor, drawing, data } = page, { palette } = drawing, lines = [];
  const style = (its) => `fill="${its.fill}" stroke="${its.line}" stroke-width="${its.width}" stroke-linejoin="round" fill-rule="evenodd"${its.dash.length ? ` stroke-dasharray="${its.dash.join(" ")}"` : ""}`;
  lines.push(`<svg xmlns="http://www.w3.org/2000/svg" width="${view.width}" height="${view.height}" viewBox="0 0 ${view.width} ${view.height}">`,
    `<title>${escaped(data.name)}</title>`, `<rect width="100%" height="100%" fill="${palette.paper}"/>`);
  for (const body of page.grid.find(view.box(0, 0, view.width, view.height))) {
    if (!bodies.exists(body) || !page.isBodyShown(body)) continue;
    const path = bodies.shapes[bodies.shape[body]].rings.map((ring) => ringPath(bodies, body, ring, view)).join("");
    lines.push(`<path id="body-${body}" d="${path}" ${style(worst[body] === noVerdict ? palette.hidden : palette.states[worst[body]])}/>`);
  }
  let arrows = "", gaps = "";
  for (let i = 0; drawing.isDecorated() && i < contacts.count; ++i) {
    if (!page.isShown(i)) continue;
    const a = contacts.a(i), b = contacts.b(i), x = view.toX(bodies.x(a)), y = view.toY(bodies.y(a));
    if (layers.mtv && contacts.verdict(i) === 2) {
      const [ax, ay] = contacts.anchor(i), [mx, my] = contacts.mtv(i), scale = view.scale * factor;
      arrows += arrow(x + ax * view.scale, y - ay * view.scale, mx * scale, -my * scale);
    }
    if (layers.witnesses) {
      const at = contacts.distance(i), end = [view.toX(bodies.x(b) + at.b[0]), view.toY(bodies.y(b) + at.b[1])];
      gaps += `M${number(x + at.a[0] * view.scale)} ${number(y - at.a[1] * view.scale)}L${end.map(number).join(" ")}`;
    }
  }
  if (gaps) lines.push(`<path d="${gaps}" fill="none" stroke="${palette.point}" stroke-dasharray="3 3"/>`);
  if (arrows) lines.push(`<path d="${arrows}" fill="none" stroke="${palette.mtv}" stroke-width="1.8" stroke-linecap="round"/>`);
  return `${lines.join("\n")}\n</svg>\n`;
}
