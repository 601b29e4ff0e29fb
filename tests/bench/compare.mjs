// npm run bench:compare -- --old <folder> [--leads 100000 --rounds 10 --seconds 2 --port 4920 --bar 1.03]: this checkout next to
// another one (both built), alternating on equal data: CPU per request of list, wide list, one by id, create and update, then
// import and rules as in their own benches. A figure is the median of the rounds' ratios, this over the other: other load on the
// machine affects both. Needs PostgreSQL.
import autocannon from 'autocannon';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { benchDatabase } from '../support/bench-database.mjs';
import { isBuilt, signIn, startProduct } from '../support/product.mjs';
import { customValues, fillCustom } from './fill-custom.mjs';
import { fillLeads } from './fill-leads.mjs';
import { cpuOf, cpuOfPostgres } from './processes.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : fallback;
};
const [leads, rounds, seconds, port, bar] = [
  ['leads', 100_000],
  ['rounds', 10],
  ['seconds', 2],
  ['port', 4920],
  ['bar', 1.03],
].map(([name, fallback]) => Number(option(name, fallback)));
const part = option('part', 'server,import,rules').split(',');
const old = option('old') && resolve(option('old'));
if (!old || !existsSync(join(old, 'dist/server/main.js')) || !isBuilt()) notRun('name another built checkout: --old <folder>');
const started = Date.now();
const dir = mkdtempSync(join(tmpdir(), 'bench-compare-'));
const rows = [];
process.setMaxListeners(0);

if (part.includes('server')) await server();
if (part.includes('import')) imports();
if (part.includes('rules')) rules();

rmSync(dir, { recursive: true, force: true });
const failures = rows.filter(({ ratio }) => ratio > bar).length;
const took = Math.round((Date.now() - started) / 1000);
const load = Math.round(loadavg()[0] * 10) / 10;
console.log(
  JSON.stringify({ name: 'bench:compare', inputs: { leads, rounds, seconds, load }, rows, failures, seed: 1, seconds: took }),
);
process.exit(failures ? 1 : 0);

/** Runs each product on its own database, the second a copy of the first; each round measures every case on both, alternating. */
async function server() {
  const names = { other: 'prospectus_compare_other', this: 'prospectus_compare_this' };
  const bench = await benchDatabase(adminUrl(), names.other);
  if (!bench) notRun('no PostgreSQL (set TEST_DATABASE_URL)');
  await (await start('other', old, bench.env)).stop();
  await fill(bench.ownUrl);
  await bench.admin.query(`drop database if exists ${names.this} with (force)`);
  await bench.admin.query(`create database ${names.this} template ${names.other}`);
  const copy = await benchDatabase(adminUrl(), names.this, true);
  const sides = [];
  for (const [side, folder, env, url] of [
    ['other', old, bench.env, bench.ownUrl],
    ['this', '.', copy.env, copy.ownUrl],
  ]) {
    const product = await start(side, folder, env);
    const db = new pg.Client({ connectionString: url });
    await db.connect();
    await db.query('delete from attempts');
    await db.query('vacuum (analyze) leads, custom_values');
    const headers = (await signIn(product, 'admin@northstar.example')).headers();
    sides.push({ side, product, db, headers, database: names[side] });
  }
  const cases = await casesOf(sides[0].db);
  const ratios = cases.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, one] of cases.entries()) {
      const order = round % 2 ? sides : sides.toReversed();
      const cpu = {};
      for (const side of order) cpu[side.side] = await measure(one, side, round);
      if (round > 0) ratios[at].push({ ratio: cpu.this / cpu.other, ...cpu }); // the first round warms up both
    }
  }
  for (const [at, { name }] of cases.entries()) figure(name, ratios[at], 'ms CPU');
  for (const { product, db } of sides) {
    await product.stop();
    await db.end();
  }
  for (const name of Object.values(names)) await bench.admin.query(`drop database if exists ${name} with (force)`);
  await bench.admin.end();
  await copy.admin.end();
}

function start(side, built, env) {
  return startProduct({ port: port + (side === 'this' ? 1 : 0), dataDir: join(dir, side), env, built });
}

async function fill(url) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rows: found } = await db.query(`select tenant_id from tenant where name like 'Northstar%'`);
  await fillLeads(db, [{ tenant: found[0].tenant_id, leads, owners: 20 }], { custom: customValues });
  await fillCustom(db, [found[0].tenant_id]);
  await db.end();
}

