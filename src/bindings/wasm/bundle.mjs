// Puts a module into one file: bundle.mjs WASM OUTPUT. The modules of this folder one after another, without their imports and
// exports, then the bytes as base64. The last line is `export default load;`, all else stands in one scope.
import { readFileSync, writeFileSync } from 'node:fs';

const [wasm, output] = process.argv.slice(2);
const folder = new URL('.', import.meta.url);
const order = ['errors', 'layouts', 'results', 'memory', 'options', 'trajectories', 'scene', 'questions', 'index',
  'kept_pairs', 'module_bytes', 'satchel'];
const text = order.map((name) => readFileSync(new URL(`${name}.mjs`, folder), 'utf8')
  .replace(/^import [^;]*;\n/gm, '').replace(/^export \{[^}]*\};\n/gm, '').replace(/^export (default )?/gm, ''));
const bytes = readFileSync(wasm).toString('base64');
writeFileSync(output, `// Satchel for a page: one file.\nconst embedded = '${bytes}';\n${text.join('\n')}\nexport default load;\n`);
