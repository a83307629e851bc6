// node run.mjs MODULE BODIES FRAMES [RECORD]: steps the world as the program `lockstep` does, prints its digest, and compares each
// hash with those of a record.
import { readFileSync } from "node:fs";
import { hex, loadWorld, readRecord } from "./lockstep.mjs";

const [module, bodies, frames, path] = process.argv.slice(2);
const world = await loadWorld(readFileSync(module));
const file = path === undefined ? null : readFileSync(path);
const record = file && readRecord(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
if (record && (record.bodies !== Number(bodies) || record.frames < Number(frames))) {
  throw new Error(`${path} has ${record.frames} frames of ${record.bodies} bodies`);
}
const start = performance.now();
world.start(Number(bodies));
for (let frame = 0; frame < Number(frames); ++frame) {
  const hash = world.step();
  if (record && hash !== record.hash(frame)) throw new Error(`frame ${frame} differs: ${hex(hash)} here, ${hex(record.hash(frame))} there`);
}
console.log(`${bodies} bodies, ${frames} frames: digest ${hex(world.digest)}`);
console.log(`WebAssembly under node ${process.version}, ${((performance.now() - start) / 1000).toFixed(1)} s${record ? ", every hash equal" : ""}`);
