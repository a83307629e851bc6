// The page: one scene, its drawing and its panel.
import { Bodies, growBox } from "./bodies.mjs";
import { Contacts } from "./contacts.mjs";
import { decode } from "./decode.mjs";
import { grouped, make, plainText } from "./dom.mjs";
import { arrowFactor } from "./draw_pairs.mjs";
import { Drawing } from "./drawing.mjs";
import { flyTo } from "./flight.mjs";
import { numberOf, readFragment, writeFragment } from "./fragment.mjs";
import { Grid } from "./grid.mjs";
import { listen } from "./input.mjs";
import { LiveHint } from "./live_hint.mjs";
import { bodyRows, pairRows } from "./numbers.mjs";
import { layerNames, Panel } from "./panel.mjs";
import { readPalette } from "./palette.mjs";
import { readShapes } from "./shapes.mjs";
import { PairTable } from "./table.mjs";
import { countVerdicts, noVerdict, verdictNames, worstVerdicts } from "./verdicts.mjs";
import { View } from "./view.mjs";

const nearPixels = 7;       // of the pointer to a pair's mark
const fragmentDelay = 300;  // ms: browsers refuse many changes of the address a second

function median(values) {
  const sorted = Float64Array.from(values).sort();
  return sorted.length > 0 ? sorted[sorted.length >> 1] : 0;
}

export class Page {
  // @param element  the container
  // @param data     as the tool writes it
  // @param options  {address: whether the fragment of the address holds the view, tools: (page) => live tools}
  constructor(element, data, { address = false, tools = null } = {}) {
    this.element = element;
    this.data = decode(data);
    this.address = address;
    this.shown = [true, true, true];
    this.layers = Object.fromEntries(Object.keys(layerNames).map((name) => [name, name === "mtv" || name === "points"]));
    this.chosen = this.hovered = null;
    this.card = null;  // what the tip tells of; `flown`: it stands at its bodies, not at the pointer
    this.time = 0;
    this.step = null;
    this.isShown = (i) => this.time === 0 && this.shown[this.contacts.verdict(i)] &&
      this.isBodyShown(this.contacts.a(i)) && this.isBodyShown(this.contacts.b(i));
    this.isChosen = (i) => this.chosen?.pair === i;
    this.bodies = new Bodies(readShapes(this.data), this.data.shape, this.data.pose, this.data.real);
    this.takeContacts(this.data);
    this.restore();
    this.tools = tools?.(this) ?? null;
    this.build();
    this.refresh();
    if (!this.restoredView) this.view.fit(this.bodies.bounds());
    this.view.setScale(this.view.scale);
    this.draw();
    this.sayDrawn();
  }

  build() {
    const { element } = this;
    this.scene = make("canvas", { className: "scene", "aria-hidden": "true" });
    this.marks = make("canvas", { className: "marks", tabIndex: 0, role: "application",
      "aria-label": "Drawing of the scene. Arrows move it, plus and minus zoom, n and p choose pairs; the table lists all pairs." });
    this.tip = make("div", { className: "tip", hidden: true });
    this.scaleLine = make("div", { className: "scale" });
    this.scaleText = make("span");
    this.factorText = make("span");
    const bar = make("div", { className: "bar" }, make("div", {}, this.scaleText, this.scaleLine), this.factorText);
    this.table = new PairTable(this, (i) => this.choose({ pair: i }, true));
    this.hint = this.tools ? null : new LiveHint(this.file(), this.data.real);
    this.panel = new Panel(this, this.table.element, this.tools?.element);
    element.classList.add("satchel");
    element.append(make("div", { className: "stage" }, this.scene, this.marks, this.tip, bar, ...(this.hint ? [this.hint.element] : [])), this.panel.element);
    this.view = this.restoredView ?? new View(1, 1);
    this.drawing = new Drawing(this.scene, this.marks, this.view, this);
    this.readTheme();
    const preference = matchMedia("(prefers-color-scheme: dark)");
    preference.addEventListener("change", () => this.readTheme());
    listen(this.marks, this);
    new ResizeObserver(() => {
      this.drawing.resize();
      this.draw();
    }).observe(this.scene);
    if (this.address) addEventListener("hashchange", () => { this.restore(); this.view = this.drawing.view = this.restoredView ?? this.view; this.drawing.resize(); this.readTheme(); this.refresh(); this.draw(); });
  }

