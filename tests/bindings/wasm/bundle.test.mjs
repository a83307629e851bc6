// The programs of the package's README.md as they are written, one after another: under node, and bundled by the command that
// README.md has, in headless Chromium: node --test bundle.test.mjs, with SATCHEL_PACKAGE, SATCHEL_README, and where there are
// such, SATCHEL_CHROMIUM and SATCHEL_ESBUILD.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { seenBy } from './chromium.mjs';

const { SATCHEL_PACKAGE, SATCHEL_README, SATCHEL_CHROMIUM, SATCHEL_ESBUILD } = process.env;
const readme = await readFile(SATCHEL_README, 'utf8');
const blocks = (language) => [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]);
const programs = blocks('js');
const [bundling] = blocks('sh').filter((block) => block.startsWith('esbuild '));
const parcels = ['parcel 0 zone 0 150 false', 'parcel 2 zone 0 150 false', 'parcel 2 zone 1 96 false', 'parcel 3 zone 1 100 true',
  'neighbours 0 2', 'neighbours 2 3'];

let work;
before(async () => {
  work = await mkdtemp(join(tmpdir(), 'satchel-bundle-'));
  await mkdir(join(work, 'node_modules'));
  await cp(SATCHEL_PACKAGE, join(work, 'node_modules/satchel'), { recursive: true });
  await writeFile(join(work, 'app.mjs'), programs.join('\n'));
});
after(() => rm(work, { recursive: true, force: true, maxRetries: 5 }));

test('the programs run under node', async () => {
  assert.equal(programs.length, 4);
  const { stdout } = await promisify(execFile)(process.execPath, ['app.mjs'], { cwd: work });
  const printed = stdout.trim().split('\n');
  assert.equal(printed.length, 8, stdout);
  assert.deepEqual(printed.slice(2), parcels);
  assert.match(printed[0], /^2 Float32Array|^2 \[/);
  assert.match(printed[1], /^\d+ [\d.]+$/);
});

const bundlers = { skip: SATCHEL_ESBUILD === undefined || SATCHEL_CHROMIUM === undefined, timeout: 120000 };

for (const more of ['', ' --minify', ' --platform=browser --splitting --outdir=dist --out-extension:.js=.mjs']) {
  test(`they run in a browser, bundled by esbuild${more}`, bundlers, async () => {
    await rm(join(work, 'dist'), { recursive: true, force: true });
    // The same program, which sends what it prints.
    await writeFile(join(work, 'app.mjs'), `const seen = [];\nconst console = { log: (...all) => seen.push(all.map(String).join(' ')) };\n` +
      `${programs.join('\n')}\nfetch('/seen', { method: 'POST', body: seen.join('\\n') });\n`);
    const command = more.includes('outdir') ? bundling.replace('--outfile=dist/app.mjs', more) : bundling.replace('--bundle', `--bundle${more}`);
    const path = `${dirname(SATCHEL_ESBUILD)}:${process.env.PATH}`;
    execFileSync('sh', ['-ec', command], { cwd: work, env: { ...process.env, PATH: path }, stdio: ['ignore', 'ignore', 'pipe'] });
    const names = await readdir(join(work, 'dist'));
    assert.ok(names.includes('satchel.wasm') && names.includes('app.mjs'), names.join());
    const page = '<!doctype html><meta charset="utf-8"><script>onunhandledrejection = (event) => fetch("/seen", { method: "POST", ' +
      'body: String(event.reason) })</script><script type="module" src="./app.mjs"></script>';
    const seen = await seenBy(SATCHEL_CHROMIUM, page, (name) => join(work, 'dist', basename(name)));
    const printed = seen.split('\n');
    assert.equal(printed.length, 8, seen);
    assert.deepEqual(printed.slice(2), parcels);
    assert.match(printed[0], /^2 -?[\d.]+,/, seen);
    assert.match(printed[1], /^\d+ [\d.]+$/, seen);
  });
}
