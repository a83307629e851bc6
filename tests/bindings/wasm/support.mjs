// What the tests of the package share: the module, and worlds.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const here = (name) => import(pathToFileURL(join(process.env.SATCHEL_PACKAGE, name)));
const { default: load, SatchelError } = await here('satchel.mjs');
export const satchel = await load();

export function boxes(precision, count, step = 1.5) {
  const scene = new satchel.Scene(precision);
  const box = scene.addBox(1, 1);
  for (let k = 0; k < count; ++k) scene.addBody(box, { x: step * k });
  return scene;
}

// Numbers from 0 to 1, the same in every run.
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// Bodies of every kind of shape in a square around the origin, and poses for queries.
export function world(precision, count, side, seed) {
  const next = random(seed), scene = new satchel.Scene(precision);
  const shapes = [scene.addBox(0.5, 0.25), scene.addCircle(0.125, 0, 0.5), scene.addCapsule(-0.5, 0, 0.5, 0.25, 0.125),
    scene.addSegment(-0.5, 0, 0.5, 0), scene.addPolygon([-0.5, -0.5, 0.75, -0.25, 0, 0.5], 0.0625)];
  shapes.push(scene.addCompound([shapes[0], shapes[4]]));
  const poses = (n) => satchel.posesAt(Array.from({ length: n }, () =>
    [side * (next() - 0.5), side * (next() - 0.5), 6 * next()]).flat());
  scene.addBodies(Array.from({ length: count }, (_, k) => shapes[k % shapes.length]), poses(count));
  return { scene, shapes, poses, next };
}

export const code = (expected, index) => (error) => {
  assert.ok(error instanceof SatchelError && error instanceof satchel.SatchelError, error);
  assert.equal(error.code, expected);
  if (index !== undefined) assert.equal(error.index, index);
  assert.ok(error.message.length > 8);
  return true;
};

export const precisions = ['float32', 'float64'];
