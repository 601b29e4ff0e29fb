import { afterAll, expect, it, vi } from 'vitest';

vi.stubEnv('TEST_DATABASE_URL', '');
const { isReachable, reachableDatabases } = await import('../support/postgres');
afterAll(() => vi.unstubAllEnvs());

it('without a PostgreSQL server the tests run only on the embedded database', async () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await isReachable()).toBe(false);
  expect((await reachableDatabases()).map(({ name }) => name)).toEqual(['embedded']);
  expect(told).toHaveBeenCalledWith('PostgreSQL skipped: TEST_DATABASE_URL is empty.');
  told.mockRestore();
});
