// npm run bench:import [-- --rows 100000]: a CSV of leads imported by the product, embedded and on PostgreSQL, compared with COPY
// of the same leads into a table with the same indexes in the same run (SPEED-I1: at least 0.2 of the speed of COPY). Rows a second and
// milliseconds are judged by how fast the machine is at the start.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvOfLeads } from '../support/csv-of-leads.mjs';
import { benchDatabase } from '../support/bench-database.mjs';
import { importStatus, isBuilt, pause, signIn, startImport, startProduct } from '../support/product.mjs';
import { cpuOf, cpuOfPostgres, memoryOf } from './processes.mjs';
import { yardstick } from './yardstick.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const started = Date.now();
const rows = option('rows', 100_000);
if (!isBuilt()) {
  console.log('bench:import not run: there is no build (npm run build)');
  process.exit(0);
}
const dir = mkdtempSync(join(tmpdir(), 'bench-import-'));
const file = join(dir, 'leads.csv');
const expected = csvOfLeads(file, rows);
const results = [];
const machine = await yardstick(4598);
const slower = await machine.slower();
machine.close();
console.log(`the machine is ${slower.toFixed(2)} times slower than the one of the bars`);

await embedded();
await onPostgres();

const failures = results.filter((row) => row.miss).length;
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/import.json', `${JSON.stringify({ rows, results }, null, 2)}\n`);
rmSync(dir, { recursive: true, force: true });
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'bench:import', inputs: { rows }, load: loadavg()[0], failures, seed: 1, seconds }));
process.exit(failures ? 1 : 0);

async function embedded() {
  const run = await measure('embedded', {}, () => 0);
  figure('embedded, rows a second', run.perSecond, run.perSecond * slower >= 2000, 'at least 2,000 there');
  figure('embedded, CPU ms a row', run.cpu);
  figure('embedded, status answer meanwhile, median ms', run.median);
  figure('embedded, slowest answer meanwhile, ms', run.slowest);
  figure('embedded, event loop held at the 99th percentile, ms', run.loop.p99, run.loop.p99 <= 50 * slower, 'at most 50 there');
  figure('embedded, event loop held at most, ms', run.loop.max);
  figure('embedded, memory, MB', run.memory, run.memory <= 600, 'at most 600');
}

async function onPostgres() {
  const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
  const database = 'prospectus_bench_import';
  const bench = await benchDatabase(adminUrl, database);
  if (!bench) return console.log('PostgreSQL: not run, none is reachable (set TEST_DATABASE_URL)');
  const { admin, ownUrl, env } = bench;
  const run = await measure('PostgreSQL', env, cpuOfPostgres);
  const copy = await copyFloor(ownUrl, 'floor', ' excluding generated');
  const searched = await copyFloor(ownUrl, 'searched', '');
  figure('PostgreSQL, rows a second', run.perSecond);
  figure('PostgreSQL, CPU ms a row', run.cpu);
  figure('COPY, rows a second', copy);
  figure('COPY with the searched text and its index, rows a second', searched);
  figure('SPEED-I1 PostgreSQL, part of COPY', run.perSecond / copy, run.perSecond / copy >= 0.2, 'at least 0.2');
  figure('PostgreSQL, part of COPY with the searched text', run.perSecond / searched);
  figure('PostgreSQL, slowest answer meanwhile, ms', run.slowest);
  figure('PostgreSQL, memory, MB', run.memory, run.memory <= 300, 'at most 300');
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
}

/**
 * Rows per second when the imported leads are copied with COPY into a table with the same columns and indexes. Without generated
 * columns it lacks the searched text, and with it the slowest of the indexes.
 */
async function copyFloor(url, table, generated) {
  const file = join(dir, `${table}.copy`);
  const psql = (command) =>
    execFileSync('psql', [url, '-qAtc', command], { stdio: ['ignore', 'pipe', 'inherit'] })
      .toString()
      .trim();
  psql(`create table ${table} (like leads including all${generated})`);
  if (generated) psql(`alter table ${table} drop column search_text`);
  const columns = psql(`select string_agg(quote_ident(attname), ',') from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  psql(`\\copy (select ${columns} from leads where created_via = 'import') to '${file}'`);
  const before = performance.now();
  psql(`\\copy ${table} (${columns}) from '${file}'`);
  return expected.created / ((performance.now() - before) / 1000);
}

async function measure(name, env, cpuOfDatabase) {
  const loopFile = join(dir, `${name}.loop.json`);
  const preload = new URL('loop-delay.mjs', import.meta.url).href;
  const product = await startProduct({
    port: 4591,
    dataDir: join(dir, name),
    env: { ...env, LOOP_DELAY_FILE: loopFile, NODE_OPTIONS: `--import=${preload}` },
  });
  const admin = await signIn(product, 'admin@lakeview.example');
  const usedBefore = cpuOf(product.pid) + cpuOfDatabase();
  process.kill(product.pid, 'SIGUSR2');
  const before = performance.now();
  const jobId = await startImport(admin, file);
  const waits = [];
  const end = await importStatus(
    {
      async call(...request) {
        const asked = performance.now();
        const answer = await admin.call(...request);
        waits.push(performance.now() - asked);
        return answer;
      },
    },
    jobId,
  );
  const perSecond = rows / ((performance.now() - before) / 1000);
  const cpu = ((cpuOf(product.pid) + cpuOfDatabase() - usedBefore) * 1000) / rows;
  const memory = memoryOf(product.pid);
  process.kill(product.pid, 'SIGUSR2');
  for (let i = 0; i < 100 && !existsSync(loopFile); i++) await pause(50);
  const loop = JSON.parse(readFileSync(loopFile, 'utf8'));
  waits.sort((a, b) => a - b);
  await product.stop();
  for (const [key, value] of Object.entries(expected))
    if (end[key] !== value) throw new Error(`${name}: ${key} is ${end[key]}, not ${value}`);
  return { perSecond, cpu, slowest: waits.at(-1), median: waits[waits.length >> 1], loop, memory };
}

function figure(name, value, good, bar) {
  const rounded = Math.round(value * 100) / 100;
  results.push({ name, value: rounded, ...(bar ? { bar, miss: !good } : {}) });
  console.log(
    `${bar ? (good ? 'ok  ' : 'MISS') : '    '} ${name.padEnd(56)} ${String(rounded).padStart(10)}${bar ? `  ${bar}` : ''}`,
  );
}
