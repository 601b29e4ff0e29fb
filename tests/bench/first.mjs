// npm run bench:first [-- --leads 1000000 --seconds 6 --port 4910 --keep]: lists, one by id, create and update on PostgreSQL
// compared with a bare server, in one run. The figure is CPU per request (server and database together); each ratio is to the
// floor measured seconds before, on the same table. Milliseconds grow with the machine: they are judged by what the bare server
// takes for one record in the same run, compared with what it took where the bars were set. `--keep` leaves the filled database for the next run with `--keep`.
import pg from 'pg';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDatabase } from '../support/bench-database.mjs';
import { isBuilt, signIn, startProduct } from '../support/product.mjs';
import { customValues, fillCustom } from './fill-custom.mjs';
import { fillLeads } from './fill-leads.mjs';
import { memoryOf } from './processes.mjs';
import { measuring } from './measure-requests.mjs';
import { pickStage, startBare } from './start-bare.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const leads = option('leads', 1_000_000);
const seconds = option('seconds', 6);
const keep = process.argv.includes('--keep');
const port = option('port', 4910);
const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
const database = keep ? `prospectus_bench_${leads}` : 'prospectus_bench';
const started = Date.now();
const results = [];
const deepPage = 'deep page by cursor';

const bench = await benchDatabase(adminUrl, database, keep);
if (!bench) notRun('no PostgreSQL (set TEST_DATABASE_URL)');
if (!isBuilt()) notRun('there is no build (npm run build)');
const { admin, known, ownUrl } = bench;

const dataDir = mkdtempSync(join(tmpdir(), 'bench-first-'));
const product = await startProduct({
  port,
  dataDir,
  env: bench.env,
});
const db = new pg.Client({ connectionString: ownUrl });
await db.connect();
const { rows: tenants } = await db.query(`select tenant_id, name from tenant order by name`);
const small = tenants.find((one) => one.name.startsWith('Lakeview')).tenant_id;
const large = tenants.find((one) => one.name.startsWith('Northstar')).tenant_id;
if (!known) {
  const before = Date.now();
  await fillLeads(
    db,
    [
      { tenant: large, leads, owners: 200 },
      { tenant: small, leads: 10_000, owners: 2 },
    ],
    { custom: customValues },
  );
  await fillCustom(db, [large, small]);
  console.log(`filled ${leads} and 10000 leads in ${Math.round((Date.now() - before) / 1000)} s`);
}
await db.query('delete from attempts');
const sessions = {
  large: (await signIn(product, 'admin@northstar.example')).headers(),
  small: (await signIn(product, 'admin@lakeview.example')).headers(),
};
const measure = measuring(database, seconds);
const bare = await startBare(db, { url: ownUrl, tenant: large, port: port + 1 });

const targets = { large: await pickStage(db, large), small: await pickStage(db, small) };
// Only leads from filling the database: rows that the bare server wrote in an earlier run are not the product's.
const ids = (await db.query(`select id from leads where tenant_id = $1 and id like 'BENCH%' limit 500`, [large])).rows.map(
  (row) => row.id,
);
const settle = () => db.query('vacuum (analyze) leads, custom_values');
await settle();

const newest = '_start=0&_end=10&_sort=created_at&_order=desc';
const ofBoth = ({ stage_id: stage, user_id: user }) => `${newest}&stage_id=${stage}&user_id=${user}`;
const listOf = (size, query, time = seconds) =>
  measure(`list (${size}) ${query.name}`, product.pid, `${product.url}/api/res/leads?${query.of(size)}`, {
    headers: sessions[size],
    time,
  });

const ofOwner = { name: 'stage, owner, newest', of: (size) => ofBoth(targets[size]) };
// V8 compiles what has run some thousand times, which takes a slower machine longer: what is measured has run before.
await listOf('large', { ...ofOwner, name: 'for the first time' });
const bareList = await measure('bare list', bare.pid, `${bare.url}/list?${ofBoth(targets.large)}`);
const list = await listOf('large', ofOwner);
const wide = await listOf('large', { name: 'one stage, newest', of: (size) => `${newest}&stage_id=${targets[size].stage_id}` });

