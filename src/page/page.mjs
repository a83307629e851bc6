// The page: one scene, its drawing and its panel.
import { fileName, restoreAddress, saveAddress } from "./address.mjs";
import { Answer } from "./answer.mjs";
import { Bodies, growBox } from "./bodies.mjs";
import { Card } from "./card.mjs";
import { Contacts } from "./contacts.mjs";
import { decode } from "./decode.mjs";
import { grouped, make, plainText } from "./dom.mjs";
import { arrowFactor } from "./draw_pairs.mjs";
import { Drawing } from "./drawing.mjs";
import { flyTo } from "./flight.mjs";
import { Grid } from "./grid.mjs";
import { Help } from "./help.mjs";
import { listen } from "./input.mjs";
import { LiveHint } from "./live_hint.mjs";
import { Motions } from "./motions.mjs";
import { allNearPairs } from "./near_pairs.mjs";
import { bodyDetail, pairDetail } from "./numbers.mjs";
import { layerNames, Panel } from "./panel.mjs";
import { readPalette } from "./palette.mjs";
import { pick, pickBody } from "./pick.mjs";
import { readShapes } from "./shapes.mjs";
import { PairTable } from "./table.mjs";
import { countVerdicts, verdictNames, worstVerdicts } from "./verdicts.mjs";
import { View } from "./view.mjs";

const works = [undefined, "marks", "part", "pan", "draw"];  // what a frame may do, by rising work
const fragmentDelay = 300;  // ms: browsers refuse many changes of the address a second

function median(values) {
  const sorted = Float64Array.from(values).sort();
  return sorted.length > 0 ? sorted[sorted.length >> 1] : 0;
}

export class Page {
  // @param element  the container
  // @param data     as the tool writes it, or as SceneBuilder makes it, with answers
  // @param options  {address: whether the fragment of the address holds the view, words: what else it holds, tools: (page) => live
  //                 tools, top: elements at the top of the panel, share: one at its end}
  constructor(element, data, { address = false, words = {}, tools = null, top = [], share = null } = {}) {
    this.element = element;
    this.data = data.arrays ? decode(data) : data;
    this.address = address;
    this.words = words;
    this.top = top;
    this.share = share;
    this.closing = new AbortController();
    this.file = address ? fileName() : "";
    this.shown = [true, true, true];
    this.layers = Object.fromEntries(Object.keys(layerNames).map((name) => [name, name === "mtv" || name === "points"]));
    this.chosen = this.hovered = null;
    this.card = new Card(this);
    this.time = 0;
    this.step = null;
    this.isShown = (i) => this.time === 0 && this.shown[this.contacts.verdict(i)] &&
      this.isBodyShown(this.contacts.a(i)) && this.isBodyShown(this.contacts.b(i));
    this.isChosen = (i) => this.chosen?.pair === i;
    this.bodies = new Bodies(readShapes(this.data), this.data.shape, this.data.pose, this.data.real);
    this.takeContacts(this.data);
    if (address) restoreAddress(this);
    this.motions = this.data.motion ? new Motions(this) : null;
    if (this.time !== 0) this.motions.placeBodies();
    this.tools = tools?.(this) ?? null;
    this.player = this.motions ?? this.tools?.particles ?? null;
    this.answer = this.tools ? new Answer(this) : null;
    this.help = new Help(this);
    this.build();
    this.refresh();
    if (!this.restoredView) this.view.fit(this.bounds());
    this.view.setScale(this.view.scale);
    this.draw();
    this.sayDrawn();
  }

