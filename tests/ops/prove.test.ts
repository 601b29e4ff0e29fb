import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('a proof that runs tests reports no failures when all of them pass', () => {
  const short = ['--saves', '1', '--pairs', '1', '--leads', '1'];
  const { VITEST: _, TEST_DATABASE_URL: __, ...env } = process.env;
  const run = spawnSync(process.execPath, ['tests/prove/suite.mjs', 'races', ...short], {
    encoding: 'utf8',
    env: { ...env, TEST_DATABASE_URL: '' },
  });
  expect(JSON.parse(run.stdout.trim().split('\n').at(-1)!)).toMatchObject({ name: 'prove:races', failures: 0 });
  expect(run.status).toBe(0);
});
