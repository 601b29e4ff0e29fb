// npm run bench:reports [-- --leads 1000000 --embedded 100000]: every report of the product over HTTP on PostgreSQL, next to raw SQL
// that counts the same facts by user in the same run, and the heaviest one on the embedded database with its event loop watched
// (P1: at most 1.3 times raw and 400 ms; embedded at most 1 s).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import pg from 'pg';
import { createServer } from 'vite';
import { benchDatabase } from '../support/bench-database.mjs';
import { isBuilt, pause, signIn, startProduct } from '../support/product.mjs';
import { fillActs } from './fill-acts.mjs';
import { fillLeads } from './fill-leads.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const started = Date.now();
const leads = option('leads', 1_000_000);
const users = 100;
const turns = option('turns', 3);
const small = option('embedded', 100_000);
if (!isBuilt()) {
  console.log('bench:reports not run: there is no build (npm run build)');
  process.exit(0);
}
const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { reports } = await vite.ssrLoadModule('/src/schemas/kit/all.ts');
const dir = mkdtempSync(join(tmpdir(), 'bench-reports-'));
const results = [];
const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const [from, to] = [day(30), day(1)];

await onPostgres();
await onEmbedded();
await vite.close();

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

/** Facts by user, as one would write them by hand; `$1` tenant, `$2` and `$3` the range. */
function rawOf(measure) {
  const within = (at) => `${at} >= $2::timestamptz and ${at} < $3::timestamptz`;
  const by = (table, user, at, what) =>
    `select ${user}, ${what} from ${table} t join leads l on l.tenant_id = t.tenant_id and l.id = t.lead_id and l.deleted_at is null
     where t.tenant_id = $1 and t.deleted_at is null and ${within(at)} group by rollup (${user})`;
  const own = 'tenant_id = $1 and deleted_at is null';
  const acts = `select user_id, lead_id, created_at as at from call_actions where ${own} and ${within('created_at')}
    union all select created_by, lead_id, created_at from follow_ups where ${own} and ${within('created_at')}
    union all select done_by, lead_id, done_at from follow_ups where ${own} and state = 'done' and ${within('done_at')}
    union all select created_by, lead_id, created_at from notes where ${own} and ${within('created_at')}
    union all select user_id, lead_id, started_at from calls where ${own} and ${within('started_at')}`;
  const families = [
    [
      /^A/,
      'acts',
      `select a.user_id, count(*), count(distinct lead_id) from (${acts}) a
      join leads l on l.tenant_id = $1 and l.id = a.lead_id and l.deleted_at is null group by rollup (a.user_id)`,
    ],
    [
      /^(L3|L5|L6|T|P4c|P5)/,
      'assignments',
      `select h.to_user_id, count(distinct h.lead_id), min(c.at), count(distinct e.lead_id) from lead_owner_history h
       join leads l on l.tenant_id = h.tenant_id and l.id = h.lead_id and l.deleted_at is null
       left join (select lead_id, user_id, min(at) as at from (${acts}) a group by 1, 2) c on c.lead_id = h.lead_id and c.user_id = h.to_user_id
       left join (select distinct e.lead_id from call_actions e join lead_stages s on s.tenant_id = e.tenant_id and s.id = e.stage_id
         and s.outcome = 'enrolled' where e.tenant_id = $1 and e.deleted_at is null) e on e.lead_id = h.lead_id
       where h.tenant_id = $1 and h.deleted_at is null and ${within('h.created_at')} group by rollup (h.to_user_id)`,
    ],
    [/^L7/, 'departures', by('lead_owner_history', 't.from_user_id', 't.created_at', 'count(distinct t.lead_id)')],
    [/^(L1|L2|L8)/, 'captures', by('lead_captures', 'l.user_id', 't.created_at', 'count(distinct t.lead_id)')],
    [
      /^(L4|L9|S2)/,
      'owners',
      `select h.to_user_id, count(*) from leads l join (select distinct on (lead_id) lead_id, to_user_id from lead_owner_history where tenant_id = $1 and deleted_at is null and created_at < $3::timestamptz and $2::timestamptz is not null order by lead_id, created_at desc) h on h.lead_id = l.id where l.tenant_id = $1 and l.deleted_at is null group by rollup (h.to_user_id)`,
    ],
    [/^(S1|S3|P4$)/, 'call actions', by('call_actions', 't.user_id', 't.created_at', 'count(*), count(distinct t.lead_id)')],
    [/^N/, 'leads', `select user_id, count(*) from leads t where ${own} and ${within('created_at')} group by rollup (user_id)`],
    [/^F/, 'follow-ups', by('follow_ups', 't.user_id', 't.call_date_time', `count(*), count(*) filter (where t.state = 'done')`)],
    [
      /^C/,
      'calls',
      by(
        'calls',
        't.user_id',
        't.started_at',
        'count(*), count(*) filter (where t.talk_s > 0), sum(t.talk_s), count(distinct t.lead_id)',
      ),
    ],
  ];
  return families.find(([name]) => name.test(measure));
}

