// What a page shows, in the fragment of its address.
import { numberOf, readFragment, writeFragment } from "./fragment.mjs";
import { verdictNames } from "./verdicts.mjs";
import { View } from "./view.mjs";

export function saveAddress({ view, shown, layers, chosen, time, step, theme, words }) {
  history.replaceState(null, "", writeFragment({ ...words,
    x: view.x, y: view.y, scale: view.scale,
    hide: verdictNames.filter((_, verdict) => !shown[verdict]).join(","),
    layers: Object.keys(layers).filter((name) => layers[name]).join(",") || "none",
    body: chosen?.body, pair: chosen?.pair, time: time || undefined, step, theme }));
}

// Sets what the fragment names and the page has; `restoredView` if it names a view.
export function restoreAddress(page) {
  const words = readFragment(location.hash), x = numberOf(words.x), y = numberOf(words.y), scale = numberOf(words.scale);
  if (x !== undefined && y !== undefined && scale > 0) page.restoredView = Object.assign(new View(1, 1), { x, y, scale });
  page.shown = verdictNames.map((name) => !(words.hide ?? "").split(",").includes(name));
  page.restoredLayers = words.layers !== undefined;
  if (words.layers) for (const name of Object.keys(page.layers)) page.layers[name] = words.layers.split(",").includes(name);
  const body = numberOf(words.body), pair = numberOf(words.pair);
  if (pair >= 0 && pair < page.contacts.count && Number.isInteger(pair)) page.chosen = { pair };
  else if (body >= 0 && body < page.bodies.count && page.bodies.exists(body)) page.chosen = { body };
  if (page.data.motion) page.time = Math.max(0, Math.min(1, numberOf(words.time, 0)));
  if (page.data.step && words.step !== undefined) page.step = numberOf(words.step, null);
  if (words.theme === "dark" || words.theme === "light") page.theme = words.theme;
}

// The name of the page's file.
export function fileName() { return location.pathname.split("/").at(-1); }
