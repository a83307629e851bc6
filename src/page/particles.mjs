// Hard particles in a world that repeats: each body has three images, and a player moves the particles at random; a move that would
// make two of them overlap is taken back.
import { grouped, make } from "./dom.mjs";

// Numbers from 0 to 1, the same ones for the same seed.
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    mixed ^= mixed >>> 12;
    return (mixed >>> 0) / 2 ** 32;
  };
}

// The origins of a body's images: beyond the far side along x, along y, and along both.
export function imageOrigins(x, y, [width, height]) {
  const other = (at, period) => (at < period / 2 ? at + period : at - period), wx = other(x, width), wy = other(y, height);
  return [[wx, y], [x, wy], [wx, wy]];
}

export class Particles {
  // @param page  with data.image_of: the images of body i are i + n, i + 2 n, i + 3 n of 4 n bodies
  constructor(page) {
    this.page = page;
    this.random = randomNumbers(7);
    this.moves = this.accepted = 0;
    this.step = 0.12;
    this.button = make("button", { type: "button", className: "play", title: "Key on the drawing: space", "aria-keyshortcuts": "Space", onclick: () => this.toggle() }, "Play");
    this.text = make("span");
    this.element = make("section", { className: "motion", "aria-label": "Motion" }, make("div", { className: "row" }, this.button, this.text));
  }
  get isPlaying() { return this.frame !== undefined; }
  toggle() {
    if (this.isPlaying) return this.pause();
    const frame = () => {
      this.frame = requestAnimationFrame(frame);
      if (!this.page.tools.grip) this.sweep();
      this.page.tools.updateAll();
      this.text.textContent = `${grouped(this.moves)} moves tried, ${Math.round(100 * this.accepted / this.moves)} % taken`;
    };
    this.frame = requestAnimationFrame(frame);
    this.button.textContent = "Pause";
  }
  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.button.textContent = "Play";
  }
  get count() { return this.page.data.shape.length / 4; }
  wrap(at, period) { return at - period * Math.floor(at / period); }

  // Places a particle, within the world, and its images.
  place(body, x, y, cos, sin) {
    const { page, count } = this, { periods } = page.data, i = body % count;
    const at = [this.wrap(x, periods[0]), this.wrap(y, periods[1])];
    [at, ...imageOrigins(...at, periods)].forEach(([px, py], k) => page.tools.placeOne(i + k * count, px, py, cos, sin));
  }
  // Whether a particle overlaps no other, nor an image of one.
  isFree(body) {
    const { page, count } = this, { bodies } = page, pairs = [], [left, low, right, high] = bodies.boxOf(body);
    for (let other = 0; other < 4 * count; ++other) {
      if (other % count === body) continue;
      const box = bodies.boxOf(other);
      if (box[0] <= right && box[2] >= left && box[1] <= high && box[3] >= low) pairs.push(body, other);
    }
    return pairs.length === 0 || page.tools.kernel.scene.classify(pairs).every((verdict) => verdict !== 2);
  }

  // A move of each particle, tried.
  sweep() {
    const { page, count, random, step } = this;
    for (let body = 0; body < count; ++body) {
      const [x, y, cos, sin] = page.tools.poseOf(body), angle = 0.25 * (random() - 0.5);
      const dx = step * (random() - 0.5), dy = step * (random() - 0.5), length = Math.hypot(1, angle), c = (cos - angle * sin) / length, s = (sin + angle * cos) / length;
      this.place(body, x + dx, y + dy, c, s);
      ++this.moves;
      if (this.isFree(body)) ++this.accepted;
      else this.place(body, x, y, cos, sin);
    }
  }
}
