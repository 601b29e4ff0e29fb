import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Connection } from '../../server/store/connection';
import { pgliteConnection, pgliteOptions, sendTo } from '../../server/store/pglite';
import { withClient } from '../../server/store/postgres';
import { prepareDatabase } from '../../server/store/prepare-database';
import { applySchema, planFor } from '../../server/store/tables/apply';
import { copyTree } from '../../server/store/embedded/copy-tree';
import { bareDatabase } from '../support/bare-database';
import { builtServer, endAll, gone, runBuilt } from '../support/built-server';
import { emptyDatabase, isReachable } from '../support/postgres';
import { fingerprint, resources, versionsAgo } from './older-schemas';

/** Databases of the last three versions are upgraded to the current one, wherever the step is interrupted. */
const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
const names = JSON.stringify(resources.map(({ name }) => name));
let today: readonly string[] = [];

beforeAll(async () => {
  await builtServer();
  today = await inDirectory('today', resources, (connection) => fingerprint(connection));
});
afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

/** An embedded database in its own directory, with the tables of these schema files if it is new. */
async function inDirectory<T>(
  name: string,
  of: readonly AnyResource[] | undefined,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  if (of) await bareDatabase(join(folder, name, 'database'));
  const database = await PGlite.create(join(folder, name, 'database'), pgliteOptions);
  await database.exec(`set timezone to 'UTC'`);
  const connection = pgliteConnection(sendTo(database));
  if (of) await applySchema(connection, of);
  return work(connection).finally(() => database.close());
}

const addLeads = `begin; select set_config('app.tenant', 't1', true), set_config('app.request', 'test', true);
  insert into "leads" ("tenant_id", "id", "name", "phone") select 't1', 'lead' || n, 'Person ' || n, '+9198000' || lpad(n::text, 5, '0') from generate_series(1, 3000) n;
  commit`;
const leads = `select count(*) as n, count(*) filter (where "search_text" like '% person %') as found, count(distinct "phone") as phones from "leads"`;

describe('an upgrade of the embedded database', () => {
  it.each([3, 2, 1])(
    'TRUST-R19 a data directory of %i versions ago opens with today’s schema and all its rows',
    async (versions) => {
      const name = `from-${versions}`;
      const before = await inDirectory(name, versionsAgo(versions), async (connection) => {
        await connection.script(addLeads);
        return fingerprint(connection);
      });
      expect(before).not.toEqual(today);
      if (versions === 3) await copyTree(join(folder, name), join(folder, 'old'));
      const ran = await runBuilt('child.js', [join(folder, name), 'open', names], {});
      expect([ran.code, ran.lines.at(-1)]).toEqual([0, 'opened']);
      await inDirectory(name, undefined, async (connection) => {
        expect(await fingerprint(connection)).toEqual(today);
        expect(await planFor(connection, resources)).toEqual({ statements: [], destructive: [], refills: [] });
        expect(await connection.script(leads)).toEqual([{ n: 3000, found: 3000, phones: 3000 }]);
      });
    },
  );

  it('TRUST-R19 when killed anywhere in the schema step and restarted, it has the same schema', async () => {
    const begun = performance.now();
    await copyTree(join(folder, 'old'), join(folder, 'whole'));
    const whole = await runBuilt(
      'child.js',
      [join(folder, 'whole'), 'open', names],
      {},
      { until: (line) => line.startsWith('Schema: ') },
    );
    const first = performance.now();
    await gone(whole.child);
    const step = performance.now() - first;
    expect(first).toBeGreaterThan(begun);
    for (const share of [0, 0.3, 0.6, 0.9]) {
      const name = `killed-${share}`;
      await copyTree(join(folder, 'old'), join(folder, name));
      const killed = await runBuilt(
        'child.js',
        [join(folder, name), 'open', names],
        {},
        { until: (line) => line.startsWith('Schema: ') },
      );
      await new Promise((resolve) => setTimeout(resolve, step * share));
      killed.child.kill('SIGKILL');
      await gone(killed.child);
      const again = await runBuilt('child.js', [join(folder, name), 'open', names], {});
      expect([again.code, again.lines.at(-1)]).toEqual([0, 'opened']);
      await inDirectory(name, undefined, async (connection) => {
        expect(await fingerprint(connection)).toEqual(today);
        expect(await connection.script(leads)).toEqual([{ n: 3000, found: 3000, phones: 3000 }]);
      });
    }
  });
});

describe.skipIf(!(await isReachable()))('an upgrade of PostgreSQL', () => {
  type Empty = Awaited<ReturnType<typeof emptyDatabase>>;
  type Login = Empty['owner'];
  /** Of three versions ago with leads; each test upgrades a copy. */
  let older: Empty;
  let todays: readonly string[];
  beforeAll(async () => {
    older = await emptyDatabase();
    await prepareDatabase(versionsAgo(3), { url: older.runtime, adminUrl: older.owner.url });
    await withClient(older.owner.superuser, (connection) => connection.script(addLeads));
    const fresh = await emptyDatabase();
    try {
      await prepareDatabase(resources, { url: fresh.runtime, adminUrl: fresh.owner.url });
      todays = await withClient(fresh.owner.url, fingerprint);
    } finally {
      await fresh.drop();
    }
  });
  afterAll(() => older.drop());

  /** `open` starts this version on a database of three versions ago. */
  async function withOlder(
    work: (owner: Login, open: (until?: (line: string) => boolean) => ReturnType<typeof runBuilt>) => Promise<void>,
  ) {
    const old = await emptyDatabase(older.name);
    try {
      const env = { DATABASE_URL: old.runtime, DATABASE_ADMIN_URL: old.owner.url };
      await work(old.owner, (until) => runBuilt('child.js', [join(folder, 'none'), 'open', names], env, until ? { until } : {}));
      expect(await withClient(old.owner.url, fingerprint)).toEqual(todays);
      expect(await withClient(old.owner.superuser, (connection) => connection.script(leads))).toEqual([
        { n: 3000, found: 3000, phones: 3000 },
      ]);
    } finally {
      endAll();
      await old.drop();
    }
  }

  it.each([0, 60])('TRUST-R19 when killed %i ms into the schema step and restarted, it has the same schema', (pause) =>
    withOlder(async (_, open) => {
      const killed = await open((line) => line.startsWith('Schema: '));
      await new Promise((resolve) => setTimeout(resolve, pause));
      killed.child.kill('SIGKILL');
      await gone(killed.child);
      const again = await open();
      expect([again.code, again.lines.at(-1)]).toEqual([0, 'opened']);
    }),
  );

  it('TRUST-R19 the step waits briefly for a table in use and retries, without blocking others, and ends once it is free', () =>
    withOlder(async ({ superuser }, open) => {
      await withClient(superuser, async (holder) => {
        await holder.script('begin; lock table "leads" in access share mode');
        const waiting = await open((line) => line.includes('a table is in use; attempt 3'));
        expect(await withClient(superuser, (connection) => connection.script('select count(*) as n from "leads"'))).toEqual([
          { n: 3000 },
        ]);
        await holder.script('commit');
        await gone(waiting.child);
        expect(waiting.lines.at(-1)).toBe('opened');
      });
    }));
});
