// The motions of the bodies from time 0 to 1: poses at a time, the impacts, and a player with a slider.
import { grouped, make } from "./dom.mjs";

const playSeconds = 4, slowestFrame = 0.25;  // seconds: after a longer frame the time goes on from where it was

// The pose [x, y, cos, sin] of a body at a time.
export function poseAt(pose, motion, body, time) {
  const [x, y, cos, sin] = pose.subarray(4 * body, 4 * body + 4), [dx, dy, turn] = motion.subarray(3 * body, 3 * body + 3);
  const c = Math.cos(time * turn), s = Math.sin(time * turn);
  return time === 0 ? [x, y, cos, sin] : [x + time * dx, y + time * dy, cos * c - sin * s, sin * c + cos * s];
}

// The index of the impact at the least time, the first of equal ones; -1: nothing meets.
export function firstImpact(impact) {
  let first = -1;
  for (let k = 0; 3 * k < impact.length; ++k) if (first < 0 || impact[3 * k] < impact[3 * first]) first = k;
  return first;
}

export class Motions {
  // @param page  {data, bodies, time, setTime(time), pairOf(a, b), choose(what, fly)}
  constructor(page) {
    this.page = page;
    this.button = make("button", { type: "button", className: "play", title: "Key on the drawing: space", "aria-keyshortcuts": "Space", onclick: () => this.toggle() });
    this.slider = make("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time within the motions",
      oninput: () => { this.pause(); page.setTime(Number(this.slider.value)); } });
    this.text = make("p", { role: "status" });
    this.first = make("button", { type: "button", className: "first", title: "Goes there", onclick: () => this.showFirst() });
    this.element = make("section", { className: "motion", "aria-label": "Motion" }, make("h2", {}, "Motion"),
      make("div", { className: "row" }, this.button, this.slider), this.text, this.first);
  }

  get isPlaying() { return this.frame !== undefined; }

  // Plays on from where the time is, from the end again from the start; or pauses.
  toggle() {
    if (this.isPlaying) return this.pause();
    let time = this.page.time < 1 ? this.page.time : 0, before = performance.now();
    const frame = (now) => {
      time = Math.min(1, time + Math.max(0, Math.min(slowestFrame, (now - before) / 1000)) / playSeconds);
      before = now;
      this.frame = time < 1 ? requestAnimationFrame(frame) : undefined;
      this.page.setTime(time);
    };
    this.frame = requestAnimationFrame(frame);
    this.refresh();
  }
  pause() {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.refresh();
  }
  stopAtStart() {
    this.pause();
    if (this.page.time !== 0) this.page.setTime(0);
  }

  placeBodies() {
    const { bodies, data, time } = this.page;
    for (let i = 0; i < bodies.count; ++i) bodies.setPose(i, poseAt(data.pose, data.motion, i, time));
  }

  // By body: 1 once it has met another, else 0. Counts the pairs that have met.
  metBodies() {
    const { bodies, data, time } = this.page, met = new Int8Array(bodies.count);
    this.met = 0;
    data.impact_pair.forEach((body, k) => {
      if (data.impact[3 * (k >> 1)] > time) return;
      met[body] = 1;
      this.met += k & 1;
    });
    return met;
  }
  impactOf(a, b) {
    const { impact_pair, impact } = this.page.data;
    for (let k = 0; 2 * k < impact_pair.length; ++k) {
      if (impact_pair[2 * k] === a && impact_pair[2 * k + 1] === b) return impact.subarray(3 * k, 3 * k + 3);
    }
    return null;
  }
  // Impacts are those of the poses in the file: a body that is moved or removed loses its own.
  forget(body) {
    const { data } = this.page, kept = [];
    for (let k = 0; 2 * k < data.impact_pair.length; ++k) if (data.impact_pair[2 * k] !== body && data.impact_pair[2 * k + 1] !== body) kept.push(k);
    if (2 * kept.length === data.impact_pair.length) return;
    data.impact_pair = Uint32Array.from(kept.flatMap((k) => [...data.impact_pair.subarray(2 * k, 2 * k + 2)]));
    data.impact = data.impact.constructor.from(kept.flatMap((k) => [...data.impact.subarray(3 * k, 3 * k + 3)]));
    this.forgot = true;
  }
  showFirst() {
    const { page } = this, { data } = page, k = firstImpact(data.impact);
    const [a, b] = data.impact_pair.subarray(2 * k, 2 * k + 2);
    this.pause();
    page.setTime(data.impact[3 * k]);
    page.choose(page.pairOf(a, b) ?? { body: a }, true);
  }

  refresh() {
    const { data, time } = this.page, count = data.impact_pair.length / 2, k = firstImpact(data.impact);
    const name = this.isPlaying ? "Pause" : "Play";
    if (this.button.textContent !== name) this.button.textContent = name;  // a text replaced under the pointer may lose a click
    this.slider.value = time;
    this.text.setAttribute("aria-live", this.isPlaying ? "off" : "polite");  // not every frame is read out
    this.text.textContent = (time === 0 ? "At the start; play, or move the slider." :
      `Time ${time.toFixed(3)}: ${grouped(this.met)} of ${grouped(count)} pairs that meet have met (dashed).`) +
      (this.forgot ? " Impacts of bodies that you changed are not known." : "");
    this.first.disabled = k < 0;
    this.first.textContent = k < 0 ? "No pair meets" :
      `First impact at ${Number(data.impact[3 * k].toPrecision(6))}: ${data.impact_pair[2 * k]} and ${data.impact_pair[2 * k + 1]}`;
  }
}
