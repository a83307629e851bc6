// The page: one scene, its drawing and its panel.
import { fileName, restoreAddress, saveAddress } from "./address.mjs";
import { Answer } from "./answer.mjs";
import { Bodies } from "./bodies.mjs";
import { Card } from "./card.mjs";
import { Contacts } from "./contacts.mjs";
import { decode } from "./decode.mjs";
import { grouped, make, plainText } from "./dom.mjs";
import { arrowFactor } from "./draw_pairs.mjs";
import { Drawing } from "./drawing.mjs";
import { Grid } from "./grid.mjs";
import { Help } from "./help.mjs";
import { listen } from "./input.mjs";
import { LiveHint } from "./live_hint.mjs";
import { Motions } from "./motions.mjs";
import { allNearPairs } from "./near_pairs.mjs";
import { layerNames, Panel } from "./panel.mjs";
import { readPalette } from "./palette.mjs";
import { Pointing } from "./pointing.mjs";
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

export class Page extends Pointing {
  // @param element  the container
  // @param data     as the tool writes it, or as SceneBuilder makes it, with answers
  // @param options  {address: whether the fragment of the address holds the view, words: what else it holds, tools: (page) => live
  //                 tools, gallery, share: elements of the panel}
  constructor(element, data, { address = false, words = {}, tools = null, gallery = null, share = null } = {}) {
    super();
    this.element = element;
    this.data = data.arrays ? decode(data) : data;
    this.address = address;
    this.words = words;
    this.gallery = gallery;
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
    this.panel = new Panel(this, this.table.element, { motion: this.player?.element, tools: this.tools?.element, top: this.topOfPanel() });
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
  // The gallery stands before its own scenes, and behind the answers of others.
  topOfPanel() {
    const top = [this.gallery, this.answer?.element];
    return (this.data.gallery ? top : top.reverse()).filter((element) => element);
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
