// The question that a live page asks, and its answer in words, about the chosen pair, or the body that is dragged.
import { iou, keptBodies } from "./detections.mjs";
import { make, plainText } from "./dom.mjs";
import { worstVerdicts } from "./verdicts.mjs";

const kept = 3, suppressed = 4;  // states of bodies, as of stateNames

// Of each question: its words, and the layers that it draws.
export const questions = {
  verdict: { text: "Do they touch or overlap?", layers: [] },
  mtv: { text: "How deep, or far apart? (MTV)", layers: ["mtv"] },
  distance: { text: "Where are they nearest? (distance)", layers: [] },
  area: { text: "How much is shared? (area, IoU)", layers: [] },
  hits: { text: "What hits what first?", layers: [], needs: "motion" },
  nms: { text: "Which detections are kept? (NMS)", layers: [], needs: "score" },
};
const waiting = { nms: "Choose a detection: what keeps it out stands here.", hits: "Press Play, or choose a body." };

// A number for words: four digits.
export function short(number) { return String(Number(number.toPrecision(4))).replace(/^-/, "−"); }
function vector(x, y) { return `(${short(x)}, ${short(y)})`; }

// The number of a body, and its name if the file has one.
function nameOf({ labels }, body) { return labels?.[body] ? `${body} (${plainText(labels[body], 30)})` : `${body}`; }

// {main, more} about a pair.
// @param first  which of the bodies the sentence is about: the one that was moved
export function answerOfPair(question, { contacts, data }, pair, first, measure) {
  const a = contacts.a(pair), b = contacts.b(pair), isA = first !== b, [its, other] = isA ? [a, b] : [b, a], sign = isA ? 1 : -1;
  const { separation, x, y } = contacts.contact(pair), { distance } = contacts.distance(pair), verdict = contacts.verdict(pair), units = data.units ? ` ${data.units}` : "";
  const name = (body) => nameOf(data, body), names = `${name(its)} and ${name(other)}`;
  const facts = [`${names} are apart.`, `${names} touch.`, `${names} overlap.`][verdict];
  if (question === "mtv" && verdict === 2) {
    const [mx, my] = contacts.mtv(pair).map((value) => sign * value);
    return { main: `${facts} They are ${short(-separation)}${units} deep.`, more: `The MTV of ${its} is ${vector(mx, my)}: the shortest move of ${its} that ends the overlap.`, move: [its, mx, my] };
  }
  if (question === "mtv") return { main: `${facts} Their separation is ${short(separation)}${units}.`, more: `Measured along the normal ${vector(sign * x, sign * y)}, from ${its} to ${other}. Where they overlap, it is negative.` };
  if (question === "distance") {
    return { main: verdict === 2 ? `${facts} Their distance is ${short(distance)}${units}.` : `${facts} Their distance is ${short(distance)}${units}.`,
             more: verdict === 2 ? "The distance of bodies that overlap is minus their depth." : "The dashed line goes between their nearest points." };
  }
  if (question === "area") {
    const { both, ofIts, ofOther, ratio } = measure(its, other), part = (whole) => `${Math.round(100 * both / whole)} %`;
    return both === 0 ? { main: `${facts} They share no area.`, more: "" }
      : { main: `${facts} They share ${short(both)}${units && `${units}²`}.`, more: `That is ${part(ofIts)} of ${its} and ${part(ofOther)} of ${other}; the intersection over the union (IoU) is ${short(ratio)}.` };
  }
  return { main: facts, more: ["Their boundaries have no point in common.", "Their boundaries meet, their interiors do not: exactly.", "Their interiors have points in common."][verdict] };
}

// {main, more} about the first hit of a body, or of all.
export function answerOfHits({ impact_pair, impact, impact_steps }, body) {
  const hits = [];
  impact_pair.forEach((its, k) => { if (body === undefined || its === body) hits.push([impact[3 * (k >> 1)], its, impact_pair[k ^ 1]]); });
  hits.sort((p, q) => p[0] - q[0]);
  if (hits.length === 0) return { main: body === undefined ? "Nothing hits anything." : `${body} hits nothing.`, more: waiting.hits };
  const [time, its, other] = hits[0];
  return { main: `${its} first hits ${other}, at time ${short(time)}.`, more: `The time goes from 0 to 1${impact_steps ? `, in ${impact_steps} steps` : ""}.` };
}

export class Answer {
  // @param page  a live one
  constructor(page) {
    this.page = page;
    const { data } = page, names = Object.keys(questions).filter((name) => !questions[name].needs || data[questions[name].needs]);
    this.question = names.includes(data.question) ? data.question : data.question === undefined ? "mtv" : names[0];
    this.select = make("select", { "aria-label": "Question", onchange: () => this.choose(this.select.value) }, ...names.map((value) => make("option", { value }, questions[value].text)));
    this.select.value = this.question;
    this.main = make("p", { className: "main" });
    this.more = make("p", { className: "more" });
    this.mover = make("button", { type: "button", onclick: () => this.moveOut() });
    this.threshold = make("input", { type: "range", min: 0, max: 1, step: 0.05, value: 0.4, "aria-label": "Threshold of the IoU", oninput: () => this.changed() });
    this.thresholdText = make("span", { className: "count" });
    this.thresholdRow = make("label", { className: "threshold" }, "threshold", this.threshold, this.thresholdText);
    this.element = make("section", { className: "answer", "aria-label": "Question and answer" }, make("h2", {}, "Question"), this.select,
      make("div", { className: "said-answer", "aria-live": "polite" }, this.main, this.more), this.mover, this.thresholdRow);
    if (data.question !== undefined && !page.restoredLayers) this.setLayers();
  }
  setLayers() { for (const name of ["mtv", "witnesses"]) this.page.layers[name] = questions[this.question].layers.includes(name); }

