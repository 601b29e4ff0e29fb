// npm run prove:bugs [-- <area or name> … --from <name> --postgres]: plants defects one by one in a copy of the sources and runs
// the tests that must fail; a defect that no test detects is a miss. Each row: the defect, file, text to find, text to put, tests
// to run. With `--postgres` the tests run on both databases, and a test that exists for both must detect the defect on both.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { plantedBugs } from './all-planted-bugs.mjs';

const started = Date.now();
const given = process.argv.slice(2);
const at = given.indexOf('--from');
const [, from] = at < 0 ? [] : given.splice(at, 2);
const postgres = given.indexOf('--postgres');
if (postgres >= 0) given.splice(postgres, 1);
const database = postgres < 0 ? '' : process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
const copy = join(tmpdir(), `prospectus-planted-${process.pid}`);
let missed = 0;
const named = plantedBugs.filter((one) => given.length === 0 || given.includes(one.name) || given.includes(one.area));
const chosen = named.slice(from === undefined ? 0 : named.findIndex((one) => one.name === from));
if (chosen.length === 0 || (from !== undefined && !named.some((one) => one.name === from)))
  throw new Error('no planted defect has this name or area');
copySources();
/** The names of the tests that the last run ran. */
let ran = [];
/** The failures of these tests without a defect, by the tests. */
const failAnyway = new Map();
for (const bug of chosen) {
  const path = join(copy, bug.file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(bug.find, () => bug.put);
  if (after === before) {
    missed += 1;
    console.log(`STALE  ${bug.name}: '${bug.find}' is not in ${bug.file} any more`);
    continue;
  }
  writeFileSync(path, after);
  const red = failures(bug.tests);
  writeFileSync(path, before);
  const noticed = red.filter((one) => !one.slow);
  // If a rule applies to several callers, a test of each must fail: its title begins with the name of the caller.
  const unnoticed = (bug.everyOne ?? []).filter((who) => {
    const ofThem = new RegExp(`(^|\\s)'?${who}'?: `);
    return !noticed.some(({ name }) => ofThem.test(name));
  });
  // Red with the defect and green without it: a test that fails anyway, or only timed out, has not detected it.
  const why = !red.length
    ? 'no test fails'
    : !noticed.length
      ? `only too slow: ${red[0].name}`
      : noticed.every((one) => failsAnyway(one, bug.tests))
        ? `fails without it too: ${noticed[0].name ?? noticed[0].file}`
        : unnoticed.length
          ? `not noticed for: ${unnoticed.join(', ')}`
          : onlyOn(noticed);
  if (why) missed += 1;
  console.log(why ? `MISSED ${bug.name} (${why})` : `caught ${bug.name}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(
  JSON.stringify({
    name: 'prove:bugs',
    inputs: chosen.length,
    failures: missed,
    seed: 0,
    seconds: Math.round((Date.now() - started) / 1000),
  }),
);
process.exit(missed ? 1 : 0);

function copySources() {
  mkdirSync(copy, { recursive: true });
  for (const name of [
    'src',
    'server',
    'tests',
    'scripts',
    'docs',
    '.oxfmtrc.json',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'vitest.config.ts',
    'index.html',
    'public',
  ]) {
    cpSync(name, join(copy, name), { recursive: true, filter: (path) => !/tests\/\.(tmp|report)/.test(path) });
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
}

/** The tests that fail, and whether each only timed out. A file that cannot even be loaded counts as one. */
function failures(tests) {
  const report = join(copy, 'tests/.report/vitest.json');
  rmSync(report, { force: true });
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  // Compiled modules are reused for the next defect: only the broken file differs.
  const cached = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${join(copy, '.compiled')}`];
  spawnSync(process.execPath, [vitest, 'run', ...tests, '--maxWorkers=1', ...cached], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, TEST_DATABASE_URL: database },
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  ran = testResults.flatMap((file) => file.assertionResults.filter((one) => one.status !== 'pending').map((one) => one.fullName));
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => ({ file, name: one.fullName, slow: one.failureMessages.every((text) => /timed out/i.test(text)) }));
    return failed.length || status === 'passed' ? failed : [{ file, slow: /timed out/i.test(message) }];
  });
}

/** For tests that run on each database: a note if the defect was detected on only one of them. Some need one of the two. */
function onlyOn(noticed) {
  if (!database || !['embedded', 'PostgreSQL'].every((name) => ran.some((one) => one.includes(name)))) return '';
  const on = (name) => noticed.some((one) => one.name?.includes(name));
  const [embedded, apart] = [on('embedded'), on('PostgreSQL')];
  return embedded === apart ? '' : `only on ${embedded ? 'the embedded database' : 'PostgreSQL'}`;
}

function failsAnyway({ file, name }, tests) {
  const key = tests.join(' ');
  if (!failAnyway.has(key)) failAnyway.set(key, failures(tests));
  return failAnyway.get(key).some((one) => one.file === file && one.name === name);
}
