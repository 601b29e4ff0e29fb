// npm run bench:filters [-- --leads 1000000 --seconds 2 --port 4940 --keep --only untouched]: each filter and order of the lead list
// that asks other records (calls, stages, applications, enquiries, consents, overdue, untouched), as its first page with the capped
// total. The figure is CPU per request (server and database together) as a ratio to the bare list of the same run. It also says how
// long a start takes that makes the index of these values. `--keep` leaves the filled database for the next run with `--keep`.
import pg from 'pg';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDatabase, untilIndexed } from '../support/bench-database.mjs';
import { isBuilt, signIn, startProduct } from '../support/product.mjs';
import { customValues, fillCustom } from './fill-custom.mjs';
import { consentValues, fillElsewhere } from './fill-elsewhere.mjs';
import { fillLeads } from './fill-leads.mjs';
import { measuring } from './measure-requests.mjs';
import { pickStage, startBare } from './start-bare.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : fallback;
};
const leads = Number(option('leads', 1_000_000));
const seconds = Number(option('seconds', 2));
const port = Number(option('port', 4940));
const only = option('only', '');
const keep = process.argv.includes('--keep');
/** Of the bare list, which has two filters that one index holds. */
const bar = 5;
const database = 'prospectus_bench_filters';
const started = Date.now();

const bench = await benchDatabase(process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres', database, keep);
if (!bench) notRun('no PostgreSQL (set TEST_DATABASE_URL)');
if (!isBuilt()) notRun('there is no build (npm run build)');
const { admin, known, ownUrl, env } = bench;
const dataDir = mkdtempSync(join(tmpdir(), 'bench-filters-'));
const db = new pg.Client({ connectionString: ownUrl });
// It may make the index of a million values before it is ready.
const start = () => startProduct({ port, dataDir, env, patience: 1800 });
const results = { leads, startSeconds: undefined, rows: [] };

let product = await start();
await db.connect();
const { rows: tenants } = await db.query(`select tenant_id, name from tenant order by name`);
const large = tenants.find((one) => one.name.startsWith('Northstar')).tenant_id;
if (!known) {
  await untilIndexed(db);
  await product.stop();
  const before = Date.now();
  await fillLeads(db, [{ tenant: large, leads, owners: 200 }], { custom: customValues, consent: consentValues });
  await fillCustom(db, [large]);
  await fillElsewhere(db, [large]);
  await db.query('vacuum (analyze)');
  console.log(`filled ${leads} leads in ${Math.round((Date.now() - before) / 1000)} s`);
  const asked = Date.now();
  product = await start();
  results.startSeconds = (Date.now() - asked) / 1000;
  console.log(`start that makes the index of these values: ${results.startSeconds.toFixed(1)} s`);
}
await db.query('vacuum (analyze) leads, custom_values');
await db.query('delete from attempts');
const headers = (await signIn(product, 'admin@northstar.example')).headers();
const measure = measuring(database, seconds);
const bare = await startBare(db, { url: ownUrl, tenant: large, port: port + 1 });
const { stage_id: stage, user_id: user } = await pickStage(db, large);
const newest = '_start=0&_end=10&_sort=created_at&_order=desc';
const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString();
const middle = Math.floor(leads / 86_400 / 2);

const floor = await measure('bare list', bare.pid, `${bare.url}/list?${newest}&stage_id=${stage}&user_id=${user}`);
for (const [name, query] of lists()) {
  if (!name.includes(only)) continue;
  const url = `${product.url}/api/res/leads?${query.includes('_sort') ? `_start=0&_end=10&${query}` : `${newest}&${query}`}`;
  // So slow that it was answered with 503: the others are measured all the same.
  const { cpu } = await measure(name, product.pid, url, { headers }).catch(
    (error) => (console.log(error.message), { cpu: 9999 }),
  );
  const row = { name, value: Math.round((cpu / floor.cpu) * 100) / 100, bar };
  results.rows.push(row);
  console.log(`${row.value <= bar ? 'ok  ' : 'MISS'} ${name.padEnd(56)} ${String(row.value).padStart(8)}x bare, bar ${bar}`);
}

const failures = results.rows.filter((row) => row.value > row.bar).length;
const load = Math.round(loadavg()[0] * 10) / 10;
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/filters.json', `${JSON.stringify({ ...results, load }, null, 2)}\n`);
const took = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ name: 'bench:filters', inputs: { leads, seconds, load }, failures, seed: 1, seconds: took }));
await product.stop();
await db.end();
bare.child.kill();
if (!keep) await admin.query(`drop database if exists ${database} with (force)`);
await admin.end();
rmSync(dataDir, { recursive: true, force: true });
process.exit(failures ? 1 : 0);

/** Frequent and rare values, both ends of a range, and values that only the oldest leads have. */
function lists() {
  return [
    ['last call outcome', 'last_call_outcome=busy'],
    ['rare last call outcome', 'last_call_outcome=voicemail'],
    ['two last call outcomes', 'last_call_outcome=busy&last_call_outcome=answered'],
    ['last call outcome and stage', `last_call_outcome=busy&stage_id=${stage}`],
    ['last call outcome is not', 'last_call_outcome_ne=busy'],
    ['no call', 'last_call_outcome_null=true'],
    ['last call since', `last_call_at_gte=${day(1)}`],
    ['last call before, only old leads', `last_call_at_lt=${day(middle * 1.9)}`],
    ['last call between', `last_call_at_gte=${day(middle + 1)}&last_call_at_lt=${day(middle)}`],
    ['by last call', '_sort=last_call_at&_order=desc'],
    ['by last call outcome', '_sort=last_call_outcome&_order=asc'],
    ['application stage', 'application_stage=offered'],
    ['rare application stage', 'application_stage=waitlisted'],
    ['payment status', 'payment_status=paid'],
    ['rare payment status', 'payment_status=refunded'],
    ['by application stage', '_sort=application_stage&_order=asc'],
    ['consent given', 'consent_sms=given'],
    ['rare withdrawn consent', 'consent_whatsapp=withdrawn'],
    ['no consent', 'consent_sms_null=true'],
    ['overdue', 'followup_overdue=yes'],
    ['not overdue', 'followup_overdue=no'],
    ['untouched', 'untouched=yes'],
    ['not untouched', 'untouched=no'],
    ['days in stage from', `days_in_stage_gte=${middle}`],
    ['days in stage from, only old leads', `days_in_stage_gte=${middle * 2 - 1}`],
    ['days in stage up to', 'days_in_stage_lte=1'],
    ['days in stage, one day', `days_in_stage=${middle}`],
    ['days in stage and stage', `days_in_stage_gte=${middle}&stage_id=${stage}`],
    ['by days in stage', '_sort=days_in_stage&_order=desc'],
    ['landing page', 'landing_page=/lp/3'],
    ['rare landing page', 'landing_page=/fairs'],
    ['part of a landing page', 'landing_page_contains=lp'],
    ['part of a rare landing page', 'landing_page_contains=fair'],
    ['by landing page', '_sort=landing_page&_order=asc'],
  ];
}

function notRun(why) {
  console.log(`bench:filters not run: ${why}`);
  process.exit(0);
}
