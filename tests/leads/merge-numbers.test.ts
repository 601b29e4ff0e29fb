import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leadOfNumber } from '../../server/channels/whatsapp-chats';
import { call, edit, type Answer } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

describe.each(await reachableDatabases())('the numbers of leads that were made one, $name', ({ fresh }) => {
  let world: World;
  let tenant: string;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    tenant = world.test.fixture.tenants['northstar']!;
  });
  afterAll(() => world.test.close());

  const post = (path: string, body: object): Promise<Answer> => call(world.test, world.admin, 'POST', path, body);
  const merge = (kept: string, lost: readonly string[], choices: object = {}): Promise<Answer> =>
    post('leads/merge', { kept_id: kept, lost_ids: lost, choices });
  const unmerge = (answer: Answer): Promise<Answer> =>
    post('leads/unmerge', { merge_id: (answer.body['data'] as { merge_id: string }).merge_id });
  const lead = (id: string) => world.row('leads', id);

  it('each reaches the lead that stays, also those for which it has no field left', async () => {
    const kept = await world.makeLead();
    const lost = [await world.makeLead(), await world.makeLead({ phone: '9811100001' })];
    await merge(kept, lost);
    expect(await lead(kept)).not.toMatchObject({ alternate_phone: '+919811100001' });
    const rings = async (): Promise<unknown> => {
      const { body } = await post('dialer/sandbox-call', { phone: '+919811100001', routed: true });
      const { call_id: id } = body['data'] as { call_id: string };
      return (await world.row('calls', id))['lead_id'];
    };
    expect(await rings()).toBe(kept);
    const further = await world.makeLead();
    const again = await merge(further, [kept]);
    expect(await rings()).toBe(further);
    const chat = await world.test.store.transaction(actor(tenant), (tx) => tx.one(leadOfNumber(tenant, '+919811100001')));
    expect(chat).toMatchObject({ id: further });
    await unmerge(again);
    expect(await rings()).toBe(kept);
    await edit(world.test, tenant, `update "leads" set "do_not_disturb" = true where "id" = '${kept}'`);
    const dialled = await post('dialer/call', { phone: '9811100001' });
    expect([dialled.code, dialled.body.message]).toEqual([409, 'This person asked not to be called.']);
  });

  describe('where a family shares one', () => {
    const shared = '9811100011';
    const family = async (): Promise<{ main: string; apart: string }> => {
      await edit(
        world.test,
        tenant,
        `update "tenant" set "duplicate_rule" = '{"keys":["phone"],"action":"new"}' where "tenant_id" = '${tenant}'`,
      );
      const main = await world.makeLead({ phone: shared });
      const apart = await world.makeLead({ phone: shared });
      const { duplicate_of: first } = await lead(apart);
      return { main: String(first ?? main), apart };
    };

    it.each([{ phone: '9811100012' }, { phone: undefined, email: 'alone@family.example' }])(
      'the lead that takes it stands apart as the lost one did, and no longer once the merge is undone: %o',
      async (values) => {
        const { main, apart } = await family();
        const kept = await world.makeLead(values);
        const answer = await merge(kept, [apart], { phone: apart });
        expect(answer.code, answer.text).toBe(200);
        expect(await lead(kept)).toMatchObject({ phone: `+91${shared}`, duplicate_of: main });
        expect((await unmerge(answer)).code).toBe(200);
        const phone = values.phone ? `+91${values.phone}` : null;
        expect(await lead(kept)).toMatchObject({ phone, duplicate_of: null });
        expect(await lead(apart)).toMatchObject({ phone: `+91${shared}`, duplicate_of: main });
        await edit(world.test, tenant, `update "leads" set "deleted_at" = now() where "id" in ('${kept}', '${apart}')`);
      },
    );

    it('an email that would then be of two leads is refused in a sentence', async () => {
      await world.makeLead({ phone: undefined, email: 'mother@family.example' });
      const kept = await world.makeLead({ phone: undefined, email: 'child@family.example' });
      const lost = await world.makeLead({ email: 'mother@family.example' });
      const answer = await merge(kept, [lost], { phone: kept, email: lost });
      expect([answer.code, answer.body.message]).toEqual([409, expect.stringMatching(/^Another lead has the phone or email/)]);
      expect(await lead(lost)).toMatchObject({ merged_into: null });
    });
  });
});
