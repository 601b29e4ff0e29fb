import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { embeddedDatabase } from '../../server/store/embedded/embedded-database';
import { startEngine } from '../../server/store/embedded/engine';
import { makeTemplate } from '../../server/store/embedded/open-embedded';
import { daysSinceMade, shiftTimes } from '../../server/store/embedded/template-age';
import { takeSnapshot } from '../../server/store/embedded/snapshots';
import { startUpkeep } from '../../server/store/embedded/upkeep';
import { builtServer } from '../support/built-server';

let out: string;
const work = mkdtempSync(join(tmpdir(), 'prospectus-'));
/** An empty database with the tables, which tests copy. */
const template = join(work, 'template');
const dataDir = join(work, 'data');
const children: ChildProcess[] = [];

beforeAll(async () => {
  out = await builtServer();
  await makeTemplate(template, resources, pathToFileURL(join(out, 'store-worker.js')));
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});

/** Runs the child until a line satisfies `until` (it keeps running), or to its end. */
function run(
  what: string,
  until?: (line: string) => boolean,
  dir = dataDir,
): Promise<{ child: ChildProcess; lines: string[]; code: number | null }> {
  const child = spawn(process.execPath, [join(out, 'child.js'), dir, what], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const lines: string[] = [];
  let rest = '';
  return new Promise((resolve) => {
    child.stderr!.on('data', (data: Buffer) => lines.push(String(data)));
    child.stdout!.on('data', (data: Buffer) => {
      const parts = (rest + String(data)).split('\n');
      rest = parts.pop()!;
      for (const line of parts) {
        lines.push(line);
        if (until?.(line)) resolve({ child, lines, code: null });
      }
    });
    child.on('exit', (code) => resolve({ child, lines, code }));
  });
}

describe('the embedded database', () => {
  it('ends a statement that never returns and continues with a fresh thread', async () => {
    const directory = join(work, 'stuck');
    cpSync(template, directory, { recursive: true });
    const worker = pathToFileURL(join(out, 'store-worker.js'));
    const first = await startEngine(directory, worker);
    await first.script('create table kept (n integer); insert into kept values (1)');
    await first.close();
    let starts = 0;
    const start = (): ReturnType<typeof startEngine> => {
      starts++;
      return startEngine(directory, worker, 1_500);
    };
    const database = embeddedDatabase(start, await start());
    const stuck = database.use(async (connection) => {
      await connection.script('begin; insert into kept values (2)');
      await connection.script('select pg_sleep(600)');
    });
    const next = database.use((connection) => connection.script('select n from kept'));
    await expect(stuck).rejects.toMatchObject({ code: 503 });
    expect(await next).toEqual([{ n: 1 }]);
    expect(starts).toBe(2);
    const late: Promise<unknown>[] = [];
    await database.use(async (connection) => {
      setTimeout(() => late.push(connection.script('select 1').catch((error: Error) => error.message)), 20);
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await late[0]).toContain('this transaction is over');
    const snapshot = await takeSnapshot(database, directory, join(work, 'snapshots'));
    await database.close();
    const restored = await startEngine(snapshot, worker);
    expect(await restored.script('select n from kept')).toEqual([{ n: 1 }]);
    await restored.close();
  });

  it('tables that changed get fresh statistics within a minute, and every table is vacuumed hourly, each in a turn of its own', async () => {
    const directory = join(work, 'kept');
    cpSync(template, directory, { recursive: true });
    const database = embeddedDatabase(() => startEngine(directory, undefined), await startEngine(directory, undefined));
    const script = <T>(text: string): Promise<T[]> => database.alone((connection) => connection.script<T>(text));
    await script('create table often (n int); create table also (n int); create table still (n int)');
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
      alone: ((worked) => {
        const turn: string[] = [];
        return database
          .alone((connection) =>
            worked({
              ...connection,
              script: (text) => {
                turn.push(text);
                return connection.script(text);
              },
            }),
          )
          .finally(() => turns.push(turn.join('; ')));
      }) as typeof database.alone,
    };
    const options = {
      dataDir: work,
      databaseDir: directory,
      snapshotDir: join(work, 'snapshots'),
      warn: (message: string) => warned.push(message),
    };
    const stop = startUpkeep(watched, options);
    await fill('often', 400);
    await fill('also', 200);
    await fill('still', 20);
    vi.advanceTimersByTime(60_000);
    await stop();
    expect(warned).toEqual([]);
    expect(turns.filter((text) => /^(analyze|vacuum)/.test(text)).toSorted()).toEqual([
      'analyze "public"."also"',
      'analyze "public"."often"',
    ]);
    const analyzed = await script<{ relname: string }>(
      "select relname from pg_stat_user_tables where last_analyze > now() - interval '1 hour' and relname in ('also', 'often', 'still') order by 1",
    );
    expect(analyzed.map(({ relname }) => relname)).toEqual(['also', 'often']);

    const stopHour = startUpkeep(watched, options);
    await fill('still', 1);
    vi.advanceTimersByTime(3_600_000);
    await stopHour();
    expect(warned).toEqual([]);
    expect(turns).toEqual(expect.arrayContaining(['vacuum "public"."still"', 'vacuum "pg_catalog"."pg_statistic"']));
    await database.close();
    vi.useRealTimers();
  });

  it('passes bytes to its thread and back unchanged', async () => {
    const directory = join(work, 'bytes');
    cpSync(template, directory, { recursive: true });
    const engine = await startEngine(directory, pathToFileURL(join(out, 'store-worker.js')));
    const bytes = Buffer.from([0, 1, 34, 92, 127, 128, 255]);
    await engine.script('create table kept (entries bytea)');
    await engine.query({ text: 'insert into kept values ($1)', values: [bytes] });
    const { rows } = await engine.query({ text: `select entries, encode(entries, 'hex') as hex from kept` });
    expect(rows[0]!.hex).toBe('0001225c7f80ff');
    expect(Buffer.from(rows[0]!.entries as Uint8Array)).toEqual(bytes);
    await engine.close();
  });

  it('keeps every acknowledged write after kill -9, refuses a second process and takes over the lock of a dead one', async () => {
    const first = await run('write', (line) => line === 'saved 20');
    expect(existsSync(join(dataDir, 'database'))).toBe(true);
    const second = await run('count');
    expect(second.code).toBe(78);
    expect(second.lines.join('\n')).toContain(`in use by another Prospectus (process ${first.child.pid})`);
    expect(second.lines).toHaveLength(1);
    first.child.kill('SIGKILL');
    await new Promise((resolve) => first.child.once('exit', resolve));
    const saved = Number(first.lines.findLast((line) => line.startsWith('saved'))!.split(' ')[1]);

    const again = await run('count');
    const [, rows, audited] = again.lines
      .find((line) => line.startsWith('count'))!
      .split(' ')
      .map(Number);
    expect(rows).toBeGreaterThanOrEqual(saved);
    expect(audited).toBe(rows);
    expect(again.code).toBe(0);
    expect(readdirSync(dataDir)).not.toContain('lock');
  });

  it('reports in one sentence why a data directory cannot be used', async () => {
    const file = join(work, 'file');
    writeFileSync(file, '');
    const { code, lines } = await run('count', undefined, file);
    expect(code).toBe(78);
    expect(lines).toEqual([`refused The data directory ${file} is a file, not a directory. Set DATA_DIR to a directory.`]);
    const broken = join(work, 'broken');
    const { lines: made } = await run('count', undefined, broken);
    expect(made[0]).toMatch(/^ready/);
    expect(existsSync(join(broken, 'database.making'))).toBe(false);
    writeFileSync(join(broken, 'database/global/pg_control'), 'nonsense');
    const after = await run('count', undefined, broken);
    expect(after.code).toBe(78);
    expect(after.lines.filter((line) => line.startsWith('refused'))[0]).toContain('cannot be opened');
  });

  it('shifts the times of a prepared directory that is days old, but not its row versions or audit', async () => {
    const prepared = join(work, 'prepared');
    cpSync(template, join(prepared, 'database'), { recursive: true });
    const made = new Date('2026-03-01T06:00:00Z');
    writeFileSync(join(prepared, 'made'), made.toISOString());
    expect(daysSinceMade(join(prepared, 'database'), new Date('2026-03-04T05:00:00Z'))).toBe(2);
    expect(daysSinceMade(join(work, 'nowhere', 'database'))).toBe(0);

    const engine = await startEngine(join(prepared, 'database'), undefined);
    const enter = `select * from enter('t1', '', '', '', 'r', '', '')`;
    await engine.script(
      `begin; ${enter}; insert into "leads" ("tenant_id", "id", "name", "date_of_birth", "created_at") values ('t1', 'l1', 'Asha', '2007-02-03', '2026-03-01T05:00:00Z'); commit`,
    );
    await shiftTimes(engine, resources, 2);
    const [lead] = await engine.script(`select "created_at", "date_of_birth", "row_version" from "leads"`);
    expect(lead).toEqual({ created_at: '2026-03-03T05:00:00.000Z', date_of_birth: '2007-02-03', row_version: 1 });
    expect((await engine.script(`select count(*) as n from "audit" where "table_name" = 'leads'`))[0]).toEqual({ n: 1 });
    await engine.close();
  });
});
