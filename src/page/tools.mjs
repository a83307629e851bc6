// What a live page adds: bodies are dragged, turned, added and drawn, and the kernel's exact answers follow.
import { noShape } from "./bodies.mjs";
import { make } from "./dom.mjs";
import { Following } from "./following.mjs";
import { countDifferent, Kernel, limitsOf } from "./kernel.mjs";
import { Particles } from "./particles.mjs";
import { Pen } from "./pen.mjs";
import { readShapes } from "./shapes.mjs";
import { snapOrigins } from "./snap.mjs";

const snapPixels = 9, handlePixels = 8, handleAway = 24;
const mostSnaps = 40;  // candidates that the kernel is asked about
const turnOfKey = { q: 5, e: -5, Q: 1, E: -1 };  // degrees
const nudgeOfKey = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function grown(array, ...more) { return array.constructor.from([...array, ...more]); }

export class Tools {
  // @param page
  // @param kernel  of the page's data, if it is there already
  constructor(page, kernel = null) {
    this.page = page;
    this.kernel = kernel;
    this.said = make("p", { role: "status", className: "said" }, kernel ? "" : "The kernel is being loaded.");
    this.pen = new Pen(this);
    const adder = (name, core, radius) => make("button", { type: "button", onclick: () => this.add(core, radius) }, name);
    this.snap = make("input", { type: "checkbox", checked: true });
    this.controls = make("div", { hidden: !kernel },
      make("div", { className: "row" }, adder("Box", [-1, -0.6, 1, -0.6, 1, 0.6, -1, 0.6], 0), adder("Triangle", [-1, -0.75, 1, -0.75, 0, 1], 0),
        adder("Circle", [0, 0], 0.75), adder("Capsule", [-0.75, 0, 0.75, 0], 0.5)),
      make("div", { className: "row" }, this.pen.button, make("button", { type: "button", onclick: () => this.remove() }, "Remove")),
      make("label", {}, this.snap, "snap, so that bodies touch"),
      make("p", {}, "Drag a body to move it, its handle or q and e to turn it; with Shift, arrows nudge it."));
    const limits = limitsOf(page.data);
    this.element = make("section", { className: "live", "aria-label": "Live" }, make("h2", {}, "Live"), this.said, make("p", { className: "limits", hidden: limits === "" }, limits), this.controls);
    this.particles = page.data.image_of ? new Particles(page) : null;
    if (this.particles) this.controls.firstChild.hidden = this.controls.children[1].hidden = true;  // images would be missing
    this.following = kernel ? new Following(page, []) : null;
    this.ready = Promise.resolve();
  }

  // Takes the module once it is loaded, and compares its answers with those of the page.
  // @param satchel  a promise of the module
  async load(satchel) {
    const { page } = this;
    try {
      this.kernel = new Kernel(await satchel, page.data);
      const answers = this.kernel.ask(page.data.pair), different = countDifferent(page.data, answers), count = page.data.feature.length;
      this.following = new Following(page, page.data.pair);
      this.controls.hidden = false;
      this.say(different === 0 ? `The kernel in this page gives the same bits as the tool for all ${count} pairs.`
        : `The kernel in this page differs from the tool for ${different} of ${count} pairs.`);
      document.documentElement.dataset.live = different === 0 ? "same" : "different";
    } catch (error) {
      this.say(`The kernel does not run here: ${error.message}`);
      this.failed = true;
      document.documentElement.dataset.live = "failed";
    }
    page.answer.refresh();
  }
  say(text) { this.said.textContent = text; }

  // ---- bodies -----------------------------------------------------------------------------------------------------

  // The pairs of a body anew: those of the file, and whatever is near. While a body is dragged only what changes is drawn.
  update(body) {
    if (this.particles) return this.updateAll();
    const { page, following } = this, { data } = page, isDragged = this.grip?.body === body && page.bodies.exists(body);
    following.ask(this.kernel, body, isDragged);
    page.motions?.forget(body);
    page.hovered = null;  // pairs get other numbers
    page.card.hide();
    const follow = page.chosen?.pair !== undefined ? this.chosenPair : null;
    page.takeContacts(data, isDragged);
    if (page.chosen?.pair !== undefined) page.chosen = follow ? page.pairOf(...follow) : null;
    if (isDragged) {
      page.refreshDragged(body);
      const now = following.pixels(body);
      page.requestPart(this.grip.pixels, now);
      this.grip.pixels = now;
    } else {
      page.refresh();
      page.request("draw");
    }
    page.sayDrawn();
  }
  // All pairs anew, after many bodies have moved.
  updateAll() {
    this.following = new Following(this.page, []);
    this.page.askAll(this.kernel);
  }
  get chosenPair() {
    const { contacts, chosen } = this.page;
    return [contacts.a(chosen.pair), contacts.b(chosen.pair)];
  }

