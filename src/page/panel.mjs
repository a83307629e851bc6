// The panel beside the drawing: counts and filters, layers, search, slider, numbers, table, keys.
import { fillRows, grouped, make, plainText } from "./dom.mjs";
import { liveHelp } from "./live_hint.mjs";
import { verdictNames } from "./verdicts.mjs";

export const layerNames = { mtv: "MTVs", normals: "normals", points: "contact points", witnesses: "nearest points", boxes: "bounding boxes", ids: "numbers" };

const keys = [["arrows", "move"], ["+ −", "zoom"], ["0", "see all"], ["n p", "next, previous pair"], ["Esc", "choose nothing"]];
const motionKeys = [["space", "play or pause the motions"]];

// @param page  {data, shown, layers, setShown(verdict, on), setLayer(name, on), search(text), fit(), setTheme(),
//              setStep(step or null), file}; motion, tools and top: their elements, if the page has them
export class Panel {
  constructor(page, table, { motion, tools, top }) {
    const { data } = page;
    this.page = page;
    this.counts = [];
    const verdicts = verdictNames.map((name, verdict) => {
      const swatch = make("canvas", { className: "swatch", width: 68, height: 36, "aria-hidden": "true" });
      const count = make("span", { className: "count" });
      const box = make("input", { type: "checkbox", checked: page.shown[verdict], onchange: () => page.setShown(verdict, box.checked) });
      box.dataset.verdict = name;
      this.counts.push({ swatch, count, box });
      return make("label", {}, box, swatch, name, count);
    });
    this.layers = {};
    const layers = Object.entries(layerNames).map(([name, text]) => {
      const box = this.layers[name] = make("input", { type: "checkbox", checked: page.layers[name], onchange: () => page.setLayer(name, box.checked) });
      box.dataset.layer = name;
      return make("label", {}, box, text);
    });
    this.search = make("input", { type: "search", placeholder: "body 7, or pair 7 9", "aria-label": "Search a body by its number, or a pair by two" });
    this.found = make("p", { role: "status" });
    const form = make("form", { className: "row", onsubmit: (event) => { event.preventDefault(); this.found.textContent = page.search(this.search.value); } },
      this.search, make("button", {}, "Find"));
    this.theme = make("button", { type: "button", onclick: () => page.setTheme() }, "Dark");
    this.note = make("p", { className: "note" });
    this.title = make("h2");
    this.rows = make("dl");
    this.detail = make("section", { className: "detail", "aria-live": "polite", "aria-label": "Chosen" }, this.title, this.rows);
    this.summary = make("p");
    this.element = make("aside", { "aria-label": "Scene" },
      make("header", {}, make("h1", {}, plainText(data.name)), this.summary,
        make("div", { className: "row" }, make("button", { type: "button", onclick: () => page.fit() }, "See all"), this.theme, page.help.button)),
      ...top,
      ...(motion && tools ? [motion] : []),
      make("section", { className: "verdicts", "aria-label": "Pairs by verdict" }, make("h2", {}, "Pairs by verdict"), ...verdicts),
      ...(motion && !tools ? [motion] : []), ...(tools ? [tools] : []),
      make("section", { className: "layers", "aria-label": "Draw" }, make("h2", {}, "Draw"), make("div", { className: "boxes" }, ...layers), this.note),
      make("h2", {}, "Find"), form, this.found, ...this.sliders(page),
      this.detail, table,
      ...(page.share ? [page.share] : []),
      make("details", {}, make("summary", {}, "Keys on the drawing"), ...[...keys, ...(motion ? motionKeys : [])].map(([key, what]) => make("p", {}, make("kbd", {}, key), ` ${what}`))),
      ...(tools ? [] : [make("details", {}, make("summary", {}, "To drag bodies"), ...liveHelp(page.file, data.real))]));
  }

  sliders(page) {
    const parts = [];
    if (page.data.step) {
      const [least, most] = page.data.step.reduce(([low, high], step) => [Math.min(low, step), Math.max(high, step)], [Infinity, 0]);
      this.step = make("input", { type: "range", min: least, max: most, value: least, "aria-label": "Step", oninput: () => page.setStep(Number(this.step.value)) });
      this.allSteps = make("input", { type: "checkbox", checked: true, onchange: () => page.setStep(this.allSteps.checked ? null : Number(this.step.value)) });
      this.stepText = make("span", { className: "count" });
      parts.push(make("h2", {}, "Step"), make("div", { className: "row" }, this.step, this.stepText), make("label", {}, this.allSteps, "all steps at once"));
    }
    return parts;
  }

  setCounts(bodies, counts) {
    const pairs = counts[0] + counts[1] + counts[2];
    this.summary.textContent = `${grouped(bodies)} ${bodies === 1 ? "body" : "bodies"}, ${grouped(pairs)} ${pairs === 1 ? "pair" : "pairs"}`;
    counts.forEach((count, verdict) => { this.counts[verdict].count.textContent = grouped(count); });
  }

  drawSwatches(palette) {
    this.counts.forEach(({ swatch }, verdict) => {
      const ctx = swatch.getContext("2d"), style = palette.verdicts[verdict];
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, swatch.width, swatch.height);
      ctx.setTransform(2, 0, 0, 2, 0, 0);
      ctx.beginPath();
      ctx.rect(2, 2, 30, 14);
      for (const fill of [style.fill, style.hatch]) if (fill) { ctx.fillStyle = fill; ctx.fill(); }
      ctx.strokeStyle = style.line;
      ctx.lineWidth = style.width;
      ctx.setLineDash(style.dash);
      ctx.stroke();
    });
  }

  setDetail(title, rows) {
    this.detail.hidden = !title;
    if (!title) return;
    this.title.textContent = title;
    fillRows(this.rows, this.page.help.explained(rows));
  }
}
