// npm run prove:campaign [-- --leads 200 --calls 200 --kills 20 --seed 1 --faulty 100 --parts kills,faults]: a voice campaign, broadcasts by SMS, email and WhatsApp
// and a push notification are sent at the same time while the built server is killed with kill -9 again and again (TRUST-R25). A
// stand-in for the providers counts its requests per address (push: up to 1,000 browsers): nobody is called or messaged twice, and rows marked as done were
// really done. Calls are made one after the other, so that `calls` limits them apart. Then campaigns of the four written channels go to `faulty` leads through the simulator, once with each of its faults and a
// kill: the simulator was handed each message once, and none is lost. Ends with one JSON line.
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { benchDatabase } from '../support/bench-database.mjs';
import { isBuilt, pause, signIn, startProduct } from '../support/product.mjs';
import { fillCampaigns } from './fill-campaigns.mjs';
import { startMail, startProvider } from '../support/provider-stand-in.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const leads = option('leads', 200);
const kills = option('kills', 20);
const calls = Math.min(option('calls', leads), leads);
const seed = option('seed', 1);
const partsAt = process.argv.indexOf('--parts');
const parts = partsAt > 0 ? process.argv[partsAt + 1].split(',') : ['kills', 'faults'];
const faulty = Math.min(option('faulty', 100), leads);
const browsers = Math.min(1000, leads);
const started = Date.now();
const failures = [];
const notRun = (why) => {
  console.log(`prove:campaign not run: ${why}`);
  process.exit(0);
};
if (!isBuilt()) notRun('there is no build (npm run build)');
const adminUrl = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
const database = `prospectus_campaign_${process.pid}`;
const bench = await benchDatabase(adminUrl, database);
if (!bench) notRun('no PostgreSQL (set TEST_DATABASE_URL)');
let random = seed;
const next = (below) => (random = (random * 48271) % 2147483647) % below;

// Each answer takes a moment, so that some kills happen during a request.
const provider = await startProvider({ onAsked: () => pause(next(25)) });
const mail = await startMail({ onAsked: () => pause(next(25)) });
const dataDir = mkdtempSync(join(tmpdir(), 'prove-campaign-'));
const env = { ...bench.env, OUTBOUND_ALLOW: `127.0.0.1:${provider.port},127.0.0.1:${mail.port}` };
const start = () => startProduct({ port: 4570, dataDir, env });
let product = await start();
const db = new pg.Client({ connectionString: bench.ownUrl });
await db.connect();
const rows = async (text, ...values) => (await db.query(text, values)).rows;
/** Without the audit's triggers, which ask who changes a row. The product writes at the same time: a deadlock is tried again. */
const quietly = async (text, ...values) => {
  await db.query(`set session_replication_role = replica`);
  for (let left = 5; ; left -= 1)
    try {
      await rows(text, ...values);
      break;
    } catch (error) {
      if (error.code !== '40P01' || left === 0) throw error;
    }
  await db.query(`set session_replication_role = origin`);
};
const [{ tenant_id: tenant }] = await rows(`select tenant_id from users where email = 'admin@northstar.example'`);
let admin = await signIn(product, 'admin@northstar.example');

await prepare();
const count = { killed: 0 };
if (parts.includes('kills')) await proveKills();
if (parts.includes('faults'))
  for (const fault of ['none', 'slow', 'refuses', 'answers_twice', 'never_reports', 'dies_half_way']) await proveFault(fault);

async function proveKills() {
  for (let kill = 1; kill <= kills; kill++) {
    const goal = Math.floor(((leads * 3 + calls + browsers) * kill) / (kills + 1));
    await until(async () => (await settled()) >= goal);
    await pause(next(80));
    await product.kill();
    count.killed += 1;
    console.log(`     kill ${kill} of ${kills} at ${goal} messages, ${Math.round((Date.now() - started) / 1000)} s`);
    // Its leases end at once, without waiting for their time.
    await rows(`update jobs set lease_until = now() where state = 'running'`);
    product = await start();
  }
  await until(
    async () =>
      (await rows(`select 1 from jobs where state in ('queued', 'running') and (run_at is null or run_at < now()) limit 1`))
        .length === 0,
  );
  await check();
  console.log(`     after ${count.killed} kills: ${JSON.stringify(count)}, ${failures.length} failures`);
}

