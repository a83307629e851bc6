// The tarball in an empty project, by npm where it is installed: node --test tarball.test.mjs, with SATCHEL_TARBALL, SATCHEL_PACKAGE
// and, where there is such, SATCHEL_NPM.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const { SATCHEL_TARBALL, SATCHEL_PACKAGE, SATCHEL_NPM } = process.env;
const about = JSON.parse(await readFile(join(SATCHEL_PACKAGE, 'package.json'), 'utf8'));
const packed = execFileSync('tar', ['-tzf', SATCHEL_TARBALL], { encoding: 'utf8' }).trim().split('\n').sort();

let project;
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'satchel-tarball-'));
  await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}');
});
after(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));
const npm = (folder, ...words) => execFileSync(SATCHEL_NPM, [...words, '--offline', '--no-audit', '--no-fund', '--loglevel=error'],
  { cwd: folder, encoding: 'utf8', env: { ...process.env, npm_config_cache: join(project, '.npm'), npm_config_update_notifier: 'false' } });

test('it has the files that package.json names, and no others', async () => {
  const patterns = about.files.map((one) => new RegExp(`^${one.replaceAll('.', '[.]').replaceAll('*', '[^/]*')}$`));
  const names = (await readdir(SATCHEL_PACKAGE)).filter((name) =>
    ['LICENSE', 'README.md', 'package.json'].includes(name) || patterns.some((one) => one.test(name)));
  assert.deepEqual(packed, names.map((name) => `package/${name}`).sort());
  assert.ok(packed.includes('package/satchel.mjs') && packed.includes('package/satchel.wasm'));
});

test('it has the files that npm would pack', { skip: SATCHEL_NPM === undefined }, () => {
  const [{ files, filename }] = JSON.parse(npm(SATCHEL_PACKAGE, 'pack', '--dry-run', '--json'));
  assert.deepEqual(files.map(({ path }) => `package/${path}`).sort(), packed);
  assert.equal(filename, SATCHEL_TARBALL.split('/').at(-1));
});

test('every entry of package.json is there, with its declarations', () => {
  const entries = Object.entries(about.exports), has = (path) => packed.includes(path.replace('./', 'package/'));
  assert.deepEqual(entries.map(([name]) => name), ['.', './satchel.wasm', './package.json']);
  for (const [name, entry] of entries) {
    if (name.endsWith('.json')) {
      assert.ok(has(entry));
      continue;
    }
    assert.deepEqual(Object.keys(entry), ['types', 'default']);
    assert.ok(has(entry.types) && has(entry.default), name);
  }
  assert.ok(has(about.types) && about.sideEffects.every(has));
  assert.ok(about.keywords.length > 5 && about.description.length > 20 && about.license === 'MIT');
});

test('an empty project takes it, and imports its entries alone', async () => {
  if (SATCHEL_NPM !== undefined) {
    npm(project, 'install', SATCHEL_TARBALL);
  } else {
    await mkdir(join(project, 'node_modules/satchel'), { recursive: true });
    execFileSync('tar', ['-xzf', SATCHEL_TARBALL, '-C', join(project, 'node_modules/satchel'), '--strip-components=1']);
  }
  await writeFile(join(project, 'app.mjs'), `import load, { SatchelError } from 'satchel';
import { createRequire } from 'node:module';
const { resolve } = createRequire(import.meta.url), require = createRequire(import.meta.url);
const satchel = await load(), again = await load(resolve('satchel/satchel.wasm'));
const scene = new again.Scene();
scene.addBody(scene.addBox(1, 1));
scene.addBody(0, { x: 1.5 });
const hidden = await import('satchel/memory.mjs').catch(({ code }) => code);
console.log([satchel.version, require('satchel/package.json').version, [...scene.classify([0, 1])], hidden,
  satchel.SatchelError === SatchelError].join(' '));
`);
  const printed = execFileSync(process.execPath, ['app.mjs'], { cwd: project, encoding: 'utf8' });
  assert.equal(printed, `${about.version} ${about.version} 2 ERR_PACKAGE_PATH_NOT_EXPORTED true\n`);
});
