// What load() says where there is no module: node --test load.test.mjs, with SATCHEL_PACKAGE (the package's folder).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = process.env.SATCHEL_PACKAGE;
const { default: load } = await import(pathToFileURL(join(folder, 'satchel.mjs')));
const refused = (...words) => (error) => {
  assert.equal(error.name, 'SatchelError');
  assert.equal(error.code, 'no_module');
  for (const word of words) assert.ok(error.message.includes(word), error.message);
  return true;
};

test('a module is loaded from bytes, an address, and compiled', async () => {
  const bytes = await readFile(join(folder, 'satchel.wasm'));
  for (const source of [undefined, bytes, new Uint8Array(bytes).buffer, await WebAssembly.compile(bytes), 'satchel.wasm',
    './satchel.wasm', pathToFileURL(join(folder, 'satchel.wasm'))]) {
    assert.equal((await load(source)).isa, 'wasm');
  }
});

test('a file that is not there is named', async () => {
  await assert.rejects(load('nowhere.wasm'), refused('nowhere.wasm cannot be read (ENOENT)', 'satchel.wasm lies beside'));
  await assert.rejects(load(pathToFileURL(folder)), refused('(EISDIR)'));
});

test('a package without its module says so', async () => {
  const work = await mkdtemp(join(tmpdir(), 'satchel-load-'));
  try {
    for (const name of await readdir(folder)) if (name.endsWith('.mjs')) await copyFile(join(folder, name), join(work, name));
    const { default: loadHere } = await import(pathToFileURL(join(work, 'satchel.mjs')));
    await assert.rejects(loadHere(), refused('satchel.wasm cannot be read'));
    await writeFile(join(work, 'satchel.wasm'), 'version https://git-lfs');
    await assert.rejects(loadHere(), refused('satchel.wasm is no WebAssembly module', '"version https://'));
    await writeFile(join(work, 'satchel.wasm'), '');
    await assert.rejects(loadHere(), refused('is no WebAssembly module'));
  } finally {
    await rm(work, { recursive: true });
  }
});

// A module whose function `calledEnd` ends it as Emscripten's abort() does: within a handler of all exceptions, which does it anew.
// malloc and satchel_scene_create give an address.
async function endingModule(calledEnd) {
  const list = (...items) => [items.length, ...items.flat()], section = (id, content) => [id, content.length, ...content];
  const named = (name, ...more) => [name.length, ...new TextEncoder().encode(name), ...more];
  const body = (...code) => [code.length + 2, 0, ...code, 0x0b];
  const end = [0x06, 0x40, 0x41, 7, 0x10, 0, 0x19, 0x10, 1, 0x0b], names = ['malloc', 'satchel_scene_create', 'satchel_scene_clear', 'satchel_scene_destroy',
    'satchel_version', 'free'];
  // Function 0 is proc_exit, 1 is `end`. Types: how many parameters and results; of `end`, of proc_exit, of each of `names`.
  const i32 = 0x7f, types = [[0, 0], [1, 0], [1, 1], [3, 1], [2, 1], [1, 0], [0, 1], [1, 0]];
  const code = {
    malloc: [0x41, 0x80, 8], satchel_scene_create: [0x20, 2, 0x41, 8, 0x36, 2, 0, 0x41, 0], satchel_scene_clear: [0x41, 0], satchel_scene_destroy: [],
    satchel_version: [0x41, 0], free: [],
  };
  return WebAssembly.compile(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0,
    ...section(1, list(...types.map(([takes, gives]) => [0x60, takes, ...Array(takes).fill(i32), gives, ...Array(gives).fill(i32)]))),
    ...section(2, list([...named('wasi_snapshot_preview1'), ...named('proc_exit', 0, 1)])),
    ...section(3, list(0, ...names.map((_, k) => k + 2))),
    ...section(5, list([0, 1])),
    ...section(7, list(named('memory', 2, 0), ...names.map((name, k) => named(name, 0, k + 2)))),
    ...section(10, list(body(...end), ...names.map((name) => body(...(name === calledEnd ? [0x10, 1] : []), ...code[name])))),
  ]));
}

test('a module that ends itself says so, then and in later calls', async () => {
  const ended = (error) => error.name === 'SatchelError' && error.code === 'internal' && /^the module ended itself \(7\), /.test(error.message);
  await assert.rejects(load(await endingModule('malloc')), ended);
  const satchel = await load(await endingModule('satchel_scene_clear')), scene = new satchel.Scene(), other = new satchel.Scene();
  assert.throws(() => scene.clear(), ended);
  assert.throws(() => scene.clear(), ended);
  assert.throws(() => new satchel.Scene(), ended);
  assert.throws(() => other.clear(), ended);
  for (const one of [scene, other]) one.dispose();
});

test('a server without it, one that sends a page instead, and none', { timeout: 60000 }, async (context) => {
  const wasm = await readFile(join(folder, 'satchel.wasm'));
  const server = createServer((request, response) => {
    if (request.url === '/satchel.wasm') response.end(wasm);
    else if (request.url === '/page') response.end('<!doctype html><title>start</title>');
    else response.writeHead(404).end('not found');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  context.after(stop);
  const address = `http://127.0.0.1:${server.address().port}`;
  assert.equal((await load(`${address}/satchel.wasm`)).isa, 'wasm');
  await assert.rejects(load(`${address}/gone.wasm`), refused(`${address}/gone.wasm cannot be fetched`, 'answers 404'));
  await assert.rejects(load(`${address}/page`), refused('is no WebAssembly module', '<!doctype html>'));
  stop();
  await once(server, 'close');
  await assert.rejects(load(`${address}/satchel.wasm`), refused('cannot be fetched'));
});
