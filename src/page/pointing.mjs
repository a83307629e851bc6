// What a page does at the pointer and at keys: looks elsewhere, hovers, chooses, and flies to what is chosen.
import { growBox } from "./bodies.mjs";
import { flyTo } from "./flight.mjs";
import { bodyDetail, pairDetail } from "./numbers.mjs";
import { pick, pickBody } from "./pick.mjs";

export class Pointing {
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
}