  // ---- what is shown ----------------------------------------------------------------------------------------------

  takeContacts(data) {
    this.contacts = new Contacts(this.bodies, data);
    this.counts = countVerdicts(data.feature);
    const depths = [];
    for (let i = 0; i < this.contacts.count; ++i) if (this.contacts.verdict(i) === 2) depths.push(-data.contact[3 * i]);
    this.medianDepth = median(depths);
    this.deepest = depths.reduce((most, depth) => Math.max(most, depth), 0);
    this.farthest = 0;
    for (let i = 0; i < this.contacts.count; ++i) this.farthest = Math.max(this.farthest, data.distance[7 * i]);
  }

  isBodyShown(body) { return this.step === null || this.data.step[body] === this.step; }

  // After a change of the scene, the filter, the time or the step.
  refresh() {
    const { bodies, contacts, data } = this;
    if (this.time === 0) {
      this.worst = worstVerdicts(bodies.count, data.pair, data.feature, this.shown);
    } else {
      this.worst = new Int8Array(bodies.count);
      this.met = 0;
      data.impact_pair?.forEach((body, k) => { if (data.impact[3 * (k >> 1)] <= this.time) { this.worst[body] = 1; this.met += k & 1; } });
    }
    this.grid = new Grid(bodies);
    const sizes = [];
    for (let i = 0; i < bodies.count; ++i) if (bodies.exists(i)) sizes.push(bodies.size(i));
    this.medianSize = median(sizes);
    this.panel.setCounts(sizes.length, this.counts);
    this.panel.counts.forEach(({ box }, verdict) => { box.checked = this.shown[verdict]; });
    for (const [name, box] of Object.entries(this.panel.layers)) box.checked = this.layers[name];
    if (this.panel.timeText) {
      this.panel.time.value = this.time;
      this.panel.timeText.textContent = this.time === 0 ? "At the start; move the slider to see the bodies move." :
        `Time ${this.time.toFixed(3)}: ${grouped(this.met)} of ${grouped(data.impact_pair.length / 2)} pairs that meet have met (dashed).`;
    }
    if (this.panel.step) {
      this.panel.allSteps.checked = this.step === null;
      if (this.step !== null) this.panel.step.value = this.step;
      this.panel.stepText.textContent = this.step === null ? "all" : `${this.step}`;
    }
    this.table.refresh();
    this.showDetail();
  }

  setShown(verdict, on) { this.shown[verdict] = on; this.forgetPointer(); this.refresh(); this.draw(); }
  setLayer(name, on) { this.layers[name] = on; this.draw(); }
  setStep(step) { this.step = step; this.forgetPointer(); this.refresh(); this.draw(); }

  // Moves each body to where its motion has it at a time from 0 to 1.
  setTime(time) {
    const { bodies, data } = this, pose = new Float64Array(4);
    this.time = time;
    this.hovered = null;
    this.showCard(null, false);
    for (let i = 0; i < bodies.count; ++i) {
      const [x, y, cos, sin] = data.pose.subarray(4 * i, 4 * i + 4), [dx, dy, turn] = data.motion.subarray(3 * i, 3 * i + 3);
      const c = Math.cos(time * turn), s = Math.sin(time * turn);
      pose.set(time === 0 ? [x, y, cos, sin] : [x + time * dx, y + time * dy, cos * c - sin * s, sin * c + cos * s]);
      bodies.setPose(i, pose);
    }
    this.refresh();
    this.draw();
  }

