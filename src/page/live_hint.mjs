// How a page becomes a live one, in which bodies can be dragged: said where one tries to, and in the panel.
import { make } from "./dom.mjs";

// @param file  the name of the page's file, if it has one
// @param real  the numbers of the scene: "float32" or "float64"
export function liveCommands(file, real) {
  const page = /^\w[\w.-]*\.html$/.test(file) ? file : "page.html";
  return ["bash cmake/bootstrap.sh --wasm && cmake --workflow --preset wasm",
    `satchel collide SCENE --html ${page} --live build/wasm/page/satchel-page.mjs${real === "float64" ? " --precision double" : ""}`];
}

export function liveHelp(file, real) {
  const [makeModule, writePage] = liveCommands(file, real).map((command) => make("code", {}, command));
  return [make("p", {}, "Bodies can be dragged in a live page. The tool writes one of your scene's file:"), writePage,
    make("p", {}, "This makes the module that it needs, once, in the sources of Satchel:"), makeModule];
}

// On the drawing; once closed it stays so.
export class LiveHint {
  constructor(file, real) {
    this.text = make("div", { role: "status" });
    this.help = liveHelp(file, real);
    this.element = make("div", { className: "hint", hidden: true },
      make("button", { type: "button", "aria-label": "Close", onclick: () => this.close() }, "×"), this.text);
  }
  show() {
    if (this.closed || !this.element.hidden) return;
    this.element.hidden = false;
    this.text.replaceChildren(...this.help);
  }
  // Returns whether it was open.
  close() {
    const open = !this.element.hidden;
    this.element.hidden = true;
    this.closed ||= open;
    return open;
  }
}