  place(body, ...pose) {
    if (this.particles) this.particles.place(body, ...pose);
    else this.placeOne(body, ...pose);
  }
  placeOne(body, x, y, cos, sin) {
    this.kernel.scene.setPose(body, { x, y, cos, sin });
    const { bodies, data } = this.page;
    bodies.setPose(body, [x, y, cos, sin]);
    data.pose.set([x, y, cos, sin], 4 * body);
  }
  poseOf(body) { return [...this.page.bodies.pose.subarray(4 * body, 4 * body + 4)]; }
  turn(body, angle) {
    const [x, y, cos, sin] = this.poseOf(body), [c, s] = this.kernel.satchel.posesAt([x, y, angle]).slice(2);
    const { bodies } = this.page, box = bodies.boxOf(body), size = bodies.size(body);
    // A body whose origin is far from it turns around its middle.
    const mx = (box[0] + box[2]) / 2 - x, my = (box[1] + box[3]) / 2 - y, far = Math.hypot(mx, my) > size;
    const px = cos * mx + sin * my, py = cos * my - sin * mx;
    this.place(body, far ? x + mx - (c * px - s * py) : x, far ? y + my - (s * px + c * py) : y, c, s);
    this.update(body);
  }
  // The body that is chosen, or the one of a chosen pair that was moved.
  get body() {
    const { chosen } = this.page;
    return chosen?.body ?? (chosen && this.moved !== undefined && this.chosenPair.includes(this.moved) ? this.moved : undefined);
  }

  // Adds a body in the middle of the view, a tenth of it large, or an outline in world coordinates around (x, y).
  add(core, radius, at) {
    const { page } = this, { view, data } = page;
    const size = at ? 1 : 2 ** Math.round(Math.log2(0.07 * Math.min(view.width, view.height) / view.scale));
    const { core_start, core_vertex, core_radius, part_start, part } = data, id = part_start.length - 1;
    const scaled = core.map((coordinate) => coordinate * size);
    const shape = this.kernel.addCore(this.kernel.Real.from(scaled), radius * size);
    data.core_vertex = grown(core_vertex, ...scaled);
    data.core_start = grown(core_start, core_start[id] + scaled.length / 2);
    data.core_radius = grown(core_radius, radius * size);
    data.part = grown(part, id);
    data.part_start = grown(part_start, part.length + 1);
    return this.addBody(id, shape, at ?? [view.x, view.y]);
  }
  // Adds an outline that need not be convex, of coordinates x, y in turn around a point. Throws the library's error.
  addOutline(ring, at) {
    const { data } = this.page, id = data.part_start.length - 1, Real = this.kernel.Real, vertices = Real.from(ring);
    const shape = this.kernel.addOutline({ ring_start: [0, ring.length / 2], ring_vertex: vertices, ring_polygon: [0] }, { from: 0, to: 1 });
    data.ring_of = grown(data.ring_of ?? new Uint32Array(0), id);
    data.ring_polygon = grown(data.ring_polygon ?? new Uint32Array(data.ring_of.length - 1), 0);
    data.ring_vertex = grown(data.ring_vertex ?? new Real(0), ...vertices);
    data.ring_start = grown(data.ring_start ?? Uint32Array.of(0), data.ring_vertex.length / 2);
    data.core_start = grown(data.core_start, data.core_start[id]);
    data.core_radius = grown(data.core_radius, 0);
    data.part_start = grown(data.part_start, data.part.length);
    return this.addBody(id, shape, at);
  }
  // @param id, shape  the shape's number in the data, and in the kernel
  addBody(id, shape, [x, y]) {
    const { page } = this, { data, bodies } = page;
    page.motions?.stopAtStart();
    const body = this.kernel.scene.addBody(shape, { x, y, cos: 1, sin: 0 });  // in the place of one that was removed, if there is one
    for (const [name, values] of [["shape", [id]], ["pose", [x, y, 1, 0]], ["motion", [0, 0, 0]], ["step", [page.step ?? 0]], ["score", [0.5]]]) {
      if (!data[name]) continue;
      if (body === bodies.count) data[name] = grown(data[name], ...values);
      else data[name].set(values, body * values.length);
    }
    if (data.labels) delete data.labels[body];
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
    this.following.forget(body);
    this.update(body);
    this.say(`Body ${body} is removed.`);
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
    if (this.pen.corners) return true;
    const handle = this.handle(), { bodies } = page;
    if (handle && Math.hypot(handle[0] - px, handle[1] - py) <= handlePixels) {
      this.grip = { body: this.body, turns: true, pixels: this.following.pixels(this.body) };
      return true;
    }
    const [x, y] = this.world(px, py), own = this.body;
    let found = own !== undefined && bodies.exists(own) && bodies.contains(own, x, y, 0) ? own : page.findBody(px, py);
    if (found === undefined) return false;
    if (this.particles) found %= this.particles.count;  // an image moves what it is one of
    this.grip = { body: found, pixels: this.following.pixels(found), away: [bodies.x(found) - x, bodies.y(found) - y] };
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
  drop() {
    const { grip, page } = this;
    this.grip = null;
    if (!this.following?.cut || !grip) return;
    this.following.release();
    page.takeContacts(page.data);
    page.refresh();
    page.request("draw");
    page.dropped?.(grip.body);
  }

  // Moves a body to the nearest origin at which it touches what is near.
  snapBody(body) {
    const { page } = this, { bodies, view } = page, reach = Math.min(snapPixels / view.scale, bodies.size(body) / 2), pose = this.poseOf(body);
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

  click(px, py) { return this.pen.click(px, py); }

  key(event) {
    const { key, shiftKey } = event, { body, page } = this;
    if (!this.kernel) return false;
    if (this.pen.key(key)) { /* drawn, or given up */ }
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
    ctx.stroke();
    const { periods } = this.page.data;
    if (periods) {
      ctx.setLineDash([8, 4]);
      ctx.strokeRect(view.toX(0), view.toY(periods[1]), periods[0] * view.scale, periods[1] * view.scale);
      ctx.setLineDash([]);
    }
    this.pen.draw(ctx, view);
  }
}
