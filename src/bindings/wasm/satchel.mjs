// The module: load() compiles it and gives the scenes and functions that work on its memory.
import { SatchelError } from './errors.mjs';
import { arrayOf, Memory, orEnded, twoNumbers } from './memory.mjs';
import { precisionNumber, Scene } from './scene.mjs';
import { Index } from './index.mjs';
import { KeptPairs } from './kept_pairs.mjs';
import { moduleBytes } from './module_bytes.mjs';
import './questions.mjs';

// A module that adds two vectors of 128 bits: valid where the engine has them.
const vectors = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15, 65, 0, 253, 15, 253,
  174, 1, 11,
]);
// A module that catches: valid where the engine has exceptions of WebAssembly.
const exceptions = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11,
]);

// A module whose function `end` traps. What a function from outside throws, the code of C++ catches, and ends itself anew, until the
// stack is full; a trap it does not catch.
const trapping = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 7, 1, 3, 101, 110, 100, 0, 0, 10, 5, 1, 3, 0, 0, 11,
]);

// What this engine has: {vectors, exceptions}. The module needs both.
export function probe() {
  return { vectors: WebAssembly.validate(vectors), exceptions: WebAssembly.validate(exceptions) };
}

// The functions that the module takes from outside: of the system interface no more than a library without files needs.
function imports(instanceMemory, state) {
  return {
    env: {
      emscripten_notify_memory_growth() {},
      satchel_host_progress(_, done, all) { return instanceMemory().report(Number(done), Number(all)) ? 1 : 0; },
    },
    wasi_snapshot_preview1: {
      clock_time_get(_, __, at) {
        const now = BigInt(Math.round(performance.now() * 1e6));
        instanceMemory().data.setBigUint64(at, now, true);
        return 0;
      },
      environ_sizes_get(count, bytes) {
        instanceMemory().data.setUint32(count, 0, true);
        instanceMemory().data.setUint32(bytes, 0, true);
        return 0;
      },
      environ_get() { return 0; },
      fd_close() { return 8; },
      fd_write() { return 8; },
      fd_seek() { return 8; },
      proc_exit(status) {
        state.ended = new SatchelError(`the module ended itself (${status}), in the middle of a call; load() another one`, 'internal');
        instanceMemory().refuses = true;
        new WebAssembly.Instance(new WebAssembly.Module(trapping)).exports.end();
      },
    },
  };
}

// Loads the module. `source`: its address, its bytes or a compiled WebAssembly.Module; nothing: the one beside this file.
export default async function load(source) {
  const has = probe();
  if (!has.vectors || !has.exceptions) {
    throw new SatchelError(
      `this engine has no WebAssembly ${has.vectors ? 'exceptions' : 'vectors (SIMD)'}; Satchel needs them: Chrome 95, ` +
        'Firefox 100, Safari 16.4, node 17 or newer', 'unavailable_isa');
  }
  const bytes = await moduleBytes(source);
  const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
  let memory = null, exports = null;
  const state = { ended: null };
  const instance = await WebAssembly.instantiate(module, imports(() => memory ?? { data: new DataView(exports.memory.buffer) }, state));
  exports = instance.exports;
  orEnded(state, () => exports._initialize?.());
  memory = new Memory(exports, state);
  return bind(memory);
}

