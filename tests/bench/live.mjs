// npm run bench:live [-- --clients 1000 --events 150 --writes 60 sockets seen routes]: a thousand signed-in sockets on PostgreSQL
// compared with a bare socket.io server in the same run (SPEED-S1), the time from a write to its display in another browser
// (SPEED-S2), and the change from one page to the next compared with a static page.
import { chromium } from 'playwright';
import pg from 'pg';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { benchDatabase } from '../support/bench-database.mjs';
import { isBuilt, signIn, startProduct } from '../support/product.mjs';
import { makeUsers } from '../support/socket-users.mjs';
import { connectAll, disconnectAll, idleCpu, memoryAfterCollection, tellAll } from './live-clients.mjs';
import { percentile } from './main-thread.mjs';
import { cpuOf, cpuOfPostgres } from './processes.mjs';
import { measureRoutes } from './routes.mjs';
import { measureSeen } from './seen.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const parts = ['sockets', 'seen', 'routes'];
const only = process.argv.filter((one) => parts.includes(one));
const wants = (name) => only.length === 0 || only.includes(name);
const clients = option('clients', 1000);
const events = option('events', 150);
const writes = option('writes', 60);
const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
const database = 'prospectus_bench_live';
const started = Date.now();
const results = [];

const bench = await benchDatabase(adminUrl, database);
if (!bench) notRun('no PostgreSQL (set TEST_DATABASE_URL)');
if (!isBuilt()) notRun('there is no build (npm run build)');
const { admin, ownUrl, env } = bench;
const dataDir = mkdtempSync(join(tmpdir(), 'bench-live-'));
const probed = (name) => ({ NODE_OPTIONS: `--import ${resolve('tests/bench/memory-probe.mjs')}`, MEMORY_FILE: fileOf(name) });
const fileOf = (name) => join(dataDir, `${name}.json`);
const product = await startProduct({ port: 4930, dataDir, env: { ...env, ...probed('product') } });
const db = new pg.Client({ connectionString: ownUrl });
await db.connect();
const email = 'admin@northstar.example';
const writer = await signIn(product, email);

if (wants('sockets')) await sockets();
if (wants('seen') || wants('routes')) {
  const path = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  const browser = await chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  if (wants('seen')) await measureSeen({ browser, product, writer, writes, figure });
  if (wants('routes')) await measureRoutes({ browser, product, figure });
  await browser.close();
}

const failures = results.filter((row) => row.miss).length;
const load = Math.round(loadavg()[0] * 10) / 10;
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/live.json', `${JSON.stringify({ clients, events, writes, load, rows: results }, null, 2)}\n`);
await product.stop();
await db.end();
await admin.query(`drop database if exists ${database} with (force)`);
await admin.end();
rmSync(dataDir, { recursive: true, force: true });
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'bench:live', inputs: { clients, events, writes, load }, failures, seed: 0, seconds }));
process.exit(failures ? 1 : 0);

/** Each client is a different user who views the leads; every event is a changed lead that all of them receive. */
async function sockets() {
  const users = await makeUsers(db, { like: email, count: clients, secretKey: env.SECRET_KEY });
  const tokens = users.map(({ token }) => token);
  const lead = (await writer.call('GET', 'res/leads?_start=0&_end=1'))[0].id;
  const bare = await startBare();
  const [theirs, ours] = [
    await measure('bare socket.io', { ...bare, tell: (n) => post(`${bare.url}/tell`, { id: `${lead}-${n}` }) }),
    await measure('product', {
      pid: product.pid,
      url: product.url,
      tokens,
      watch: ['leads'],
      file: fileOf('product'),
      database,
      tell: async (n) => {
        const answer = await writer.call('PATCH', `res/leads/${lead}`, { city: `City ${n}` });
        if (!answer.id) throw new Error(`PATCH res/leads: ${JSON.stringify(answer)}`);
      },
    }),
  ];
  bare.child.kill('SIGKILL');
  figure(`S1 ${clients} clients, write sent to heard, p99 ms (bare ${theirs.p99.toFixed(1)})`, ours.p99, 100, 50);
  figure('S1 CPU a client that hears an event, server and database, times bare', ours.cpu / theirs.cpu, 2, 1.3);
  figure(`S1 memory a client, KB (bare ${theirs.memory.toFixed(1)})`, ours.memory, 60, 35);

  async function measure(name, { pid, url, tokens: given = tokens, watch, file, database: of, tell }) {
    const some = await connectAll(url, given.slice(0, 100), watch); // warms up code and caches before anything is counted
    await tellAll(some, tell, { times: 20, gapMs: 50, cpu: () => 0 });
    await disconnectAll(some.slice(1));
    const cpu = () => cpuOf(pid) + (of ? cpuOfPostgres(of) : 0);
    // bench:first measures the write itself; this measures the cost of each additional client that is notified.
    const alone = await tellAll(some.slice(0, 1), tell, { times: events, gapMs: 150, cpu });
    await disconnectAll(some.slice(0, 1));
    const before = await memoryAfterCollection(pid, file);
    const open = await connectAll(url, given, watch);
    const after = await memoryAfterCollection(pid, file);
    const idle = await idleCpu(pid, 8);
    const { heard, each, cpuMsPerEvent } = await tellAll(open, tell, { times: events, gapMs: 150, cpu });
    await disconnectAll(open);
    const held = (key) => (after[key] - before[key]) / 1024 / clients;
    const [p50, p99] = [50, 99].map((part) => percentile(heard, part));
    console.log(
      `${name.padEnd(16)} p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  heard ${each.toFixed(2)} times  CPU an event ${cpuMsPerEvent.toFixed(1)} ms, with one client ${alone.cpuMsPerEvent.toFixed(1)} ms  idle ${idle.toFixed(1)} ms/s  ` +
        `a client: resident ${held('rss').toFixed(1)} KB, heap ${held('heapUsed').toFixed(1)} KB, outside ${held('external').toFixed(1)} KB`,
    );
    return { p99, cpu: (cpuMsPerEvent - alone.cpuMsPerEvent) / (clients - 1), memory: held('rss') };
  }
}

async function startBare() {
  const port = 4931;
  const child = spawn(process.execPath, ['tests/bench/bare-sockets.mjs', String(port)], {
    env: { ...process.env, ...probed('bare') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await new Promise((ready) => child.stdout.once('data', ready));
  return { child, pid: child.pid, url: `http://127.0.0.1:${port}`, file: fileOf('bare') };
}

async function post(url, body) {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await answer.text();
}

function figure(name, value, bar, aim) {
  const row = { name, value: Math.round(value * 100) / 100, bar, aim, miss: !(value <= bar) };
  results.push(row);
  console.log(
    `${row.miss ? 'MISS' : 'ok  '} ${name.padEnd(84)} ${String(row.value).padStart(8)}  bar ${bar}${aim ? `, aim ${aim}` : ''}`,
  );
}

function notRun(why) {
  console.log(`bench:live not run: ${why}`);
  process.exit(0);
}
