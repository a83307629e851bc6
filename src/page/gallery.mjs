// The scenes of the gallery, made from seeds: each is a function that returns the data of a page.
import { imageOrigins, randomNumbers } from "./particles.mjs";
import { SceneBuilder } from "./scene_data.mjs";

function tiles() {
  const scene = new SceneBuilder("Tiles and a mover", "float32", { units: "m", question: "mtv" });
  const tile = scene.box(0.5, 0.5), slope = scene.core([-0.5, -0.5, 0.5, -0.5, 0.5, 0.5]), mover = scene.core([0, -0.35, 0, 0.35], 0.35);
  const crate = scene.box(0.45, 0.45), ball = scene.circle(0.4);
  const start = scene.body(mover, 4, 1.7);
  const heights = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 1, 1, 1, 1];
  heights.forEach((height, column) => { for (let y = 0; y < height; ++y) scene.body(tile, column, y); });
  scene.body(slope, 6, 1);
  for (const x of [4, 5, 13]) scene.body(tile, x, 4);
  scene.body(crate, 1.2, 0.95, 0.12);
  scene.body(ball, 13.3, 0.85);
  scene.members.start = { body: start };
  return scene.data();
}

// Parcels of a block: neighbours have the same points, so that they touch exactly.
function parcels() {
  const random = randomNumbers(11), scene = new SceneBuilder("Parcels as outlines", "float64", { units: "m", question: "verdict" });
  const columns = 6, rows = 4, x0 = 482000, y0 = 5215000;
  const corner = Array.from({ length: (columns + 1) * (rows + 1) }, (_, k) => {
    const inner = (at, last) => at > 0 && at < last, c = k % (columns + 1), r = Math.floor(k / (columns + 1));
    const wobble = () => Math.round(60 * (random() - 0.5)) / 8;
    return [x0 + 30 * c + (inner(c, columns) ? wobble() : 0), y0 + 24 * r + (inner(r, rows) ? wobble() : 0)];
  });
  const at = (c, r) => corner[r * (columns + 1) + c], middle = (p, q) => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const yard = (x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
  for (let r = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c) {
      const ring = [at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)], centre = middle(middle(ring[0], ring[1]), middle(ring[2], ring[3]));
      if ((c + 2 * r) % 5 === 1) {  // a corner is another parcel
        const p = middle(ring[1], ring[2]), q = middle(ring[2], ring[3]);
        scene.body(scene.outline([[[ring[0], ring[1], p, centre, q, ring[3]]]]));
        scene.body(scene.outline([[[p, ring[2], q, centre]]]));
      } else if ((c + r) % 4 === 3) {
        scene.body(scene.outline([[ring, yard(Math.round(centre[0]) - 4, Math.round(centre[1]) - 3, 8, 6)]]));
      } else scene.body(scene.outline([[ring]]));
    }
  }
  const [bx, by] = at(2, 2);
  const house = scene.body(scene.outline([[[[0, 0], [14, 0], [14, 6], [6, 6], [6, 12], [0, 12]]]]), Math.round(bx) - 6, Math.round(by) + 3);
  scene.members.start = { body: house };
  return scene.data();
}

