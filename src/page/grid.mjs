// A uniform grid over the boxes of bodies: finds those that meet a box.

const mostCells = 8;  // of one body; larger bodies are in a list of their own

export class Grid {
  constructor(bodies) {
    this.bodies = bodies;
    const count = bodies.count, bounds = bodies.bounds();
    [this.left, this.low] = bounds;
    const width = bounds[2] - bounds[0], height = bounds[3] - bounds[1];
    const side = Math.max(Math.sqrt(width * height / Math.max(1, count)), Math.max(width, height) / 512);
    this.side = side > 0 ? side : 1;
    this.columns = Math.floor(width / this.side) + 1;
    this.rows = Math.floor(height / this.side) + 1;
    this.large = [];
    const starts = this.starts = new Uint32Array(this.columns * this.rows + 1);
    const isLarge = new Uint8Array(count);
    for (let i = 0; i < count; ++i) {
      if (!bodies.exists(i)) continue;
      const [c0, r0, c1, r1] = this.cells(bodies.box, 4 * i);
      if ((c1 - c0 + 1) * (r1 - r0 + 1) > mostCells) {
        isLarge[i] = 1;
        this.large.push(i);
      } else {
        for (let r = r0; r <= r1; ++r) for (let c = c0; c <= c1; ++c) ++starts[r * this.columns + c + 1];
      }
    }
    for (let k = 1; k < starts.length; ++k) starts[k] += starts[k - 1];
    this.items = new Uint32Array(starts[starts.length - 1]);
    const next = starts.slice();
    for (let i = 0; i < count; ++i) {
      if (isLarge[i] || !bodies.exists(i)) continue;
      const [c0, r0, c1, r1] = this.cells(bodies.box, 4 * i);
      for (let r = r0; r <= r1; ++r) for (let c = c0; c <= c1; ++c) this.items[next[r * this.columns + c]++] = i;
    }
    this.seen = new Uint32Array(count);
    this.stamp = 0;
  }

  cells(box, k) {
    const column = (x) => Math.min(this.columns - 1, Math.max(0, Math.floor((x - this.left) / this.side)));
    const row = (y) => Math.min(this.rows - 1, Math.max(0, Math.floor((y - this.low) / this.side)));
    return [column(box[k]), row(box[k + 1]), column(box[k + 2]), row(box[k + 3])];
  }

  // A body whose box changes from now on.
  watch(body) { if (this.large.at(-1) !== body) this.large.push(body); }

  // The bodies whose boxes meet a box, in ascending order.
  find(box) {
    const found = [], stamp = ++this.stamp, at = this.bodies.box;
    const meets = (i) => at[4 * i] <= box[2] && at[4 * i + 2] >= box[0] && at[4 * i + 1] <= box[3] && at[4 * i + 3] >= box[1];
    for (const i of this.large) {
      if (this.seen[i] !== stamp && meets(i)) found.push(i);
      this.seen[i] = stamp;
    }
    const [c0, r0, c1, r1] = this.cells(box, 0);
    for (let r = r0; r <= r1; ++r) {
      const row = r * this.columns;
      for (let k = this.starts[row + c0]; k < this.starts[row + c1 + 1]; ++k) {
        const i = this.items[k];
        if (this.seen[i] !== stamp && meets(i)) found.push(i);
        this.seen[i] = stamp;
      }
    }
    return Uint32Array.from(found).sort();
  }
}
