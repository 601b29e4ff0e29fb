// npm run prove:notify [-- --clients 100 --events 10000 --cuts 2000 --kills 10 --seed 1]: notifications to many pages while their
// connections are cut at random and the server is killed and restarted, half of the pages by polling (TRUST-R12). The
// notifications of each page are compared with the rows of the database: nothing lost, nothing twice, in order.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { benchDatabase } from '../support/bench-database.mjs';
import { openPage } from '../support/live-page.mjs';
import { isBuilt, pause, signIn, startProduct } from '../support/product.mjs';
import { makeUsers } from '../support/socket-users.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const clients = option('clients', 100);
const events = option('events', 10_000);
const cuts = option('cuts', 2000);
const kills = option('kills', 10);
const seed = option('seed', 1);
const started = Date.now();
const failures = [];
const say = (result) => console.log(JSON.stringify({ name: 'prove:notify', ...result }));
const notRun = (why) => {
  console.log(`prove:notify not run: ${why}`);
  process.exit(0);
};
const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
if (!isBuilt()) notRun('there is no build (npm run build)');
const database = `prospectus_notify_${process.pid}`;
const bench = await benchDatabase(adminUrl, database);
if (!bench) notRun('no PostgreSQL (set TEST_DATABASE_URL)');
const { admin, ownUrl, env } = bench;
const dataDir = mkdtempSync(join(tmpdir(), 'prove-notify-'));
const start = () => startProduct({ port: 4180, dataDir, env });
let product = await start();
const db = new pg.Client({ connectionString: ownUrl });
await db.connect();
const writer = await signIn(product, 'admin@northstar.example');
const team = '00000000000000000000LIVE01';
const users = await makeUsers(db, { like: 'counsellor@northstar.example', count: clients, secretKey: env.SECRET_KEY });
await db.query(`set session_replication_role = replica`);
await db.query(`insert into teams (tenant_id, id, name) values ($1, $2, 'Live')`, [users[0].tenantId, team]);
await db.query(`update users set team_ids = $1::jsonb where id = any($2)`, [JSON.stringify([team]), users.map(({ id }) => id)]);
await db.query(`set session_replication_role = origin`);

/** When each announcement was committed, by its title. */
const committed = new Map();
const delays = [];
const returns = [];
const heardEarly = [];
const pages = await Promise.all(
  users.map(({ token }, index) =>
    openPage(product.url, {
      token,
      ...(index % 2 ? { transports: ['polling'], upgrade: false } : { transports: ['websocket'] }),
      onBack: (ms) => returns.push(ms),
      onTold: (_, { notifications }, how) => how === 'live' && heardEarly.push([notifications.message, performance.now()]),
    }),
  ),
);
returns.length = 0;

// One announcement creates a notification for every page's user.
const rounds = Math.ceil(events / clients);
const random = mulberry(seed);
let cut = 0;
let killed = 0;
for (let round = 0; round < rounds; round++) {
  const title = `Announcement ${round}`;
  const key = `announcement-${seed}-${round}`;
  const wanted = Math.round((cuts * (round + 1)) / rounds) - cut;
  const dies = Math.floor((kills * (round + 1)) / rounds) > killed;
  const sent = write(title, key);
  for (let i = 0; i < wanted; i++) {
    const page = pages[Math.floor(random() * pages.length)];
    setTimeout(() => page.socket.io.engine?.close(), random() * 500);
    cut++;
  }
  if (dies) {
    killed++;
    await pause(random() * 300);
    await product.kill();
    product = await start();
  }
  await sent;
  await pause(300);
}
const rows = async () =>
  new Map(
    (
      await db.query(
        `select user_id, array_agg(seq::int order by seq) as seqs from notifications where user_id = any($1) group by 1`,
        [users.map(({ id }) => id)],
      )
    ).rows.map((row) => [row.user_id, row.seqs]),
  );
const written = await rows();
const lastOf = (index) => written.get(users[index].id)?.at(-1) ?? 0;
for (let tries = 0; tries < 600 && pages.some((page, index) => page.last() < lastOf(index)); tries++) await pause(50);

const count = { written: 0, told: 0, lost: 0, twice: 0, disordered: 0 };
pages.forEach(({ heard }, index) => {
  const seqs = written.get(users[index].id) ?? [];
  const told = new Set(heard);
  count.written += seqs.length;
  count.told += heard.length;
  count.lost += seqs.filter((seq) => !told.has(seq)).length;
  count.twice += heard.length - told.size;
  count.disordered += heard.filter((seq, at) => at > 0 && seq <= heard[at - 1]).length;
});
for (const [title, at] of heardEarly) if (committed.has(title)) delays.push(Math.max(0, at - committed.get(title)));
const p95 = (numbers) => Math.round([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0);
const delivery = p95(delays);
const back = p95(returns);
if (count.written !== rounds * clients) failures.push(`${count.written} notifications were written, not ${rounds * clients}`);
if (count.lost || count.twice || count.disordered) failures.push('lost, delivered twice or out of order');
if (!(delivery <= 300)) failures.push(`connected pages were notified within ${delivery} ms (p95, bar 300)`);
if (!(back <= 2000)) failures.push(`reconnected pages had everything within ${back} ms (p95, bar 2000)`);

for (const { socket } of pages) socket.disconnect();
await product.stop();
await db.end();
await admin.query(`drop database if exists ${database} with (force)`);
await admin.end();
rmSync(dataDir, { recursive: true, force: true });
say({
  inputs: { clients, events: rounds * clients, cuts: cut, kills: killed },
  ...count,
  deliveryP95Ms: delivery,
  backP95Ms: back,
  failures: failures.length,
  missed: failures,
  seed,
  seconds: Math.round((Date.now() - started) / 1000),
});
process.exit(failures.length ? 1 : 0);

/** Writes the announcement once, however often the server dies meanwhile: the same key returns the stored answer. */
async function write(title, key) {
  const body = { title, body: 'To all pages.', audience_team_ids: [team], starts_at: new Date(Date.now() - 1000).toISOString() };
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(`${product.url}/api/res/announcements`, {
      method: 'POST',
      headers: { ...writer.headers(), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (answer?.ok) {
      await answer.text();
      // After a retry the moment of the commit is unknown.
      if (tries === 0) committed.set(title, performance.now());
      return;
    }
    if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${answer.status}: ${await answer.text()}`);
    await pause(100);
  }
  throw new Error(`'${title}' could not be written`);
}

/** A sequence of numbers from 0 to 1 that depends only on the seed. */
function mulberry(from) {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
