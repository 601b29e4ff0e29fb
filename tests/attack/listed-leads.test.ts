import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

/** A calling list opens a lead to be called and to note what came of it (D-001); its owner stays the owner (D-009, D-023). */
describe.each(await reachableDatabases())('TRUST-S33 a lead that a calling list opens, $name', ({ fresh }) => {
  let world: DialWorld;
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
  });
  afterAll(() => world.test.close());

  /** Someone else's lead that is served to this caller. */
  async function served(who: Browser, owner: string): Promise<string> {
    const lead = await world.makeLead({}, owner);
    const list = await world.list({ user_ids: [who.userId] });
    await world.queue(list, lead);
    const { data } = await world.get(who, `dialer/next?list_id=${list}`);
    expect(data).toMatchObject({ lead_id: lead });
    expect((await call(world.test, who, 'GET', `res/leads/${lead}`)).status).toBe(200);
    return lead;
  }
  const send = (who: Browser, method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<Answer> =>
    call(world.test, who, method, path, body);
  const untouched = async (lead: string, owner: string): Promise<void> => {
    expect(await world.row('leads', lead)).toMatchObject({ user_id: world.test.fixture.users[owner] });
    expect(await world.rows('lead_referrals', `"lead_id" = '${lead}'`)).toEqual([]);
  };

  it('is not taken over by its caller through a referral, to themselves or to a colleague', async () => {
    const { outsider, admin } = world;
    const owner = 'counsellor@northstar.example';
    const lead = await served(outsider, owner);
    for (const to of [outsider.userId, admin.userId]) {
      const one = await send(outsider, 'POST', 'res/lead-referrals', { lead_id: lead, to_user_id: to });
      expect([one.status, one.body.message]).toEqual([403, 'You do not have access to this lead.']);
      const many = await send(outsider, 'POST', 'leads/refer', { lead_ids: [lead], to_user_ids: [to] });
      expect(many.code).toBe(to === outsider.userId ? 422 : 403);
    }
    await untouched(lead, owner);
  });

  it('is not re-assigned by a team leader who calls it', async () => {
    const owner = 'outsider@northstar.example';
    const lead = await served(world.lead, owner);
    const to = world.lead.userId;
    expect((await send(world.lead, 'POST', 'leads/re-assign', { lead_ids: [lead], user_id: to })).code).toBe(403);
    expect((await send(world.lead, 'PATCH', `res/leads/${lead}`, { user_id: to })).status).toBe(403);
    expect((await send(world.lead, 'PATCH', `res/leads/${lead}`, { city: 'Pune' })).status).toBe(200);
    await untouched(lead, owner);
  });

  it('nobody refers a lead to themselves', async () => {
    const lead = await world.makeLead();
    for (const [path, body] of [
      ['leads/refer', { lead_ids: [lead], to_user_ids: [world.admin.userId] }],
      ['res/lead-referrals', { lead_id: lead, to_user_id: world.admin.userId }],
    ] as const) {
      const answer = await send(world.admin, 'POST', path, body);
      expect([path, answer.code, answer.body.errors?.[0]?.message]).toEqual([path, 422, 'You cannot refer a lead to yourself']);
    }
    await untouched(lead, 'counsellor@northstar.example');
  });
});
