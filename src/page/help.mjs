// `?`: while it is on, every part of the panel and every row of numbers says what its words mean, where they stand; and the keys.
import { make } from "./dom.mjs";

export const meanings = {
  "verdict": "Disjoint: no point in common. Touching: boundaries meet, interiors do not. Overlapping: interiors meet. Decided exactly, not up to a tolerance.",
  "separation": "How far apart (positive), 0 when they touch, or minus the depth of the overlap. Between polygons that are apart it is measured along the best edge normal, and may be less than the distance.",
  "normal": "The unit vector from body a to body b along which the separation is measured.",
  "MTV of a": "Minimum translation vector: the shortest move of body a that ends the overlap. Body b would move by the opposite.",
  "decided by": "The edge or vertex whose direction gave the separation.",
  "distance": "The length of the gap; of bodies that overlap, minus their depth.",
  "nearest on a": "The point of a that is nearest to b.",
  "nearest on b": "The point of b that is nearest to a.",
  "area of the overlap": "The area that both cover.",
  "shape": "A convex core, perhaps with a radius around it; several convex parts; or an outline with holes.",
  "cos": "With sin the rotation of the body.",
  "box": "The bounding box of the body, along the axes.",
  "pairs": "What the library says of this body and those near it.",
  "motion": "How far the body moves and turns from time 0 to 1.",
};
const sections = [
  [".gallery", "Six scenes. Files of yours: GeoJSON or WKT with polygons, one file or more, or a scene as the tool reads it; choose them here, or drop them on the page. Nothing leaves your machine."],
  [".answer", "Choose what is asked. The answer is about the chosen pair, or the body that you drag and its nearest neighbour; the library computes it, in this page."],
  [".verdicts", "A pair is two bodies near each other. Click a box to hide or show its pairs. Colours, dashes and hatching are those of the drawing."],
  [".motion", "Bodies move from time 0 to 1. Dashed ones have hit something. Answers and dragging are those of time 0."],
  [".live", "Add bodies, draw a polygon by its corners, remove the chosen body. A dragged body snaps to where it touches a neighbour exactly; with Alt it does not."],
  [".layers", "What the drawing shows of pairs. An MTV is the shortest move that ends an overlap. Contact points are where bodies press on each other; a live page has those of the file."],
  [".share", "Link: an address that holds this scene, as it is now. SVG: the drawing as a file."],
];
const keyRows = [["drag", "a body: moves it; elsewhere: moves the drawing"], ["wheel, two fingers", "zoom"], ["arrows", "move the drawing"], ["+ −", "zoom"], ["0", "see all"],
  ["n p", "next, previous pair"], ["q e", "turn the chosen body (with Shift: by 1°)"], ["Shift + arrows", "nudge it"], ["Delete", "remove it"], ["space", "play or pause"],
  ["Esc", "choose nothing"], ["?", "these words"]];

export class Help {
  // @param page  {element, isHelping}
  constructor(page) {
    this.page = page;
    this.button = make("button", { type: "button", className: "help", "aria-pressed": "false", title: "What the words and keys mean. Key: ?", onclick: () => this.toggle() }, "?");
    this.keys = make("div", { className: "keys", hidden: true }, make("button", { type: "button", "aria-label": "Close", onclick: () => this.toggle() }, "×"), make("h2", {}, "Keys and gestures"),
      ...keyRows.map(([key, what]) => make("p", {}, make("kbd", {}, key), ` ${what}`)));
    this.isOn = false;
  }
  // Puts each section's words into it; after the panel is built.
  explain(element) {
    for (const [css, text] of sections) {
      const section = element.querySelector(css);
      section?.append(make("p", { className: "why", hidden: true }, text));
    }
  }
  toggle() {
    this.isOn = !this.isOn;
    const { element } = this.page;
    element.classList.toggle("helping", this.isOn);
    this.button.setAttribute("aria-pressed", String(this.isOn));
    for (const why of element.querySelectorAll(".why")) why.hidden = !this.isOn;
    this.keys.hidden = !this.isOn;
    this.page.showDetail();
  }
  // Rows of numbers, each followed by what its name means.
  explained(rows) {
    return this.isOn ? rows.flatMap(([name, value]) => (meanings[name] ? [[name, value], ["", meanings[name]]] : [[name, value]])) : rows;
  }
}
