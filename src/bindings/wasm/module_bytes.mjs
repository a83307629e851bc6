// Where the module's bytes come from: a source that load() is given, bytes in this file, or satchel.wasm beside it.
import { SatchelError } from './errors.mjs';
import { embedded } from './embedded.mjs';

const missing = (what) => new SatchelError(`${what}; satchel.wasm lies beside the script that loads it, or load() is given its ` +
  'address', 'no_module');

// Node alone has such modules. Bundlers leave an import alone whose name is no literal; the comments spare their warnings.
const builtin = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ name);

async function readFile(url) {
  const { readFile: read } = await builtin('node:fs/promises');
  try {
    return await read(url);
  } catch (error) {
    throw missing(`${url} cannot be read (${error.code ?? error.message})`);
  }
}

async function fetchFile(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw missing(`${url} cannot be fetched (${error.message})`);
  }
  if (!response.ok) throw missing(`${url} cannot be fetched: the server answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// The bytes of the module, or what `source` is if it is compiled already.
export async function moduleBytes(source) {
  if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (source === undefined && embedded !== null) return Uint8Array.from(atob(embedded), (letter) => letter.charCodeAt(0));
  // Bundlers copy the file that this expression names, if it is written like this.
  const beside = () => new URL('./satchel.wasm', import.meta.url);
  const here = import.meta.url;
  const url = source === undefined ? beside() : new URL(source, here);
  const isFile = url.protocol === 'file:' && globalThis.process?.versions?.node !== undefined;
  const bytes = await (isFile ? readFile(url) : fetchFile(url));
  // Some servers answer with a page where there is no file.
  if (bytes.length < 4 || bytes[0] !== 0 || bytes[1] !== 97 || bytes[2] !== 115 || bytes[3] !== 109) {
    throw missing(`${url} is no WebAssembly module: it begins with "${new TextDecoder().decode(bytes.subarray(0, 16))}"`);
  }
  return bytes;
}
