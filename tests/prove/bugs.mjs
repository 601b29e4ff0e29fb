// npm run prove:bugs [-- <area or name> … --from <name>]: plants defects one by one in a copy of the sources and runs the tests
// that must notice; one that no test notices is a miss. Each row: what is broken, file, text to find, text to put, tests to run.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bugs as others } from './planted-bugs.mjs';
import { engineBugs } from './planted-engine-bugs.mjs';
import { screenBugs } from './planted-screen-bugs.mjs';
import { shellBugs } from './planted-shell-bugs.mjs';

const started = Date.now();
const bugs = [...others, ...engineBugs, ...shellBugs, ...screenBugs];
const given = process.argv.slice(2);
const at = given.indexOf('--from');
const [, from] = at < 0 ? [] : given.splice(at, 2);
const copy = join(tmpdir(), `prospectus-planted-${process.pid}`);
let missed = 0;
const named = bugs.filter((one) => given.length === 0 || given.includes(one.name) || given.includes(one.area));
const chosen = named.slice(from === undefined ? 0 : named.findIndex((one) => one.name === from));
if (chosen.length === 0 || (from !== undefined && !named.some((one) => one.name === from)))
  throw new Error('no planted defect has this name or area');
for (const bug of chosen) {
  fresh();
  const path = join(copy, bug.file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(bug.find, () => bug.put);
  if (after === before) {
    missed += 1;
    console.log(`STALE  ${bug.name}: '${bug.find}' is not in ${bug.file} any more`);
    continue;
  }
  writeFileSync(path, after);
  const [red, ...more] = failures(bug.tests);
  writeFileSync(path, before);
  // Red with the defect and green without it: what fails anyway, or was only slow, has noticed nothing.
  const why = !red
    ? 'no test fails'
    : red.slow && more.every((one) => one.slow)
      ? `only too slow: ${red.name}`
      : failsAnyway([red, ...more].find((one) => !one.slow));
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

function fresh() {
  rmSync(copy, { recursive: true, force: true });
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
function failures(tests, only) {
  const report = join(copy, 'tests/.report/vitest.json');
  rmSync(report, { force: true });
  const named = only ? ['-t', only.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')] : [];
  spawnSync('npx', ['vitest', 'run', ...tests, ...named, '--maxWorkers=1'], {
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

function failsAnyway({ file, name }) {
  return failures([file], name).length ? `fails without it too: ${name ?? file}` : '';
}
