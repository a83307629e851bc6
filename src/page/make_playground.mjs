// node make_playground.mjs PAGE MODULE OUTPUT: the page of the gallery, one file: page.html with the library's module and no scene.
import { readFileSync, writeFileSync } from "node:fs";

const [page, module, output] = process.argv.slice(2), text = (path) => readFileSync(path, "utf8");
const data = JSON.stringify({ version: 1, name: "Satchel", module: text(module) }).replaceAll("<", "\\u003c");
const put = { script_sources: " blob: 'wasm-unsafe-eval'", title: "Satchel: playground", data };
writeFileSync(output, text(page).replace(/@(script_sources|title|data)@/g, (_, name) => put[name]));
