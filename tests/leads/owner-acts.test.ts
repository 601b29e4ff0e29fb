import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import type { OwnerSpell } from '../../src/schemas/calls/lead-page';
import { call } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, type World } from './lead-world';

describe.each(await reachableDatabases())('the acts of an owner, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
  });
  afterAll(() => world.test.close());

  it('are those that the reports count: a message to the lead, and no call that the owner missed', async () => {
    const { test, counsellor } = world;
    const tenantId = test.fixture.tenants['northstar']!;
    const lead = await world.makeLead({ email: 'acts@example.in' });
    const rang = (talk: number): Promise<unknown> =>
      test.store.transaction(actor(tenantId), (tx) =>
        tx.run(sql`insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "phone", "state", "started_at", "outcome", "talk_s")
          values (${tenantId}, ${newId()}, ${lead}, ${counsellor.userId!}, 'inbound', '+919822000000', 'ended', ${inHours(world, 0)}::timestamptz,
            ${talk ? 'answered' : 'missed'}, ${talk})`),
      );
    const spell = async (): Promise<OwnerSpell> =>
      ((await call(test, counsellor, 'GET', `leads/${lead}/owners`)).body['data'] as OwnerSpell[])[0]!;
    await rang(0);
    expect(await spell()).toMatchObject({ calls: 0, messages: 0, first_act_s: null });
    test.clock.add(600);
    const mail = { channel: 'email', subject: 'Fees', text: 'Here they are.' };
    expect((await call(test, counsellor, 'POST', `leads/${lead}/messages`, mail)).code).toBe(200);
    // rows of the outbox have the database's own time
    await test.store.transaction(actor(tenantId), (tx) =>
      tx.run(sql`update "outbox_messages" set "created_at" = ${inHours(world, 0)}::timestamptz where "lead_id" = ${lead}`),
    );
    await rang(30);
    const { first_act_s, ...counts } = await spell();
    expect(counts).toMatchObject({ calls: 1, messages: 1 });
    expect(first_act_s).toBeGreaterThanOrEqual(600);
  });
});
