// Starts the page where its data is in the document; a notebook calls `render` instead.
import { decode } from "./decode.mjs";
import { make } from "./dom.mjs";
import { loadKernel } from "./kernel.mjs";
import { Page } from "./page.mjs";
import { Playground } from "./playground.mjs";
import { Tools } from "./tools.mjs";

// A page is live if its data has a module; without arrays it is the gallery alone.
function start(element, data) {
  if (!data.module) {
    document.body.satchel = new Page(element, data, { address: true });
    return;
  }
  const playground = new Playground(element, loadKernel(data.module), data.arrays ? decode(data) : null);
  document.body.playground = playground;
  playground.start().catch((error) => element.append(make("p", { className: "failed", role: "alert" },
    `The library does not run here: ${error.message}. It needs WebAssembly with vectors and exceptions: Chrome 95, Firefox 100, Safari 16.4 or newer.`)));
}

const block = typeof document === "undefined" ? null : document.getElementById("satchel-data");
if (block) {
  const element = make("main");
  document.body.append(element);
  start(element, JSON.parse(block.textContent));
}

// For anywidget: the model's `data` is the object that a page has in its document.
export default {
  render({ model, el }) {
    const element = make("div", { className: "satchel-widget" }), data = model.get("data");
    el.append(element);
    const tools = (page) => {
      const its = new Tools(page);
      its.ready = its.load(loadKernel(data.module));
      return its;
    };
    // A canvas has its size once it is in the document.
    requestAnimationFrame(() => new Page(element, data, { tools: data.module ? tools : null }));
  },
};
