// Starts the page where its data is in the document; a notebook calls `render` instead.
import { make } from "./dom.mjs";
import { Page } from "./page.mjs";
import { Tools } from "./tools.mjs";

// A page is live if its data has a module.
function show(element, data, address) {
  return new Page(element, data, { address, tools: data.module ? (page) => new Tools(page, data.module) : null });
}

const block = typeof document === "undefined" ? null : document.getElementById("satchel-data");
if (block) {
  const element = make("main");
  document.body.append(element);
  document.body.satchel = show(element, JSON.parse(block.textContent), true);
}

// For anywidget: the model's `data` is the object that a page has in its document.
export default {
  render({ model, el }) {
    const element = make("div", { className: "satchel-widget" });
    el.append(element);
    // A canvas has its size once it is in the document.
    requestAnimationFrame(() => show(element, model.get("data"), false));
  },
};
