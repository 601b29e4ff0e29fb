import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import type { Tx } from '../../server/store/store';
import { actor, type TestStore } from '../support/database';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('a transaction on $name', ({ fresh }) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
  });
  afterAll(() => store.close());

  it('writes and reads rows of its tenant with their types', async () => {
    const id = newId();
    await store.transaction(actor('t1', null), (tx) =>
      tx.run(sql`insert into "leads" ("tenant_id", "id", "name", "date_of_birth", "tags", "custom", "next_followup_at")
        values (${'t1'}, ${id}, ${'Aarav'}, ${'2001-02-03'}, ${JSON.stringify(['a'])}, ${{ x: 1 }}, ${new Date(0)})`),
    );
    const row = await store.transaction(actor('t1'), (tx) =>
      tx.row(sql`select * from "leads" where "tenant_id" = ${'t1'} and "id" = ${id}`),
    );
    expect(row).toMatchObject({
      name: 'Aarav',
      date_of_birth: '2001-02-03',
      tags: ['a'],
      custom: { x: 1 },
      row_version: 1,
      dial_count: 0,
    });
    expect(row!.next_followup_at).toBe('1970-01-01T00:00:00.000Z');
    const updated = await store.transaction(actor('t1', 'u1'), (tx) =>
      tx.run(sql`update "leads" set "name" = ${'B'} where "tenant_id" = ${'t1'} and "id" = any(${[id, 'x']})`),
    );
    expect(updated).toBe(1);
    const audit = await store.admin(`select "op", "old", "new", "user_id" from "audit" where "row_key" = '${id}' order by "seq"`);
    expect(audit.map((entry) => entry.op)).toEqual(['insert', 'update']);
    expect(audit[1]).toMatchObject({
      old: { name: 'Aarav' },
      new: { name: 'B', row_version: 2, updated_by: 'u1' },
      user_id: 'u1',
    });
  });

  it('TRUST-S1 the first statement, sent together with the opening one, never runs before role and tenant are set', async () => {
    const who = sql`select current_user as "role", current_setting('app.tenant', true) as "tenant"`;
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        store.transaction(actor(`t${i % 3}`), (tx) => tx.row<{ role: string; tenant: string }>(who, i % 2 ? 'who' : undefined), {
          readOnly: i % 4 < 2,
        }),
      ),
    );
    expect(seen.map((one) => one!.tenant)).toEqual(seen.map((_, i) => `t${i % 3}`));
    expect(seen.filter((one) => one!.role === 'postgres')).toEqual([]);
  });

  const addStream = (id: string, name: string | null) =>
    sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${name})`;
  const stored = (id: string) => store.admin(`select "name" from "streams" where "id" = '${id}'`);

  it('a write that nobody waits for is there for the next statement and after the commit, or fails them', async () => {
    const [id, other] = [newId(), newId()];
    await store.transaction(actor('t1'), async (tx) => {
      tx.send(addStream(id, 'Sent'));
      expect(await tx.row(sql`select "name" from "streams" where "tenant_id" = ${'t1'} and "id" = ${id}`)).toEqual({
        name: 'Sent',
      });
      tx.send(addStream(other, 'Last'));
    });
    expect([await stored(id), await stored(other)]).toEqual([[{ name: 'Sent' }], [{ name: 'Last' }]]);
    const failsWith = /null value in column "name"/;
    const third = newId();
    const last = store.transaction(actor('t1'), async (tx) => {
      await tx.run(addStream(third, 'Third'));
      tx.send(addStream(newId(), null));
    });
    await expect(last).rejects.toThrow(failsWith);
    const next = store.transaction(actor('t1'), async (tx) => {
      tx.send(addStream(newId(), null));
      await expect(tx.run(addStream(third, 'Third'))).rejects.toThrow(failsWith);
      throw new Error('seen');
    });
    await expect(next).rejects.toThrow('seen');
    expect(await stored(third)).toEqual([]);
  });

  it('takes no statement after its end', async () => {
    let kept: Tx | undefined;
    await store.transaction(actor('t1'), async (tx) => void (kept = tx));
    await expect(kept!.row(sql`select 1`)).rejects.toThrow('after the end');
  });

  it('a named statement whose table has another column since does not answer with the old ones', async () => {
    const read = () =>
      store.transaction(actor('t1'), (tx) =>
        tx.row(sql`select * from "streams" where "tenant_id" = ${'t1'} limit 1`, 'all-of-streams'),
      );
    await store.transaction(actor('t1'), (tx) => tx.run(addStream(newId(), 'Any')));
    for (let time = 0; time < 12; time++) expect(await read()).not.toHaveProperty('extra');
    await store.admin('alter table "streams" add column "extra" text');
    const answers = await Promise.allSettled(Array.from({ length: 12 }, read));
    for (const one of answers)
      if (one.status === 'fulfilled') expect(one.value).toHaveProperty('extra');
      else expect(String(one.reason)).toMatch(/cached plan must not change result type/);
    await store.admin('alter table "streams" drop column "extra"');
  });

  it('rolls everything back when its work throws', async () => {
    const id = newId();
    const failed = store.transaction(actor('t1'), async (tx) => {
      await tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${'Law'})`);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await store.admin(`select 1 from "streams" where "id" = '${id}'`)).toEqual([]);
  });

  it('fails when the error of a statement was swallowed', async () => {
    const id = newId();
    const swallowed = store.transaction(actor('t1'), async (tx) => {
      await tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${'Arts'})`);
      await tx.run(sql`select 1 / 0`).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow();
    expect(await store.admin(`select 1 from "streams" where "id" = '${id}'`)).toEqual([]);
  });

  it('a named statement that failed on its first run can run again', async () => {
    const name = `named-${newId()}`;
    const add = (id: string): Promise<number> =>
      store.transaction(actor('t1'), (tx) =>
        tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${id})`, name),
      );
    const id = newId();
    await store.transaction(actor('t1'), (tx) =>
      tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${'t1'}, ${id}, ${'there'})`),
    );
    await expect(add(id)).rejects.toMatchObject({ code: '23505', constraint: 'streams_pkey' });
    expect(await add(newId())).toBe(1);
    await expect(add(id)).rejects.toMatchObject({ code: '23505' });
    expect(await add(newId())).toBe(1);
  });

  it('another text under the name of a prepared statement is still run as written', async () => {
    const name = `named-${newId()}`;
    const ask = (text: ReturnType<typeof sql>) => store.transaction(actor('t1'), (tx) => tx.row(text, name));
    for (let n = 0; n < 3; n++) {
      expect(await ask(sql`select ${'a'}::text as "one"`)).toEqual({ one: 'a' });
      expect(await ask(sql`select ${'b'}::text as "other"`)).toEqual({ other: 'b' });
    }
  });

  it('runs work after its commit, and none after a rollback', async () => {
    const done: string[] = [];
    await store.transaction(actor('t1'), async (tx) => tx.afterCommit(() => done.push('kept')));
    await store
      .transaction(actor('t1'), async (tx) => {
        tx.afterCommit(() => done.push('lost'));
        throw new Error('no');
      })
      .catch(() => {});
    expect(done).toEqual(['kept']);
  });

  it('D-017 refuses a revoked token, an older token version and an inactive user in its opening statement', async () => {
    await store.transaction(actor('t9'), async (tx) => {
      await tx.run(sql`insert into "users_roles" ("tenant_id", "role", "role_name", "data_scope", "permissions")
        values (${'t9'}, ${1}, ${'Admin'}, ${'tenant'}, ${'[]'}::jsonb)`);
      await tx.run(sql`insert into "users" ("tenant_id", "id", "name", "email", "role", "type", "token_version")
        values (${'t9'}, ${'u9'}, ${'Asha'}, ${'Asha@example.com'}, ${1}, ${'org'}, ${3})`);
    });
    const as = (jti: string, tokenVersion: number, tenant = 't9') =>
      store.transaction({ ...actor(tenant, 'u9'), jti, tokenVersion }, async () => 'in');
    expect(await as('j1', 3)).toBe('in');
    await expect(as('j1', 2)).rejects.toMatchObject({ code: 401 });
    await expect(as('j1', 3, 't1')).rejects.toMatchObject({ code: 401 });
    await store.transaction(actor('t9'), (tx) =>
      tx.run(
        sql`insert into "revoked_tokens" ("tenant_id", "id", "jti", "expires_at") values (${'t9'}, ${'r1'}, ${'j1'}, now())`,
      ),
    );
    await expect(as('j1', 3)).rejects.toMatchObject({ code: 401 });
    expect(await as('j2', 3)).toBe('in');
    await store.transaction(actor('t9'), (tx) => tx.run(sql`update "users" set "status" = 0 where "tenant_id" = ${'t9'}`));
    await expect(as('j2', 3)).rejects.toMatchObject({ code: 401 });
    expect(await store.lookUp('user_by_email', ['ASHA@example.com'])).toEqual([{ tenant_id: 't9', id: 'u9' }]);
  });

  it('passes odd texts through unchanged, in parameters and in its context', async () => {
    const odd = `O'Neil \\ "x" \n \u{1F600} $1 --`;
    const row = await store.transaction({ ...actor('t1'), agent: odd, reason: odd }, (tx) =>
      tx.row<{ a: string; b: string; c: string[] }>(
        sql`select ${odd}::text as a, current_setting('app.agent') as b, ${[odd, 'x,y', '']}::text[] as c`,
      ),
    );
    expect(row).toEqual({ a: odd, b: odd, c: [odd, 'x,y', ''] });
    const nul = store.transaction(actor('t1'), (tx) => tx.row(sql`select ${'a\0b'}::text as a`));
    await expect(nul).rejects.toMatchObject({ code: 422 });
  });

  it('stores bytes unchanged, alone and in a list', async () => {
    const bytes = Buffer.from([0, 1, 34, 92, 127, 128, 255]);
    const row = await store.transaction(actor('t1'), (tx) =>
      tx.row(sql`select encode(${bytes}::bytea, 'hex') as a, encode(${new Uint8Array(bytes)}::bytea, 'hex') as b,
        encode((${[bytes, null]}::text[])[1]::bytea, 'hex') as c, (${[bytes, null]}::text[])[2] as d`),
    );
    expect(row).toEqual({ a: '0001225c7f80ff', b: '0001225c7f80ff', c: '0001225c7f80ff', d: null });
    const seal = ['t1', 1, 1, bytes, 'h', 's'];
    await store.transaction(actor('t1'), (tx) =>
      tx.insertMany('audit_seals', ['tenant_id', 'number', 'last_seq', 'entries', 'hash', 'signature'], [seal]),
    );
    expect(await store.admin(`select encode("entries", 'hex') as e from "audit_seals" where "tenant_id" = 't1'`)).toEqual([
      { e: '0001225c7f80ff' },
    ]);
  });

  it('copies many rows in one statement', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ['t1', newId(), `Stream ${index}`, index % 2 ? null : 1]);
    const count = await store.transaction(actor('t1'), (tx) =>
      tx.insertMany('streams', ['tenant_id', 'id', 'name', 'status'], rows),
    );
    expect(count).toBe(1000);
  });

  it('counts sign-in attempts in a window', async () => {
    expect(await store.hit('a', 60)).toBe(1);
    expect(await store.hit('a', 60)).toBe(2);
    expect(await store.hits('a', 60)).toBe(2);
    await store.clearHits('a');
    expect(await store.hits('a', 60)).toBe(0);
    expect(await store.lookUp('tenant_ids', [])).toEqual([]);
    expect(await store.lookUp('due_jobs', [0, 5])).toEqual([]);
  });
});
