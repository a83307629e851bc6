// The programs of the package's README.md as they are written, one after another, in a project that has the tarball and nothing else:
// under node; and bundled by esbuild (by the command of README.md), rollup and webpack, as a page and as a worker of headless Chromium:
// node --test bundle.test.mjs, with SATCHEL_TARBALL, SATCHEL_README, and where there are such, SATCHEL_CHROMIUM and SATCHEL_ESBUILD;
// rollup and webpack are looked for as node looks for modules.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { seenBy } from './chromium.mjs';

const { SATCHEL_TARBALL, SATCHEL_README, SATCHEL_CHROMIUM, SATCHEL_ESBUILD } = process.env;
const readme = await readFile(SATCHEL_README, 'utf8');
const blocks = (language) => [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]);
const programs = blocks('js');
const [bundling] = blocks('sh').filter((block) => block.startsWith('esbuild '));
const parcels = ['parcel 0 zone 0 150 false', 'parcel 2 zone 0 150 false', 'parcel 2 zone 1 96 false', 'parcel 3 zone 1 100 true',
  'neighbours 0 2', 'neighbours 2 3'];
// The same programs, which send what they print, or why they end.
const sending = `for (const kind of ['error', 'unhandledrejection']) {
  addEventListener(kind, (event) => fetch('/seen', { method: 'POST', body: String(event.reason ?? event.message) }));
}
const seen = [], console = { log: (...all) => seen.push(all.map(String).join(' ')) };
${programs.join('\n')}
fetch('/seen', { method: 'POST', body: seen.join('\\n') });
`;

let work, dist;
before(async () => {
  work = await mkdtemp(join(tmpdir(), 'satchel-bundle-'));
  dist = join(work, 'dist');
  await mkdir(join(work, 'node_modules/satchel'), { recursive: true });
  execFileSync('tar', ['-xzf', SATCHEL_TARBALL, '-C', join(work, 'node_modules/satchel'), '--strip-components=1']);
  await writeFile(join(work, 'app.mjs'), programs.join('\n'));
  await writeFile(join(work, 'sending.mjs'), sending);
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

// A module of CommonJS, or null where it is not installed.
function installed(name) {
  try {
    return createRequire(import.meta.url)(name);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
const rollup = installed('rollup'), webpack = installed('webpack'), nodeResolve = installed('@rollup/plugin-node-resolve');

const starting = (address) => `new Worker(${address}, { type: 'module' }).onerror = (event) => ` +
  "fetch('/seen', { method: 'POST', body: event.message });";
// What a page has in it that runs a bundle of modules, in itself and in a worker.
const modules = {
  page: '<script type="module" src="./app.mjs"></script>', worker: `<script>${starting("'./app.mjs'")}</script>`,
};

// Each bundler returns such elements. This one: the command of README.md for sending.mjs, with more options.
function byEsbuild(...more) {
  const command = more.includes('--splitting') ? bundling.replace('--outfile=dist/app.mjs', more.join(' '))
    : bundling.replace('--bundle', ['--bundle', ...more].join(' '));
  const path = `${dirname(SATCHEL_ESBUILD)}:${process.env.PATH}`;
  execFileSync('sh', ['-ec', `cp sending.mjs app.mjs; ${command}`],
    { cwd: work, env: { ...process.env, PATH: path }, stdio: ['ignore', 'ignore', 'pipe'] });
  return modules;
}
async function byRollup() {
  const onwarn = ({ message }) => assert.fail(message);
  const bundle = await rollup.rollup({ input: join(work, 'sending.mjs'), plugins: [nodeResolve.nodeResolve()], onwarn });
  await bundle.write({ file: join(dist, 'app.mjs'), format: 'es' });
  await copyFile(join(work, 'node_modules/satchel/satchel.wasm'), join(dist, 'satchel.wasm'));
  return modules;
}
// The page starts its worker from a bundle of its own: webpack makes other code for workers than for pages.
async function byWebpack() {
  await writeFile(join(work, 'starter.mjs'), starting("new URL('./sending.mjs', import.meta.url)"));
  const stats = await promisify(webpack)({
    context: work, mode: 'production', entry: { app: './sending.mjs', starter: './starter.mjs' }, output: { path: dist },
    experiments: { topLevelAwait: true }, performance: false,
  });
  const { errors, warnings } = stats.toJson();
  assert.deepEqual([...errors, ...warnings].map(({ message }) => message), []);
  return { page: '<script src="./app.js"></script>', worker: '<script src="./starter.js"></script>' };
}

const splitting = ['--platform=browser', '--splitting', '--outdir=dist', '--out-extension:.js=.mjs'];
const bundlers = [
  ['esbuild', SATCHEL_ESBUILD, () => byEsbuild()],
  ['esbuild --minify', SATCHEL_ESBUILD, () => byEsbuild('--minify')],
  ['esbuild --splitting', SATCHEL_ESBUILD, () => byEsbuild(...splitting)],
  ['rollup', rollup && nodeResolve, byRollup],
  ['webpack', webpack, byWebpack],
];
for (const [name, there, bundle] of bundlers) {
  test(`they run in a browser, bundled by ${name}`, { skip: !there || !SATCHEL_CHROMIUM, timeout: 120000 }, async () => {
    await rm(dist, { recursive: true, force: true });
    const elements = await bundle();
    const names = await readdir(dist);
    assert.equal(names.filter((one) => one.endsWith('.wasm')).length, 1, names.join());
    for (const [where, element] of Object.entries(elements)) {
      const seen = await seenBy(SATCHEL_CHROMIUM, `<!doctype html><meta charset="utf-8">${element}`, (one) => join(dist, basename(one)));
      const printed = seen.split('\n');
      assert.equal(printed.length, 8, `${where}: ${seen}`);
      assert.deepEqual(printed.slice(2), parcels);
      assert.match(printed[0], /^2 -?[\d.]+,/, seen);
      assert.match(printed[1], /^\d+ [\d.]+$/, seen);
    }
  });
}
