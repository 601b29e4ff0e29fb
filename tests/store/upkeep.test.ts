import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { embeddedDatabase } from '../../server/store/embedded/embedded-database';
import { startEngine } from '../../server/store/embedded/engine';
import { startUpkeep } from '../../server/store/embedded/upkeep';

const work = mkdtempSync(join(tmpdir(), 'prospectus-upkeep-'));
afterEach(() => {
  vi.useRealTimers();
  rmSync(work, { recursive: true, force: true });
});

it('a minute after many writes, the tables that changed get fresh statistics, each in a turn of its own', async () => {
  const directory = join(work, 'database');
  const database = embeddedDatabase(() => startEngine(directory, undefined), await startEngine(directory, undefined));
  const script = <T>(text: string): Promise<T[]> => database.alone((connection) => connection.script<T>(text));
  await script('create table leads (n int); create table calls (n int); create table still (n int)');
  const fill = (table: string, rows: number): Promise<unknown> =>
    database.use((connection) =>
      connection.query({ text: `insert into ${table} select generate_series(1, $1::int)`, values: [rows] }),
    );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const turns: string[] = [];
  const warned: string[] = [];
  const watched = {
    ...database,
    get rowsWritten() {
      return database.rowsWritten;
    },
    get idle() {
      return true;
    },
    alone: ((worked) =>
      database.alone((connection) =>
        worked({
          ...connection,
          script: (text) => {
            turns.push(text);
            return connection.script(text);
          },
        }),
      )) as typeof database.alone,
  };
  const stop = startUpkeep(watched, {
    dataDir: work,
    databaseDir: directory,
    snapshotDir: join(work, 'snapshots'),
    warn: (message) => warned.push(message),
  });
  await fill('leads', 400);
  await fill('calls', 200);
  await fill('still', 20);
  await script('select pg_stat_force_next_flush()');
  vi.advanceTimersByTime(60_000);
  await stop();
  expect(warned).toEqual([]);
  expect(turns.filter((text) => /^(analyze|vacuum)/.test(text))).toEqual(['analyze "leads"', 'analyze "calls"']);
  const analyzed = await script<{ relname: string }>(
    'select relname from pg_stat_user_tables where last_analyze is not null order by 1',
  );
  expect(analyzed.map(({ relname }) => relname)).toEqual(['calls', 'leads']);
  await database.close();
});
