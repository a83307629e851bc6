// What a live page adds: bodies are dragged, turned, added and drawn, and the kernel's exact answers follow.
import { make } from "./dom.mjs";
import { countDifferent, joinPairs, Kernel, loadKernel } from "./kernel.mjs";
import { noShape } from "./bodies.mjs";
import { readShapes } from "./shapes.mjs";
import { snapOrigins } from "./snap.mjs";

const snapPixels = 9, handlePixels = 8, handleAway = 24, closePixels = 9;
const mostSnaps = 40;  // candidates that the kernel is asked about
const turnOfKey = { q: 5, e: -5, Q: 1, E: -1 };  // degrees
const nudgeOfKey = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Tools {
  constructor(page, module) {
    this.page = page;
    this.drawn = null;  // the corners of a polygon that is being drawn
    this.said = make("p", { role: "status", className: "said" }, "The kernel is being loaded.");
    const adder = (name, core, radius) => make("button", { type: "button", onclick: () => this.add(core, radius) }, name);
    this.pen = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.startDrawing() }, "Draw a polygon");
    this.snap = make("input", { type: "checkbox", checked: true });
    this.controls = make("div", { hidden: true },
      make("div", { className: "row" }, adder("Box", [-1, -0.6, 1, -0.6, 1, 0.6, -1, 0.6], 0), adder("Triangle", [-1, -0.75, 1, -0.75, 0, 1], 0),
        adder("Circle", [0, 0], 0.75), adder("Capsule", [-0.75, 0, 0.75, 0], 0.5)),
      make("div", { className: "row" }, this.pen, make("button", { type: "button", onclick: () => this.remove() }, "Remove")),
      make("label", {}, this.snap, "snap, so that bodies touch"),
      make("p", {}, "Drag a body to move it, its handle or q and e to turn it; with Shift, arrows nudge it."));
    this.element = make("section", { "aria-label": "Live" }, make("h2", {}, "Live"), this.said, this.controls);
    this.ready = this.load(module);
  }

  async load(module) {
    const { page } = this;
    try {
      this.kernel = new Kernel(await loadKernel(module), page.data);
      const answers = this.kernel.ask(page.data.pair), different = countDifferent(page.data, answers), count = page.data.feature.length;
      this.given = count;
      this.controls.hidden = false;
      this.say(different === 0 ? `The kernel in this page gives the same bits as the tool for all ${count} pairs.`
        : `The kernel in this page differs from the tool for ${different} of ${count} pairs.`);
      document.documentElement.dataset.live = different === 0 ? "same" : "different";
    } catch (error) {
      this.say(`The kernel does not run here: ${error.message}`);
      document.documentElement.dataset.live = "failed";
    }
  }
  say(text) { this.said.textContent = text; }

  // ---- bodies -----------------------------------------------------------------------------------------------------

  // The pairs of a body anew: those of the file, and whatever is near.
  update(body) {
    const { page } = this, { data, bodies } = page, keep = [], mine = new Set();
    for (let i = 0; i < data.feature.length; ++i) {
      const a = data.pair[2 * i], b = data.pair[2 * i + 1];
      if (a !== body && b !== body) keep.push(i);
      else if (i < this.given && bodies.exists(a) && bodies.exists(b)) mine.add(`${a} ${b}`);
    }
    this.given = keep.findLastIndex((i) => i < this.given) + 1;
    if (bodies.exists(body)) {
      const [left, low, right, high] = bodies.boxOf(body), near = bodies.size(body) / 2;
      for (const other of page.grid.find([left - near, low - near, right + near, high + near])) {
        const [a, b] = [Math.min(body, other), Math.max(body, other)];
        if (other !== body && bodies.exists(other) && !mine.has(`${b} ${a}`)) mine.add(`${a} ${b}`);
      }
    }
    const answers = this.kernel.ask(Uint32Array.from([...mine].flatMap((pair) => pair.split(" ").map(Number))));
    page.motions?.forget(body);
    Object.assign(data, joinPairs(data, keep, answers), { part_pair: undefined });
    page.hovered = null;  // pairs get other numbers
    page.card.hide();
    const follow = page.chosen?.pair !== undefined ? this.chosenPair : null;
    page.takeContacts(data);
    if (page.chosen?.pair !== undefined) page.chosen = follow ? page.pairOf(...follow) : null;
    page.refresh();
    page.request("draw");
    page.sayDrawn();
  }
  get chosenPair() {
    const { contacts, chosen } = this.page;
    return [contacts.a(chosen.pair), contacts.b(chosen.pair)];
  }

  place(body, x, y, cos, sin) {
    this.kernel.scene.setPose(body, { x, y, cos, sin });
    const { bodies, data } = this.page;
    bodies.setPose(body, [x, y, cos, sin]);
    data.pose.set([x, y, cos, sin], 4 * body);
  }
  poseOf(body) { return [...this.page.bodies.pose.subarray(4 * body, 4 * body + 4)]; }
  turn(body, angle) {
    const [x, y] = this.poseOf(body);
    this.place(body, x, y, ...this.kernel.satchel.posesAt([x, y, angle]).slice(2));
    this.update(body);
  }
  // The body that is chosen, or the one of a chosen pair that was moved.
  get body() {
    const { chosen } = this.page;
    return chosen?.body ?? (chosen && this.moved !== undefined && this.chosenPair.includes(this.moved) ? this.moved : undefined);
  }

  // Adds a body in the middle of the view, a tenth of it large, or an outline in world coordinates around (x, y).
  add(core, radius, at) {
    const { page } = this, { view, data, bodies } = page;
    page.motions?.stopAtStart();
    const size = at ? 1 : 2 ** Math.round(Math.log2(0.07 * Math.min(view.width, view.height) / view.scale));
    const { core_start, core_vertex, core_radius, part_start, part } = data, id = part_start.length - 1;
    const scaled = core.map((coordinate) => coordinate * size);
    this.kernel.addCore(this.kernel.Real.from(scaled), radius * size);
    const grown = (array, ...more) => array.constructor.from([...array, ...more]);
    data.core_vertex = grown(core_vertex, ...scaled);
    data.core_start = grown(core_start, core_start[id] + scaled.length / 2);
    data.core_radius = grown(core_radius, radius * size);
    data.part = grown(part, id);
    data.part_start = grown(part_start, part.length + 1);
    const [x, y] = at ?? [view.x, view.y], body = bodies.count;
    this.kernel.scene.addBody(id, { x, y, cos: 1, sin: 0 });
    data.shape = grown(data.shape, id);
    data.pose = grown(data.pose, x, y, 1, 0);
    if (data.motion) data.motion = grown(data.motion, 0, 0, 0);
    if (data.step) data.step = grown(data.step, page.step ?? 0);
    bodies.shapes = readShapes(data);
    bodies.assign(data.shape, data.pose);
    page.chosen = { body };
    this.update(body);
    return body;
  }

  remove() {
    const { body, page } = this;
    if (body === undefined) return this.say("Choose a body first.");
    page.motions?.stopAtStart();
    this.kernel.scene.removeBody(body);
    page.data.shape[body] = noShape;
    page.bodies.assign(page.data.shape, page.data.pose);
    page.chosen = null;
    this.update(body);
    this.say(`Body ${body} is removed.`);
  }

  // ---- drawing a polygon ------------------------------------------------------------------------------------------

  startDrawing() {
    this.drawn = this.drawn ? null : [];
    this.pen.setAttribute("aria-pressed", String(this.drawn !== null));
    this.say(this.drawn ? "Click its corners; click the first one, or press Enter, to close it. Escape gives up." : "No polygon is drawn.");
    this.page.request("marks");
  }
  finishDrawing() {
    const corners = this.drawn, { satchel } = this.kernel, [x, y] = corners[0] ?? [0, 0];
    this.startDrawing();
    const outline = corners.flatMap(([px, py]) => [px - x, py - y]), real = this.page.data.real;
    try {
      const hull = satchel.convexHull(outline, real);
      if (hull.length < 6) throw new RangeError("no area");
      const body = this.add([...hull], 0, [x, y]);
      this.say(this.isConvex(corners, hull.length / 2) ? `Body ${body} is your polygon of ${hull.length / 2} corners.`
        : `Your outline is concave: body ${body} is its convex hull, with ${hull.length / 2} corners.`);
    } catch {
      this.say("These corners make no polygon; it needs three that are not in line.");
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

  // ---- pointer and keys: as `listen` asks --------------------------------------------------------------------------

  world(px, py) { return [this.page.view.worldX(px), this.page.view.worldY(py)]; }
  handle() {
    const { view, bodies } = this.page, { body } = this;
    if (body === undefined || !bodies.exists(body)) return null;
    const box = bodies.boxOf(body);
    return [view.toX((box[0] + box[2]) / 2), view.toY(box[3]) - handleAway];
  }

  grab(px, py) {
    const { page } = this;
    if (!this.kernel || page.time !== 0) return false;
    if (this.drawn) return true;
    const handle = this.handle(), { bodies } = page;
    if (handle && Math.hypot(handle[0] - px, handle[1] - py) <= handlePixels) {
      this.grip = { body: this.body, turns: true };
      return true;
    }
    const [x, y] = this.world(px, py), own = this.body;
    const found = own !== undefined && bodies.exists(own) && bodies.contains(own, x, y, 0) ? own : page.findBody(px, py);
    if (found === undefined) return false;
    this.grip = { body: found, away: [bodies.x(found) - x, bodies.y(found) - y] };
    return true;
  }
  dragTo(px, py, event) {
    if (!this.grip) return;
    const { body, away, turns } = this.grip, [x, y] = this.world(px, py), pose = this.poseOf(body), { page } = this;
    this.moved = body;
    if (turns) {
      this.turn(body, Math.atan2(y - pose[1], x - pose[0]) - Math.PI / 2);
    } else {
      this.place(body, x + away[0], y + away[1], pose[2], pose[3]);
      if (this.snap.checked && !event.altKey) this.snapBody(body);
      this.update(body);
    }
    // The deepest, else nearest pair of the body is followed.
    const pairs = [...page.contacts.pairsOf(body)], distance = (i) => page.data.distance[7 * i];
    const nearest = pairs.reduce((best, i) => (best === null || distance(i) < distance(best) ? i : best), null);
    page.choose(nearest === null ? { body } : { pair: nearest }, false);
  }
  // A drag began on a body and does not move it.
  missed() { if (this.kernel && this.page.time !== 0) this.say("Bodies are dragged where they are at time 0."); }
  drop() { this.grip = null; }

  // Moves a body to the nearest origin at which it touches what is near.
  snapBody(body) {
    const { page } = this, { bodies, view } = page, reach = snapPixels / view.scale, pose = this.poseOf(body);
    const [left, low, right, high] = bodies.boxOf(body);
    const others = [...page.grid.find([left - reach, low - reach, right + reach, high + reach])].filter((i) => i !== body && bodies.exists(i));
    const candidates = others.flatMap((other) => snapOrigins(bodies, body, other, reach).slice(0, mostSnaps).map((at) => ({ at, other })));
    const away = ({ at }) => Math.hypot(at[0] - pose[0], at[1] - pose[1]);
    for (const { at, other } of candidates.sort((one, two) => away(one) - away(two)).slice(0, mostSnaps)) {
      this.kernel.scene.setPose(body, { x: at[0], y: at[1], cos: pose[2], sin: pose[3] });
      if (this.kernel.verdict(body, other) === 1) return this.place(body, ...at, pose[2], pose[3]);
    }
    this.place(body, ...pose);
  }

  // A click; true if it is taken.
  click(px, py) {
    if (!this.drawn) return false;
    const { view } = this.page, first = this.drawn[0];
    if (first && this.drawn.length > 2 && Math.hypot(view.toX(first[0]) - px, view.toY(first[1]) - py) < closePixels) this.finishDrawing();
    else this.drawn.push(this.world(px, py));
    this.page.request("marks");
    return true;
  }

  key(event) {
    const { key, shiftKey } = event, { body, page } = this;
    if (!this.kernel) return false;
    if (this.drawn && key === "Enter") this.finishDrawing();
    else if (this.drawn && key === "Escape") this.startDrawing();
    else if (body === undefined || page.time !== 0) return false;
    else if (key in turnOfKey) {
      const [, , cos, sin] = this.poseOf(body);
      this.turn(body, Math.atan2(sin, cos) + turnOfKey[key] * Math.PI / 180);
    } else if (shiftKey && key in nudgeOfKey) {
      const [x, y, cos, sin] = this.poseOf(body), [dx, dy] = nudgeOfKey[key];
      this.place(body, x + dx / page.view.scale, y + dy / page.view.scale, cos, sin);
      this.update(body);
    } else if (key === "Delete") this.remove();
    else return false;
    event.preventDefault();
    return true;
  }

  // ---- what the page shows more -----------------------------------------------------------------------------------

  pairRows(a, b) { return this.kernel ? [["area of the overlap", String(this.kernel.area(a, b))]] : []; }

  draw(ctx, view, palette) {
    ctx.strokeStyle = ctx.fillStyle = palette.accent;
    ctx.lineWidth = 2;
    const handle = this.kernel && this.handle();
    ctx.beginPath();
    if (handle) {
      ctx.moveTo(handle[0], handle[1] + handleAway);
      ctx.lineTo(handle[0], handle[1] + handlePixels - 2);
      ctx.moveTo(handle[0] + handlePixels - 2, handle[1]);
      ctx.arc(...handle, handlePixels - 2, 0, 2 * Math.PI);
    }
    (this.drawn ?? []).forEach(([x, y], i) => ctx[i === 0 ? "moveTo" : "lineTo"](view.toX(x), view.toY(y)));
    ctx.stroke();
    for (const [x, y] of this.drawn ?? []) ctx.fillRect(view.toX(x) - 3, view.toY(y) - 3, 6, 6);
  }
}
