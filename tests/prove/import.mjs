// npm run prove:import [-- --kills 5 --file leads.csv]: the built server is killed with kill -9 during an import, again and
// again; in the end every row was written once. Ends with one JSON line; exit 1 on a miss.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvOfLeads } from '../support/csv-of-leads.mjs';
import { importStatus, isBuilt, pause, signIn, startImport, startProduct } from '../support/product.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : fallback;
};
const started = Date.now();
const kills = Number(option('kills', 5));
const seed = Number(option('seed', 7));
if (!isBuilt()) {
  console.log('prove:import not run: there is no build (npm run build)');
  process.exit(0);
}
const dir = mkdtempSync(join(tmpdir(), 'prove-import-'));
const dataDir = join(dir, 'data');
const given = option('file', '');
const file = given || join(dir, 'leads.csv');
const real = { rows: 9240, created: 8872, re_enquiries: 292, failed: 76 };
const expected = given && existsSync(given) ? real : csvOfLeads(file, Number(option('rows', 9_000)));
const port = 4590;
const failures = [];

let random = seed;
const next = (below) => (random = (random * 48271) % 2147483647) % below;

try {
  let product = await startProduct({ port, dataDir });
  let admin = await signIn(product, 'admin@lakeview.example');
  const before = await leadCount(admin);
  const jobId = await startImport(admin, file);
  let last = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const goal = Math.max(last + 1, Math.floor((expected.rows * kill) / (kills + 1)));
    const at = await importStatus(admin, jobId, (data) => data.rows >= goal || !['queued', 'running'].includes(data.status));
    await pause(next(60));
    await product.kill();
    console.log(`kill ${kill} at ${at.rows} rows (${at.status})`);
    last = at.rows;
    product = await startProduct({ port, dataDir });
    admin = await signIn(product, 'admin@lakeview.example');
  }
  const end = await importStatus(admin, jobId);
  for (const [name, value] of Object.entries({ ...expected, status: 'done', done: expected.rows, total: expected.rows }))
    if (end[name] !== value) failures.push(`${name} is ${end[name]}, not ${value}`);
  const now = await leadCount(admin);
  if (now - before !== expected.created) failures.push(`the tenant has ${now - before} new leads, not ${expected.created}`);
  const errors =
    String(await admin.call('GET', end.errors_url))
      .trimEnd()
      .split('\r\n').length - 1;
  if (errors !== expected.failed) failures.push(`the error file has ${errors} rows, not ${expected.failed}`);
  await product.stop();
} catch (error) {
  failures.push(String(error));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
for (const failure of failures) console.log(`MISS ${failure}`);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(
  JSON.stringify({ name: 'prove:import', inputs: { kills, rows: expected.rows }, failures: failures.length, seed, seconds }),
);
process.exit(failures.length ? 1 : 0);

async function leadCount({ call }) {
  const { data } = await call('GET', 'leads/counts');
  return Number(data.all.count);
}
