// npm run bench:send [-- --leads 100000 --embedded 20000]: SPEED-M1, messages a second through gate, ledger and simulator on
// PostgreSQL and in the embedded database; memory over idle; a counsellor's saves during another one compared with quiet; the
// results page of the campaign compared with a bare query. Ends with one JSON line.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { benchDatabase } from '../support/bench-database.mjs';
import { importStatus, isBuilt, pause, signIn, startProduct } from '../support/product.mjs';
import { cpuOf, cpuOfPostgres, memoryOf } from './processes.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const leads = option('leads', 100_000);
const embedded = option('embedded', 20_000);
const started = Date.now();
const results = [];
const figure = (name, value, bar) => {
  const isWithin = bar === undefined ? true : bar.most === undefined ? value >= bar.least : value <= bar.most;
  results.push({ name, value: Math.round(value * 100) / 100, ...bar, isWithin });
  console.log(`${isWithin ? '  ok ' : 'MISS '}${name.padEnd(64)} ${value.toFixed(2)}`);
};
if (!isBuilt()) {
  console.log('bench:send not run: there is no build (npm run build)');
  process.exit(0);
}
const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
const database = `prospectus_send_${process.pid}`;
const bench = await benchDatabase(adminUrl, database);
if (bench) await onPostgres();
else console.log('     no PostgreSQL (set TEST_DATABASE_URL): embedded only');
await inEmbedded();
console.log(
  JSON.stringify({
    name: 'bench:send',
    inputs: { leads, embedded },
    results,
    load: loadavg()[0],
    seconds: Math.round((Date.now() - started) / 1000),
  }),
);
process.exit(results.every(({ isWithin }) => isWithin) ? 0 : 1);

async function onPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-send-'));
  const product = await startProduct({ port: 4921, dataDir, env: bench.env });
  const db = new pg.Client({ connectionString: bench.ownUrl });
  await db.connect();
  const rows = async (text, ...values) => (await db.query(text, values)).rows;
  const [{ tenant_id: tenant }] = await rows(`select tenant_id from users where email = 'admin@northstar.example'`);
  await db.query(`set session_replication_role = replica`);
  await rows(`update leads set deleted_at = now() where tenant_id = $1`, tenant);
  await rows(
    `insert into leads (tenant_id, id, name, phone, email, tags) select $1, 'send-' || lpad(n::text, 6, '0'), 'Lead ' || n,
       '+9170' || lpad(n::text, 8, '0'), 'lead' || n || '@example.com', '[]' from generate_series(1, $2::int) n`,
    tenant,
    leads,
  );
  await rows(`delete from message_settings where tenant_id = $1`, tenant);
  await rows(
    `insert into message_settings (tenant_id, id, hours_from, hours_to, simulator_delay) values ($1, 'settings', '00:00', '00:00', 3600)`,
    tenant,
  );
  await db.query(`set session_replication_role = origin`);
  await db.query('vacuum analyze leads');
  const admin = await signIn(product, 'admin@northstar.example');
  const id = await draft(admin);
  const save = await savesOf(admin);
  const quiet = await save(400);
  await pause(3000);
  const idle = memoryOf(product.pid);
  const cpu = () => cpuOf(product.pid) + cpuOfPostgres(database);
  const before = cpu();
  await admin.call('POST', `sms-campaigns/${id}/start`, {});
  const begun = performance.now();
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(product.pid))), 200);
  await ended(admin, id);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  const used = cpu() - before;
  const [{ n, twice }] = await rows(
    `select count(*)::int as n, count(*) filter (where m.times <> 1)::int as twice from outbox_messages o
       join simulated_messages m on m.id = o.id where o.campaign_id = $1 and o.state = 'sent'`,
    id,
  );
  figure('PostgreSQL: messages sent once, of all', n / leads, { least: 1 });
  figure('PostgreSQL: messages sent twice', twice, { most: 0 });
  figure('PostgreSQL: messages a second', leads / seconds, { least: 1500 });
  figure('PostgreSQL: messages per CPU second of product and database', leads / used);
  figure('PostgreSQL: memory over idle, MB', most - idle, { most: 100 });
  const other = await draft(admin, 'Other');
  await admin.call('POST', `sms-campaigns/${other}/start`, {});
  await pause(1000);
  const busy = await save(400);
  const { state } = await admin.call('GET', `res/sms-campaigns/${other}`);
  if (state !== 'sending') throw new Error(`the saves took longer than a campaign of ${leads}: it is ${state}`);
  await admin.call('POST', `sms-campaigns/${other}/move`, { to: 'stopped' });
  figure("a counsellor's save during a campaign, p99, compared with quiet", busy.p99 / quiet.p99, { most: 3 });
  await db.query('vacuum analyze outbox_messages');
  const page = await timed(() => admin.call('GET', `res/sms-campaigns/${id}`));
  const bare = await timed(() =>
    rows(
      `select state, count(*) from outbox_messages where tenant_id = $1 and campaign_id = $2 and deleted_at is null group by state`,
      tenant,
      id,
    ),
  );
  figure('the results page compared with a bare query', page / bare, { most: 3 });
  await db.end();
  await product.stop();
  await bench.admin.query(`drop database if exists ${database} with (force)`);
  await bench.admin.end();
  rmSync(dataDir, { recursive: true, force: true });
}

