// npm run prove:load [-- --seconds 60 --seed 1]: the effect of one user's exports and large HTML pages on another tenant
// (TRUST-S35). The other tenant reads its list all the time: first alone (the floor), then under the load. Its 99th percentile
// must stay within three times that floor, no user who sends one request after another may be refused, and each export must end
// with its file. Ends with one JSON line; exit 1 on a miss.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt, pause, signIn, startProduct } from '../support/product.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : fallback;
};
const started = Date.now();
const seconds = Number(option('seconds', 60));
const seed = Number(option('seed', 1));
const times = 3;
const exportsAMinute = 20;
const templates = 100;
if (!isBuilt()) {
  console.log('prove:load not run: there is no build (npm run build)');
  process.exit(0);
}
const dataDir = mkdtempSync(join(tmpdir(), 'prove-load-'));
const failures = [];
let requests = 0;
let product;
try {
  product = await startProduct({ port: Number(option('port', 4591)), dataDir });
  const noisy = await signIn(product, 'admin@northstar.example');
  const other = await signIn(product, 'admin@lakeview.example');
  // As many tags as are accepted, nested up to the limit, in 199,000 characters.
  const deep = 40 + (seed % 50);
  const part = `${'<b>'.repeat(deep)}x${'</b>'.repeat(deep)}`;
  const body_html = `${part.repeat(Math.floor(3900 / deep))}<p>`.padEnd(199_000, 'word ');
  const add = (n) =>
    noisy.call('POST', 'create/campaign/template', { name: `Load ${n}`, channel: 'email', subject: 'Load', body_html });
  for (let n = 0; n < templates; n++) {
    const made = await add(n);
    if (made.code !== 200) throw new Error(`a template was not saved: ${JSON.stringify(made).slice(0, 200)}`);
  }

  const floor = await listTimes(other, seconds / 3);
  let over = false;
  const exported = [];
  const noise = [
    loop(60_000 / exportsAMinute, async (n) => {
      const answer = await noisy.call('POST', 'res/leads/export', { format: n % 2 ? 'csv' : 'xlsx' });
      if (answer.job_id) exported.push(answer);
      else failures.push(`an export was refused: ${JSON.stringify(answer).slice(0, 200)}`);
    }),
    loop(1000, (n) => add(`noise ${n}`)),
    loop(1000, async () => {
      const answer = await fetch(`${product.url}/api/get-all-campaign-templtes?limit=100`, { headers: noisy.headers() });
      await answer.arrayBuffer();
      if (answer.status !== 200) failures.push(`a page of templates answered ${answer.status}`);
    }),
  ];
  const beside = await listTimes(other, (seconds * 2) / 3);
  over = true;
  await Promise.all(noise);
  for (const { export_id: id, job_id: job } of exported) {
    let state = '';
    for (let n = 0; n < 600 && state !== 'done' && state !== 'failed'; n++) {
      state = (await noisy.call('GET', `jobs/${job}`)).data.state;
      if (state !== 'done') await pause(100);
    }
    const { data } = await noisy.call('GET', `exports/${id}`);
    if (state !== 'done' || !data.url) failures.push(`export ${id} is ${state}, without a file`);
    if ((await other.call('GET', `exports/${id}`)).code !== 404) failures.push(`export ${id} is visible to another tenant`);
  }
  const [quiet, loud] = [floor, beside].map((all) => all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1]);
  console.log(
    `another tenant's list, 99th percentile: ${quiet.toFixed(1)} ms alone (${floor.length} reads), ${loud.toFixed(1)} ms under the load (${beside.length} reads): ${(loud / quiet).toFixed(2)} times; ${exported.length} exports`,
  );
  if (loud > times * quiet)
    failures.push(`the 99th percentile is ${(loud / quiet).toFixed(2)} times its floor, more than ${times}`);

  async function loop(everyMs, work) {
    for (let n = 0; !over; n++) {
      const next = performance.now() + everyMs;
      await work(n);
      requests++;
      while (!over && performance.now() < next) await pause(20);
    }
  }
} catch (error) {
  failures.push(String(error));
} finally {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
for (const failure of failures.slice(0, 20)) console.log(failure);
console.log(
  JSON.stringify({
    name: 'prove:load',
    inputs: requests,
    failures: failures.length,
    seed,
    seconds: Math.round((Date.now() - started) / 1000),
  }),
);
process.exit(failures.length ? 1 : 0);

/** The milliseconds of successive reads of a list. */
async function listTimes(who, forSeconds) {
  const found = [];
  for (const until = performance.now() + forSeconds * 1000; performance.now() < until;) {
    const before = performance.now();
    const answer = await fetch(`${product.url}/api/res/leads?_start=0&_end=25`, { headers: who.headers() });
    await answer.arrayBuffer();
    found.push(performance.now() - before);
    requests++;
    if (answer.status !== 200) failures.push(`the other tenant's list answered ${answer.status}`);
    await pause(10);
  }
  return found;
}