  build() {
    const { element } = this;
    this.scene = make("canvas", { className: "scene", "aria-hidden": "true" });
    this.marks = make("canvas", { className: "marks", tabIndex: 0, role: "application",
      "aria-label": "Drawing of the scene. Arrows move it, plus and minus zoom, n and p choose pairs; the table lists all pairs." });
    this.scaleLine = make("div", { className: "scale" });
    this.scaleText = make("span");
    this.factorText = make("span");
    const bar = make("div", { className: "bar" }, make("div", {}, this.scaleText, this.scaleLine), this.factorText);
    this.table = new PairTable(this, (i) => this.choose({ pair: i }, true));
    this.hint = this.tools ? null : new LiveHint(this.file, this.data.real);
    this.panel = new Panel(this, this.table.element, { motion: this.player?.element, tools: this.tools?.element, top: [...this.top, ...(this.answer ? [this.answer.element] : [])] });
    element.classList.add("satchel");
    element.append(make("div", { className: "stage" }, this.scene, this.marks, this.card.element, bar, this.help.keys, ...(this.hint ? [this.hint.element] : [])), this.panel.element);
    this.view = this.restoredView ?? new View(1, 1);
    this.help.explain(element);
    this.drawing = new Drawing(this.scene, this.marks, this.view, this);
    this.readTheme();
    const preference = matchMedia("(prefers-color-scheme: dark)");
    const { signal } = this.closing;
    preference.addEventListener("change", () => this.readTheme(), { signal });
    listen(this.marks, this);
    this.observer = new ResizeObserver(() => {
      this.drawing.resize();
      this.draw();
    });
    this.observer.observe(this.scene);
    if (this.address) addEventListener("hashchange", () => this.followAddress(), { signal });
  }
  // Makes room for another page in the same element.
  close() {
    this.land();
    this.player?.pause();
    this.closing.abort();
    this.observer.disconnect();
    clearTimeout(this.saving);
    cancelAnimationFrame(this.frame);
    this.element.replaceChildren();
  }

  // ---- what is shown ----------------------------------------------------------------------------------------------

  // @param isDragged  depths are those of before, but for deeper ones
  takeContacts(data, isDragged = false) {
    this.contacts = new Contacts(this.bodies, data);
    this.counts = countVerdicts(data.feature);
    if (isDragged) {
      for (let i = 0; i < this.contacts.count; ++i) {
        this.deepest = Math.max(this.deepest, -data.contact[3 * i]);
        this.farthest = Math.max(this.farthest, data.distance[7 * i]);
      }
      return;
    }
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
    this.worst = this.statesOfBodies();
    this.grid = new Grid(bodies);
    const sizes = [];
    for (let i = 0; i < bodies.count; ++i) if (bodies.exists(i)) sizes.push(bodies.size(i));
    this.medianSize = median(sizes);
    this.bodyCount = sizes.length;
    this.panel.setCounts(this.bodyCount, this.counts);
    this.panel.counts.forEach(({ box }, verdict) => { box.checked = this.shown[verdict]; });
    for (const [name, box] of Object.entries(this.panel.layers)) box.checked = this.layers[name];
    this.motions?.refresh();
    if (this.panel.step) {
      this.panel.allSteps.checked = this.step === null;
      if (this.step !== null) this.panel.step.value = this.step;
      this.panel.stepText.textContent = this.step === null ? "all" : `${this.step}`;
    }
    this.table.refresh();
    this.showDetail();
  }

  // By body: the worst verdict of its pairs; or what the motions or the question say of it.
  statesOfBodies() {
    const { bodies, data } = this;
    if (this.time !== 0) return this.motions.metBodies();
    return this.answer?.states() ?? worstVerdicts(bodies.count, data.pair, data.feature, this.shown);
  }
  // After a body was moved, before the next one is.
  refreshDragged(body) {
    this.grid.watch(body);
    this.worst = this.statesOfBodies();
    this.panel.setCounts(this.bodyCount, this.counts);
    this.motions?.refresh();
  }
  // Asks about all near pairs anew.
  askAll(kernel) {
    const { data } = this, chosen = this.chosen?.pair === undefined ? null : [this.contacts.a(this.chosen.pair), this.contacts.b(this.chosen.pair)];
    Object.assign(data, kernel.ask(allNearPairs(this.bodies, data.image_of, 0.5)), { part_pair: undefined });
    this.takeContacts(data);
    if (chosen) this.chosen = this.pairOf(...chosen);
    this.hovered = null;
    this.refresh();
    this.request("draw");
    this.sayDrawn();
  }

  setShown(verdict, on) { this.shown[verdict] = on; this.forgetPointer(); this.refresh(); this.draw(); }
  setLayer(name, on) { this.layers[name] = on; this.draw(); }
  setStep(step) { this.step = step; this.forgetPointer(); this.refresh(); this.draw(); }

