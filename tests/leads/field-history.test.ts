import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import type { FieldChange } from '../../src/schemas/calls/lead-page';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { call, type Browser } from '../support/app';
import { makeWorld, saveStage, type World } from './lead-world';

describe.each(await reachableDatabases())('what a lead was before, $name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
  });
  afterAll(() => world.test.close());

  const tenantId = (): string => world.test.fixture.tenants.northstar;
  const userId = (who: string): string => world.test.fixture.users[`${who}@northstar.example`] ?? '';
  const called = (leadId: string, at: string, talk: number): Promise<unknown> =>
    world.test.store.transaction(actor(tenantId()), (tx) =>
      tx.run(
        sql`insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "state", "started_at", "ended_at", "outcome", "talk_s")
          values (${tenantId()}, ${newId()}, ${leadId}, ${userId('counsellor')}, 'outbound', 'ended', ${at}::timestamptz, ${at}::timestamptz,
            ${talk ? 'answered' : 'no_answer'}, ${talk})`,
      ),
    );

  it('a field has its history: who changed it, when, from what to what, masked for a role as the field itself', async () => {
    const id = await world.makeLead({ city: 'Pune' });
    const patch = async (who: Browser, body: object): Promise<void> => {
      const answer = await call(world.test, who, 'PATCH', `res/leads/${id}`, body);
      expect(answer.status, answer.text).toBe(200);
    };
    await patch(world.counsellor, { city: 'Nashik' });
    await patch(world.admin, { city: 'Satara', alternate_phone: '9822077777', source: world.otherSource });
    const history = async (): Promise<FieldChange[]> => {
      const answer = await call(world.test, world.counsellor, 'GET', `leads/${id}/field-history`);
      expect(answer.code, answer.text).toBe(200);
      return answer.body['data'] as FieldChange[];
    };
    const names = await Promise.all(['counsellor', 'admin'].map((who) => world.row('users', userId(who))));
    expect((await history()).filter(({ field }) => field === 'city')).toMatchObject([
      { old: 'Nashik', new: 'Satara', by_name: names[1]?.['name'] },
      { old: 'Pune', new: 'Nashik', by_name: names[0]?.['name'] },
    ]);
    expect((await history()).find(({ field }) => field === 'source')).toMatchObject({ new_label: 'Facebook' });
    expect((await history()).find(({ field }) => field === 'alternate_phone')?.new).toMatch(/9822077777$/);
    const rules = (field_rules: object[]) => call(world.test, world.admin, 'PATCH', 'res/users-roles/4', { field_rules });
    const hidden = { resource: 'leads', field: 'city', rule: 'hidden' };
    expect((await rules([{ ...hidden, field: 'alternate_phone', rule: 'masked' }, hidden])).status).toBe(200);
    world.test.clock.add(61); // a session knows its rights for a minute
    const seen = await history();
    expect((await rules([])).status).toBe(200);
    world.test.clock.add(61);
    expect(seen.map(({ field }) => field)).not.toContain('city');
    expect(JSON.stringify(seen)).not.toContain('9822077777');
    for (const [who, code] of [
      [world.outsider, 403],
      [world.foreigner, 404],
    ] as const)
      expect((await call(world.test, who, 'GET', `leads/${id}/field-history`)).code).toBe(code);
  });

  it('a call shows the stage that its caller saved during it or within ten minutes, and only that', async () => {
    const id = await world.makeLead();
    const minutes = (n: number): string => new Date(world.test.services.now().getTime() + n * 60_000).toISOString();
    await called(id, minutes(-40), 0);
    await called(id, minutes(-8), 30);
    const stage = { stage_id: world.stages['Counselled'], sub_stage: 'Course explained', message: 'Both courses' };
    expect((await saveStage(world, world.counsellor, id, stage)).code).toBe(200);
    await called(id, minutes(1), 30);
    const listed = async (who: Browser): Promise<unknown[]> => {
      const answer = await call(world.test, who, 'GET', `res/calls?lead_id=${id}&_sort=started_at&_order=asc`);
      return (answer.body as unknown as { disposition: unknown }[]).map(({ disposition }) => disposition);
    };
    expect(await listed(world.counsellor)).toEqual([null, 'Counselled / Course explained', null]);
    const [first] = await world.rows('calls', `"lead_id" = '${id}' and "talk_s" = 30 order by "started_at" limit 1`);
    const one = await call(world.test, world.counsellor, 'GET', `res/calls/${String(first?.['id'])}`);
    expect(one.body).toMatchObject({ disposition: 'Counselled / Course explained' });
  });
});
