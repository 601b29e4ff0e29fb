// npm run bench:engine: the cost of 500 additional resources of forty fields compared with 10 (SPEED-B7, SPEED-B8, SPEED-F2), as ratios of one
// run. Two builds of the product in copies of the sources: one with ten more generated resources, one with five hundred. They are
// started and measured alternately; then both in a real browser, with a form of 40 fields and a list of 50 rows. Times grow with the
// machine: they are judged by what react-admin's list takes in the same run, compared with what it took where the bars were set.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { signIn, startProduct } from '../support/product.mjs';
import { formFile, formName, measurePages } from './engine-pages.mjs';
import { cpuOf } from './processes.mjs';
import { yardstick } from './yardstick.mjs';

const started = Date.now();
const few = Number(process.env.FEW ?? 10);
const many = Number(process.env.MANY ?? 500);
const port = Number(process.env.PORT ?? 4168);
const email = 'admin@northstar.example';
const home = mkdtempSync(join(tmpdir(), 'prospectus-engine-'));
const bars = { B7: 1.05, 'B8 s': 0.35, 'F2 KB': 4, 'F2 row': 1.05, key: 16, list: 300 };
const results = {};
let failures = 0;
let slower = 1;

try {
  const small = prepare('few', few);
  const large = prepare('many', many);
  // Alternating, so that other load on the machine affects both.
  const runs = { few: [], many: [] };
  const machine = await yardstick(port + 2);
  slower = await machine.slower();
  machine.close();
  console.log(
    `     react-admin's list takes ${slower.toFixed(2)} times what it took where the bars were set: times are judged by that`,
  );
  for (let turn = 0; turn < 3; turn++) {
    runs.few.push(await measure(small, turn));
    runs.many.push(await measure(large, turn));
  }
  const least = (name, what) => Math.min(...runs[name].map((one) => one[what]));
  say('B7', 'one list request, CPU', least('many', 'cpuMs') / least('few', 'cpuMs'), 'x', bars.B7);
  time('B8', 'start-up', (least('many', 'startMs') - least('few', 'startMs')) / 1000, 's', bars['B8 s']);
  say(
    'F2',
    'JavaScript without the chunks of single resources, brotli',
    (firstBytes(large) - firstBytes(small)) / 1024,
    'KB',
    bars['F2 KB'],
  );
  await inBrowser(small, large);
} finally {
  rmSync(home, { recursive: true, force: true });
}
console.log(
  JSON.stringify({
    name: 'bench:engine',
    inputs: [few, many, { slower: Math.round(slower * 100) / 100 }],
    failures,
    seed: 0,
    seconds: Math.round((Date.now() - started) / 1000),
    results,
  }),
);
process.exit(failures ? 1 : 0);

function say(id, what, value, unit, bar) {
  const ok = value <= bar;
  if (!ok) failures += 1;
  results[id] = Math.round(value * 100) / 100;
  console.log(
    `${ok ? 'ok  ' : 'MISS'} ${id} ${what}, ${few} to ${many} further resources: ${value.toFixed(2)} ${unit} (bar ${bar})`,
  );
}

function time(id, what, value, unit, bar) {
  say(id, `${what} (${value.toFixed(2)} here)`, value / slower, unit, bar);
}

async function inBrowser(small, large) {
  const few = await start(small);
  const many = await start(large, port + 1);
  const { firstRow, key, list } = await measurePages({ few, many, email });
  say('F2 row', 'first lead row', firstRow, 'x', bars['F2 row']);
  time('key', 'a key stroke in a form of 40 fields, CPU median', key, 'ms', bars.key);
  time('list', 'a list of 50 rows x 8 columns, interactive after its data', list, 'ms', bars.list);
  await few.stop();
  await many.stop();
}

/** Builds a copy of the sources with this many generated resources. */
function prepare(name, count) {
  const copy = join(home, name);
  mkdirSync(copy, { recursive: true });
  for (const part of [
    'src',
    'server',
    'scripts',
    'public',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'index.html',
  ])
    cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  for (let n = 0; n < count; n++) {
    const plain = `${formName}-${String(n).padStart(3, '0')}`;
    writeFileSync(join(copy, 'src/schemas/settings', `${plain}.ts`), formFile(plain));
  }
  writeFileSync(join(copy, 'src/schemas/settings', `${formName}.ts`), formFile());
  const run = spawnSync(process.execPath, ['scripts/start.mjs', '--build-only'], { cwd: copy, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return copy;
}

/** Start-up time on an existing data directory, and CPU per list request after a warm-up. */
async function measure(copy, turn) {
  if (turn === 0) await (await start(copy)).stop(); // creates the tables and the demo data
  const from = performance.now();
  const server = await start(copy);
  const startMs = performance.now() - from;
  const session = (await signIn(server, email)).headers();
  const ask = async (times) => {
    for (let n = 0; n < times; n++) {
      const answer = await fetch(`${server.url}/api/res/colleges?_start=0&_end=10`, { headers: session });
      if (answer.status !== 200) throw new Error(`list: ${answer.status}`);
      await answer.text();
    }
  };
  await ask(200);
  const before = cpuOf(server.pid);
  await ask(600);
  const used = ((cpuOf(server.pid) - before) * 1000) / 600;
  await server.stop();
  return { startMs, cpuMs: used };
}

function start(built, at = port) {
  return startProduct({ port: at, dataDir: join(built, '.data'), built });
}

/** Compressed size of every script except the chunks of single resources; menu and routes of all resources are in one of them. */
function firstBytes(copy) {
  const client = join(copy, 'dist/client');
  const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.js') && !path.startsWith('r-'),
  );
  return scripts.reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(client, path))).length, 0);
}
