// The module `lockstep.wasm`: the world of world.cpp, for browsers and node.

// What the module takes from outside: of the system interface no more than a library without files needs.
function imports(memory) {
  const none = () => 0, refused = () => 8;
  const zeros = (...addresses) => {
    for (const address of addresses) new DataView(memory().buffer).setUint32(address, 0, true);
    return 0;
  };
  return {
    env: { emscripten_notify_memory_growth: none },
    wasi_snapshot_preview1: {
      environ_sizes_get: zeros, environ_get: none, fd_close: refused, fd_write: refused, fd_seek: refused,
      clock_time_get: (_, __, at) => zeros(at, at + 4),
      proc_exit(status) { throw new Error(`the module ended itself (${status})`); },
    },
  };
}

// @param bytes  of lockstep.wasm
export async function loadWorld(bytes) {
  let exports = null;
  const { instance } = await WebAssembly.instantiate(bytes, imports(() => exports.memory));
  exports = instance.exports;
  exports._initialize?.();
  return new World(exports);
}

class World {
  constructor(exports) { this.exports = exports; }

  start(bodies) {
    this.exports.start(bodies);
    this.bodies = bodies;
    this.frame = 0;
    this.digest = 0n;
  }
  // The hash of the next frame.
  step() {
    const hash = BigInt.asUintN(64, this.exports.step());
    this.digest = BigInt.asUintN(64, this.exports.add_to_digest(this.digest, hash));
    ++this.frame;
    return hash;
  }
  get halfWidth() { return this.exports.half_width(); }
  // x, y, cos, sin of each body; a view that holds until the next call.
  get poses() { return new Float64Array(this.exports.memory.buffer, this.exports.poses(), 4 * this.bodies); }
  // {corners: [x, y, ...], radius} of each kind; body i is of kind i % 5.
  get kinds() {
    const { buffer } = this.exports.memory, at = this.exports.kinds(), stride = 12;
    const floats = new Float32Array(buffer, at, 5 * stride), words = new Uint32Array(buffer, at, 5 * stride);
    return [0, 1, 2, 3, 4].map((k) => ({
      corners: [...floats.subarray(k * stride, k * stride + 2 * words[k * stride + 10])], radius: floats[k * stride + 11] }));
  }
}

export function hex(number) { return number.toString(16).padStart(16, "0"); }

// A record as main.cpp writes it: {bodies, frames, hash(frame)}.
export function readRecord(buffer) {
  const data = new DataView(buffer), name = String.fromCharCode(...new Uint8Array(buffer, 0, Math.min(8, buffer.byteLength)));
  if (name !== "lockstep" || buffer.byteLength < 16) throw new Error("this is no record: `lockstep BODIES FRAMES --record FILE` writes one");
  const bodies = data.getUint32(8, true), frames = data.getUint32(12, true);
  if (buffer.byteLength !== 16 + 8 * frames) {
    throw new Error(`the record has ${buffer.byteLength} bytes; ${frames} frames take ${16 + 8 * frames}: copy it again`);
  }
  return { bodies, frames, hash: (frame) => data.getBigUint64(16 + 8 * frame, true) };
}