/** The requests: each case has a method, an address for request number n, and the body of a write. */
async function casesOf(db) {
  const {
    rows: [{ tenant_id: tenant, stage_id: stage, user_id: user }],
  } = await db.query(
    `select tenant_id, stage_id, user_id from leads where id like 'BENCH%' group by 1, 2, 3 order by count(*) desc, 2, 3 limit 1`,
  );
  const ids = (await db.query(`select id from leads where id like 'BENCH%' order by id limit 500`)).rows.map(({ id }) => id);
  const source = (await db.query('select id from lead_sources where tenant_id = $1 order by id limit 1', [tenant])).rows[0].id;
  const newest = '/api/res/leads?_start=0&_end=10&_sort=created_at&_order=desc';
  const one = (n) => `/api/res/leads/${ids[n % ids.length]}`;
  return [
    { name: 'SPEED-B1 list', path: () => `${newest}&stage_id=${stage}&user_id=${user}` },
    { name: 'SPEED-B2 wide list', path: () => `${newest}&stage_id=${stage}` },
    { name: 'SPEED-B3 one by id', path: one },
    {
      name: 'SPEED-B4 create',
      method: 'POST',
      path: () => '/api/res/leads',
      body(n, round) {
        const phone = `9${String(round * 1_000_000 + n).padStart(9, '0')}`;
        return { name: `Lead ${n}`, phone, email: `${phone}@bench.example`, source, city: 'Pune' };
      },
    },
    {
      name: 'SPEED-B5 update',
      method: 'PATCH',
      path: one,
      body: (n, round) => ({ priority: (Math.floor(n / ids.length) + round) % 3 }),
    },
  ];
}

/** CPU milliseconds per request, product and database together, at 16 connections. */
async function measure({ name, method = 'GET', path, body }, { product, headers, database, side }, round) {
  let count = 0;
  const setupRequest = (request) => {
    const sent = body ? { body: JSON.stringify(body(count, round)) } : {};
    return { ...request, path: path(count++), ...sent };
  };
  const before = cpuOf(product.pid) + cpuOfPostgres(database);
  const run = await autocannon({
    url: product.url,
    method,
    duration: seconds,
    connections: 16,
    headers: { ...headers, 'content-type': 'application/json' },
    requests: [{ setupRequest }],
  });
  if (run.non2xx || run.errors) throw new Error(`${name} (${side}): ${run.non2xx} answers were not 2xx, ${run.errors} errors`);
  return ((cpuOf(product.pid) + cpuOfPostgres(database) - before) * 1000) / run.requests.total;
}

function imports() {
  const cpu = (folder) => {
    command(folder, ['tests/bench/import.mjs', '--rows', String(Math.min(leads, 50_000))]);
    const { results } = JSON.parse(readFileSync(join(folder, 'bench/results/import.json'), 'utf8'));
    return results.find(({ name }) => name === 'PostgreSQL, CPU ms a row').value;
  };
  figure('SPEED-I1 import', inTurns(cpu), 'ms CPU a row');
}

/** Rates: the other over this, so that more than one is slower here too. */
function rules() {
  const both = inTurns((folder) => JSON.parse(command(folder, ['tests/bench/rules.mjs']).trim().split('\n').at(-1)).inputs);
  for (const [name, key] of [
    ['SPEED-R1 events against 1,000 rules', 'per_cpu_second'],
    ['SPEED-R2 whole path, 100 rules', 'whole_path'],
  ])
    figure(
      name,
      both.map((pair) => ({ ratio: pair.other[key] / pair.this[key], other: pair.other[key], this: pair.this[key] })),
      'a CPU second',
    );
}

/** Half as many rounds as for requests: each starts its own server and database. */
function inTurns(read) {
  return Array.from({ length: Math.ceil(rounds / 2) }, (_, round) => {
    const order = [
      ['other', old],
      ['this', '.'],
    ];
    const pair = Object.fromEntries((round % 2 ? order : order.toReversed()).map(([side, folder]) => [side, read(folder)]));
    return { ...pair, ratio: pair.this / pair.other };
  });
}

/** The output of the command; bars that it misses are ignored here. */
function command(folder, args) {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    if (error.stdout) return error.stdout;
    throw error;
  }
}

function figure(name, pairs, unit) {
  const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  const round = (value) => Number(value.toPrecision(4));
  const ratio = round(middle(pairs.map((pair) => pair.ratio)));
  const spread = pairs.map((pair) => round(pair.ratio)).toSorted((a, b) => a - b);
  const row = {
    name,
    ratio,
    other: round(middle(pairs.map((pair) => pair.other))),
    this: round(middle(pairs.map((pair) => pair.this))),
  };
  rows.push(row);
  console.log(
    `${ratio <= bar ? 'ok  ' : 'MISS'} ${name.padEnd(38)} ${ratio.toFixed(3)}  (${row.other} -> ${row.this} ${unit}; rounds ${spread[0]} to ${spread.at(-1)})`,
  );
}

function adminUrl() {
  return process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
}

function notRun(why) {
  console.log(`bench:compare not run: ${why}`);
  process.exit(0);
}