  choose(question) {
    this.question = this.page.data.question = this.page.words.question = question;
    this.setLayers();
    this.changed();
  }
  changed() {
    this.page.refresh();
    this.page.draw();
  }

  // By body, its state, if this question says it; of images, too.
  states() {
    const { page } = this, { data, bodies, contacts } = page, { kernel } = page.tools;
    if (this.question === "nms" && kernel) {
      const pairs = [];
      for (let i = 0; i < contacts.count; ++i) if (contacts.verdict(i) === 2) pairs.push(contacts.a(i), contacts.b(i));
      this.kept = keptBodies(kernel, data.score, (body) => bodies.exists(body), pairs, Number(this.threshold.value));
      return Int8Array.from(this.kept, (its) => (its ? kept : suppressed));
    }
    if (!data.image_of) return null;
    const worst = worstVerdicts(bodies.count, data.pair, data.feature, page.shown);
    data.image_of.forEach((owner, i) => { if (owner !== i && worst[i] !== 2) worst[i] = suppressed; });
    return worst;
  }

  // The pair that is spoken of: the chosen one, or the deepest, else nearest one of the chosen body; and the body that comes first.
  subject() {
    const { page } = this, { chosen, contacts, tools } = page;
    if (!chosen) return {};
    if (chosen.pair !== undefined) return { pair: chosen.pair, body: tools.body ?? contacts.a(chosen.pair) };
    const pairs = [...contacts.pairsOf(chosen.body)], distance = (i) => contacts.distance(i).distance;
    return { body: chosen.body, pair: pairs.reduce((best, i) => (best === undefined || distance(i) < distance(best) ? i : best), undefined) };
  }
  // The pair that is drawn, if the answer is about one.
  drawnPair() { return this.question === "hits" || this.question === "nms" ? undefined : this.subject().pair; }
  measure(a, b) {
    const area = this.page.tools.kernel.scene.overlapAreas([a, b, a, a, b, b]), [both, ofIts, ofOther] = [0, 1, 2].map((k) => area.value(k));
    return { both, ofIts, ofOther, ratio: both / (ofIts + ofOther - both) };
  }

  answer() {
    const { page, question } = this, { body, pair } = this.subject();
    if (!page.tools.kernel) return { main: page.tools.failed ? "The library does not run here." : "The library is being loaded.", more: "" };
    if (question === "nms") return this.answerOfDetection(body);
    if (question === "hits") return answerOfHits(page.data, body);
    if (body === undefined) return { main: "Drag a body, or choose one.", more: waiting[question] ?? "What the library says of it and its nearest neighbour stands here." };
    if (page.time !== 0) return { main: "Answers are those of time 0.", more: "Move the slider of time to its start." };
    if (pair === undefined) return { main: `Nothing is near ${body}.`, more: "" };
    return answerOfPair(question, page, pair, body, (a, b) => this.measure(a, b));
  }
  answerOfDetection(body) {
    const { page, kept: keeps } = this, { data, bodies, contacts } = page, count = keeps?.reduce((sum, its) => sum + its, 0) ?? 0;
    const main = `${count} of ${page.bodyCount} detections are kept.`;
    if (body === undefined || !bodies.exists(body) || !keeps) return { main, more: waiting.nms };
    if (keeps[body]) return { main, more: `${body}, of score ${short(data.score[body])}, is kept.` };
    const rivals = [...contacts.pairsOf(body)].map((i) => (contacts.a(i) === body ? contacts.b(i) : contacts.a(i))).filter((other) => keeps[other]);
    const [rival, share] = rivals.map((other) => [other, iou(page.tools.kernel, body, other)]).sort((p, q) => q[1] - p[1])[0];
    return { main, more: `${body}, of score ${short(data.score[body])}, is suppressed by ${rival}, of score ${short(data.score[rival])}: their IoU is ${short(share)}.` };
  }

  refresh() {
    const { main, more, move } = this.answer(), { question } = this;
    for (const [element, text] of [[this.main, main], [this.more, more]]) if (element.textContent !== text) element.textContent = text;
    this.move = move;
    this.mover.hidden = !move;
    if (move) this.mover.textContent = `Move ${move[0]} by its MTV`;
    this.thresholdRow.hidden = question !== "nms";
    this.thresholdText.textContent = Number(this.threshold.value).toFixed(2);
    document.documentElement.dataset.answer = main;
  }
  // The shortest move that ends the overlap, done.
  moveOut() {
    const [body, x, y] = this.move, { tools } = this.page, pose = tools.poseOf(body);
    tools.moved = body;
    tools.place(body, pose[0] + x, pose[1] + y, pose[2], pose[3]);
    tools.update(body);
    this.page.showDetail();
  }
}

