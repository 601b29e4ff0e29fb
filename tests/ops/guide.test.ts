import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A checkout in which someone followed docs/guides/add-a-resource.md word for word. */
let root: string;
const file = 'src/schemas/settings/hostel-rooms.ts';
const steps = 'tests/ops/guide-steps.test.ts';
const copied = [
  'src',
  'server',
  'tests',
  'scripts',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'package.json',
  'package-lock.json',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  'index.html',
  'public',
];
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
const run = (...command: string[]): SpawnSyncReturns<string> =>
  spawnSync('npx', command, { cwd: root, encoding: 'utf8', env: { ...environment, TEST_DATABASE_URL: '' } });
const passes = ({ status, stdout, stderr }: SpawnSyncReturns<string>) =>
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'prospectus-guide-'));
  for (const one of copied)
    cpSync(one, join(root, one), { recursive: true, filter: (path) => !/tests[\\/]\.(tmp|report)/.test(path) });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  rmSync(join(root, file), { force: true });
  const guide = readFileSync('docs/guides/add-a-resource.md', 'utf8');
  const [, command = ''] = /`npm run new:resource ([\w/-]+)` writes/.exec(guide)!;
  const written = spawnSync(process.execPath, ['scripts/new-resource.mjs', command], { cwd: root, encoding: 'utf8' });
  expect(written.stdout).toContain(`${file} is written`);
  const [, example = ''] = /```ts\n([\s\S]+?)```/.exec(guide)!;
  expect(example).toContain("name: 'hostel-rooms'");
  writeFileSync(join(root, file), example);
  renameSync(join(root, 'tests/ops/guide-steps.ts'), join(root, steps));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("the guide's example is formatted, has no warnings, and compiles", () => {
  passes(run('oxfmt', '--check', file));
  passes(run('oxlint', '--deny-warnings', 'src/schemas'));
  const own = {
    extends: './tsconfig.json',
    include: [file, 'src/**/*.d.ts', 'src/kinds/**/kind.ts'],
    compilerOptions: { noEmit: true },
  };
  writeFileSync(join(root, 'tsconfig.own.json'), JSON.stringify(own));
  passes(run('tsc', '-p', 'tsconfig.own.json'));
});

it('the checks of the schema folder in `npm run check` pass with the example, and cover it', () => {
  const tried = (...what: string[]): string[] => {
    passes(run('vitest', 'run', ...what, '--maxWorkers=1'));
    const report = JSON.parse(readFileSync(join(root, 'tests/.report/vitest.json'), 'utf8')) as {
      testResults: { assertionResults: { status: string; fullName: string }[] }[];
    };
    return report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    );
  };
  const ofTheFolder = ['lists', 'mistakes', 'rights-matrix', 'words'].map((name) => `tests/schemas/${name}.test.ts`);
  const ofTheHouse = ['house', 'unused'].map((name) => `tests/architecture/${name}.test.ts`);
  const passed = tried(...ofTheFolder, ...ofTheHouse, 'tests/catalogue/contract.test.ts', steps, '--no-isolate');
  expect(passed.length).toBeGreaterThan(100);
  expect(passed.filter((name) => name.startsWith('what you get '))).toHaveLength(9);
  expect(tried('tests/schemas/property.test.ts', 'tests/ui/form-parts.test.tsx', '-t', 'hostel-rooms').length).toBeGreaterThan(2);
});
