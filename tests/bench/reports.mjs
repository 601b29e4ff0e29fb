// npm run bench:reports [-- --leads 1000000 --embedded 100000 --only lead-stages --keep]: every report of the product over HTTP on PostgreSQL, next to raw SQL
// that counts the same facts by user in the same run, and then on the embedded database
// (P1: at most 1.3 times raw and 400 ms; embedded at most 1 s). Both are judged by CPU, of server and database together, because times
// grow with whatever else the machine does, and milliseconds by how fast the machine is just before each report. `--only` is the beginning of a report's name; `--keep` leaves the filled
// database for the next run with `--keep`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createServer, runnerImport } from 'vite';
import { benchDatabase } from '../support/bench-database.mjs';
import { isBuilt, pause, signIn, startProduct } from '../support/product.mjs';
import { fillActs } from './fill-acts.mjs';
import { fillLeads } from './fill-leads.mjs';
import { cpuOf, cpuOfPostgres } from './processes.mjs';
import { rawOf } from './raw-facts.mjs';
import { yardstick } from './yardstick.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const word = process.argv.indexOf('--only');
const only = word > 0 ? process.argv[word + 1] : '';
const keep = process.argv.includes('--keep');
const started = Date.now();
const leads = option('leads', 1_000_000);
const users = 100;
const turns = option('turns', 3);
const small = option('embedded', 100_000);
if (!isBuilt()) {
  console.log('bench:reports not run: there is no build (npm run build)');
  process.exit(0);
}
const { extensions } = (await runnerImport('./scripts/extension-plugin.ts')).module;
const vite = await createServer({
  configFile: false,
  plugins: [extensions()],
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { reports: all } = await vite.ssrLoadModule('/src/schemas/kit/all.ts');
const reports = all.filter(({ report }) => report.name.startsWith(only));
const dir = mkdtempSync(join(tmpdir(), 'bench-reports-'));
const results = [];
const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const [from, to] = [day(30), day(1)];
const machine = await yardstick(4599);

await onPostgres();
await onEmbedded();
await vite.close();
machine.close();

const failures = results.filter(({ miss }) => miss).length;
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/reports.json', `${JSON.stringify({ leads, results }, null, 2)}\n`);
rmSync(dir, { recursive: true, force: true });
const seconds = Math.round((Date.now() - started) / 1000);
console.log(
  JSON.stringify({
    name: 'bench:reports',
    inputs: { leads, acts: leads * 5, users, embedded: small, from, to },
    load: loadavg()[0],
    failures,
    seconds,
  }),
);
process.exit(failures ? 1 : 0);

async function onPostgres() {
  if (!leads) return;
  const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
  const database = keep ? `prospectus_bench_reports_${leads}` : 'prospectus_bench_reports';
  const bench = await benchDatabase(adminUrl, database, keep);
  if (!bench) return console.log('PostgreSQL: not run, none is reachable (set TEST_DATABASE_URL)');
  const { admin, known, ownUrl, env } = bench;
  const loopFile = join(dir, 'loop.json');
  const preload = new URL('loop-delay.mjs', import.meta.url).href;
  const product = await startProduct({
    port: 4597,
    dataDir: join(dir, 'data'),
    env: { ...env, LOOP_DELAY_FILE: loopFile, NODE_OPTIONS: `--import=${preload}` },
  });
  const db = new pg.Client({ connectionString: ownUrl });
  await db.connect();
  const tenant = (await db.query(`select tenant_id from users where email = 'admin@lakeview.example'`)).rows[0].tenant_id;
  const filled = Date.now();
  if (!known) {
    await fillLeads(db, [{ tenant, leads, owners: users }]);
    await fillActs(db, tenant);
    await db.query('vacuum analyze');
  }
  console.log(`filled ${leads} leads in ${Math.round((Date.now() - filled) / 1000)} s`);
  const zone = (await db.query(`select coalesce(timezone, 'Asia/Kolkata') as zone from tenant where tenant_id = $1`, [tenant]))
    .rows[0].zone;
  const range = (
    await db.query(`select $1::timestamp at time zone $3 as a, ($2::timestamp + interval '1 day') at time zone $3 as b`, [
      from,
      to,
      zone,
    ])
  ).rows[0];
  // As the product's own connections, and as its reports.
  await db.query('set random_page_cost = 1.1');
  await db.query('set max_parallel_workers_per_gather = 0');
  await db.query('set jit = off');
  await db.query(`set work_mem = '16MB'`);
  process.kill(product.pid, 'SIGUSR2');
  let session = { since: 0 };
  for (const { report } of reports) {
    // A session ends before the last report.
    if (Date.now() - session.since > 600_000)
      session = { ...(await signIn(product, 'admin@lakeview.example')), since: Date.now() };
    const { call } = session;
    const cpu = () => (cpuOf(product.pid) + cpuOfPostgres(database)) * 1000;
    const rawOnce = onceEach(db, cpu);
    const slower = await machine.slower();
    for (const tab of report.tabs) {
      const days = report.single ? `from=${to}&to=${to}` : `from=${from}&to=${to}`;
      const bounds = [tenant, report.single ? new Date(range.b.getTime() - 86_400_000) : range.a, range.b];
      const [raw, families] = await rawTime(report, tab, bounds, rawOnce);
      const ours = await median(async () => {
        const answer = await call('GET', `reports/${report.name}?${days}&tab=${tab.id}`);
        if (answer.code !== 200) throw new Error(`${report.name}: ${JSON.stringify(answer).slice(0, 300)}`);
      }, cpu);
      const name = `${report.name}, ${tab.id}`;
      const ratio = raw.cpu > 10 ? ours.cpu / raw.cpu : undefined;
      const miss = ours.cpu > 400 * slower || (ratio !== undefined && ratio > 1.3 && ours.cpu > 50);
      results.push({ ...figures(name, ours, raw), ratio: ratio && round(ratio), slower: round(slower), families, miss });
      console.log(line(name, ours, raw, ratio, slower, miss));
    }
  }
  process.kill(product.pid, 'SIGUSR2');
  await pause(200);
  const loop = JSON.parse(readFileSync(loopFile, 'utf8'));
  results.push({ name: 'event loop held at most, ms', ours: loop.max, miss: false });
  console.log(`event loop of the server held at most ${loop.max} ms, 99th percentile ${loop.p99} ms`);
  await db.end();
  await product.stop();
  if (!keep) await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
}

/** Many tabs of a report show facts of one family: its raw time is taken once for each range, next to the report's own. */
function onceEach(db, cpu) {
  const timed = new Map();
  return async (name, text, bounds) => {
    if (!timed.has(name)) timed.set(name, await median(() => db.query(text, bounds), cpu));
    return timed.get(name);
  };
}

/** How long the facts of a tab take in raw SQL, its cards, its chart and what they are compared with included, and what those are. */
async function rawTime(report, tab, bounds, rawOnce) {
  const chart = tab.chart ?? report.chart;
  const families = new Map(
    tab.columns.flatMap(({ measure, by }) => {
      const found = rawOf(measure, [by].flat()[0]);
      return found ? [found] : [];
    }),
  );
  // Tiles and some charts are compared with the days before.
  const earlier = new Map();
  for (const card of report.cards ?? [])
    for (const { measure, by } of card.columns) {
      const found = rawOf(measure, [by].flat()[0]);
      if (found) families.set(`${found[0]} of the card '${card.title}'`, found[1]);
      if (found && card.look === 'tiles') earlier.set(found[0], found[1]);
    }
  // A chart of what the table has counted needs no statement of its own.
  const drawn = chart && !isInTable(report, tab, chart) && rawOf(chart.measure ?? tab.columns[0].measure, chart.parts);
  if (drawn) families.set(`${drawn[0]} of the chart`, drawn[1]);
  if (drawn && chart.previous) earlier.set(drawn[0], drawn[1]);
  const raw = { ms: 0, cpu: 0 };
  const add = (one) => {
    raw.ms += one.ms;
    raw.cpu += one.cpu;
  };
  for (const text of families.values()) add(await rawOnce(`${text} ${bounds[1].toISOString()}`, text, bounds));
  for (const text of earlier.values()) add(await rawOnce(`${text} before`, text, [bounds[0], daysBefore(bounds), bounds[1]]));
  return [raw, [...families.keys()]];
}

function isInTable(report, tab, { over, measure = tab.columns[0].measure, parts }) {
  const rows = report.rows.find(({ id }) => id === (tab.rows?.[0] ?? report.rows[0].id));
  return rows?.levels[0] === over && tab.columns.some((one) => one.measure === measure && [one.by].flat()[0] === parts);
}
/** As long a range, ending where this one begins. */
function daysBefore([, start, end]) {
  return new Date(2 * start.getTime() - end.getTime());
}

/** The reports on the embedded database, here in this thread: the built product runs it in a thread of its own, whose event loop no statement holds. */
async function onEmbedded() {
  if (!small) return;
  const { build, call, signIn: enter } = await vite.ssrLoadModule('/tests/support/app.ts');
  const test = await build();
  const tenant = test.fixture.tenants.northstar;
  const textOf = (value) => (value instanceof Date ? value.toISOString() : String(value));
  const literal = (value) => (typeof value === 'number' ? String(value) : `'${textOf(value).replaceAll("'", "''")}'`);
  const db = {
    query: async (text, values = []) => ({
      rows: await test.store.admin(text.replaceAll(/\$(\d)/g, (_, at) => literal(values[Number(at) - 1]))),
    }),
  };
  await db.query('set session_replication_role = replica'); // no audit: nobody signed in adds these
  for (const [table, column] of [
    ['lead_stages', 'stage_name'],
    ['lead_sources', 'name'],
  ])
    await db.query(
      `insert into ${table} (tenant_id, id, ${column}) select '${tenant}', '${table.toUpperCase().replace('_', '')}' || g, 'Bench ' || g from generate_series(1, 6) g on conflict do nothing`,
    );
  await fillLeads(db, [{ tenant, leads: small, owners: users }]);
  await fillActs(db, tenant);
  const admin = await enter(test, 'admin@northstar.example');
  const midnight = (text) => new Date(`${text}T00:00:00+05:30`);
  const cpu = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
  for (const { report } of reports) {
    const rawOnce = onceEach(db, cpu);
    const slower = await machine.slower();
    for (const tab of report.tabs) {
      const days = report.single ? `from=${to}&to=${to}` : `from=${from}&to=${to}`;
      const after = new Date(midnight(to).getTime() + 86_400_000);
      const [raw] = await rawTime(report, tab, [tenant, midnight(report.single ? to : from), after], rawOnce);
      const ask = async () => {
        const answer = await call(test, admin, 'GET', `reports/${report.name}?${days}&tab=${tab.id}`);
        if (answer.code !== 200) throw new Error(`${report.name}: ${answer.text.slice(0, 300)}`);
      };
      const ours = await median(ask, cpu);
      const miss = ours.cpu > 1000 * slower;
      const name = `embedded, ${report.name}, ${tab.id}`;
      const ratio = raw.cpu > 10 ? ours.cpu / raw.cpu : undefined;
      results.push({ ...figures(name, ours, raw), ratio: ratio && round(ratio), slower: round(slower), miss });
      console.log(line(name, ours, raw, ratio, slower, miss));
    }
  }
  await test.close();
}

/** Medians of the turns in milliseconds, after one that warms up; what takes longer than 3 s is not repeated more than once. */
async function median(work, cpu) {
  const times = [];
  const used = [];
  for (let turn = 0; turn <= turns; turn++) {
    const [cpuBefore, before] = [cpu(), performance.now()];
    await work();
    const took = performance.now() - before;
    if (turn) times.push(took);
    if (turn) used.push(cpu() - cpuBefore);
    if (turn && took > 3000) break;
  }
  const middle = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
  return { ms: middle(times), cpu: middle(used) };
}
function figures(name, ours, raw) {
  return { name, ours: round(ours.ms), oursCpu: round(ours.cpu), raw: round(raw.ms), rawCpu: round(raw.cpu) };
}
/** `slower`: how many times slower the machine is; the product's CPU there is what the bar is compared with. */
function line(name, ours, raw, ratio, slower, miss) {
  const times = ratio ? `, ${ratio.toFixed(2)} times` : '';
  const there = `CPU ${ms(ours.cpu / slower)} ms (here ${ms(ours.cpu)} ms)`;
  return `${name.padEnd(44)} ${there}, raw ${ms(raw.cpu)} ms${times} (time ${ms(ours.ms)}, raw ${ms(raw.ms)} ms)${miss ? '  MISS' : ''}`;
}
function ms(number) {
  return number.toFixed(0).padStart(6);
}
function round(number) {
  return Math.round(number * 100) / 100;
}