await product.stop();
await db.end();
await provider.close();
await mail.close();
await bench.admin.query(`drop database if exists ${database} with (force)`);
await bench.admin.end();
rmSync(dataDir, { recursive: true, force: true });
for (const failure of failures) console.log(`MISS ${failure}`);
console.log(
  JSON.stringify({
    name: 'prove:campaign',
    inputs: { leads, calls, faulty, parts, kills: count.killed },
    ...count,
    failures: failures.length,
    seed,
    seconds: Math.round((Date.now() - started) / 1000),
  }),
);
process.exit(failures.length ? 1 : 0);

async function prepare() {
  await db.query(`set session_replication_role = replica`);
  await fillCampaigns(rows, tenant, { leads, faulty, calls });
  await db.query(`set session_replication_role = origin`);
  const credentials = { key: 'key', secret: 'secret' };
  const settings = { endpoint: provider.url, account: '1', sender: '2' };
  await ok('res/provider-settings', {
    channel: 'voice',
    provider: 'http',
    settings: { endpoint: provider.url },
    credentials,
    status: 1,
  });
  await ok('res/provider-settings', { channel: 'sms', provider: 'twilio', settings, credentials, status: 1 });
  await ok('res/provider-settings', { channel: 'whatsapp', provider: 'meta', settings, credentials, status: 1 });
  const smtp = { endpoint: `smtp://127.0.0.1:${mail.port}`, sender: 'us@northstar.example' };
  await ok('res/provider-settings', { channel: 'email', provider: 'smtp', settings: smtp, status: 1 });
  await ok('res/provider-settings', { channel: 'push', provider: 'webpush', settings: {}, status: 1 });
  await subscribe();
  if (!parts.includes('kills')) return;
  for (const channel of ['sms', 'email', 'whatsapp']) await ok('lead-gen/send-broadcast', { broadcast_id: channel });
  await ok('push-notification', { title: 'Proof', body: 'Proof' });
  await ok('create-voice-campaign', { name: 'Proof', voice_file_id: 'vf', service_number_id: 'sn', audience_id: 'calls' });
}

/** A browser for each of the first leads. Their keys are sealed by the product, so each subscribes by a call. */
async function subscribe() {
  const auth = randomBytes(16).toString('base64url');
  for (let n = 1; n <= browsers; n++) {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    await ok('save-push-notification-subscriber', {
      endpoint: `https://push.example/push/${n}`,
      keys: { p256dh: pair.getPublicKey('base64url'), auth },
      lead_id: `lead-${String(n).padStart(6, '0')}`,
    });
  }
  await quietly(
    `update push_subscribers set endpoint = replace(endpoint, 'https://push.example', $2) where tenant_id = $1`,
    tenant,
    provider.url,
  );
}

