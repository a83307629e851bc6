// What is known of a body or a pair, as rows [name, text] with all digits.
import { plainText } from "./dom.mjs";
import { verdictNames } from "./verdicts.mjs";

// [title, rows] of a body or a pair of a page. The answers are those of the poses at time 0.
export function bodyDetail(page, body) {
  const rows = bodyRows(page, body);
  return [`Body ${body}`, rows.map(([name, value]) => [name === "pairs" && page.time !== 0 ? "pairs at time 0" : name, value])];
}
export function pairDetail(page, pair) {
  const { contacts, motions, time } = page, a = contacts.a(pair), b = contacts.b(pair), impact = motions?.impactOf(a, b);
  const rows = time !== 0 ? [["at time 0", verdictNames[contacts.verdict(pair)]]]
    : [...pairRows(contacts, pair), ...(page.tools?.pairRows(a, b) ?? [])];
  if (impact) rows.push(["impact at time", String(impact[0])], ["impact normal", `${impact[1]}, ${impact[2]}`]);
  return [`Pair of ${a} and ${b}`, rows];
}

// The number of a shape: in the file, if the scene is one of a file; a shape that was added to that has none.
function shapeNumber({ shape_in_file }, shape) { return shape_in_file ? shape_in_file[shape] : shape; }

export function bodyRows({ bodies, contacts, data }, body) {
  const [x, y, cos, sin] = bodies.pose.subarray(4 * body, 4 * body + 4), shape = bodies.shapes[bodies.shape[body]], number = shapeNumber(data, bodies.shape[body]);
  const { motion } = data, units = plainText(data.units, 20), label = data.labels?.[body];
  const [minX, minY, maxX, maxY] = bodies.boxOf(body), pairs = new Set(contacts.pairsOf(body));
  const rows = [
    ["shape", number === undefined ? shapeText(shape) : `${number}: ${shapeText(shape)}`],
    ["x", x], ["y", y], ["cos", cos], ["sin", sin],
    ["angle", `${(Math.atan2(sin, cos) * 180 / Math.PI).toFixed(4)}°`],
    ["box", `${minX}, ${minY} to ${maxX}, ${maxY}`],
    ["pairs", [0, 1, 2].map((v) => `${[...pairs].filter((i) => contacts.verdict(i) === v).length} ${verdictNames[v]}`).join(", ")],
  ];
  if (label) rows.unshift(["name", plainText(label, 80)]);
  if (units) rows.push(["units", units]);
  if (motion) rows.push(["motion", motion.subarray(3 * body, 3 * body + 3).join(", ")]);
  return rows.map(([name, value]) => [name, String(value)]);
}

function shapeText({ parts, rings }) {
  if (parts.length === 0) return `outline of ${rings.length} ${rings.length === 1 ? "ring" : "rings"}, ${rings.reduce((sum, { from, to }) => sum + to - from, 0)} vertices`;
  if (parts.length > 1) return `${parts.length} convex parts`;
  const { from, to, radius } = parts[0], count = to - from;
  const core = count === 1 ? (radius > 0 ? "circle" : "point") : count === 2 ? (radius > 0 ? "capsule" : "segment") : `${count} vertices`;
  return radius > 0 ? `${core}, radius ${radius}` : core;
}

function pairRows(contacts, pair) {
  const { bodies } = contacts, a = contacts.a(pair), b = contacts.b(pair), parts = contacts.parts(pair);
  const { separation, x, y, feature } = contacts.contact(pair), at = contacts.distance(pair);
  const place = (body, p) => `${bodies.x(body) + p[0]}, ${bodies.y(body) + p[1]}`;
  const rows = [
    ["verdict", verdictNames[contacts.verdict(pair)]],
    ["separation", separation],
    ["normal", `${x}, ${y}`],
    ["MTV of a", contacts.mtv(pair).join(", ")],
    ["decided by", feature],
    ["distance", at.distance],
    ["nearest on a", place(a, at.a)],
    ["nearest on b", place(b, at.b)],
  ];
  if (parts) rows.push(["parts", parts.join(", ")]);
  contacts.points(pair).forEach((p, n) => {
    rows.push([`point ${n}`, place(a, [p.x, p.y])], [`  separation`, p.separation], [`  id`, p.id]);
  });
  return rows.map(([name, value]) => [name, String(value)]);
}
