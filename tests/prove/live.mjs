// npm run prove:live [-- --events 400]: two server processes with one PostgreSQL and one Redis. Pages of one process are notified
// of commits of the other; changed permissions and ended tokens take effect at both; one process is killed midway and nothing is
// lost.
import pg from 'pg';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDatabase } from '../support/bench-database.mjs';
import { openPage } from '../support/live-page.mjs';
import { isBuilt, pause, signIn, startProduct } from '../support/product.mjs';

const at = process.argv.indexOf('--events');
const events = at > 0 ? Number(process.argv[at + 1]) : 400;
const started = Date.now();
const failures = [];
const say = (result) => console.log(JSON.stringify({ name: 'prove:live', ...result }));
const notRun = (why) => {
  console.log(`prove:live not run: ${why}`);
  process.exit(0);
};
const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
if (spawnSync('redis-server', ['--version']).error) notRun('there is no redis-server');
if (!isBuilt()) notRun('there is no build (npm run build)');

const redisPort = 4178;
const redis = spawn('redis-server', ['--port', String(redisPort), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1']);
process.once('exit', () => redis.kill('SIGKILL'));
const database = `prospectus_live_${process.pid}`;
const bench = await benchDatabase(adminUrl, database);
if (!bench) notRun('no PostgreSQL (set TEST_DATABASE_URL)');
const { admin, ownUrl } = bench;
const env = { ...bench.env, REDIS_URL: `redis://127.0.0.1:${redisPort}` };
const dataDir = mkdtempSync(join(tmpdir(), 'prove-live-'));
const [one, two] = [await startProduct({ port: 4176, dataDir, env }), await startProduct({ port: 4177, dataDir, env })];
const people = {
  admin: await signIn(one, 'admin@northstar.example'),
  counsellor: await signIn(two, 'counsellor@northstar.example'),
};
const tokenOf = (who) => who.headers().authorization.slice('Bearer '.length);
const me = (await people.counsellor.call('GET', 'users/me')).data.id;

const page = (url, who) => openPage(url, { token: tokenOf(who), headers: who.headers() });
const until = async (what, holds, most = 10_000) => {
  for (const end = Date.now() + most; Date.now() < end; await pause(5)) if (await holds()) return true;
  failures.push(what);
  return false;
};

// A call through one process rings at the other.
const onTwo = await page(two.url, people.counsellor);
const calls = [];
onTwo.socket.on('dialer_call', (body) => calls.push(body.call_id));
const rang = Date.now();
const ring = await people.admin.call('POST', 'dialer/sandbox-call', { user_id: me, phone: '9822012345' });
await until('a call rings at the other process', () => calls.includes(ring.data?.call_id));
const ringMs = Date.now() - rang;

// A row changed by one process is announced to pages that watch at the other.
const onOne = await page(one.url, people.admin);
onOne.socket.emit('watch', ['leads']);
await pause(500);
const changes = [];
onOne.socket.on('changed', (body) => changes.push(body));
await people.counsellor.call('POST', 'res/leads', { name: 'Told across', phone: '9822098765' });
await until('a changed row is announced at the other process', () =>
  changes.some((body) => body.resource === 'leads' && body.ids?.length === 1),
);

// A page that asks the other process later gets what changed a moment ago, and nothing else.
await pause(2_500);
await people.counsellor.call('POST', 'res/leads', { name: 'Told later', phone: '9822098766' });
await pause(200);
const late = await onOne.socket.timeout(5_000).emitWithAck('watch', ['leads', 'colleges'], 0);
if (late.join() !== 'leads') failures.push(`a page that asks later gets ${late.join() || 'nothing'} instead of leads`);

// Permissions changed at one process apply at the other long before they would be reloaded.
const roles = await people.admin.call('GET', 'res/users-roles?_start=0&_end=20');
const role = roles.find((one) => one.role === 4);
const mine = (await people.admin.call('GET', 'res/leads?_start=0&_end=100')).find((lead) => lead.user_id === me);
const heardBy = [];
onTwo.socket.on('changed', (body) => heardBy.push(body));
const hears = async (city) => {
  await pause(1500);
  heardBy.length = 0;
  await people.admin.call('PATCH', `res/leads/${mine.id}`, { city });
  await pause(500);
  return heardBy.some((body) => body.ids?.includes(mine.id));
};
onTwo.socket.emit('watch', ['leads']);
const rights = [await hears('Nashik')];
for (const data_scope of ['none', role.data_scope]) {
  await people.admin.call('PATCH', `res/users-roles/${role.role}`, { data_scope });
  rights.push(await hears(`Pune ${data_scope}`));
}
if (rights.join() !== 'true,false,true')
  failures.push(`permissions changed at one process do not apply at the other (received: ${rights})`);
onTwo.socket.emit('watch', []);

// Leads are assigned one by one while the process of the owner's page is killed and restarted; nothing is lost or delivered
// twice.
const leads = (await people.admin.call('GET', 'res/leads?_start=0&_end=100')).filter((lead) => lead.user_id !== me);
let assigned = 0;
let killed;
let again;
for (let i = 0; i < events; i++) {
  const lead = leads[i % leads.length];
  const answer = await people.admin
    .call('POST', 'leads/re-assign', { lead_ids: [lead.id], user_id: me })
    .catch((error) => ({ error }));
  if (answer.code === 200) assigned++;
  if (i === Math.floor(events / 3)) killed = two.kill();
  if (i === Math.floor(events / 2)) {
    await killed;
    again = startProduct({ port: 4177, dataDir, env });
  }
}
const restarted = await again;
const db = new pg.Client({ connectionString: ownUrl });
await db.connect();
const counted = await db.query(`select last from counters where name = $1`, [`events:${me}`]);
const wanted = Number(counted.rows[0].last);
await until('every assignment is delivered in the end', () => onTwo.last() === wanted, 20_000);
const doubled = onTwo.heard.length - new Set(onTwo.heard).size;
const disordered = onTwo.heard.some((seq, index) => index > 0 && seq <= onTwo.heard[index - 1]);
if (doubled || disordered) failures.push('delivered twice or out of order');

// A token ended at one process is cut off at the other.
let cut = 0;
const left = Date.now();
onTwo.socket.once('disconnect', () => (cut = Date.now() - left));
await fetch(`${one.url}/api/users/auth-log`, {
  method: 'POST',
  headers: { ...people.counsellor.headers(), 'content-type': 'application/json' },
  body: JSON.stringify({ by_user: true }),
});
await until('an ended token is cut off at the other process within 5 s', () => cut > 0, 5000);

onOne.socket.disconnect();
onTwo.socket.disconnect();
await one.stop();
await restarted.stop();
redis.kill('SIGTERM');
await db.end();
await admin.query(`drop database if exists ${database} with (force)`);
await admin.end();
say({
  inputs: { events, assigned },
  notifications: onTwo.heard.length,
  doubled,
  ringMs,
  rights,
  cutMs: cut,
  failures: failures.length,
  missed: failures,
  seconds: Math.round((Date.now() - started) / 1000),
});
process.exit(failures.length ? 1 : 0);