  setTheme() { this.theme = this.isDark() ? "light" : "dark"; this.readTheme(); this.draw(); }
  isDark() { return (this.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark"; }
  readTheme() {
    this.element.dataset.theme = this.isDark() ? "dark" : "light";
    this.panel.theme.textContent = this.isDark() ? "Light" : "Dark";
    this.drawing.palette = readPalette(this.element);
    this.panel.drawSwatches(this.drawing.palette);
    if (this.grid) this.draw();
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------

  // Draws all, at once; `request` waits for the next frame, and then draws once however often it is asked.
  draw() {
    this.factor = arrowFactor(this.medianDepth, this.view.scale);
    this.drawing.draw();
    this.afterDrawing();
  }
  request(work) {
    this.work = this.work === undefined || work === "draw" ? work : this.work;
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      const { work: asked, panned } = this;
      this.frame = this.work = this.panned = undefined;
      if (asked === "draw") this.draw();
      else if (asked === "pan") this.panNow(...panned);
      else this.drawMarks();
    });
  }
  panNow(dx, dy) {
    this.drawing.pan(dx, dy);
    this.afterDrawing();
  }
  afterDrawing() {
    this.drawMarks();
    this.drawScale();
    if (this.card?.flown) this.placeCard();
    if (!this.address) return;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), fragmentDelay);
  }
  drawMarks() {
    const marked = [this.chosen, this.hovered].filter((it) => it && (it.pair !== undefined || this.bodies.exists(it.body)));
    this.drawing.drawMarks(marked);
  }
  drawScale() {
    const most = 140 / this.view.scale, power = 10 ** Math.floor(Math.log10(most)), digit = most / power;
    const length = power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
    this.scaleLine.style.width = `${length * this.view.scale}px`;
    this.scaleText.textContent = `${Number(length.toPrecision(1))} ${plainText(this.data.units, 20)}`;
    const arrows = this.layers.mtv && this.counts[2] > 0;
    this.factorText.textContent = arrows && this.drawing.isDecorated() && this.factor > 1 ? `MTVs ${grouped(this.factor)} times as long as true` : "";
    this.panel.note.textContent = this.drawing.isDecorated() ? "" : "Zoom in to see them: the bodies are small.";
  }
  // Says on <html> that a frame is drawn, and the counts.
  sayDrawn() {
    const { dataset } = document.documentElement;
    verdictNames.forEach((name, verdict) => { dataset[name] = this.counts[verdict]; });
    dataset.drawn = "true";
  }

  // ---- pointer and keys -------------------------------------------------------------------------------------------

  // Ends a flight, for another one or because the user moves the view.
  land() {
    this.flight?.();
    this.flight = null;
  }
  pan(dx, dy) {
    this.land();
    this.panned = [(this.panned?.[0] ?? 0) + dx, (this.panned?.[1] ?? 0) + dy];
    this.request("pan");
  }
  zoom(px, py, factor) {
    this.land();
    this.view.zoomAt(px, py, factor);
    this.request("draw");
  }
  // As `pan` and `zoom`, but not by the pointer: what comes to lie under it is not what it points at.
  panByKey(dx, dy) {
    this.forgetPointer();
    this.pan(dx, dy);
  }
  zoomByKey(factor) {
    this.forgetPointer();
    this.zoom(this.view.width / 2, this.view.height / 2, factor);
  }
  fit() {
    this.forgetPointer();
    this.land();
    this.view.fit(this.bodies.bounds());
    this.draw();
  }

  // The pair whose mark is near a pixel, else the smallest body there.
  find(px, py) {
    const { view, bodies, contacts } = this;
    const near = this.grid.find(view.box(px - 40, py - 40, px + 40, py + 40)).filter((i) => bodies.exists(i) && this.isBodyShown(i));
    let best = null, nearest = nearPixels;
    if (this.drawing.isDecorated() && (this.layers.points || this.layers.mtv)) {
      for (const body of near) {
        for (const i of contacts.pairsOf(body)) {
          if (!this.isShown(i) || contacts.verdict(i) === 0) continue;
          const [ax, ay] = contacts.anchor(i), a = contacts.a(i);
          const away = Math.hypot(view.toX(bodies.x(a)) + ax * view.scale - px, view.toY(bodies.y(a)) - ay * view.scale - py);
          if (away < nearest) [best, nearest] = [{ pair: i }, away];
        }
      }
    }
    if (best) return best;
    const body = this.findBody(px, py);
    return body === undefined ? null : { body };
  }
  // The smallest shown body at a pixel, or close to it.
  findBody(px, py) {
    const { view, bodies } = this, slack = nearPixels / view.scale / 2, x = view.worldX(px), y = view.worldY(py);
    const near = this.grid.find([x - slack, y - slack, x + slack, y + slack]);
    const hit = (reach) => near.filter((i) => bodies.exists(i) && this.isBodyShown(i) && this.worst[i] !== noVerdict && bodies.contains(i, x, y, reach));
    const inside = hit(0);
    return [...(inside.length > 0 ? inside : hit(slack))].sort((i, k) => bodies.size(i) - bodies.size(k))[0];
  }
  hover(px, py) {
    this.hovered = this.find(px, py);
    this.showCard(this.hovered, false);
    if (this.hovered) this.moveCard(px + 14, py + 14);
    this.showDetail();
    this.request("marks");
  }
  leave() { if (this.hovered) this.forgetPointer(); }
  // Panel and card turn from what is under the pointer to what is chosen; the pointer counts again once it moves.
  forgetPointer() {
    const changed = this.hovered !== null;
    this.hovered = null;
    if (!this.card?.flown) this.showCard(null, false);
    if (!changed) return;
    this.showDetail();
    this.request("marks");
  }

  // ---- the card ---------------------------------------------------------------------------------------------------

  showCard(what, flown) {
    this.card = what ? { what, flown } : null;
    this.tip.hidden = !what;
    if (!what) return;
    const { body, pair } = what;
    this.tip.textContent = pair === undefined ? `body ${body}\n${this.worst[body] >= 0 && this.time === 0 ? verdictNames[this.worst[body]] : ""}`.trim()
      : `${this.contacts.a(pair)} and ${this.contacts.b(pair)}: ${verdictNames[this.contacts.verdict(pair)]}\nseparation ${this.contacts.contact(pair).separation}`;
    if (flown) this.placeCard();
  }
  moveCard(px, py) {
    this.tip.style.left = `${Math.max(0, Math.min(px, this.view.width - 180))}px`;
    this.tip.style.top = `${Math.max(0, Math.min(py, this.view.height - 50))}px`;
  }
  // Below its bodies.
  placeCard() {
    const { view } = this, box = this.boxOf(this.card.what);
    this.moveCard(view.toX((box[0] + box[2]) / 2) + 14, view.toY(box[1]) + 10);
  }
  // The box around a body, or both bodies of a pair.
  boxOf({ body, pair }) {
    const box = [...this.bodies.boxOf(pair === undefined ? body : this.contacts.a(pair))];
    if (pair !== undefined) growBox(box, this.bodies.boxOf(this.contacts.b(pair)));
    return box;
  }

  click(px, py) {
    if (!this.tools?.click(px, py)) this.choose(this.find(px, py), false);
  }
  escape() { if (!this.hint?.close()) this.choose(null, false); }
  // Without tools nothing can be dragged, and no key is taken.
  grab(px, py) {
    this.pressed = this.findBody(px, py);
    return this.tools?.grab(px, py) ?? false;
  }
  // A drag that takes nothing moves the drawing; one that begins on a body was perhaps meant to move it.
  missed() {
    if (this.pressed === undefined) return;
    this.hint?.show();
    this.tools?.missed();
  }
  dragTo(px, py, event) { this.tools.dragTo(px, py, event); }
  drop() { this.tools.drop(); }
  key(event) { return this.tools?.key(event) ?? false; }

  // The next of the shown pairs.
  next(by) {
    const { list } = this.table;
    if (list.length === 0) return;
    const at = list.indexOf(this.chosen?.pair);
    this.choose({ pair: list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length] }, true);
  }

  choose(what, fly) {
    this.chosen = what;
    this.table.fill();
    if (this.card?.flown) this.showCard(null, false);
    if (!what || !fly) {
      this.showDetail();
      return this.afterDrawing();
    }
    this.hovered = null;
    this.showCard(what, true);
    this.showDetail();
    this.land();
    let landed = false;
    const stop = flyTo(this.view, this.boxOf(what), (last) => {
      landed = last;
      if (last) this.flight = null;
      this.draw();
    });
    this.flight = landed ? null : stop;
  }

  showDetail() {
    const what = this.hovered ?? this.chosen;
    if (!what) return this.panel.setDetail("");
    const { body, pair } = what;
    if (pair === undefined) {
      return this.panel.setDetail(`Body ${body}`, bodyRows(this.bodies, this.contacts, body, plainText(this.data.units, 20), this.data.motion));
    }
    const rows = pairRows(this.contacts, pair), impact = this.impactOf(pair);
    rows.push(...(this.tools?.pairRows(this.contacts.a(pair), this.contacts.b(pair)) ?? []));
    if (impact) rows.push(["impact at time", String(impact[0])], ["impact normal", `${impact[1]}, ${impact[2]}`]);
    this.panel.setDetail(`Pair of ${this.contacts.a(pair)} and ${this.contacts.b(pair)}`, rows);
  }
  impactOf(pair) {
    const { impact_pair, impact } = this.data, a = this.contacts.a(pair), b = this.contacts.b(pair);
    for (let k = 0; impact_pair && k < impact_pair.length / 2; ++k) {
      if (impact_pair[2 * k] === a && impact_pair[2 * k + 1] === b) return impact.subarray(3 * k, 3 * k + 3);
    }
    return null;
  }

  // Chooses the body or the pair of a text such as "7" or "7 9"; returns what is to be said.
  search(text) {
    const numbers = (text.match(/\d+/g) ?? []).map(Number), { bodies } = this;
    if (numbers.length === 0 || numbers.length > 2) return "Give the number of a body, or two numbers of a pair.";
    for (const body of numbers) if (!(body < bodies.count) || !bodies.exists(body)) return `There is no body ${body}.`;
    if (numbers.length === 1) {
      this.choose({ body: numbers[0] }, true);
      return `Body ${numbers[0]} is chosen.`;
    }
    const [a, b] = numbers;
    const pair = this.pairOf(a, b);
    if (!pair) return `${a} and ${b} are no pair.`;
    this.choose(pair, true);
    return `The pair of ${a} and ${b} is chosen.`;
  }

  // {pair} of two bodies, in either order; null: they are none.
  pairOf(a, b) {
    const { contacts } = this;
    const pair = contacts.pairsOf(a).find((i) => (contacts.a(i) === a && contacts.b(i) === b) || (contacts.a(i) === b && contacts.b(i) === a));
    return pair === undefined ? null : { pair };
  }

  // The name of the page's file; a notebook's page has none.
  file() { return this.address ? location.pathname.split("/").at(-1) : ""; }

  // ---- the address ------------------------------------------------------------------------------------------------

  save() {
    const { view, shown, layers, chosen } = this;
    history.replaceState(null, "", writeFragment({
      x: view.x, y: view.y, scale: view.scale,
      hide: verdictNames.filter((_, verdict) => !shown[verdict]).join(","),
      layers: Object.keys(layers).filter((name) => layers[name]).join(",") || "none",
      body: chosen?.body, pair: chosen?.pair, time: this.time || undefined, step: this.step, theme: this.theme }));
  }
  restore() {
    if (!this.address) return;
    const words = readFragment(location.hash), x = numberOf(words.x), y = numberOf(words.y), scale = numberOf(words.scale);
    if (x !== undefined && y !== undefined && scale > 0) this.restoredView = Object.assign(new View(1, 1), { x, y, scale });
    this.shown = verdictNames.map((name) => !(words.hide ?? "").split(",").includes(name));
    if (words.layers) for (const name of Object.keys(this.layers)) this.layers[name] = words.layers.split(",").includes(name);
    const body = numberOf(words.body), pair = numberOf(words.pair);
    if (pair >= 0 && pair < this.contacts.count && Number.isInteger(pair)) this.chosen = { pair };
    else if (body >= 0 && body < this.bodies.count && this.bodies.exists(body)) this.chosen = { body };
    if (this.data.step && words.step !== undefined) this.step = numberOf(words.step, null);
    if (words.theme === "dark" || words.theme === "light") this.theme = words.theme;
  }
}
