// The view: the point of the world in the middle of the canvas, and pixels a unit. World y is up, canvas y is down.

export class View {
  constructor(width, height) {
    this.x = this.y = 0;
    this.scale = 1;
    this.resize(width, height);
  }
  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }
  // Coordinates are subtracted before they are scaled, so that scenes far from zero keep their precision.
  toX(x) { return (x - this.x) * this.scale + this.width / 2; }
  toY(y) { return (this.y - y) * this.scale + this.height / 2; }
  worldX(px) { return this.x + (px - this.width / 2) / this.scale; }
  worldY(py) { return this.y - (py - this.height / 2) / this.scale; }

  // Shows a box [min x, min y, max x, max y] as large as possible.
  fit(box, margin = 28) {
    this.x = box[0] + (box[2] - box[0]) / 2;
    this.y = box[1] + (box[3] - box[1]) / 2;
    const across = box[2] - box[0], up = box[3] - box[1];
    const scale = Math.min(Math.max(1, this.width - 2 * margin) / across, Math.max(1, this.height - 2 * margin) / up);
    this.setScale(Number.isFinite(scale) ? scale : 1);
  }
  // A pixel stays wider than the spacing of doubles at the middle.
  setScale(scale) {
    const far = Math.max(Math.abs(this.x), Math.abs(this.y), Number.MIN_VALUE);
    this.scale = Math.min(Math.max(scale, 1e-300), 1e300, 2 ** 50 / far);
  }
  // Zooms and keeps the point of the world under a pixel where it is.
  zoomAt(px, py, factor) {
    const before = this.scale;
    this.setScale(before * factor);
    const kept = 1 / before - 1 / this.scale;
    this.x += (px - this.width / 2) * kept;
    this.y -= (py - this.height / 2) * kept;
  }
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }
  // The box of the world that a rectangle of the canvas shows.
  box(left, top, right, bottom) {
    return [this.worldX(left), this.worldY(bottom), this.worldX(right), this.worldY(top)];
  }
}
