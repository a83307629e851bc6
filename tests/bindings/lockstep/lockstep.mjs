// A world of a hundred bodies, stepped 10,000 times, and a hash a frame: the same lines as lockstep.c writes. The step is written
// with + - * / and square roots alone, which are the same bits everywhere; what the bodies do to each other comes from the
// module, whose results are too. Both programs do the same, in the same order; a change of one is a change of both.
//
//   node lockstep.mjs FOLDER_OF_THE_PACKAGE [FRAMES]
const movers = 100, walls = 4, bodies = movers + walls;

// Two sums of 32 bits over the words of all poses.
function hash(words) {
  let first = 2166136261, second = 2654435769;
  for (const word of words) {
    first = Math.imul(first ^ word, 16777619);
    second = Math.imul(second + word, 2246822519);
    second ^= second >>> 13;
  }
  return [first, second].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
}

// Steps the world and calls write(hash) after each frame. `satchel`: what load() gives.
export function lockstep(satchel, frames, write) {
  const step = 1 / 64, gravity = -4, bounce = 1.25, side = 16;
  const poses = new Float64Array(4 * bodies), words = new Uint32Array(poses.buffer);
  const v = new Float64Array(3 * bodies);  // x, y, spin
  const scene = new satchel.Scene('float32');
  const shapes = [
    scene.addBox(0.5, 0.375),
    scene.addPolygon([-0.5, -0.375, 0.625, -0.25, -0.125, 0.5]),
    scene.addCircle(0, 0, 0.5),
    scene.addPolygon([0, -0.75, 0.625, -0.25, 0.5, 0.5, -0.5, 0.5, -0.625, -0.25]),
    scene.addCapsule(-0.5, 0, 0.5, 0, 0.25),
  ];
  const wall = scene.addBox(side, 1);
  const place = (i, x, y, cos, sin) => {
    poses.set([x, y, cos, sin], 4 * i);
    scene.addBody(i < movers ? shapes[i % 5] : wall, { x, y, cos, sin });
  };
  for (let i = 0; i < movers; ++i) {
    place(i, 1.5 * (i % 10) - 7, 1.5 * Math.floor(i / 10) - 7, 1, 0);
    v.set([(i * 7 % 11) / 4 - 1.25, (i * 5 % 13) / 4 - 1.5, (i * 3 % 7) / 2 - 1.5], 3 * i);
  }
  [[0, -10, 1, 0], [0, 10, 1, 0], [-10, 0, 0, 1], [10, 0, 0, 1]].forEach((at, i) => place(movers + i, ...at));

  for (let frame = 0; frame < frames; ++frame) {
    for (let i = 0; i < movers; ++i) {
      const p = 4 * i, w = 3 * i;
      v[w + 1] += step * gravity;
      poses[p] += step * v[w];
      poses[p + 1] += step * v[w + 1];
      // A small turn, brought back to length 1.
      const turn = step * v[w + 2], c = poses[p + 2] - turn * poses[p + 3], s = poses[p + 3] + turn * poses[p + 2];
      const length = Math.sqrt(c * c + s * s);
      poses[p + 2] = c / length;
      poses[p + 3] = s / length;
    }
    scene.setPoses(poses);
    const pairs = scene.findPairs(), contacts = scene.collide(pairs);
    for (let k = 0; k < contacts.length; ++k) {
      if (contacts.verdict(k) !== 2) continue;
      const a = pairs.a(k), b = pairs.b(k);
      if (a >= movers) continue;  // two walls
      const nX = contacts.normalX(k), nY = contacts.normalY(k), depth = -contacts.separation(k);
      const share = b < movers ? 0.5 : 1;  // walls stand still
      poses[4 * a] -= nX * (depth * share);
      poses[4 * a + 1] -= nY * (depth * share);
      if (b < movers) {
        poses[4 * b] += nX * (depth * share);
        poses[4 * b + 1] += nY * (depth * share);
      }
      const closing = (v[3 * a] - v[3 * b]) * nX + (v[3 * a + 1] - v[3 * b + 1]) * nY;
      if (closing <= 0) continue;
      const impulse = closing * (share * bounce);
      v[3 * a] -= nX * impulse;
      v[3 * a + 1] -= nY * impulse;
      v[3 * a + 2] = v[3 * a + 2] * 0.875 + impulse * 0.125;
      if (b < movers) {
        v[3 * b] += nX * impulse;
        v[3 * b + 1] += nY * impulse;
        v[3 * b + 2] = v[3 * b + 2] * 0.875 - impulse * 0.125;
      }
    }
    write(hash(words));
  }
  scene.dispose();
}

if (globalThis.process?.argv[1]?.endsWith('lockstep.mjs')) {
  const [folder, frames = '10000'] = process.argv.slice(2);
  const { pathToFileURL } = await import('node:url');
  const { resolve } = await import('node:path');
  const load = (await import(pathToFileURL(resolve(folder, 'satchel.mjs')))).default;
  const lines = [];
  lockstep(await load(), Number(frames), (line) => lines.push(line));
  console.log(lines.join('\n'));
}
