// Makes elements. Text is set as text, never parsed: a name in the data cannot become markup.

// make("button", {className: "x", onclick: f, "aria-label": "Fit"}, "text" or element, ...)
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Text of a file without control characters and marks that reverse the direction of text; a long one is cut.
export function plainText(text, most = 200) {
  const characters = [...String(text).replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")];
  return characters.length > most ? characters.slice(0, most).join("") + "…" : characters.join("");
}

export function grouped(number) { return number.toLocaleString("en-US"); }

// A list of rows [name, value] as <dl>.
export function fillRows(list, rows) {
  list.replaceChildren(...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}