// Pieces to be cut from a sheet: may they lie as they lie?
function nesting() {
  const scene = new SceneBuilder("Nesting", "float32", { units: "cm", question: "distance" });
  const ring = (points, radius) => Array.from({ length: points }, (_, k) => {
    const r = k % 2 ? radius : 0.55 * radius, angle = 2 * Math.PI * k / points;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
  const shapes = [
    scene.outline([[[[0, 0], [6, 0], [6, 2], [2, 2], [2, 5], [0, 5]]]]),
    scene.outline([[[[0, 0], [6, 0], [6, 5], [4, 5], [4, 2], [2, 2], [2, 5], [0, 5]]]]),
    scene.outline([[[[0, 0], [7, 0], [7, 2], [4.5, 2], [4.5, 5], [2.5, 5], [2.5, 2], [0, 2]]]]),
    scene.outline([[ring(16, 3)]]),
    scene.outline([[[[-3, -2], [3, -2], [3, 2], [-3, 2]], [[-1.5, -1], [1.5, -1], [1.5, 1], [-1.5, 1]]]]),
    scene.outline([[[[0, 0], [5, 0], [3, 4], [2.5, 1.5]]]]),
  ];
  const sheet = scene.outline([[[[-1, -1], [29, -1], [29, 19], [-1, 19]], [[0, 0], [28, 0], [28, 18], [0, 18]]]]);
  const piece = scene.body(shapes[0], 8, 5.9, 0.25);
  for (const [kind, x, y, angle] of [[0, 0.5, 0.5, 0], [1, 8, 0.5, 0], [2, 15, 0.5, 0], [3, 25, 4, 0], [4, 4, 9, 0], [4, 4, 14.5, 0],
    [5, 9, 12.8, 0], [3, 12.2, 9.2, 0], [1, 21.5, 17.5, Math.PI], [2, 16, 6.5, 0], [0, 27.8, 17.5, Math.PI]]) scene.body(shapes[kind], x, y, angle);
  scene.body(sheet);
  scene.members.start = { body: piece };
  return scene.data();
}

// Cars at a crossing. Time goes from 0 to 1.
function traffic() {
  const scene = new SceneBuilder("Traffic and first hits", "float32", { units: "m", question: "hits" });
  const car = scene.box(2, 0.75, 0.2), lorry = scene.box(4.2, 1.05, 0.15), block = scene.box(13, 13, 1), walker = scene.circle(0.45);
  for (const [x, y] of [[-22, -22], [22, -22], [-22, 22], [22, 22]]) scene.body(block, x, y);
  const right = Math.PI / 2, cars = [[-30, -2, 0, 40, 0, car], [-17, -2, 0, 36, 0, lorry], [30, 2, Math.PI, -42, 0, car], [18, 2, Math.PI, -30, 0, car],
    [44, 2, Math.PI, -38, 0, lorry], [2, -31, right, 0, 38, car], [2, -18, right, 0, 24, car], [-2, 33, -right, 0, -44, car], [-2, 19, -right, 0, -21, lorry]];
  for (const [x, y, angle, dx, dy, shape] of cars) scene.body(shape, x, y, angle, [dx, dy, 0]);
  const turning = scene.body(car, -6, 1.9, Math.PI - 0.1, [-9, -3.5, 1.2]);
  for (const [x, y, dx, dy] of [[-6.5, 7, 13, 0], [6.8, -6.5, -13.5, 0], [-7, -5, 0, 12]]) scene.body(walker, x, y, 0, [dx, dy, 0]);
  scene.members.start = { body: turning };
  return scene.data();
}

function particles() {
  const random = randomNumbers(5), columns = 8, rows = 7, periods = [9, 8];
  const scene = new SceneBuilder("Hard particles, a world that repeats", "float32", { question: "verdict" });
  const shapes = [scene.core([-0.5, -0.29, 0.5, -0.29, 0, 0.58]), scene.box(0.42, 0.42), scene.core([-0.26, 0, 0.26, 0], 0.22),
    scene.core(Array.from({ length: 5 }, (_, k) => [0.5 * Math.cos(0.4 * k * Math.PI), 0.5 * Math.sin(0.4 * k * Math.PI)]).flat())];
  const placed = Array.from({ length: columns * rows }, (_, k) => [shapes[k % 4], (k % columns + 0.5) * periods[0] / columns,
    (Math.floor(k / columns) + 0.5) * periods[1] / rows, 0.3 * (random() - 0.5)]);
  for (const [shape, x, y, angle] of placed) scene.body(shape, x, y, angle);
  for (let image = 0; image < 3; ++image) for (const [shape, x, y, angle] of placed) scene.body(shape, ...imageOrigins(x, y, periods)[image], angle);
  const data = scene.data();
  data.periods = Float64Array.from(periods);
  data.image_of = Uint32Array.from({ length: data.shape.length }, (_, i) => i % placed.length);
  data.start = { body: 27 };
  return data;
}

// Boxes that a detector has found, several for each thing.
function detections() {
  const random = randomNumbers(23), scene = new SceneBuilder("Detections and NMS", "float32", { units: "px", question: "nms" }), scores = [];
  const things = [[90, 80, 60, 34, 0.2], [230, 100, 44, 44, 0], [380, 70, 70, 26, -0.5], [120, 220, 36, 60, 0.1], [290, 230, 80, 40, 0.7], [440, 210, 42, 30, 0], [350, 262, 60, 38, 0.5]];
  for (const [x, y, w, h, angle] of things) {
    for (let k = 0; k < 6; ++k) {
      const shake = (by) => by * (random() - 0.5);
      scene.body(scene.box(w * (1 + shake(0.35)), h * (1 + shake(0.35))), x + shake(0.5 * w), y + shake(0.5 * h), angle + shake(0.3));
      scores.push(Math.round(1000 * (0.35 + 0.6 * random())) / 1000);
    }
  }
  const data = scene.data();
  data.score = Float64Array.from(scores);
  return data;
}

export const gallery = {
  tiles: { name: "Tiles", about: "Drag the capsule into the ground: the arrow is the MTV, the shortest move that ends the overlap.", make: tiles },
  parcels: { name: "Parcels", about: "Outlines in map coordinates, with holes. Neighbours touch exactly; the house overlaps. Drag it.", make: parcels },
  nesting: { name: "Nesting", about: "Concave pieces on a sheet with a rim. Drag and turn a piece: its distance to the nearest one stands here.", make: nesting },
  traffic: { name: "Traffic", about: "Press Play. Which car hits what first, and when? Drag a car: the hits are found anew.", make: traffic },
  particles: { name: "Particles", about: "What leaves the frame on one side comes in on the other. Press Play: a move that would overlap is taken back.", make: particles },
  detections: { name: "Detections", about: "Boxes with scores. NMS keeps the best one of those that share much: green ones are kept.", make: detections },
};
