// The card: a few words at the pointer about what is under it, or, after a flight, at what was flown to.
import { make } from "./dom.mjs";
import { stateNames, verdictNames } from "./verdicts.mjs";

export class Card {
  // @param page  {view, contacts, worst, time, boxOf(what)}
  constructor(page) {
    this.page = page;
    this.flown = null;  // what it stands at, if not at the pointer
    this.element = make("div", { className: "tip", hidden: true });
  }

  hide() {
    this.flown = null;
    this.element.hidden = true;
  }
  showAtPointer(what, px, py) {
    this.flown = null;
    this.show(what, px + 14, py + 14);
  }
  showAt(what) {
    this.flown = what;
    this.show(what, 0, 0);
    this.follow();
  }
  // After a change of the view: below what it was flown to.
  follow() {
    if (!this.flown) return;
    const { view } = this.page, box = this.page.boxOf(this.flown);
    this.move(view.toX((box[0] + box[2]) / 2) + 14, view.toY(box[1]) + 10);
  }

  show({ body, pair }, px, py) {
    const { contacts, worst, time } = this.page;
    const verdict = pair === undefined ? stateNames[worst[body]] : verdictNames[contacts.verdict(pair)];
    const name = pair === undefined ? `body ${body}` : `${contacts.a(pair)} and ${contacts.b(pair)}`;
    // The verdicts are those of time 0.
    this.element.textContent = time !== 0 || verdict === undefined ? name
      : pair === undefined ? `${name}\n${verdict}` : `${name}: ${verdict}\nseparation ${contacts.contact(pair).separation}`;
    this.element.hidden = false;
    this.move(px, py);
  }
  move(px, py) {
    const { view } = this.page, { element } = this;
    element.style.left = `${Math.max(0, Math.min(px, view.width - 180))}px`;
    element.style.top = `${Math.max(0, Math.min(py, view.height - 50))}px`;
  }
}