async function inEmbedded() {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-send-'));
  const product = await startProduct({ port: 4922, dataDir });
  const admin = await signIn(product, 'admin@northstar.example');
  await admin.call('POST', 'res/message-settings', { hours_from: '00:00', hours_to: '00:00', simulator_delay: 3600 });
  const lines = Array.from({ length: embedded }, (_, i) => `Lead ${i},70${String(i).padStart(8, '0')}`);
  const form = new FormData();
  form.set('file', new Blob([`Name,Mobile\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'leads.csv');
  const preview = await admin.call('POST', 'leads/upload-csv/preview', form);
  const mapping = { Name: 'name', Mobile: 'phone' };
  const job = await admin.call('POST', 'leads/upload-csv', { file_id: preview.data.file_id, mapping });
  await importStatus(admin, job.data.job_id);
  await pause(2000);
  const id = await draft(admin);
  await admin.call('POST', `sms-campaigns/${id}/start`, {});
  const begun = performance.now();
  const { totals } = await ended(admin, id);
  const seconds = (performance.now() - begun) / 1000;
  figure('embedded: messages sent, of the leads', totals.sent / embedded, { least: 1 });
  figure('embedded: messages a second', totals.sent / seconds, { least: 400 });
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A campaign by SMS to every lead whose number begins with 70. */
async function draft(admin, name = 'Bench') {
  const template = await admin.call(
    'GET',
    `savesmstemplate?name=${name}&body=${encodeURIComponent('Dear {{name}}, welcome.')}&status=1`,
  );
  const audience = await admin.call('POST', 'lead-gen/audience', {
    name,
    kind: 'dynamic',
    globleCondtion: 'And',
    rule: [{ condition: 'And', rules: [{ columnName: 'priority', operator: 'in', value: [0, 1, 2] }] }],
  });
  const made = await admin.call('POST', 'res/sms-campaigns', {
    name,
    template_id: template.data?.id,
    audience_id: audience.data?.id,
    sender_id: 'NRTHST',
  });
  if (!made.id) throw new Error(JSON.stringify({ template, audience, made }));
  return made.id;
}

async function ended(admin, id) {
  for (;;) {
    const row = await admin.call('GET', `res/sms-campaigns/${id}`);
    if (row.state === 'sent') return row;
    if (row.state !== 'sending' && row.state !== 'scheduled') throw new Error(JSON.stringify(row));
    await pause(1000); // a page that shows it is told as often
  }
}

/** Saves of one lead, one after the other: times at the 50th and 99th percent. */
async function savesOf(admin) {
  const [lead] = await admin.call('GET', 'res/leads?_start=0&_end=1');
  return async (times) => {
    const taken = [];
    for (let i = 0; i < times; i++) {
      const at = performance.now();
      const saved = await admin.call('PATCH', `res/leads/${lead.id}`, { city: `Pune ${i % 7}` });
      if (!saved.id) throw new Error(JSON.stringify(saved));
      taken.push(performance.now() - at);
    }
    taken.sort((a, b) => a - b);
    return { p50: taken[Math.floor(times / 2)], p99: taken[Math.floor(times * 0.99)] };
  };
}

async function timed(work) {
  const taken = [];
  for (let i = 0; i < 20; i++) {
    const at = performance.now();
    await work();
    taken.push(performance.now() - at);
  }
  return taken.sort((a, b) => a - b)[10];
}
