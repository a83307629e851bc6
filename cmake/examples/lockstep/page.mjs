// The page: steps the world, draws it, and shows the hash of each frame beside that of the native program.
import { hex, loadWorld, readRecord } from "./lockstep.mjs";

const rowsShown = 8, budget = 24;  // milliseconds of stepping between two drawings, as fast as it goes
const $ = (id) => document.getElementById(id);

function bytesOf(id) {
  const binary = atob($(id).textContent);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

class Page {
  constructor(world) {
    this.world = world;
    this.canvas = document.querySelector("canvas");
    this.record = null;
    this.playing = true;
    const bytes = bytesOf("record");
    if (bytes.length > 0) this.take(bytes.buffer);
    $("bodies").onchange = () => this.start(Number($("bodies").value));
    $("again").onclick = () => this.start(this.world.bodies);
    $("play").onclick = () => this.toggle();
    $("file").onchange = () => this.open($("file").files[0]);
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.start(this.record?.bodies ?? 5000);
    const frame = () => {
      if (this.playing) this.advance();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  async open(file) {
    if (!file) return;
    try {
      this.take(await file.arrayBuffer());
      this.start(this.record.bodies);
    } catch (error) {
      this.problem = `${file.name}: ${error.message}`;
      this.show();
    }
  }
  take(buffer) { this.record = readRecord(buffer); }

  start(bodies) {
    const { world } = this, select = $("bodies");
    if (![...select.options].some((option) => Number(option.value) === bodies)) select.append(new Option(bodies));
    select.value = bodies;
    world.start(bodies);
    this.kinds = world.kinds;
    this.rows = [];
    this.equal = 0;
    this.different = -1;
    this.problem = "";
    this.spent = 0;
    this.show();
    this.draw();
  }
  toggle() {
    this.playing = !this.playing;
    $("play").textContent = this.playing ? "Pause" : "Play";
  }

  // What the native program has for a frame; undefined: nothing.
  theirs(frame) {
    const { record, world } = this;
    return record?.bodies === world.bodies && frame < record.frames ? record.hash(frame) : undefined;
  }
  advance() {
    const { world } = this, fast = $("speed").value === "0", start = performance.now();
    do {
      const before = performance.now(), { frame } = world, mine = world.step(), theirs = this.theirs(frame);
      this.spent += performance.now() - before;
      if (theirs !== undefined && this.different < 0) {
        if (theirs === mine) ++this.equal;
        else this.different = frame;
      }
      this.rows.unshift([frame, mine, theirs]);
      this.rows.length = Math.min(this.rows.length, rowsShown);
    } while (fast && performance.now() - start < budget);
    this.show();
    this.draw();
  }

  say(text, state) {
    $("state").textContent = text;
    $("state").className = state;
  }
  show() {
    const { record, world, different, equal } = this;
    if (this.problem) this.say(this.problem, "different");
    else if (different >= 0) this.say(`Frame ${different} differs: these are not the same worlds.`, "different");
    else if (record?.bodies !== world.bodies) this.say("No record of this number of bodies: choose one below.", "");
    else if (world.frame > record.frames) this.say(`All ${record.frames.toLocaleString("en-US")} hashes of the record are equal.`, "equal");
    else this.say(`${equal.toLocaleString("en-US")} of ${record.frames.toLocaleString("en-US")} frames: every hash equal.`, "equal");
    $("speed_text").textContent = world.frame === 0 ? "" : `${(this.spent / world.frame).toFixed(2)} ms a frame of ${world.bodies.toLocaleString("en-US")} bodies, all on one thread`;
    $("rows").replaceChildren(...this.rows.map(([frame, mine, theirs]) => {
      const row = document.createElement("tr");
      for (const text of [frame, hex(mine), theirs === undefined ? "–" : hex(theirs)]) row.insertCell().textContent = text;
      return row;
    }));
    document.documentElement.dataset.equal = equal;
    document.documentElement.dataset.different = different;
  }

  draw() {
    const { canvas, world } = this, ratio = Math.min(2, devicePixelRatio || 1), ctx = canvas.getContext("2d");
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    const scale = Math.min(canvas.width, canvas.height) / (2.04 * world.halfWidth), style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name), x0 = canvas.width / 2, y0 = canvas.height / 2, { poses } = world;
    ctx.fillStyle = colour("--paper");
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.strokeStyle = colour("--line");
    ctx.lineWidth = ratio;
    const side = world.halfWidth * scale;
    ctx.strokeRect(x0 - side, y0 - side, 2 * side, 2 * side);
    ctx.lineWidth = Math.max(0.4, 0.06 * scale);
    this.kinds.forEach(({ corners, radius }, kind) => {
      ctx.fillStyle = colour(`--k${kind}`);
      for (let first = kind; first < world.bodies; first += 500) {  // long paths are slow to fill
        ctx.beginPath();
        for (let i = first; i < Math.min(world.bodies, first + 500); i += 5) this.addBody(ctx, corners, radius * scale, poses.subarray(4 * i, 4 * i + 4), scale, x0, y0);
        ctx.fill();
        if (scale > 4 * ratio) ctx.stroke();
      }
    });
  }
  addBody(ctx, corners, radius, [x, y, cos, sin], scale, x0, y0) {
    const px = [], py = [];
    for (let k = 0; k < corners.length; k += 2) {
      px.push(x0 + scale * (x + cos * corners[k] - sin * corners[k + 1]));
      py.push(y0 - scale * (y + sin * corners[k] + cos * corners[k + 1]));
    }
    if (px.length > 2) {
      px.forEach((at, k) => (k === 0 ? ctx.moveTo(at, py[k]) : ctx.lineTo(at, py[k])));
    } else {
      const turn = px.length === 1 ? 0 : Math.atan2(py[1] - py[0], px[1] - px[0]), last = px.length - 1;
      ctx.moveTo(px[0] + radius * Math.cos(turn + Math.PI / 2), py[0] + radius * Math.sin(turn + Math.PI / 2));
      ctx.arc(px[0], py[0], radius, turn + Math.PI / 2, turn + 3 * Math.PI / 2);
      ctx.arc(px[last], py[last], radius, turn - Math.PI / 2, turn + Math.PI / 2);
    }
    ctx.closePath();
  }
}

loadWorld(bytesOf("module")).then((world) => { document.body.lockstep = new Page(world); },
  (error) => {
    $("state").textContent = `The module does not run here: ${error.message}. It needs WebAssembly with vectors and exceptions: Chrome 95, Firefox 100, Safari 16.4 or newer.`;
    document.documentElement.dataset.different = "failed";
  });
