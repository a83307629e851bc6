// What surrounds a live page: the gallery, files that are opened or dropped, links that hold a scene, and SVG.
import { saveAddress } from "./address.mjs";
import { Bodies } from "./bodies.mjs";
import { questions } from "./answer.mjs";
import { make, plainText } from "./dom.mjs";
import { addBody } from "./draw_bodies.mjs";
import { readFragment } from "./fragment.mjs";
import { gallery } from "./gallery.mjs";
import { firstHits } from "./hits.mjs";
import { Kernel } from "./kernel.mjs";
import { pairsOfScene } from "./near_pairs.mjs";
import { Page } from "./page.mjs";
import { readFiles } from "./read_scene.mjs";
import { packScene, SceneBuilder, unpackScene } from "./scene_data.mjs";
import { readShapes } from "./shapes.mjs";
import { svgOf } from "./svg.mjs";
import { Tools } from "./tools.mjs";
import { View } from "./view.mjs";

const longestLink = 30000;  // characters; browsers take more, mail and chat do not

export class Playground {
  // @param element  the container of the pages
  // @param satchel  a promise of the module
  // @param own      the data of a page that the tool has written, or null
  constructor(element, satchel, own) {
    this.element = element;
    this.satchel = satchel;
    this.own = own;
    this.tiles = Object.fromEntries(Object.entries(gallery).map(([name, scene]) => [name, make("button", { type: "button", className: "tile", title: scene.about, onclick: () => this.visit({ scene: name }) },
      make("canvas", { width: 168, height: 104, "aria-hidden": "true" }), scene.name)]));
    if (own) this.tiles.own = make("button", { type: "button", className: "tile", onclick: () => this.visit({}) }, "This scene");
    this.input = make("input", { type: "file", hidden: true, accept: ".json,.geojson,.wkt,.txt", multiple: true, onchange: () => this.read([...this.input.files]) });
    this.about = make("p", { className: "about" });
    this.said = make("p", { className: "said-file", role: "status" });
    const button = (name, title, onclick) => make("button", { type: "button", title, onclick }, name);
    this.galleryElement = make("section", { className: "gallery", "aria-label": "Gallery" },
      make("p", { className: "intro" }, "Satchel decides whether 2D shapes are apart, touch or overlap: exactly, and here in this page."), this.about,
      make("div", { className: "tiles" }, ...Object.values(this.tiles)),
      make("div", { className: "row" }, button("Open files", "GeoJSON or WKT, one or more; JSON as the tool reads it", () => this.input.click()), this.input, make("span", {}, "or drop GeoJSON, WKT, JSON")), this.said);
    this.share = make("section", { className: "share", "aria-label": "Share" }, make("div", { className: "row" },
      button("Link", "An address that holds this scene as it is now", () => this.link()), button("SVG", "The drawing as a file", () => this.saveSvg())));
    this.listen();
  }

