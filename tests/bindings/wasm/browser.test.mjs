// The package in headless Chromium, from a server of this program alone: node --test browser.test.mjs, with SATCHEL_PACKAGE,
// SATCHEL_CHROMIUM and SATCHEL_LOCKSTEP, the folder of the lockstep.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { seenBy } from './chromium.mjs';

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

test('ten thousand frames in the browser are those of the native program', { timeout: 120000 }, async () => {
  const { SATCHEL_CHROMIUM, SATCHEL_LOCKSTEP, SATCHEL_PACKAGE } = process.env;
  const file = (address) => {
    const name = basename(address);
    return join(name === 'lockstep.mjs' ? SATCHEL_LOCKSTEP : SATCHEL_PACKAGE, name);
  };
  const seen = await seenBy(SATCHEL_CHROMIUM, page, file);
  const [sum] = (await readFile(join(SATCHEL_LOCKSTEP, 'sha256'), 'utf8')).split(/\s/);
  assert.equal(seen, `${sum} wasm {"vectors":true,"exceptions":true}`);
});
