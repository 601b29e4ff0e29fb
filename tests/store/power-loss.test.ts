import { expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { postgresDatabase } from '../../server/store/postgres';
import { prepareDatabase, warnOfLostWrites } from '../../server/store/prepare-database';
import { freshPostgres, isReachable } from '../support/postgres';

it.skipIf(!(await isReachable()))(
  'TRUST-R5 a start on PostgreSQL warns when an answer may come before the disk has the write',
  async () => {
    let url = '';
    const store = await freshPostgres(resources, (address) => postgresDatabase((url = address), 1));
    const warned = async (): Promise<string[]> => {
      const lines: string[] = [];
      await prepareDatabase(resources, { url, warn: (line) => lines.push(line) });
      return lines;
    };
    try {
      const name = new URL(url).pathname.slice(1);
      await store.admin(`alter database "${name}" reset synchronous_commit`); // off in the databases of tests
      const [server] = await store.admin(`select count(*) as off from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`);
      expect(await warned()).toHaveLength(Number(server!.off));
      await store.admin(`alter database "${name}" set synchronous_commit = off`);
      expect((await warned()).filter((line) => line.includes('synchronous_commit = off'))).toEqual([
        'PostgreSQL runs with synchronous_commit = off, so a power failure can lose saved data. Set it to on.',
      ]);
    } finally {
      await store.close();
    }
  },
);

it('TRUST-R5 fsync and full_page_writes, which apply to all databases of a server, are checked as well', async () => {
  const asked: string[] = [];
  const lines: string[] = [];
  const script = async (text: string) => {
    asked.push(text);
    return [{ name: 'fsync' }, { name: 'full_page_writes' }];
  };
  await warnOfLostWrites({ script }, (line) => lines.push(line));
  expect(asked.join()).toMatch(/'fsync', 'full_page_writes', 'synchronous_commit'/);
  expect(lines.map((line) => /with (\w+) = off/.exec(line)?.[1])).toEqual(['fsync', 'full_page_writes']);
});