// Everything that works on one memory.
function bind(memory) {
  class BoundScene extends Scene {
    constructor(precision) { super(memory, precision); }
  }
  class BoundIndex extends Index {
    constructor(scene, options) { super(memory, scene, options); }
  }
  class BoundKeptPairs extends KeptPairs {
    constructor(precision, options) { super(memory, precision, options); }
  }
  Object.defineProperty(BoundScene, 'name', { value: 'Scene' });
  Object.defineProperty(BoundIndex, 'name', { value: 'Index' });
  Object.defineProperty(BoundKeptPairs, 'name', { value: 'KeptPairs' });
  const real = (precision) => [Float32Array, Float64Array][precisionNumber(precision)];
  const suffix = (precision) => (precision === 'float64' ? '_d' : '');

  return {
    Scene: BoundScene,
    Index: BoundIndex,
    KeptPairs: BoundKeptPairs,
    SatchelError,
    version: memory.text(memory.exports.satchel_version()),
    get isa() {
      memory.call('active_isa', memory.number);
      return memory.text(memory.id());
    },
    // The bytes of the module's memory: they grow, they never shrink.
    get memoryBytes() { return memory.buffer.byteLength; },

    // The convex hull of points, x, y in turn; a copy.
    convexHull(points, precision = 'float32') {
      const Real = real(precision), given = arrayOf(points, Real, 2, 'points');
      const [p, hull] = memory.put([given, Real, 2, 'points'], [new Real(given.length), Real, 2, 'hull']);
      memory.call(`convex_hull${suffix(precision)}`, p.address, p.length, hull.address, p.length, memory.number);
      return new Real(memory.buffer, hull.address, 2 * memory.count()).slice();
    },
    // A polygon, or an outline, of a ring as files give it: {vertices, indices, convex, closed, reversed, repeated, collinear}.
    // options.progress(done, all) may end the call.
    cleanRing(points, precision = 'float32', clockwise = false, options = undefined) {
      const Real = real(precision), given = arrayOf(points, Real, 2, 'points');
      const [p, v, k, ring] = memory.put([given, Real, 2, 'points'], [new Real(given.length), Real, 2, 'vertices'],
        [new Uint32Array(given.length / 2), Uint32Array, 1, 'indices'], [new Uint8Array(24), Uint8Array, 1, 'ring']);
      memory.call(`clean_ring${suffix(precision)}`, p.address, p.length, clockwise ? 1 : 0, v.address, k.address,
        p.length, ring.address, memory.run(options));
      const count = memory.data.getUint32(ring.address, true);
      const [convex, closed, reversed] = new Uint8Array(memory.buffer, ring.address + 16, 3);
      return {
        vertices: new Real(memory.buffer, v.address, 2 * count).slice(),
        indices: new Uint32Array(memory.buffer, k.address, count).slice(),
        convex: convex !== 0, closed: closed !== 0, reversed: reversed !== 0,
        repeated: memory.data.getUint32(ring.address + 8, true), collinear: memory.data.getUint32(ring.address + 12, true),
      };
    },
    // The convex parts of an outline, x, y in turn, ring after ring, for addPolygons and addCompound: {vertices, starts, indices,
    // innerEdges}. `ringStarts`: of each ring the first vertex, and the end; none: one ring. options: as of cleanRing.
    convexParts(outline, precision = 'float32', ringStarts = [], options = undefined) {
      const Real = real(precision);
      const given = arrayOf(outline, Real, 2, 'outline'), begins = arrayOf(ringStarts, Uint32Array, 1, 'ringStarts');
      const most = given.length / 2 + 2 * Math.max(begins.length - 2, 0);
      const [p, r, v, k, e, s, found] = memory.put([given, Real, 2, 'outline'], [begins, Uint32Array, 1, 'ringStarts'],
        [new Real(6 * most), Real, 2, 'vertices'], [new Uint32Array(3 * most), Uint32Array, 1, 'indices'],
        [new Uint8Array(3 * most), Uint8Array, 1, 'innerEdges'], [new Uint32Array(most), Uint32Array, 1, 'starts'],
        [new Uint8Array(16), Uint8Array, 1, 'found']);
      memory.call(`convex_parts${suffix(precision)}`, p.address, p.length, r.address, r.length, v.address, k.address, e.address,
        v.length, s.address, s.length, found.address, memory.run(options));
      const vertices = memory.data.getUint32(found.address, true), parts = memory.data.getUint32(found.address + 8, true);
      return {
        vertices: new Real(memory.buffer, v.address, 2 * vertices).slice(),
        starts: new Uint32Array(memory.buffer, s.address, parts + 1).slice(),
        indices: new Uint32Array(memory.buffer, k.address, vertices).slice(),
        innerEdges: new Uint8Array(memory.buffer, e.address, vertices).slice(),
      };
    },
    // Poses x, y, cos, sin of numbers x, y, angle, in turn; a copy. reference: the point of a shape's frame, [x, y], that is there.
    posesAt(xyAngle, reference = [0, 0]) {
      const numbers = arrayOf(xyAngle, Float64Array, 3, 'xyAngle'), [x, y] = twoNumbers(reference, 'reference');
      const [given, poses] = memory.put([numbers, Float64Array, 3, 'xyAngle'],
        [new Float64Array(4 * numbers.length / 3), Float64Array, 4, 'poses']);
      memory.call('reference_poses', given.address, given.length, poses.address, x, y);
      return new Float64Array(memory.buffer, poses.address, 4 * given.length).slice();
    },
  };
}

export { SatchelError };