async function ok(path, body) {
  const answer = await admin.call('POST', path, body);
  if (answer.code !== undefined && answer.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** The number of rows of all five channels that have left their initial state. */
async function settled() {
  const [{ n }] = await rows(
    `select (select count(*) from outbox_messages where tenant_id = $1 and state <> 'queued')
       + (select count(*) from voice_calls v join voice_campaigns c on c.tenant_id = v.tenant_id and c.id = v.campaign_id
            where v.tenant_id = $1 and c.name = 'Proof' and v.status <> 'pending') as n`,
    tenant,
  );
  return Number(n);
}

/** Waits while something goes on; ten minutes without a message are the end. */
async function until(holds) {
  let [before, end] = [-1, 0];
  while (!(await holds())) {
    const now = await settled();
    if (now !== before) [before, end] = [now, Date.now() + 10 * 60_000];
    if (Date.now() > end) throw new Error(`the campaigns stand still at ${now} messages`);
    await pause(25 + leads / 200);
  }
}

/** Campaigns of the four written channels through the simulator with one fault, killed once on the way. */
async function proveFault(fault) {
  await quietly(`update provider_settings set status = 0 where tenant_id = $1`, tenant);
  await quietly(`update message_settings set simulator_fault = $2 where tenant_id = $1`, tenant, fault);
  const own = {
    'sms-campaigns': { template_id: 'sms', sender_id: 'NRTHST' },
    'email-campaigns': { template_id: 'mail', from_name: 'Proof', from_email: 'us@northstar.example' },
    'whatsapp-campaigns': { template_id: 'wa' },
  };
  admin = await signIn(product, 'admin@northstar.example');
  const ids = [];
  for (const [kind, values] of Object.entries(own)) {
    const made = await admin.call('POST', `res/${kind}`, { name: `${kind} ${fault}`, audience_id: 'some', ...values });
    if (!made.id) throw new Error(`res/${kind}: ${JSON.stringify(made)}`);
    ids.push(made.id);
    await ok(`${kind}/${made.id}/start`, {});
  }
  ids.push((await ok('push-notification', { title: fault, body: 'Proof', audience: 'some' })).data.id);
  const asked = async () =>
    Number(
      (
        await rows(
          `select count(*) as n from outbox_messages where campaign_id = any($1) and state not in ('queued', 'held')`,
          ids,
        )
      )[0].n,
    );
  await until(async () => (await asked()) >= faulty);
  await product.kill();
  count.killed += 1;
  await rows(`update jobs set lease_until = now() where state = 'running'`);
  product = await start();
  // A campaign whose turn has not come has no rows yet.
  await until(
    async () =>
      (await rows(`select 1 from jobs where kind = 'campaign-send' and state in ('queued', 'running') limit 1`)).length === 0,
  );
  // Reports come a second after each message, up to three of them.
  await pause(5000);
  const told = await rows(
    `select o.campaign_id, case when o.reason = 'opted_out' then 'opted out before' else o.state end as state, count(*)::int as n, max(coalesce(m.times, 0))::int as most,
       count(*) filter (where m.id is null and o.sent_at is not null)::int as untrue
     from outbox_messages o left join simulated_messages m on m.tenant_id = o.tenant_id and m.id = o.id
     where o.campaign_id = any($1) group by 1, 2`,
    ids,
  );
  const of = (state) => told.filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0);
  const all = told.reduce((sum, { n }) => sum + n, 0);
  count[`fault ${fault}`] = { rows: all, failed: of('failed'), held: of('held'), unknown: of('unknown') };
  const expected = faulty * 3 + Math.min(faulty, browsers);
  if (all !== expected) failures.push(`${fault}: ${all} rows, not ${expected}`);
  if (told.some(({ most }) => most > 1)) failures.push(`${fault}: the simulator was handed a message twice`);
  if (told.some(({ untrue }) => untrue > 0)) failures.push(`${fault}: rows are marked as sent that the simulator never got`);
  if (of('held')) failures.push(`${fault}: ${of('held')} were held back`);
  if (fault !== 'never_reports' && !of('delivered') && !of('read')) failures.push(`${fault}: nothing was reported`);
  await quietly(`update leads set consent = null where tenant_id = $1 and consent is not null`, tenant);
  await quietly(`delete from opt_outs where tenant_id = $1`, tenant);
}

/** Compares the rows with the requests that the providers received, channel by channel. */
async function check() {
  const told = {
    voice: await rows(
      `select v.phone as "to", v.status = 'unknown' as unknown, v.status = 'answered' as done from voice_calls v
         join voice_campaigns c on c.tenant_id = v.tenant_id and c.id = v.campaign_id where v.tenant_id = $1 and c.name = 'Proof'`,
      tenant,
    ),
    whatsapp: await rows(
      `select c.phone as "to", m.status = 'unknown' as unknown, m.provider_id is not null as done from whatsapp_messages m
         join whatsapp_chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id where m.tenant_id = $1 and m.template_id = 'wa'`,
      tenant,
    ),
  };
  told.push = await rows(
    `select replace(s.endpoint, $2, '') as "to", o.state = 'unknown' as unknown, o.state = 'sent' as done from outbox_messages o
       join push_subscribers s on s.tenant_id = o.tenant_id and s.id = o."to" where o.tenant_id = $1 and o.channel = 'push'`,
    tenant,
    provider.url,
  );
  for (const channel of ['sms', 'email'])
    told[channel] = await rows(
      `select "to", state = 'unknown' as unknown, state in ('sent', 'sandbox') as done from outbox_messages where tenant_id = $1 and channel = $2`,
      tenant,
      channel,
    );
  for (const [channel, all] of Object.entries(told)) {
    const did = channel === 'email' ? mail.asked : provider.askedBy(channel);
    const doubled = [...did.values()].filter((n) => n > 1).length;
    const unknown = all.filter((one) => one.unknown).length;
    const untrue = all.filter(({ to, done }) => done && did.get(to) !== 1).length;
    const open = all.filter((one) => !one.done && !one.unknown).length;
    count[channel] = { rows: all.length, done: all.filter((one) => one.done).length, unknown, doubled };
    const people = channel === 'push' ? browsers : channel === 'voice' ? calls : leads;
    if (all.length !== people) failures.push(`${channel}: ${all.length} rows, not ${people}`);
    if (doubled) failures.push(`${channel}: ${doubled} were requested twice`);
    if (untrue) failures.push(`${channel}: ${untrue} are marked as done but were not requested exactly once`);
    if (open) failures.push(`${channel}: ${open} are neither done nor unknown`);
  }
}
