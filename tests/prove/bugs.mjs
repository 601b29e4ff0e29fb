// npm run prove:bugs: plants defects one by one in a copy of the sources and runs the tests that must notice. A defect that no
// test notices is a miss. Each row: what is broken, file, text to find, text to put, tests to run.
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
const only = process.argv.slice(2);
const copy = join(tmpdir(), `prospectus-planted-${process.pid}`);
let missed = 0;
const chosen = bugs.filter((one) => only.length === 0 || only.includes(one.name) || only.includes(one.area));
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
  const run = spawnSync('npx', ['vitest', 'run', ...bug.tests], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, TEST_DATABASE_URL: '' },
  });
  const red = run.status !== 0 && /\d+ failed/.test(run.stdout);
  if (!red) missed += 1;
  console.log(`${red ? 'caught' : 'MISSED'} ${bug.name}`);
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
