// A page in headless Chromium, from a server of this program alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const types = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm' };

// Serves the page and, for any other address, the file that file(address) names, on this machine alone; heard(text) is what the
// page sends.
async function serve(page, file, heard) {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') heard(await text(request));
    try {
      const bytes = request.url === '/' ? page : await readFile(file(request.url));
      response.setHeader('Content-Type', types[extname(request.url)] ?? 'text/html').end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// Opens the page and returns the first text that it sends by POST.
export async function seenBy(chromium, page, file) {
  let browser = null, server = null;
  const profile = await mkdtemp(join(tmpdir(), 'satchel-chromium-'));
  try {
    return await new Promise((resolve, reject) => {
      serve(page, file, resolve).then((started) => {
        server = started;
        browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0',
          `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
        browser.once('error', reject);
        browser.once('exit', (status) => reject(new Error(`Chromium ended with ${status}`)));
      }, reject);
    });
  } finally {
    if (browser !== null && browser.exitCode === null) {
      browser.kill();
      await once(browser, 'exit');
    }
    server?.closeAllConnections();
    server?.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
