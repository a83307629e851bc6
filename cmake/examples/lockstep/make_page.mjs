// node make_page.mjs MODULE RECORD OUTPUT: page.html with its script, the module and, if the file is there, the record in it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const [module, record, output] = process.argv.slice(2), folder = new URL(".", import.meta.url);
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const script = ["lockstep.mjs", "page.mjs"].map((name) => text(name).replace(/^import .*\n/gm, "").replace(/^export /gm, "")).join("\n");
const base64 = (path) => (existsSync(path) ? readFileSync(path).toString("base64") : "");
const hash = (source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
const html = text("page.html"), style = html.match(/<style>([^]*?)<\/style>/)[1];
const put = { script, script_hash: hash(script), style_hash: hash(style), module: base64(module), record: base64(record) };
writeFileSync(output, html.replace(/@(\w+)@/g, (mark, name) => put[name] ?? mark));
