// The two canvases: the scene below, what is hovered or chosen above. Panning moves the pixels of the scene and draws no
// more than the strips that come into sight, so that a frame of panning costs little for any number of bodies.
import { addBody, drawBodies, drawBoxes, drawIds } from "./draw_bodies.mjs";
import { drawPairs } from "./draw_pairs.mjs";
import { hatchPitch } from "./palette.mjs";
import { noVerdict } from "./verdicts.mjs";

const smallestDecorated = 13;  // pixels: below this median size of bodies nothing is drawn about pairs
const smallestNumbered = 22;
const strokeReach = 4, numberReach = 40, normalReach = 30;  // pixels by which what is drawn stands out of its body

export class Drawing {
  // @param state  the page: {bodies, grid, contacts, worst, isShown(pair), isBodyShown(body), layers, medianSize, factor of
  //               MTVs, deepest overlap, farthest distance}
  constructor(scene, marks, view, state) {
    this.scene = scene;
    this.marks = marks;
    this.view = view;
    this.state = state;
    this.palette = null;
    this.hatchX = this.hatchY = 0;  // where the hatch begins: it moves along
    this.resize();
  }

  resize() {
    const { clientWidth, clientHeight } = this.scene;
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    this.view.resize(clientWidth, clientHeight);
    for (const canvas of [this.scene, this.marks]) {
      canvas.width = Math.max(1, Math.round(clientWidth * this.ratio));
      canvas.height = Math.max(1, Math.round(clientHeight * this.ratio));
    }
  }

  isDecorated() { return this.state.medianSize * this.view.scale >= smallestDecorated; }

  draw() { this.drawPart(0, 0, this.view.width, this.view.height); }

  // Moves the scene by whole pixels of the device; returns by how much of the wanted pixels it could.
  pan(dx, dy) {
    const mx = Math.round(dx * this.ratio), my = Math.round(dy * this.ratio);
    const { width, height } = this.scene, { view, ratio } = this;
    view.pan(mx / ratio, my / ratio);
    this.hatchX += mx / ratio;
    this.hatchY += my / ratio;
    if (Math.abs(mx) >= width || Math.abs(my) >= height) {
      this.draw();
    } else {
      const ctx = this.scene.getContext("2d");
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.globalCompositeOperation = "copy";
      ctx.drawImage(this.scene, mx, my);
      ctx.globalCompositeOperation = "source-over";
      if (mx !== 0) this.drawPart(mx > 0 ? 0 : (width + mx) / ratio, 0, Math.abs(mx) / ratio, view.height);
      if (my !== 0) this.drawPart(0, my > 0 ? 0 : (height + my) / ratio, view.width, Math.abs(my) / ratio);
    }
    return [mx / ratio, my / ratio];
  }

  // Draws a rectangle of the canvas anew.
  drawPart(left, top, width, height) {
    const { view, state, palette, ratio } = this, { bodies, worst, layers } = state;
    const ctx = this.scene.getContext("2d");
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    ctx.fillStyle = palette.paper;
    ctx.fillRect(left, top, width, height);
    const near = (reach) => state.grid.find(view.box(left - reach, top - reach, left + width + reach, top + height + reach));
    palette.verdicts[2].hatch.setTransform(new DOMMatrix([1, 0, 0, 1, this.hatchX % hatchPitch, this.hatchY % hatchPitch]));
    const ids = near(strokeReach).filter((i) => state.isBodyShown(i));
    drawBodies(ctx, bodies, worst, ids, view, palette);
    if (layers.boxes) drawBoxes(ctx, bodies, ids.filter((i) => worst[i] !== noVerdict), view, palette);
    if (this.isDecorated() && (layers.mtv || layers.normals || layers.points || layers.witnesses)) {
      const pairs = new Set();
      const reach = Math.max(layers.mtv ? state.deepest * state.factor : 0, layers.witnesses ? state.farthest : 0);
      for (const body of near(reach * view.scale + normalReach)) {
        for (const i of state.contacts.pairsOf(body)) if (state.isShown(i) && this.isMarkIn(i, left, top, width, height)) pairs.add(i);
      }
      drawPairs(ctx, state.contacts, [...pairs].sort((i, k) => i - k), layers, view, palette, state.factor);
    }
    if (layers.ids) drawIds(ctx, bodies, worst, near(numberReach).filter((i) => state.isBodyShown(i)), view, palette, smallestNumbered);
    ctx.restore();
  }

  // Whether what is drawn about a pair may lie in a rectangle.
  isMarkIn(i, left, top, width, height) {
    const { contacts, layers, factor } = this.state, { view } = this;
    if (layers.witnesses) return true;
    if (contacts.verdict(i) === 0 && !layers.normals && !layers.points) return false;
    const [x, y] = contacts.anchor(i), a = contacts.a(i), separation = contacts.data.contact[3 * i];
    // Contact points lie amid both bodies, arrows begin there.
    const size = Math.min(contacts.bodies.size(a), contacts.bodies.size(contacts.b(i)));
    const reach = (layers.normals ? normalReach : strokeReach) + Math.max(layers.mtv ? -separation * factor : 0, layers.points ? size / 2 : 0) * view.scale;
    const px = view.toX(contacts.bodies.x(a) + x), py = view.toY(contacts.bodies.y(a) + y);
    return px > left - reach && px < left + width + reach && py > top - reach && py < top + height + reach;
  }

  // Draws what is hovered or chosen: bodies and pairs, with the names of their bodies; of a quiet pair what the layers show alone.
  drawMarks(marked) {
    const { view, state, palette, ratio } = this, { bodies, contacts } = state, ctx = this.marks.getContext("2d");
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, view.width, view.height);
    const all = { mtv: true, normals: true, points: true, witnesses: true };
    for (const { body, pair, isQuiet } of marked) {
      const list = isQuiet ? [] : pair === undefined ? [body] : [contacts.a(pair), contacts.b(pair)];
      list.forEach((i, k) => {
        const path = new Path2D();
        addBody(path, bodies, i, view);
        ctx.lineJoin = "round";
        for (const [colour, width] of [[palette.paper, 5], [palette.accent, 2.5]]) {
          ctx.strokeStyle = colour;
          ctx.lineWidth = width;
          ctx.stroke(path);
        }
        const box = bodies.boxOf(i), size = bodies.size(i) * view.scale;
        const x = view.toX((box[0] + box[2]) / 2), y = size < 60 ? view.toY(box[3]) - 10 : view.toY((box[1] + box[3]) / 2);
        this.label(ctx, pair === undefined ? `${i}` : `${"ab"[k]}: ${i}`, x, y);
      });
      if (pair !== undefined && state.time === 0) drawPairs(ctx, contacts, [pair], all, view, palette, state.factor);
    }
    state.tools?.draw(ctx, view, palette);
  }

  label(ctx, text, x, y) {
    ctx.font = "600 12px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineWidth = 4;
    ctx.lineJoin = "round";
    ctx.strokeStyle = this.palette.paper;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = this.palette.ink;
    ctx.fillText(text, x, y);
  }
}