  // Moves each body to where its motion has it at a time from 0 to 1.
  setTime(time) {
    this.time = time;
    this.hovered = null;
    this.card.hide();
    this.motions.placeBodies();
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
    const both = [this.work, work];
    this.work = both.includes("part") && both.includes("pan") ? "draw" : works[Math.max(...both.map((its) => works.indexOf(its)))];
    this.frame ||= requestAnimationFrame(() => this.drawRequested());
  }
  // Rectangles of the drawing, of which the one around both is drawn anew.
  requestPart(...rectangles) {
    for (const its of rectangles) this.part = this.part ? [0, 1].map((k) => Math.min(this.part[k], its[k])).concat([2, 3].map((k) => Math.max(this.part[k], its[k]))) : its;
    this.request("part");
  }
  drawRequested() {
    const { work, panned, part } = this;
    cancelAnimationFrame(this.frame);
    this.frame = this.work = this.panned = this.part = undefined;
    if (work === "draw") this.draw();
    else if (work === "pan") this.panNow(...panned);
    else if (work === "part") {
      const [left, top, right, bottom] = part.map((at, k) => (k < 2 ? Math.floor(at) : Math.ceil(at)));
      this.drawing.drawPart(left, top, right - left, bottom - top);
      this.afterDrawing();
    } else this.drawMarks();
  }
  panNow(dx, dy) {
    this.drawing.pan(dx, dy);
    this.afterDrawing();
  }
  afterDrawing() {
    this.drawMarks();
    this.drawScale();
    this.card.follow();
    if (!this.address) return;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => saveAddress(this), fragmentDelay);
  }
  drawMarks() {
    const marked = [this.chosen, this.hovered].filter((it) => it && (it.pair !== undefined || this.bodies.exists(it.body)));
    // Of a chosen body the pair that the answer is about is drawn, too.
    const pair = this.chosen?.body === undefined || this.time !== 0 ? undefined : this.answer?.drawnPair();
    if (pair !== undefined) marked.push({ pair, isQuiet: true });
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
    this.view.fit(this.bounds());
    this.draw();
  }

  find(px, py) { return pick(this, px, py); }
  findBody(px, py) { return pickBody(this, px, py); }
  hover(px, py) {
    this.hovered = this.find(px, py);
    if (this.hovered) this.card.showAtPointer(this.hovered, px, py);
    else this.card.hide();
    this.showDetail();
    this.request("marks");
  }
  leave() { if (this.hovered) this.forgetPointer(); }
  // Panel and card turn from what is under the pointer to what is chosen; the pointer counts again once it moves.
  forgetPointer() {
    const changed = this.hovered !== null;
    this.hovered = null;
    if (!this.card.flown) this.card.hide();
    if (!changed) return;
    this.showDetail();
    this.request("marks");
  }

  // What a look at all shows: in a world that repeats, one period and a little.
  bounds() {
    const { periods } = this.data;
    return periods ? [-0.1 * periods[0], -0.1 * periods[1], 1.1 * periods[0], 1.1 * periods[1]] : this.bodies.bounds();
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
  escape() {
    if (this.help.isOn) this.help.toggle();
    else if (!this.hint?.close()) this.choose(null, false);
  }
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
  // Plays or pauses the motions; false if there are none.
  play() {
    this.player?.toggle();
    return this.player !== null;
  }
  key(event) {
    if (event.key === "?") this.help.toggle();
    else return this.tools?.key(event) ?? false;
    event.preventDefault();
    return true;
  }

  // The next of the shown pairs.
  next(by) {
    const { list } = this.table;
    if (list.length === 0) return;
    const at = list.indexOf(this.chosen?.pair);
    this.choose({ pair: list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length] }, true);
  }

  choose(what, fly) {
    this.chosen = what;
    if (!this.tools?.grip) this.table.fill();  // the table follows when a drag ends
    if (this.card.flown) this.card.hide();
    if (!what || !fly) {
      this.showDetail();
      return this.afterDrawing();
    }
    this.hovered = null;
    this.card.showAt(what);
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
    if (what) this.panel.setDetail(...(what.pair === undefined ? bodyDetail(this, what.body) : pairDetail(this, what.pair)));
    else this.panel.setDetail("");
    this.answer?.refresh();
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

  followAddress() {
    if (this.otherScene?.()) return;  // the address names another one
    this.land();
    this.motions?.pause();
    this.hovered = null;
    this.card.hide();
    restoreAddress(this);
    this.motions?.placeBodies();
    this.view = this.drawing.view = this.restoredView ?? this.view;
    this.drawing.resize();
    this.readTheme();
    this.refresh();
    this.draw();
  }
}
