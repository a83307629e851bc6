// The results of the pairs: contacts, distances and manifolds, in the order of the pairs.

const featureKinds = ["edge", "vertex"];

export class Contacts {
  // `data` has pair, feature, contact (separation and normal), distance (distance, normal, both witness points),
  // part_pair (with compounds), and for the pairs `manifold_pair` count, points and ids.
  constructor(bodies, data) {
    this.bodies = bodies;
    this.data = data;
    this.count = data.feature.length;
    this.manifold = new Int32Array(this.count).fill(-1);
    data.manifold_pair.forEach((pair, k) => { this.manifold[pair] = k; });
    const starts = this.starts = new Uint32Array(bodies.count + 1);
    for (const body of data.pair) ++starts[body + 1];
    for (let i = 0; i < bodies.count; ++i) starts[i + 1] += starts[i];
    const next = starts.slice();
    this.pairsByBody = new Uint32Array(data.pair.length);
    data.pair.forEach((body, k) => { this.pairsByBody[next[body]++] = k >> 1; });
  }

  a(i) { return this.data.pair[2 * i]; }
  b(i) { return this.data.pair[2 * i + 1]; }
  verdict(i) { return this.data.feature[i] & 3; }
  // The pairs of a body; a pair of a body and itself stands twice.
  pairsOf(body) { return this.pairsByBody.subarray(this.starts[body], this.starts[body + 1]); }

  contact(i) {
    const [separation, x, y] = this.data.contact.subarray(3 * i, 3 * i + 3), bits = this.data.feature[i];
    const side = (bits >> 3) & 1;
    return { separation, x, y, feature: `${featureKinds[(bits >> 2) & 1]} ${bits >>> 4} of ${side ? "b" : "a"}` };
  }
  // The minimum translation vector of a; [0, 0] unless the pair overlaps.
  mtv(i) {
    if (this.verdict(i) !== 2) return [0, 0];
    const { separation, x, y } = this.contact(i), round = this.bodies.real === "float64" ? Number : Math.fround;
    return [round(x * separation), round(y * separation)];
  }
  // The witness points, each from the origin of its own body.
  distance(i) {
    const d = this.data.distance.subarray(7 * i, 7 * i + 7);
    return { distance: d[0], x: d[1], y: d[2], a: [d[3], d[4]], b: [d[5], d[6]] };
  }
  // The manifold's points, from the origin of a.
  points(i) {
    const k = this.manifold[i], list = [];
    if (k < 0) return list;
    const { manifold_count, manifold_point, manifold_id } = this.data;
    for (let n = 0; n < manifold_count[k]; ++n) {
      const [x, y, separation] = manifold_point.subarray(6 * k + 3 * n, 6 * k + 3 * n + 3);
      list.push({ x, y, separation, id: manifold_id[2 * k + n] });
    }
    return list;
  }
  parts(i) { return this.data.part_pair ? [this.data.part_pair[2 * i], this.data.part_pair[2 * i + 1]] : null; }

  // Where a pair is shown, from the origin of a: amid its manifold's points, else amid its witness points.
  anchor(i) {
    const points = this.points(i);
    if (points.length > 0) {
      return [points.reduce((sum, p) => sum + p.x, 0) / points.length, points.reduce((sum, p) => sum + p.y, 0) / points.length];
    }
    const { a, b } = this.distance(i), A = this.a(i), B = this.b(i);
    const dx = this.bodies.x(B) - this.bodies.x(A), dy = this.bodies.y(B) - this.bodies.y(A);
    return [(a[0] + b[0] + dx) / 2, (a[1] + b[1] + dy) / 2];
  }
}
