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
