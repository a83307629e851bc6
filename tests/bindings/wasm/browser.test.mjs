// The package in headless Chromium, from a server of this program alone: node --test browser.test.mjs, with SATCHEL_PACKAGE,
// SATCHEL_CHROMIUM and SATCHEL_LOCKSTEP, the folder of the lockstep.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

// Steps the world, and sends what it has seen: SHA-256 of the lines, and what the module says of itself.
const page = `<!doctype html><meta charset="utf-8"><title>lockstep</title><script type="module">
import load, { probe } from './satchel.mjs';
import { lockstep } from './lockstep.mjs';
const seen = async () => {
  const satchel = await load(), lines = [];
  lockstep(satchel, 10000, (line) => lines.push(line));
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\\n') + '\\n'));
  const hex = [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex, satchel.isa, JSON.stringify(probe())].join(' ');
};
fetch('/seen', { method: 'POST', body: await seen().catch(String) });
</script>`;

const types = { '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

// Serves the page, the package and the lockstep on this machine alone; heard(text) is what the page sends.
async function serve(heard) {
  const server = createServer(async (request, response) => {
    const name = basename(request.url), type = types[name.slice(name.lastIndexOf('.'))] ?? 'text/html';
    if (request.method === 'POST') heard(await text(request));
    try {
      const folder = name === 'lockstep.mjs' ? process.env.SATCHEL_LOCKSTEP : process.env.SATCHEL_PACKAGE;
      const bytes = request.url === '/' ? page : await readFile(join(folder, name));
      response.setHeader('Content-Type', type).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('ten thousand frames in the browser are those of the native program', { timeout: 120000 }, async () => {
  let browser = null, server = null;
  const profile = await mkdtemp(join(tmpdir(), 'satchel-chromium-'));
  try {
    const seen = await new Promise((resolve, reject) => {
      serve(resolve).then((started) => {
        server = started;
        browser = spawn(process.env.SATCHEL_CHROMIUM, ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0',
          `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
        browser.once('error', reject);
        browser.once('exit', (status) => reject(new Error(`Chromium ended with ${status}`)));
      }, reject);
    });
    const [sum] = (await readFile(join(process.env.SATCHEL_LOCKSTEP, 'sha256'), 'utf8')).split(/\s/);
    assert.equal(seen, `${sum} wasm {"vectors":true,"exceptions":true}`);
  } finally {
    if (browser !== null && browser.exitCode === null) {
      browser.kill();
      await once(browser, 'exit');
    }
    server?.closeAllConnections();
    server?.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