  listen() {
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.element.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) this.element.classList.remove("dropping"); });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.element.classList.remove("dropping");
      this.read([...event.dataTransfer.files]);
    });
  }

  // Shows what the address names: a scene of the gallery, one that it holds, or the first one.
  async start() {
    const { scene, data } = readFragment(location.hash);
    try {
      if (data) return await this.open(await unpackScene(data), { data });
      if (scene in gallery || !this.own) return await this.openGallery(scene in gallery ? scene : "tiles");
    } catch (error) {
      await this.openGallery("tiles");
      return this.say(error.message);
    }
    return this.openOwn();
  }
  visit(words) {
    history.pushState(null, "", words.scene ? `#scene=${words.scene}` : "#");
    return words.scene ? this.openGallery(words.scene) : this.openOwn();
  }
  openGallery(name) { return this.open({ ...gallery[name].make(), gallery: name }, { scene: name }); }

  // The scene of the tool's page, whose answers the tool has given.
  openOwn() {
    this.show(this.own, {}, (page) => {
      const tools = new Tools(page);
      tools.ready = tools.load(this.satchel);
      return tools;
    });
  }
  async open(data, words = {}) {
    const kernel = new Kernel(await this.satchel, data), shapes = readShapes(data), { question } = readFragment(location.hash);
    if (question in questions) data.question = question;
    Object.assign(data, kernel.ask(pairsOfScene(new Bodies(shapes, data.shape, data.pose, data.real), data.image_of)));
    if (data.motion) Object.assign(data, firstHits(kernel, shapes, data));
    this.show(data, words, (page) => new Tools(page, kernel));
    const { page } = this;
    if (data.start && !page.chosen) page.choose(data.start, false);
    if (data.shape.length === 2 && !page.chosen && page.contacts.count === 1) page.choose({ pair: 0 }, false);
    page.dropped = () => {
      if (!data.motion) return;
      Object.assign(data, firstHits(kernel, page.bodies.shapes, data));
      page.motions.forgot = false;
      page.refresh();
    };
    document.documentElement.dataset.live = "ready";
  }
  show(data, words, tools) {
    this.page?.close();
    this.page?.tools.kernel?.scene.dispose();
    delete document.documentElement.dataset.live;
    this.say("");
    const name = data.gallery ?? (data === this.own ? "own" : "");
    this.galleryElement.firstChild.hidden = name === "own";
    this.about.textContent = gallery[name]?.about ?? "Drag bodies; the library in this page answers.";
    for (const [key, tile] of Object.entries(this.tiles)) tile.setAttribute("aria-pressed", String(key === name));
    this.page = document.body.satchel = new Page(this.element, data, { address: true, words, tools, gallery: this.galleryElement, share: this.share });
    this.page.otherScene = () => {
      const { scene, data: packed } = readFragment(location.hash), { words: mine } = this.page;
      if (scene === mine.scene && packed === mine.data) return false;
      this.start();
      return true;
    };
    // The module of a page has no contact points; those of a file stay.
    const { points } = this.page.panel.layers;
    points.parentElement.hidden = !(data.manifold_pair?.length > 0);
    this.drawTiles();
  }
  say(text) { this.said.textContent = text; }

  // Thumbnails: outlines alone.
  drawTiles() {
    const { palette } = this.page.drawing;
    for (const [name, { make: makeScene }] of Object.entries(gallery)) {
      const canvas = this.tiles[name].firstChild, ctx = canvas.getContext("2d"), data = makeScene(), view = new View(canvas.width, canvas.height);
      const count = data.shape.length / (data.image_of ? 4 : 1), bodies = new Bodies(readShapes(data), data.shape.subarray(0, count), data.pose.subarray(0, 4 * count), data.real);
      view.fit(bodies.bounds(), 6);
      const path = new Path2D();
      for (let i = 0; i < count; ++i) addBody(path, bodies, i, view);
      ctx.clearRect(0, 0, canvas.width, canvas.height);
      ctx.fillStyle = palette.verdicts[1].fill;
      ctx.strokeStyle = palette.ink;
      ctx.fill(path, "evenodd");
      ctx.stroke(path);
    }
  }

  // ---- files -------------------------------------------------------------------------------------------------------

  async read(files) {
    if (files.length === 0) return;
    const satchel = await this.satchel, named = await Promise.all(files.map(async (file) => ({ name: plainText(file.name, 60), text: await file.text() })));
    const name = named.map((file) => file.name).join(", ");
    try {
      const { data, refused, notes } = readFiles(named, { check: (polygons) => this.check(satchel, polygons), posesAt: (xyAngle) => satchel.posesAt(xyAngle) });
      history.pushState(null, "", "#");
      await this.open(data);
      const shown = refused.length === 0 ? `${name} ${files.length === 1 ? "is" : "are"} shown.` : `${name}: ${refused.length} ${refused.length === 1 ? "polygon is" : "polygons are"} left out. ${refused.slice(0, 3).join(" ")}`;
      this.say([shown, ...notes.slice(0, 4)].join(" "));
    } catch (error) {
      this.say(error.message.startsWith(name) ? error.message : `${name}: ${error.message}`);
    } finally {
      this.input.value = "";
    }
  }
  // Throws the library's error about an outline that is not valid.
  check(satchel, polygons) {
    const { ring_start, ring_vertex, ring_of, ring_polygon } = ringsOf(polygons), scene = new satchel.Scene("float64");
    try {
      Kernel.prototype.addOutline.call({ scene }, { ring_start, ring_vertex, ring_polygon }, { from: 0, to: ring_of.length });
    } finally {
      scene.dispose();
    }
  }

  // ---- what is taken away ------------------------------------------------------------------------------------------

  async link() {
    const { page } = this, { data } = page;
    const packed = await packScene(data);
    if (packed.length > longestLink) return this.say(`This scene is too large for a link: ${packed.length} characters, of ${longestLink} that most programs take.`);
    page.words = { data: packed, question: page.answer.question };
    saveAddress(page);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    return this.say(copied ? "The link is copied; it holds the scene as it is now." : "The address of this page is now a link that holds the scene as it is: copy it.");
  }
  svg() { return svgOf(this.page); }
  saveSvg() {
    const address = URL.createObjectURL(new Blob([this.svg()], { type: "image/svg+xml" }));
    make("a", { href: address, download: `${this.page.data.name.replace(/[^\w-]+/g, "_").slice(0, 40) || "scene"}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}

// The rings of one outline, as arrays of the data.
function ringsOf(polygons) {
  const scene = new SceneBuilder("", "float64");
  scene.outline(polygons);
  return scene.data();
}
