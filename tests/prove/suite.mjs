// npm run prove:tenancy | prove:scope | prove:matrix | prove:races | prove:capture | prove:merge | prove:twice [-- --histories 5000
// --seed 1]: the tests of the same name with many more rounds, or for prove:twice with every transaction run twice (TRUST-R24). Ends with one JSON line; exit
// 1 on a miss.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const name = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'prove-'));
const inJobs = (test) => `tests/jobs/${test}.test.ts`;
const inServer = (test) => `tests/server/${test}.test.ts`;
const linesRun = () => (existsSync(join(folder, 'kinds')) ? readFileSync(join(folder, 'kinds'), 'utf8').trim().split('\n') : []);
const kindsRun = () => new Set(linesRun().flatMap((line) => (line.startsWith('job ') ? line.slice(4) : [])));
/** The tests of each suite by file and title, and its command line options: the variable that the tests read and its default. */
const suites = {
  tenancy: {
    files: ['tests/attack/tenancy.test.ts'],
    options: { histories: ['PROVE_HISTORIES', 5000], seed: ['PROVE_SEED', 20_261_121] },
  },
  scope: {
    files: ['tests/attack/scope.test.ts'],
    options: { histories: ['PROVE_HISTORIES', 2000], seed: ['PROVE_SEED', 20_261_122] },
  },
  matrix: {
    files: ['tests/attack/matrix.test.ts'],
    options: {},
    env: { PROVE_MATRIX: 'all', PROVE_CELLS: join(folder, 'cells.json') },
    inputs: () => {
      const cells = join(folder, 'cells.json');
      return { cells: existsSync(cells) ? JSON.parse(readFileSync(cells, 'utf8')).length : 0 };
    },
  },
  races: {
    files: ['tests/attack/races.test.ts'],
    title: 'TRUST-R(1|2|3) ',
    options: { saves: ['PROVE_SAVES', 1000], pairs: ['PROVE_PAIRS', 500], leads: ['PROVE_LEADS', 200] },
  },
  capture: {
    files: ['tests/leads/one-person.test.ts'],
    options: { phones: ['PROVE_PHONES', 1000] },
  },
  merge: {
    files: ['tests/leads/merge-size.test.ts'],
    options: { events: ['PROVE_EVENTS', 5000] },
  },
  twice: {
    files: [
      ...['bulk', 'export', 'import-batches', 'import-rules', 'resource-import', 'resume', 'upload-calls'].map(inJobs),
      'tests/automation',
      'tests/catalogue/marketing.test.ts',
      'tests/catalogue/push-and-voice.test.ts',
      'tests/leads/call-generate.test.ts',
      'tests/leads/inactive-users.test.ts',
      'tests/leads/meetings.test.ts',
      'tests/leads/new-lead-mail.test.ts',
      ...['messages', 'whatsapp-media', 'whatsapp-chats', 'tenant-webhooks', 'webhooks', 'notifications'].map(inServer),
      ...['dialer', 'dialer-calls', 'dialer-provider'].map(inServer),
    ],
    options: {},
    env: { RUN_TWICE: join(folder, 'kinds') },
    runs: [{ TEST_ON: 'embedded' }, { TEST_ON: 'postgres' }],
    inputs: () => ({ kinds: kindsRun().size, transactions: linesRun().length }),
    misses: () => {
      const missed = kindsOfJobs().filter((kind) => !kindsRun().has(kind));
      return missed.length ? [`no test ran these kinds of jobs: ${missed.join(', ')}`] : [];
    },
  },
};
const suite = suites[name];
if (!suite) throw new Error(`prove what? One of ${Object.keys(suites).join(', ')}`);

const started = Date.now();
const said = Object.fromEntries(
  Object.entries(suite.options).map(([option, [, usual]]) => {
    const at = process.argv.indexOf(`--${option}`);
    return [option, at > 0 ? Number(process.argv[at + 1]) : usual];
  }),
);
const env = Object.fromEntries(Object.entries(suite.options).map(([option, [variable]]) => [variable, String(said[option])]));
const report = 'tests/.report/vitest.json'; // as configured in vitest.config.ts
// An interrupted run leaves no report, which is a miss as well.
const nothing = { numFailedTests: 1, numPassedTests: 0, testResults: [] };
let failures = 0;
for (const run of suite.runs ?? [{}]) {
  rmSync(report, { force: true });
  spawnSync('npx', ['vitest', 'run', ...suite.files, ...(suite.title ? ['-t', suite.title] : [])], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...suite.env, ...env, ...run },
  });
  const { numFailedTests, numPassedTests, testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : nothing;
  const broken = testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length;
  failures += numFailedTests + broken + (numPassedTests === 0 ? 1 : 0);
}
for (const miss of suite.misses?.() ?? []) {
  failures += 1;
  console.log(`MISS ${miss}`);
}
const { seed = 0, ...inputs } = { ...said, ...suite.inputs?.() };
rmSync(folder, { recursive: true, force: true });
console.log(
  JSON.stringify({ name: `prove:${name}`, inputs, failures, seed, seconds: Math.round((Date.now() - started) / 1000) }),
);
process.exit(failures ? 1 : 0);

/** Every kind of job that the server declares. */
function kindsOfJobs() {
  const files = readdirSync('server', { recursive: true }).filter((path) => path.endsWith('.ts'));
  return files.flatMap((path) => {
    const text = readFileSync(join('server', path), 'utf8');
    return [...text.matchAll(/ = new JobKind<.*?>\(\s*'([\w-]+)',?\s*\);/gs)].map(([, kind]) => kind);
  });
}
