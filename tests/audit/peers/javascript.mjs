// SAT.js, Planck or Matter, in double: node javascript.mjs NAME FILE VERSION, of the library's one file. The loop is as in pairs.hpp.
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';

const [name, file, version] = process.argv.slice(2);
const library = createRequire(import.meta.url)(file);
const objects = polygon => polygon.map(([x, y]) => ({x, y}));

const peers = {
  'SAT.js'() {
    const polygon = vertices => new library.Polygon(new library.Vector(), vertices.map(([x, y]) => new library.Vector(x, y)));
    return {
      questions: ['meets by testPolygonPolygon', 'mtv by testPolygonPolygon'],
      answers(a, b) {
        const response = new library.Response();
        if (!library.testPolygonPolygon(polygon(a), polygon(b), response)) return [false, null];
        return [true, [-response.overlapV.x, -response.overlapV.y]];
      },
    };
  },
  Planck() {  // as box2d.cpp asks Box2D
    const {Polygon, Transform, Manifold, WorldManifold} = library;
    const set = vertices => {
      const shape = new Polygon(objects(vertices));
      const same = shape.m_count === vertices.length && vertices.every(([x, y]) => shape.m_vertices.some(v => v.x === x && v.y === y));
      return same ? shape : null;
    };
    return {
      questions: ['meets by testOverlap', 'meets by CollidePolygons', 'mtv by CollidePolygons'],
      answers(p, q) {
        const [a, b] = [set(p), set(q)];
        if (!a || !b) return [null, null, null];
        const identity = Transform.identity(), manifold = new Manifold(), world = new WorldManifold();
        const overlap = library.internal.Distance.testOverlap(a, 0, b, 0, identity, identity);
        library.internal.CollidePolygons(manifold, a, identity, b, identity);
        if (manifold.pointCount === 0) return [overlap, false, null];
        manifold.getWorldManifold(world, identity, a.m_radius, identity, b.m_radius);
        const depth = -(a.m_radius + b.m_radius) - Math.min(...world.separations.slice(0, manifold.pointCount));
        if (depth < 0) return [overlap, false, null];
        return [overlap, true, [-world.normal.x * depth, -world.normal.y * depth]];
      },
    };
  },
  Matter() {
    const {Axes, Body, Collision, Vertices} = library;
    const body = polygon => {  // with the vertices as given: Body.create moves them by a rounded centre
      const vertices = objects(polygon), position = Vertices.mean(vertices);
      const made = Body.create({position, vertices: objects(polygon)});
      made.position = position;
      made.vertices = Vertices.create(vertices, made);
      made.axes = Axes.fromVertices(made.vertices);
      return made;
    };
    return {
      questions: ['meets by Collision.collides', 'mtv by Collision.collides'],
      answers(a, b) {
        const found = Collision.collides(body(a), body(b));
        return found ? [true, [found.penetration.x, found.penetration.y]] : [false, null];
      },
    };
  },
};

const text = answer => answer === null ? 'none' : Array.isArray(answer) ? answer.join(' ') : answer === true ? 'yes' : answer === false ? 'no' : `${answer}`;
const {questions, answers} = peers[name]();
console.log([name, version, ...questions].join('\t'));
for await (const line of createInterface({input: process.stdin})) {
  const words = line.trim().split(/\s+/).map(Number), polygons = [];
  for (let at = 0; at < words.length; at += 1 + 2 * words[at]) {
    polygons.push(Array.from({length: words[at]}, (_, k) => [words[at + 1 + 2 * k], words[at + 2 + 2 * k]]));
  }
  let result;
  try {
    result = answers(...polygons).map(text);
  } catch {
    result = questions.map(() => 'error');
  }
  console.log(result.join('\t'));
}