const growth = [];
for (const query of await anyList()) {
  const [at, above] = [await listOf('small', query, 2), await listOf('large', query, 2)];
  growth.push({ name: query.name, ratio: above.cpu / at.cpu, cpu: above.cpu });
}
const deep = growth.find(({ name }) => name === deepPage);
const searches = [];
for (const query of await anySearch()) searches.push({ name: query.name, cpu: (await listOf('large', query, 2)).cpu });
const slowest = searches.reduce((a, b) => (b.cpu > a.cpu ? b : a));
const bareOne = await measure('bare one', bare.pid, (n) => `${bare.url}/one/${ids[n % ids.length]}`);
const one = await measure('one', product.pid, (n) => `${product.url}/api/res/leads/${ids[n % ids.length]}`, {
  headers: sessions.large,
});
await settle();
// Every request changes one of 500 leads to a value it does not have yet.
const change = (n) => ({ priority: Math.floor(n / ids.length) % 3 });
const bareUpdate = await measure('bare update', bare.pid, (n) => `${bare.url}/one/${ids[n % ids.length]}`, {
  method: 'PATCH',
  body: (n) => change(n + ids.length),
});
await settle();
const update = await measure('update', product.pid, (n) => `${product.url}/api/res/leads/${ids[n % ids.length]}`, {
  method: 'PATCH',
  headers: sessions.large,
  body: change,
});
await settle();
const sources = (await db.query('select id from lead_sources where tenant_id = $1 limit 1', [large])).rows;
const stamp = Date.now() % 1_000_000;
const lead = (start) => (n) => {
  const digits = `${start}${String(stamp).padStart(6, '0')}${String(n).padStart(5, '0')}`.slice(0, 10);
  return { name: `Lead ${n}`, phone: digits, email: `${digits}@bench.example`, source: sources[0].id, city: 'Pune' };
};
const bareCreate = await measure('bare create', bare.pid, `${bare.url}/one`, {
  method: 'POST',
  body: (n) => ({ ...lead('')(n), phone: `+bare${stamp}-${n}`, stage_id: targets.large.stage_id }),
});
const create = await measure('create', product.pid, `${product.url}/api/res/leads`, {
  method: 'POST',
  headers: sessions.large,
  body: phoneOf,
});
function phoneOf(n) {
  const phone = `9${String((stamp * 1000 + n) % 1_000_000_000).padStart(9, '0')}`;
  return { ...lead('9')(n), phone, email: `${phone}@bench.example` };
}

const worst = growth.reduce((a, b) => (b.ratio > a.ratio ? b : a));
for (const { name, ratio } of growth) console.log(`     large over small: ${name.padEnd(36)} ${ratio.toFixed(2)}`);
console.log(
  `     one record of the bare server takes ${slower().toFixed(1)} times what it took where the bars were set: milliseconds are judged by that`,
);
figure('SPEED-B1 list, times bare', list.cpu / bareList.cpu, 2.5);
time('SPEED-B2 wide list, ms CPU', wide.cpu, 1);
figure('SPEED-B3 one by id, times bare', one.cpu / bareOne.cpu, 3.5);
figure('SPEED-B4 create, times bare', create.cpu / bareCreate.cpu, 8);
figure('SPEED-B5 update with old and new, times bare', update.cpu / bareUpdate.cpu, 6);
figure(`SPEED-B6 large over small: ${worst.name}`, worst.ratio, 2);
figure('SPEED-B9 memory, MB', memoryOf(product.pid), 200);
figure('SPEED-B10 p99 / p50 of the list', list.p99 / list.p50, 2.2);
time(`SPEED-P2 ${slowest.name}, ms CPU`, slowest.cpu, 15);
time(`SPEED-P3 list page at depth ${Math.round(leads / 10)}, ms CPU`, deep.cpu, 3);

const failures = results.filter((row) => row.value > row.bar).length;
const load = Math.round(loadavg()[0] * 10) / 10;
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/first.json', `${JSON.stringify({ leads, load, rows: results, growth, searches }, null, 2)}\n`);
const took = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'bench:first', inputs: { leads, seconds, load }, failures, seed: 1, seconds: took }));
await product.stop();
await db.end();
bare.child.kill();
if (!keep) await admin.query(`drop database if exists ${database} with (force)`);
await admin.end();
rmSync(dataDir, { recursive: true, force: true });
process.exit(failures ? 1 : 0);

function notRun(why) {
  console.log(`bench:first not run: ${why}`);
  process.exit(0);
}

