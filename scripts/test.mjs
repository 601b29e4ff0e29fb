// npm test: installs what is missing (packages, a browser), checks the code, runs everything on the embedded database and again
// on PostgreSQL where one is reachable, and closes with one line `N passed, N failed, N skipped`. Plain JavaScript, no packages.
// `npm test -- unit` runs one part: check, build, unit or e2e; `schemas` are the tests of `unit` that read the schema files.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const started = Date.now();
const only = process.argv.slice(2);
const wants = (name) => only.length === 0 || only.includes(name);
const totals = { passed: 0, failed: 0, skipped: 0 };
const notes = [];

rmSync('tests/.report', { recursive: true, force: true });
mkdirSync('tests/.report', { recursive: true });
installPackages();

if (wants('check')) {
  step('format', 'npx', ['oxfmt', '--check', '.']);
  step('lint', 'npx', ['oxlint', '--deny-warnings']);
  step('types', 'npx', ['tsc', '--noEmit']);
}
if (wants('build') || wants('e2e')) step('build', 'node', ['scripts/start.mjs', '--build-only']);
const postgres = await postgresUrl();
const ofSchemas = [
  ...['lists', 'mistakes', 'property', 'rights-matrix', 'words'].map((name) => `tests/schemas/${name}.test.ts`),
  ...['house', 'unused'].map((name) => `tests/architecture/${name}.test.ts`),
  'tests/catalogue/contract.test.ts',
  'tests/ui/form-parts.test.tsx',
];
if (only.includes('schemas') && !wants('unit')) {
  run('npx', ['vitest', 'run', ...ofSchemas]);
  count('tests/.report/vitest.json');
}
if (wants('unit')) {
  const ended = run('npx', ['vitest', 'run'], { TEST_DATABASE_URL: postgres ?? '' });
  stray(ended, 'tests/.report/vitest.json');
  if (process.env.CI) againAlone('tests/.report/vitest.json');
  count('tests/.report/vitest.json');
}
if (wants('e2e')) {
  const browser = findBrowser();
  if (browser === null) {
    totals.failed += 1;
    notes.push('no browser: neither a system Chromium nor a Playwright browser could be installed');
  } else {
    run('npx', ['playwright', 'test'], { CHROMIUM_PATH: browser });
    count('tests/.report/playwright.json');
  }
}
if (!postgres) notes.push('PostgreSQL: not reachable, its runs were left out (set TEST_DATABASE_URL)');
for (const note of notes) console.log(note);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
if (only.length > 0) {
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    JSON.stringify({ name: only.join(' '), inputs: totals.passed + totals.failed, failures: totals.failed, seed: 0, seconds }),
  );
}
process.exit(totals.failed === 0 ? 0 : 1);

/** `npm ci` when there are no packages, or others than the lock file names. */
function installPackages() {
  const stamp = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const mark = 'node_modules/.prospectus-lock';
  if (existsSync('node_modules/vitest') && (!existsSync(mark) || readFileSync(mark, 'utf8') === stamp)) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { stdio: 'inherit' });
}

function run(command, args, env = {}) {
  console.log(`\n> ${[command, ...args].join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
}

/** A check that counts as one test. */
function step(name, command, args) {
  const ok = run(command, args) === 0;
  totals[ok ? 'passed' : 'failed'] += 1;
  if (!ok) notes.push(`${name}: failed`);
}

/** An error that belongs to no test (a promise nobody awaited, a connection nobody listened to) stands in no report. */
function stray(ended, file) {
  if (ended === 0 || !existsSync(file)) return;
  if (JSON.parse(readFileSync(file, 'utf8')).testResults.some((one) => one.status === 'failed')) return;
  totals.failed += 1;
  notes.push('unit: an error outside of the tests; look for "Unhandled" above');
}

/**
 * Runs the files that failed a second time, one after the other, and puts their results in the place of the first. CI's machine is
 * shared: what passes only alone is named at the end and counts as passed, as with the browser tests; what fails twice has failed.
 */
function againAlone(file) {
  const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);
  const first = read(file);
  const failed = first?.testResults.filter((one) => one.status === 'failed') ?? [];
  if (failed.length === 0 || failed.length > 8) return;
  const files = failed.map((one) => one.name);
  rmSync(file);
  run('npx', ['vitest', 'run', ...files, '--maxWorkers=1'], { TEST_DATABASE_URL: postgres ?? '' });
  const second = read(file);
  if (!second) return writeFileSync(file, JSON.stringify(first));
  for (const name of failures(first)) notes.push(`failed at first: ${name}`);
  const results = [...first.testResults.filter((one) => one.status !== 'failed'), ...second.testResults];
  const every = results.flatMap((one) => one.assertionResults);
  const number = (...states) => every.filter((one) => states.includes(one.status)).length;
  writeFileSync(
    file,
    JSON.stringify({
      ...first,
      testResults: results,
      numPassedTests: number('passed'),
      numFailedTests: number('failed'),
      numPendingTests: number('pending', 'skipped'),
      numTodoTests: number('todo'),
    }),
  );
}

/** The tests of a vitest report that failed, and the files that did not even load. */
function failures(report) {
  return report.testResults.flatMap((one) => {
    const tests = one.assertionResults.filter((test) => test.status === 'failed').map((test) => `${one.name} > ${test.fullName}`);
    return one.status === 'failed' && tests.length === 0 ? [`${one.name}: ${one.message}`] : tests;
  });
}

/** Adds the numbers of a vitest or Playwright JSON report; a missing report is a failure. */
function count(file) {
  if (!existsSync(file)) {
    totals.failed += 1;
    notes.push(`${file}: no report was written`);
    return;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (report.stats) {
    totals.passed += report.stats.expected + report.stats.flaky;
    totals.failed += report.stats.unexpected + (report.errors?.length ?? 0);
    totals.skipped += report.stats.skipped;
    if (report.stats.flaky > 0) notes.push(`${report.stats.flaky} passed on the second try: look for 'flaky' above`);
    return;
  }
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.failed += report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  for (const name of failures(report)) notes.push(`FAILED ${name}`);
}

/** Where a test PostgreSQL listens, or null. */
async function postgresUrl() {
  const url = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
  const { hostname, port } = new URL(url);
  const reachable = await new Promise((resolve) => {
    const socket = createConnection({ host: hostname || '127.0.0.1', port: Number(port || 5432), timeout: 1500 });
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
    socket.once('timeout', () => (socket.destroy(), resolve(false)));
  });
  return reachable ? url : null;
}

/**
 * A browser's path: Debian's (installed when we may), else '' for Playwright's own; null when there is none. Like Playwright's own
 * it is the headless shell where there is one: the same engine without a window, for two thirds of the CPU time.
 */
function findBrowser() {
  const shell = '/usr/bin/chromium-headless-shell';
  const known = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );
  if (known) return known;
  const quiet = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (process.getuid?.() === 0 && quiet('apt-get', ['--version'])) {
    console.log('installing a browser (apt-get install chromium-headless-shell)');
    quiet('apt-get', ['update']);
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (quiet('apt-get', ['install', '-y', '--no-install-recommends', name]) && existsSync(`/usr/bin/${name}`))
        return `/usr/bin/${name}`;
  }
  return quiet('npx', ['playwright', 'install', 'chromium']) ? '' : null;
}
