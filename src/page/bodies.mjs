// The bodies: their poses, placed offsets and bounding boxes.
import { outlineContains, ringsContain } from "./shapes.mjs";

export const noShape = 0xffffffff;  // of a removed body

export class Bodies {
  // `real` is "float32" or "float64": offsets are rotated in this precision, as the library does it.
  constructor(shapes, shape, pose, real) {
    this.shapes = shapes;
    this.real = real;
    this.assign(shape, pose);
  }

  assign(shape, pose) {
    const count = this.count = shape.length;
    this.shape = shape;
    this.pose = pose.slice();  // x, y, cos, sin of each
    this.first = new Uint32Array(count + 1);
    for (let i = 0; i < count; ++i) {
      this.first[i + 1] = this.first[i] + (this.exists(i) ? this.shapes[shape[i]].vertices.length / 2 : 0);
    }
    this.offset = new (this.real === "float64" ? Float64Array : Float32Array)(2 * this.first[count]);
    this.box = new Float64Array(4 * count);
    for (let i = 0; i < count; ++i) this.place(i);
  }

  exists(body) { return this.shape[body] !== noShape; }
  x(body) { return this.pose[4 * body]; }
  y(body) { return this.pose[4 * body + 1]; }

  // offset = rotation * vertex, each operation rounded to `real`: the same numbers as `satchel place` writes.
  place(body) {
    if (!this.exists(body)) return;
    const round = this.real === "float64" ? Number : Math.fround;
    const { pose } = this, at = 4 * body, x = pose[at], y = pose[at + 1], c = round(pose[at + 2]), s = round(pose[at + 3]);
    const shape = this.shapes[this.shape[body]], vertices = shape.vertices, offset = this.offset;
    let out = 2 * this.first[body];
    for (let i = 0; i < vertices.length; i += 2) {
      offset[out++] = round(c * vertices[i]) - round(s * vertices[i + 1]);
      offset[out++] = round(s * vertices[i]) + round(c * vertices[i + 1]);
    }
    let left = Infinity, low = Infinity, right = -Infinity, high = -Infinity;
    for (const { from, to, radius } of shape.parts.length > 0 ? shape.parts : shape.rings) {
      for (let k = 2 * (this.first[body] + from); k < 2 * (this.first[body] + to); k += 2) {
        left = Math.min(left, offset[k] - radius);
        right = Math.max(right, offset[k] + radius);
        low = Math.min(low, offset[k + 1] - radius);
        high = Math.max(high, offset[k + 1] + radius);
      }
    }
    this.box.set([x + left, y + low, x + right, y + high], 4 * body);
  }

  // Moves a body to a pose of its own numbers.
  setPose(body, pose) {
    this.pose.set(pose, 4 * body);
    this.place(body);
  }

  boxOf(body) { return this.box.subarray(4 * body, 4 * body + 4); }
  size(body) {
    const k = 4 * body;
    return Math.max(this.box[k + 2] - this.box[k], this.box[k + 3] - this.box[k + 1]);
  }

  contains(body, x, y, slack) {
    const shape = this.shapes[this.shape[body]];
    const dx = x - this.x(body), dy = y - this.y(body);
    if (shape.parts.length === 0) return ringsContain(this.offset, this.first[body], shape.rings, dx, dy, slack);
    return shape.parts.some((part) => outlineContains(this.offset, this.first[body], part, dx, dy, slack));
  }

  // The box around all bodies; of none: the unit square.
  bounds() {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < this.count; ++i) if (this.exists(i)) growBox(box, this.boxOf(i));
    return box[0] <= box[2] ? box : [0, 0, 1, 1];
  }
}

export function growBox(box, other) {
  box[0] = Math.min(box[0], other[0]);
  box[1] = Math.min(box[1], other[1]);
  box[2] = Math.max(box[2], other[2]);
  box[3] = Math.max(box[3], other[3]);
}