/** It took 0.086 ms of CPU on the machine of the bars, with a million leads. */
function slower() {
  return bareOne.cpu / 0.086;
}

function time(name, value, bar) {
  figure(`${name} (${value.toFixed(2)} here)`, value / slower(), bar);
}

function figure(name, value, bar) {
  const row = { name, value: Math.round(value * 100) / 100, bar };
  results.push(row);
  console.log(`${row.value <= bar ? 'ok  ' : 'MISS'} ${name.padEnd(56)} ${String(row.value).padStart(8)}  bar ${bar}`);
}

/** Lists that the screens offer: filters, sorts, and pages deep down by cursor. */
async function anyList() {
  const cursors = {
    large: await deepCursor('large', large, Math.floor(leads / 10)),
    small: await deepCursor('small', small, 1000),
  };
  const { rows } = await db.query('select id from lead_sources where tenant_id = any($1)', [[large, small]]);
  const someSource = rows[0].id;
  const page = '_start=0&_end=10';
  return [
    { name: 'stage, owner, newest', of: (size) => ofBoth(targets[size]) },
    { name: 'no filter, newest', of: () => newest },
    { name: 'no filter, by name', of: () => `${page}&_sort=name&_order=asc` },
    { name: deepPage, of: (size) => `_limit=10&_sort=created_at&_order=desc&after=${cursors[size]}` },
    {
      name: 'stage, by next follow-up',
      of: (size) => `${page}&_sort=next_followup_at&_order=asc&stage_id=${targets[size].stage_id}`,
    },
    { name: 'city and priority, by name', of: () => `${page}&_sort=name&_order=asc&city=Pune&priority=2` },
    { name: 'owner, by last act', of: (size) => `${page}&_sort=last_act_at&_order=desc&user_id=${targets[size].user_id}` },
    {
      name: 'source, not verified, by update',
      of: () => `${page}&_sort=updated_at&_order=desc&source=${someSource}&is_verified=0`,
    },
    { name: 'custom text, newest', of: () => `${newest}&custom.town=Pune` },
    { name: 'rare custom text, newest', of: () => `${newest}&custom.batch=B77` },
    { name: 'by custom number', of: () => `${page}&_sort=custom.rank&_order=desc` },
    { name: 'by custom text', of: () => `${page}&_sort=custom.town&_order=asc` },
    { name: 'custom number from, by it', of: () => `${page}&_sort=custom.rank&_order=asc&custom.rank_gte=500000` },
    { name: 'custom days, newest', of: () => `${newest}&custom.visit_gte=2025-01-01&custom.visit_lte=2025-06-30` },
    { name: 'rare custom text, by name', of: () => `${page}&_sort=name&_order=asc&custom.batch=B77` },
    { name: 'custom text and stage, newest', of: (size) => `${newest}&custom.town=Pune&stage_id=${targets[size].stage_id}` },
  ];
}

/** What users type: the end of a phone, a name, the beginning of an email, each of one lead in the middle. */
async function anySearch() {
  const { rows } = await db.query(
    `select name, phone, email from leads where tenant_id = $1 and id like 'BENCH%' and deleted_at is null order by id limit 1 offset $2`,
    [large, Math.floor(leads / 2)],
  );
  const [{ name, phone, email }] = rows;
  const of = (q) => () => `_start=0&_end=10&q=${encodeURIComponent(q)}`;
  return [
    { name: 'search by the end of a phone', of: of(phone.slice(-7)) },
    { name: 'search by name', of: of(name.split(' ').at(-1).slice(0, 10)) },
    { name: 'search by mail', of: of(email.split('@')[0]) },
  ];
}

/** The cursor of the row at `depth`: the first page's cursor with the values of that row. */
async function deepCursor(size, tenant, depth) {
  const answer = await fetch(`${product.url}/api/res/leads?_limit=10&_sort=created_at&_order=desc`, { headers: sessions[size] });
  const [binding] = JSON.parse(Buffer.from(answer.headers.get('x-next'), 'base64url').toString());
  const { rows } = await db.query(
    `select created_at::text as at, id from leads where tenant_id = $1 and deleted_at is null order by created_at desc, id desc limit 1 offset $2`,
    [tenant, depth],
  );
  return Buffer.from(JSON.stringify([binding, rows[0].at, rows[0].id])).toString('base64url');
}
