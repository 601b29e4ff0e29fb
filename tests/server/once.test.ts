import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

const databases = await reachableDatabases();

describe.each(databases)('$name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let stage: string;
  const leads: string[] = [];
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    admin = await signIn(test, 'admin@northstar.example');
    const tenant = test.fixture.tenants.northstar;
    stage = newId();
    await edit(
      test,
      tenant,
      `insert into lead_stages (tenant_id, id, stage_name, sub_stages) values ('${tenant}', '${stage}', 'Interested', '[]')`,
    );
    for (let i = 0; i < 4; i++) {
      const id = newId();
      leads.push(id);
      await edit(
        test,
        tenant,
        `insert into leads (tenant_id, id, name, phone) values ('${tenant}', '${id}', 'Lead ${i}', '+91987654321${i}')`,
      );
    }
  });
  afterAll(() => test.close());

  const save = (lead: number, message: string, ref?: string, headers: Record<string, string> = {}) =>
    call(
      test,
      admin,
      'POST',
      'callGenerate',
      { lead_id: leads[lead], callObj: { stage_id: stage, message }, ...(ref ? { client_ref: ref } : {}) },
      headers,
    );
  const saved = async (lead: number): Promise<number> =>
    Number((await test.store.admin(`select count(*) as n from call_actions where lead_id = '${leads[lead]}'`))[0]!['n']);

  describe('a write that is sent twice', () => {
    it('D-052 TRUST-R1 the same client_ref gets the first answer and writes one row, also in parallel', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => save(0, 'hello', 'ref-1')));
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      expect(answers[0]).toMatchObject({ code: 200 });
      expect(await saved(0)).toBe(1);
      expect((await save(0, 'something else', 'ref-1')).code).toBe(409);
      expect((await save(0, 'something else', 'ref-2')).code).toBe(200);
      expect(await saved(0)).toBe(2);
    });

    it('D-052 the header works the same, and after 24 hours the key is free', async () => {
      const header = { 'idempotency-key': 'key-1' };
      const first = await save(1, 'one', undefined, header);
      expect((await save(1, 'one', undefined, header)).text).toBe(first.text);
      expect(await saved(1)).toBe(1);
      await edit(
        test,
        test.fixture.tenants.northstar,
        `update idempotency set created_at = created_at - interval '25 hours' where key = 'given:key-1'`,
      );
      expect((await save(1, 'two', undefined, header)).code).toBe(200);
      expect(await saved(1)).toBe(2);
    });

    it('TRUST-R1 without a key the same content within five seconds is one save', async () => {
      const both = await Promise.all([save(2, 'double click'), save(2, 'double click')]);
      expect(await saved(2)).toBe(1);
      expect(both.map(({ body }) => body['repeated'] ?? false).sort()).toEqual([false, true]);
      await edit(test, test.fixture.tenants.northstar, `update idempotency set created_at = created_at - interval '6 seconds'`);
      await save(2, 'double click');
      expect(await saved(2)).toBe(2);
    });

    it('a bulk change that is sent again is answered with the first job, and says so; two people and two meant changes are two jobs', async () => {
      const tag = (by: Browser, ref?: string) =>
        call(test, by, 'POST', 'res/leads/bulk', {
          action: 'update',
          ids: [leads[0]],
          values: { city: 'Pune' },
          ...(ref ? { client_ref: ref } : {}),
        });
      const manager = await signIn(test, 'manager@northstar.example');
      const [first, again, other] = [await tag(admin), await tag(admin), await tag(manager)];
      expect(again.body).toEqual({ ...first.body, repeated: true });
      expect(first.body).toEqual({ job_id: expect.any(String) });
      expect(other.body).toEqual({ job_id: expect.any(String) });
      const [one, two, repeated] = [await tag(admin, 'first'), await tag(admin, 'second'), await tag(admin, 'second')];
      expect(repeated.body).toEqual(two.body);
      expect(new Set([first, other, one, two].map(({ body }) => body['job_id'])).size).toBe(4);
    });

    it('a refused write leaves its key free', async () => {
      const bad = await call(test, admin, 'POST', 'callGenerate', {
        lead_id: 'nobody',
        callObj: { stage_id: stage },
        client_ref: 'ref-9',
      });
      expect([404, 422]).toContain(bad.code);
      expect((await save(3, 'now it is right', 'ref-9')).code).toBe(200);
    });

    it("another user's key is another key", async () => {
      const manager = await signIn(test, 'manager@northstar.example');
      await save(3, 'mine', 'shared');
      const theirs = await call(test, manager, 'POST', 'users/auth-log', { client_ref: 'shared' });
      expect(theirs.code).toBe(200);
    });
  });
});
