// npm run bench:installed: the disk space of the packages that the server needs, installed from the lock file in a separate
// folder (SPEED-C2), with the largest by name.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const started = Date.now();
const bar = 150;
const dir = mkdtempSync(join(tmpdir(), 'bench-installed-'));
for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(dir, file));
try {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', args, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
} catch {
  rmSync(dir, { recursive: true, force: true });
  console.log('bench:installed not run: the packages could not be installed');
  process.exit(0);
}
const root = join(dir, 'node_modules');
const mb = (bytes) => Math.round(bytes / 104857.6) / 10;
const packages = readdirSync(root)
  .flatMap((name) => (name.startsWith('@') ? readdirSync(join(root, name)).map((one) => `${name}/${one}`) : [name]))
  .map((name) => ({ name, bytes: sizeOf(join(root, name)) }))
  .sort((a, b) => b.bytes - a.bytes);
const value = mb(packages.reduce((sum, { bytes }) => sum + bytes, 0));
const failures = value > bar ? 1 : 0;
for (const { name, bytes } of packages.slice(0, 10)) console.log(`     ${name.padEnd(40)} ${String(mb(bytes)).padStart(7)}`);
console.log(
  `${failures ? 'MISS' : 'ok  '} SPEED-C2 installed, MB on disk ${''.padEnd(11)} ${String(value).padStart(7)}  bar ${bar}`,
);
mkdirSync('bench/results', { recursive: true });
const heaviest = packages.slice(0, 10).map(({ name, bytes }) => ({ name, mb: mb(bytes) }));
writeFileSync(
  'bench/results/installed.json',
  `${JSON.stringify({ rows: [{ name: 'SPEED-C2', value, bar }], heaviest }, null, 2)}\n`,
);
rmSync(dir, { recursive: true, force: true });
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'bench:installed', inputs: { packages: packages.length }, failures, seed: 0, seconds }));
process.exit(failures);

/** Disk space in whole blocks, as du counts. */
function sizeOf(path) {
  const one = statSync(path);
  const own = one.blocks === undefined ? one.size : one.blocks * 512;
  return one.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), own) : own;
}
