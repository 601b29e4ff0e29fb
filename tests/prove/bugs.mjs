// npm run prove:bugs [-- <area or name> … --from <name>]: plants defects one by one in a copy of the sources and runs the tests
// that must notice; one that no test notices is a miss. Each row: what is broken, file, text to find, text to put, tests to run.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { plantedBugs } from './all-planted-bugs.mjs';

const started = Date.now();
const given = process.argv.slice(2);
const at = given.indexOf('--from');
const [, from] = at < 0 ? [] : given.splice(at, 2);
const copy = join(tmpdir(), `prospectus-planted-${process.pid}`);
let missed = 0;
const named = plantedBugs.filter((one) => given.length === 0 || given.includes(one.name) || given.includes(one.area));
const chosen = named.slice(from === undefined ? 0 : named.findIndex((one) => one.name === from));
if (chosen.length === 0 || (from !== undefined && !named.some((one) => one.name === from)))
  throw new Error('no planted defect has this name or area');
copySources();
/** What fails in these tests without a defect, by the tests. */
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
  // Red with the defect and green without it: what fails anyway, or was only slow, has noticed nothing.
  const why = !red.length
    ? 'no test fails'
    : !noticed.length
      ? `only too slow: ${red[0].name}`
      : noticed.every((one) => failsAnyway(one, bug.tests))
        ? `fails without it too: ${noticed[0].name ?? noticed[0].file}`
        : '';
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

/** The tests that fail, and whether each only ran out of time. A file that cannot even be read counts as one. */
function failures(tests) {
  const report = join(copy, 'tests/.report/vitest.json');
  rmSync(report, { force: true });
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  // What was compiled for one defect serves the next: all but the broken file is the same.
  const cached = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${join(copy, '.compiled')}`];
  spawnSync(process.execPath, [vitest, 'run', ...tests, '--maxWorkers=1', ...cached], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, TEST_DATABASE_URL: '' },
  });
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => ({ file, name: one.fullName, slow: one.failureMessages.every((text) => /timed out/i.test(text)) }));
    return failed.length || status === 'passed' ? failed : [{ file, slow: /timed out/i.test(message) }];
  });
}

function failsAnyway({ file, name }, tests) {
  const key = tests.join(' ');
  if (!failAnyway.has(key)) failAnyway.set(key, failures(tests));
  return failAnyway.get(key).some((one) => one.file === file && one.name === name);
}
