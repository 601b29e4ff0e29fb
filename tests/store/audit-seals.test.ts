import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../server/context/services';
import { startAuditSealer } from '../../server/jobs/audit-sealer';
import { sealAudit, type Horizon } from '../../server/store/audit/seal-audit';
import { verifyAudit, type AuditReport } from '../../server/store/audit/verify-audit';
import type { Connection } from '../../server/store/connection';
import { newId } from '../../server/store/ids';
import { withClient } from '../../server/store/postgres';
import { makeSecrets } from '../../server/store/secrets';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases, serverUrl } from '../support/postgres';

const secrets = makeSecrets('a secret key of the audit tests, 32 characters and more');
const seals = 6;
const rowsOfSeal = 5;

describe.each(await reachableDatabases())('the sealed audit on $name', ({ name, fresh }) => {
  let store: TestStore;
  /** Numbers of t1's sealed rows, ascending. */
  let sealed: number[];
  beforeAll(async () => {
    store = await fresh();
    for (let seal = 0; seal < seals; seal++) {
      for (let row = 0; row < rowsOfSeal; row++) {
        await write(store, 't1', `Stream ${seal}.${row}`);
        await write(store, 't2', `Other ${seal}.${row}`);
      }
      expect(await sealAll(store, 't1')).toBe(rowsOfSeal);
      expect(await sealAll(store, 't2')).toBe(rowsOfSeal);
    }
    const rows = await store.admin(`select "seq" from "audit" where "tenant_id" = 't1' order by "seq"`);
    sealed = rows.map((row) => Number(row.seq));
    await store.admin(`create table audit_kept as select * from "audit"; create table seals_kept as select * from "audit_seals";
      create table counters_kept as select * from "counters"`);
  });
  afterAll(() => store.close());
  const administrator = async <T>(work: (connection: Pick<Connection, 'script'>) => Promise<T>): Promise<T> => {
    if (name === 'embedded') return work({ script: <T>(text: string) => store.admin<T>(text) });
    const [row] = await store.admin('select current_database() as name');
    const url = new URL(serverUrl);
    url.pathname = `/${String(row!.name)}`;
    return withClient(url.href, work);
  };
  const verify = (tenantId = 't1', key = secrets): Promise<AuditReport> =>
    administrator((connection) => verifyAudit(connection, key, tenantId));

  it('TRUST-S29 is intact as it was written, and reports how many rows are not sealed yet', async () => {
    expect(await verify()).toMatchObject({ seals, rows: seals * rowsOfSeal, unsealed: 0 });
    expect((await verify()).broken).toBeUndefined();
    expect((await verify('t2')).broken).toBeUndefined();
    await write(store, 't3', 'one');
    expect(await verify('t3')).toMatchObject({ seals: 0, rows: 0, unsealed: 1 });
    expect(await sealAll(store, 't3')).toBe(1);
    expect(await sealAudit(store, secrets, 't3')).toEqual({ sealed: 0, more: false });
    expect(await verify('t3')).toMatchObject({ seals: 1, rows: 1, unsealed: 0 });
  });

  it('TRUST-S29 detects each of 300 single tamperings, and names the first broken row', async () => {
    await administrator(async (connection) => {
      const check = fc.asyncProperty(tampering, async (draw) => {
        const { text, seq } = tamper(draw, sealed);
        await connection.script(text);
        const { broken } = await verifyAudit(connection, secrets, 't1');
        expect(broken?.seq, text).toBe(seq);
        await connection.script(`delete from "audit"; delete from "audit_seals"; delete from "counters";
          insert into "audit" overriding system value select * from audit_kept; insert into "audit_seals" select * from seals_kept;
          insert into "counters" select * from counters_kept`);
      });
      await fc.assert(check, { numRuns: 300, seed: 29, endOnFailure: true });
    });
    expect((await verify()).broken).toBeUndefined();
  });

  it('TRUST-S29 detects a chain that was rebuilt without the key', async () => {
    const other = makeSecrets('another key, made by who could write the database alone');
    expect((await verify('t1', other)).broken).toMatchObject({ seq: 1, what: expect.stringContaining('not signed') });
  });

  it('TRUST-S29 lets the app role add seals but not change any', async () => {
    for (const statement of [
      sql`update "audit_seals" set "hash" = '' where "tenant_id" = 't1'`,
      sql`delete from "audit_seals" where "tenant_id" = 't1'`,
      sql`truncate "audit_seals"`,
    ])
      await expect(store.transaction(actor('t1'), (tx) => tx.run(statement))).rejects.toMatchObject({ code: '42501' });
    const others = await store.transaction(actor('t1'), (tx) =>
      tx.rows(sql`select * from "audit_seals" where "tenant_id" <> 't1'`),
    );
    expect(others).toEqual([]);
  });

  it('TRUST-S29 builds one chain when several processes seal at once', async () => {
    for (let round = 0; round < 5; round++) {
      await write(store, 't4', `Round ${round}`);
      await Promise.all([1, 2, 3].map(() => sealAudit(store, secrets, 't4')));
    }
    await sealAll(store, 't4');
    const report = await verify('t4');
    expect(report.broken).toBeUndefined();
    expect(report).toMatchObject({ rows: 5, unsealed: 0 });
  });

  it('TRUST-S29 is sealed by the running server soon after a commit, including rows left unsealed before', async () => {
    await write(store, 't6', 'before the start');
    const log = { info() {}, warn() {}, error: console.error } as unknown as Services['log'];
    const sealer = startAuditSealer({ store, secrets, log });
    try {
      await write(store, 't6', 'later');
      await expect.poll(() => verify('t6'), { interval: 200 }).toMatchObject({ rows: 2, unsealed: 0 });
    } finally {
      await sealer.stop();
    }
    expect((await verify('t6')).broken).toBeUndefined();
  });

  // The embedded database runs one transaction after another.
  if (name === 'PostgreSQL')
    it('TRUST-S29 waits for an uncommitted transaction with a lower number', async () => {
      let first!: Awaited<ReturnType<typeof sealAudit>>;
      await store.transaction(actor('t5'), async (tx) => {
        await tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values ('t5', ${newId()}, 'slow')`);
        await write(store, 't5', 'quick');
        first = await sealAudit(store, secrets, 't5');
        expect(first).toMatchObject({ sealed: 0, more: true });
      });
      expect(await sealAll(store, 't5', first.horizon)).toBe(2);
      const report = await verify('t5');
      expect(report.broken).toBeUndefined();
      expect(report).toMatchObject({ rows: 2, unsealed: 0 });
    });
});

/** Seals all rows and returns their number; other transactions of the same server may be older for a moment. */
async function sealAll(store: TestStore, tenantId: string, from?: Horizon): Promise<number> {
  let sealed = 0;
  let horizon = from;
  for (;;) {
    const done = await sealAudit(store, secrets, tenantId, horizon);
    sealed += done.sealed;
    if (!done.more) return sealed;
    ({ horizon } = done);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function write(store: TestStore, tenantId: string, name: string): Promise<void> {
  await store.transaction(actor(tenantId, 'u1'), (tx) =>
    tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${tenantId}, ${newId()}, ${name})`),
  );
}

const changes = {
  user_id: `coalesce("user_id", '') || 'x'`,
  table_name: `'leads'`,
  row_key: `"row_key" || '1'`,
  op: `'delete'`,
  old: `'{"name": "never"}'`,
  new: `jsonb_set("new", '{name}', '"altered"')`,
  ip: `'198.51.100.1'`,
  agent: 'null',
  request_id: `"request_id" || ' '`,
  reason: `''`,
  at: `"at" + interval '1 millisecond'`,
} as const;
const place = fc.nat({ max: seals * rowsOfSeal - 1 });
const tampering = fc.oneof(
  fc.record({
    what: fc.constant('change' as const),
    at: place,
    column: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
  }),
  fc.record({ what: fc.constantFrom('delete', 'insert', 'move to another tenant', 'give to this tenant'), at: place }),
  fc.record({ what: fc.constant('swap' as const), at: place, with: fc.integer({ min: 1, max: seals * rowsOfSeal - 1 }) }),
  fc.record({
    what: fc.constantFrom('seal deleted', 'seal emptied', 'seal hash', 'seal signature', 'seal swapped', 'seals cut off'),
    seal: fc.integer({ min: 1, max: seals }),
  }),
);
type Tampering = typeof tampering extends fc.Arbitrary<infer T> ? T : never;

/** The tampering SQL, and the row number that the verification must report. */
function tamper(draw: Tampering, sealed: readonly number[]): { text: string; seq: number } {
  if ('seal' in draw) return tamperSeal(draw.what, draw.seal, sealed);
  const seq = sealed[draw.at]!;
  const row = `"tenant_id" = 't1' and "seq" = ${seq}`;
  if ('column' in draw) return { text: `update "audit" set "${draw.column}" = ${changes[draw.column]} where ${row}`, seq };
  if ('with' in draw) {
    const other = sealed[(draw.at + draw.with) % sealed.length]!;
    const content = ['at', 'user_id', 'table_name', 'row_key', 'op', 'old', 'new', 'ip', 'agent', 'request_id', 'reason'];
    const text = `update "audit" a set ${content.map((one) => `"${one}" = b."${one}"`).join(', ')} from audit_kept b
      where a."tenant_id" = 't1' and b."tenant_id" = 't1' and (a."seq", b."seq") in ((${seq}, ${other}), (${other}, ${seq}))`;
    return { text, seq: Math.min(seq, other) };
  }
  // The number before each row of t1, except the first, belongs to t2.
  const between = draw.at === 0 ? seq + 1 : seq - 1;
  switch (draw.what) {
    case 'delete':
      return { text: `delete from "audit" where ${row}`, seq };
    case 'insert':
      return {
        text: `insert into "audit" ("tenant_id", "seq", "table_name", "row_key", "op", "request_id") overriding system value
          values ('t1', ${between}, 'streams', 'x', 'insert', 'test')`,
        seq: between,
      };
    case 'move to another tenant':
      return { text: `update "audit" set "tenant_id" = 't9' where ${row}`, seq };
    default:
      return { text: `update "audit" set "tenant_id" = 't1' where "tenant_id" = 't2' and "seq" = ${between}`, seq: between };
  }
}

function tamperSeal(what: string, seal: number, sealed: readonly number[]): { text: string; seq: number } {
  const row = `"tenant_id" = 't1' and "number" = ${seal}`;
  const startOf = (number: number): number => (number === 1 ? 0 : sealed[(number - 1) * rowsOfSeal - 1]!) + 1;
  const seq = startOf(seal);
  switch (what) {
    case 'seal deleted':
      return { text: `delete from "audit_seals" where ${row}`, seq };
    case 'seal emptied':
      return { text: `update "audit_seals" set "entries" = '' where ${row}`, seq };
    case 'seal hash':
      return { text: `update "audit_seals" set "hash" = md5("hash") where ${row}`, seq };
    case 'seal signature':
      return { text: `update "audit_seals" set "signature" = reverse("signature") where ${row}`, seq };
    case 'seal swapped': {
      const other = (seal % seals) + 1;
      const text = `update "audit_seals" a set "entries" = b."entries", "hash" = b."hash", "last_seq" = b."last_seq", "signature" = b."signature"
        from seals_kept b where a."tenant_id" = 't1' and b."tenant_id" = 't1'
        and (a."number", b."number") in ((${seal}, ${other}), (${other}, ${seal}))`;
      return { text, seq: startOf(Math.min(seal, other)) };
    }
    default:
      return { text: `delete from "audit_seals" where "tenant_id" = 't1' and "number" >= ${seal}`, seq };
  }
}
