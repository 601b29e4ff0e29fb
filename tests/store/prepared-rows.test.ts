import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { seedDemo } from '../../server/demo/seed-demo';
import { seedCountries } from '../../server/demo/seed-tenant';
import { sealAudit } from '../../server/store/audit/seal-audit';
import type { Connection } from '../../server/store/connection';
import { copiedTables } from '../../server/store/copy/copied-tables';
import { fillPrepared, readPrepared, writePrepared } from '../../server/store/copy/prepared-rows';
import { atOneMoment, sumOf, type TableSum } from '../../server/store/copy/read-rows';
import { makeStore } from '../../server/store/make-store';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { postgresDatabase, withClient } from '../../server/store/postgres';
import { prepareDatabase, type SchemaStepOptions } from '../../server/store/prepare-database';
import { schemaFindings } from '../../server/store/checks/invariants';
import { makeSecrets } from '../../server/store/secrets';
import { planFor } from '../../server/store/tables/apply';
import { appRole } from '../../server/store/tables/ddl';
import { verifyTrail } from '../../server/operations/verify-trail';
import { actor, memoryDatabase } from '../support/database';
import { emptyDatabase, isReachable } from '../support/postgres';

/** A first start on an empty PostgreSQL database from the rows that the build prepared. */
describe.skipIf(!(await isReachable()))('prepared rows on PostgreSQL', () => {
  const top = mkdtempSync(join(tmpdir(), 'prepared-'));
  const folder = join(top, 'rows');
  const odd = 'O\'Neil \\ "quoted"\ttab\nline\r😀 \\N';
  const now = new Date();
  const sums = new Map<string, TableSum>();
  let source: PGlite;
  beforeAll(async () => {
    source = await memoryDatabase(resources);
    const connection = pgliteConnection(sendTo(source));
    const takeRole = `set local role ${appRole}`;
    const store = makeStore({ kind: 'embedded', takeRole, use: (work) => work(connection), close: async () => {} });
    await seedCountries(store);
    await seedDemo(store, { now, leads: 40 });
    const { tenant_id: tenant } = (await store.lookUp<{ tenant_id: string }>('tenant_ids', []))[0]!;
    await store.transaction(actor(tenant), (tx) =>
      tx.run(sql`insert into "leads" ("tenant_id", "id", "name", "city", "custom", "date_of_birth")
        values (${tenant}, 'odd', ${odd}, '', '{"town": "Pune", "joined": "2024-05-06T07:08:09.000Z"}', '2001-02-03')`),
    );
    await atOneMoment(connection, async (rows) => {
      await writePrepared(rows, resources, folder);
      for (const table of await copiedTables(connection, { index: true })) sums.set(table.name, await rows.sum(table));
    });
  });
  afterAll(async () => {
    await source.close();
    rmSync(top, { recursive: true, force: true });
  });

  /** Starts on a new database, then runs `work` as its superuser and with the address of the product's own login. */
  async function started<T>(made: Date, work: (admin: Connection, url: string) => Promise<T>): Promise<T> {
    writeFileSync(join(top, 'made'), made.toISOString());
    const empty = await emptyDatabase();
    try {
      const options = { url: empty.runtime, adminUrl: empty.owner.url, preparedDir: folder };
      await prepareDatabase(resources, options);
      await prepareDatabase(resources, options); // a second start finds the rows
      return await withClient(empty.owner.superuser, (admin) => work(admin, empty.runtime));
    } finally {
      await empty.drop();
    }
  }

  /** Every row of every table, and the tables as the schema files say. */
  async function whole(admin: Connection): Promise<void> {
    for (const table of await copiedTables(admin, { index: true }))
      expect([table.name, await sumOf(admin, table)]).toEqual([table.name, sums.get(table.name)]);
    expect(await planFor(admin, resources)).toEqual({ statements: [], destructive: [], refills: [] });
  }

  it('has every row of every table unchanged, including the audit, and a complete schema', () =>
    started(now, async (admin, url) => {
      await whole(admin);
      expect(await admin.script(`select "name" from "leads" where "id" = 'odd'`)).toEqual([{ name: odd }]);
      expect(
        await admin.script(`select "field", "text" from "custom_values" where "row_key" = 'odd' and "field" = 'town'`),
      ).toEqual([{ field: 'town', text: 'Pune' }]);

      const store = makeStore(postgresDatabase(url, 2));
      const secrets = makeSecrets('a-secret-key-of-this-very-installation-alone');
      try {
        for (const { tenant_id: tenant } of await store.lookUp<{ tenant_id: string }>('tenant_ids', [])) {
          await store.transaction(actor(tenant), (tx) => tx.run(sql`update "leads" set "name" = 'Changed' where "id" = 'odd'`));
          for (;;) if (!(await sealAudit(store, secrets, tenant)).more) break;
        }
        expect(await verifyTrail(admin, secrets)).toBe(0);
        const [last] = await admin.script(`select "op", "old" ->> 'name' as "old" from "audit" order by "seq" desc limit 1`);
        expect(last).toEqual({ op: 'update', old: odd });
      } finally {
        await store.close();
      }
    }));

  describe('leaves the other indexes until the product is ready', () => {
    /** Works on a database whose first start has left its indexes; they must all stand at the end. */
    async function withLeft(
      work: (options: SchemaStepOptions, left: readonly (() => Promise<void>)[]) => Promise<unknown>,
    ): Promise<void> {
      writeFileSync(join(top, 'made'), now.toISOString());
      const empty = await emptyDatabase();
      try {
        const left: (() => Promise<void>)[] = [];
        const options = {
          url: empty.runtime,
          adminUrl: empty.owner.url,
          preparedDir: folder,
          later: (one: () => Promise<void>) => void left.push(one),
        };
        await prepareDatabase(resources, options);
        expect(left).toHaveLength(1);
        const { statements } = await withClient(empty.owner.superuser, (admin) => planFor(admin, resources));
        expect(statements.length).toBeGreaterThan(300);
        expect(statements.filter((text) => !/^(create index|insert into "schema_state")/.test(text))).toEqual([]);
        await work(options, left);
        await withClient(empty.owner.superuser, whole);
      } finally {
        await empty.drop();
      }
    }
    const all = (left: readonly (() => Promise<void>)[]): Promise<unknown> => Promise.all(left.map((work) => work()));

    it('and makes them then', () => withLeft((_, left) => all(left)));

    it('and the next start makes them where the first one was cut off', () =>
      withLeft(({ url, adminUrl }) => prepareDatabase(resources, { url, adminUrl: adminUrl! })));

    it('where several servers start at once, while people are at work', () =>
      withLeft(async (options, left) => {
        await Promise.all([prepareDatabase(resources, options), prepareDatabase(resources, options)]);
        expect(left).toHaveLength(3);
        const store = makeStore(postgresDatabase(options.url, 4));
        try {
          const { tenant_id: tenant } = (await store.lookUp<{ tenant_id: string }>('tenant_ids', []))[0]!;
          // Undone, so that the rows can be compared afterwards.
          const write = (n: number): Promise<unknown> =>
            store.transaction(actor(tenant), async (tx) => {
              await tx.run(sql`insert into "leads" ("tenant_id", "id", "name") values (${tenant}, ${`new-${n}`}, 'New')`);
              throw new Error('undone');
            });
          const writes = Array.from({ length: 40 }, (_, n) => expect(write(n)).rejects.toThrow('undone'));
          await Promise.all([all(left), ...writes]);
        } finally {
          await store.close();
        }
      }));

    it('and a server without the administrator’s login starts meanwhile, with a word about them; `verify` finds nothing wrong', () =>
      withLeft(async ({ url, adminUrl }, left) => {
        const words: string[] = [];
        await prepareDatabase(resources, { url, warn: (line) => words.push(line) });
        expect(words).toEqual([expect.stringContaining('Indexes of the first start are missing')]);
        const findings = await withClient(adminUrl!, (admin) => schemaFindings(admin, resources));
        expect(findings.map(({ wrong }) => wrong)).toEqual([0, 0, 0]);
        await all(left);
      }));
  });

  it.each([
    ['among the rows', (text: string) => text.startsWith('copy "leads"')],
    ['before its last transaction', (text: string) => text.includes('drop table "_first_start"')],
  ])('begins again after a start that was cut off %s; until then the product’s login cannot do anything', async (_, isCut) => {
    writeFileSync(join(top, 'made'), now.toISOString());
    const empty = await emptyDatabase();
    const { url: owner, superuser } = empty.owner;
    const unlessCut = (text: string): void => {
      if (isCut(text)) throw new Error('the line is cut');
    };
    try {
      const prepared = (await readPrepared(resources, folder))!;
      const cutOff = withClient(owner, (first) =>
        withClient(owner, (second) =>
          fillPrepared(
            [first, second].map((one) => ({
              ...one,
              script: async <T>(text: string) => (unlessCut(text), one.script<T>(text)),
              copyIn: async (text: string, rows: Buffer) => (unlessCut(text), one.copyIn!(text, rows)),
            })) as [Connection, Connection],
            prepared,
          ),
        ),
      );
      await expect(cutOff).rejects.toThrow('the line is cut');
      await expect(prepareDatabase(resources, { url: empty.runtime })).rejects.toThrow('was cut off');
      await prepareDatabase(resources, { url: empty.runtime, adminUrl: owner, preparedDir: folder });
      await withClient(superuser, whole);
    } finally {
      await empty.drop();
    }
  });

  it('leaves nothing to a start without these rows that follows one which was cut off', async () => {
    const empty = await emptyDatabase();
    try {
      const cutOff = `select pg_advisory_lock_shared(727277); create table "_first_start" (); create table "leads" ("id" text)`;
      const starting = await withClient(empty.owner.url, async (owner) => {
        await owner.script(cutOff);
        const next = prepareDatabase(resources, { url: empty.runtime, adminUrl: empty.owner.url });
        next.catch(() => {});
        // The server is still at work for the process that was killed.
        const waiting = `select count(*)::int as "n" from pg_locks where locktype = 'advisory' and objid = 727277 and not granted
          and "database" = (select oid from pg_database where datname = current_database())`;
        await expect.poll(() => owner.script(waiting)).toEqual([{ n: 1 }]);
        return { next };
      });
      await starting.next;
      await withClient(empty.owner.superuser, async (admin) => {
        expect(await planFor(admin, resources)).toEqual({ statements: [], destructive: [], refills: [] });
        expect(await admin.script('select "tenant_id" from "tenant"')).toEqual([]);
      });
    } finally {
      await empty.drop();
    }
  });

  it('are not used for other tables than those they were made for', async () => {
    expect(await readPrepared(resources, folder)).toBeDefined();
    expect(await readPrepared(resources.slice(1), folder)).toBeUndefined();
    expect(await readPrepared(resources, top)).toBeUndefined();
  });

  it('shifts points in time by the whole days since the build, but not birthdays', async () => {
    const of = `select "created_at", "date_of_birth" from "leads" where "id" = 'odd'`;
    const [before] = await pgliteConnection(sendTo(source)).script(of);
    const audit = `select min("at") as "at" from "audit"`;
    const [first] = await pgliteConnection(sendTo(source)).script(audit);
    const kept = `select "field" like '~%' as "elsewhere", min("time") as "time" from "custom_values" where "time" is not null group by 1 order by 1`;
    const [own, elsewhere] = await pgliteConnection(sendTo(source)).script(kept);
    expect(own?.time).toBe('2024-05-06T07:08:09.000Z');
    await started(new Date(now.getTime() - 3.5 * 86_400_000), async (admin) => {
      const later = (at: unknown): string => new Date(Date.parse(String(at)) + 3 * 86_400_000).toISOString();
      expect(await admin.script(of)).toEqual([{ created_at: later(before!.created_at), date_of_birth: '2001-02-03' }]);
      expect(await admin.script(audit)).toEqual([{ at: later(first!.at) }]);
      expect(await admin.script(kept)).toEqual([own, { ...elsewhere, time: later(elsewhere!.time) }]);
    });
  });
});