async function onPostgres() {
  const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
  const database = 'prospectus_bench_reports';
  const bench = await benchDatabase(adminUrl, database);
  if (!bench) return console.log('PostgreSQL: not run, none is reachable (set TEST_DATABASE_URL)');
  const { admin, ownUrl, env } = bench;
  const loopFile = join(dir, 'loop.json');
  const preload = new URL('loop-delay.mjs', import.meta.url).href;
  const product = await startProduct({
    port: 4597,
    dataDir: join(dir, 'data'),
    env: { ...env, LOOP_DELAY_FILE: loopFile, NODE_OPTIONS: `--import=${preload}` },
  });
  const db = new pg.Client({ connectionString: ownUrl });
  await db.connect();
  const { call } = await signIn(product, 'admin@lakeview.example');
  const tenant = (await db.query(`select tenant_id from users where email = 'admin@lakeview.example'`)).rows[0].tenant_id;
  const filled = Date.now();
  await fillLeads(db, [{ tenant, leads, owners: users }]);
  await fillActs(db, tenant);
  await db.query('vacuum analyze');
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
  // As the product's own connections.
  await db.query('set max_parallel_workers_per_gather = 0');
  await db.query('set jit = off');
  await db.query(`set work_mem = '16MB'`);
  // Many tabs show facts of one family: its raw time is taken once for each range.
  const known = new Map();
  const rawOnce = async (name, text, bounds) => {
    if (!known.has(name)) known.set(name, await median(() => db.query(text, bounds)));
    return known.get(name);
  };
  process.kill(product.pid, 'SIGUSR2');
  for (const { report } of reports) {
    for (const tab of report.tabs) {
      const days = report.single ? `from=${to}&to=${to}` : `from=${from}&to=${to}`;
      const chart = tab.chart ?? report.chart;
      const measures = tab.columns.map(({ measure }) => measure);
      const families = new Map(
        measures.flatMap((measure) => {
          const found = rawOf(measure);
          return found ? [[found[1], found[2]]] : [];
        }),
      );
      // The chart counts its measure again, by its own dimension.
      const drawn = chart && rawOf(chart.measure ?? measures[0]);
      if (drawn) families.set(`${drawn[1]} of the chart`, drawn[2]);
      const bounds = [tenant, report.single ? new Date(range.b.getTime() - 86_400_000) : range.a, range.b];
      let raw = 0;
      for (const text of families.values()) raw += await rawOnce(`${text} ${bounds[1].toISOString()}`, text, bounds);
      const ours = await median(async () => {
        const answer = await call('GET', `reports/${report.name}?${days}&tab=${tab.id}`);
        if (answer.code !== 200) throw new Error(`${report.name}: ${JSON.stringify(answer).slice(0, 300)}`);
      });
      const name = `${report.name}, ${tab.id}`;
      const ratio = raw > 1 ? ours / raw : undefined;
      const miss = ours > 400 || (ratio !== undefined && ratio > 1.3 && ours > 50);
      results.push({
        name,
        ours: round(ours),
        raw: round(raw),
        ratio: ratio && round(ratio),
        families: [...families.keys()],
        miss,
      });
      console.log(
        `${name.padEnd(40)} ${ms(ours)} ms, raw ${ms(raw)} ms${ratio ? `, ${ratio.toFixed(2)} times` : ''}${miss ? '  MISS' : ''}`,
      );
    }
  }
  process.kill(product.pid, 'SIGUSR2');
  await pause(200);
  const loop = JSON.parse(readFileSync(loopFile, 'utf8'));
  results.push({ name: 'event loop held at most, ms', ours: loop.max, miss: false });
  console.log(`event loop of the server held at most ${loop.max} ms, 99th percentile ${loop.p99} ms`);
  await db.end();
  await product.stop();
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
}

/** The first report on the embedded database, in this process, whose event loop is watched meanwhile. */
async function onEmbedded() {
  if (!small) return;
  const { build, call, signIn: enter } = await vite.ssrLoadModule('/tests/support/app.ts');
  const test = await build();
  const tenant = test.fixture.tenants.northstar;
  const literal = (value) => (typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`);
  const db = {
    query: async (text, values = []) => ({
      rows: await test.store.admin(text.replaceAll(/\$(\d)/g, (_, at) => literal(values[Number(at) - 1]))),
    }),
  };
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
  const { report } = reports.find((one) => one.report.name === 'user-productivity');
  for (const tab of report.tabs) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const ask = async () => {
      const answer = await call(test, admin, 'GET', `reports/${report.name}?from=${from}&to=${to}&tab=${tab.id}`);
      if (answer.code !== 200) throw new Error(`${report.name}: ${answer.text.slice(0, 300)}`);
    };
    await ask();
    delay.enable();
    const took = await median(ask);
    delay.disable();
    const held = Math.max(0, Math.round(delay.max / 1e6 - 5));
    const miss = took > 1000 || held > 100;
    results.push({ name: `embedded, ${report.name}, ${tab.id}`, ours: round(took), held, miss });
    console.log(
      `embedded, ${small} leads, ${tab.id.padEnd(14)} ${ms(took)} ms, event loop held at most ${held} ms${miss ? '  MISS' : ''}`,
    );
  }
  await test.close();
}

/** The median of the turns, after one that warms up; what takes longer than 3 s is not repeated more than once. */
async function median(work) {
  const times = [];
  for (let turn = 0; turn <= turns; turn++) {
    const before = performance.now();
    await work();
    const took = performance.now() - before;
    if (turn) times.push(took);
    if (turn && took > 3000) break;
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
function ms(number) {
  return number.toFixed(0).padStart(6);
}
function round(number) {
  return Math.round(number * 100) / 100;
}
