// The pen of a live page: a polygon is drawn by its corners, convex or not, and becomes a body.
import { make } from "./dom.mjs";

const closePixels = 9;

export class Pen {
  // @param tools  {page, kernel, add(core, radius, at), addOutline(ring, at), say(text), world(px, py)}
  constructor(tools) {
    this.tools = tools;
    this.corners = null;
    this.button = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggle() }, "Draw a polygon");
  }
  toggle() {
    const { tools } = this;
    this.corners = this.corners ? null : [];
    this.button.setAttribute("aria-pressed", String(this.corners !== null));
    tools.say(this.corners ? "Click its corners; click the first one, or press Enter, to close it. Escape gives up." : "No polygon is drawn.");
    tools.page.request("marks");
  }
  finish() {
    const { corners, tools } = this, { satchel } = tools.kernel, [x, y] = corners[0] ?? [0, 0];
    this.toggle();
    const outline = corners.flatMap(([px, py]) => [px - x, py - y]), { real } = tools.page.data;
    try {
      const hull = satchel.convexHull(outline, real);
      if (hull.length < 6) throw new RangeError("these corners make no polygon; it needs three that are not in line");
      if (this.isConvex(corners, hull.length / 2)) {
        tools.say(`Body ${tools.add([...hull], 0, [x, y])} is your polygon of ${hull.length / 2} corners.`);
      } else {
        tools.say(`Body ${tools.addOutline(outline, [x, y])} is your outline of ${corners.length} corners.`);
      }
    } catch (error) {
      tools.say(`No body is added: ${error.message}.`.replace("..", "."));
    }
  }
  // A convex outline turns one way, once around.
  isConvex(corners, hullCount) {
    const turns = corners.map((p, i) => {
      const q = corners[(i + 1) % corners.length], r = corners[(i + 2) % corners.length];
      return Math.sign((q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]));
    });
    return corners.length === hullCount && Math.abs(turns.reduce((sum, turn) => sum + turn, 0)) === corners.length;
  }

  // A click or a key; true if it is taken.
  click(px, py) {
    if (!this.corners) return false;
    const { page } = this.tools, { view } = page, first = this.corners[0];
    if (first && this.corners.length > 2 && Math.hypot(view.toX(first[0]) - px, view.toY(first[1]) - py) < closePixels) this.finish();
    else this.corners.push(this.tools.world(px, py));
    page.request("marks");
    return true;
  }
  key(key) {
    if (!this.corners || (key !== "Enter" && key !== "Escape")) return false;
    if (key === "Enter") this.finish();
    else this.toggle();
    return true;
  }

  draw(ctx, view) {
    ctx.beginPath();
    (this.corners ?? []).forEach(([x, y], i) => ctx[i === 0 ? "moveTo" : "lineTo"](view.toX(x), view.toY(y)));
    ctx.stroke();
    for (const [x, y] of this.corners ?? []) ctx.fillRect(view.toX(x) - 3, view.toY(y) - 3, 6, 6);
  }
}
