import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundRobin, roundRobinShares } from '../../src/schemas/kit/round-robin';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

describe('round robin', () => {
  it('shares what is left over among the first ones', () => {
    expect(roundRobinShares(43, 3)).toEqual([15, 14, 14]);
    expect(roundRobinShares(2, 3)).toEqual([1, 1, 0]);
  });
  it('deals as the shares say, and never to the owner', () => {
    const leads = Array.from({ length: 43 }, () => ({ user_id: null }));
    const counts = ['a', 'b', 'c'].map((id) => roundRobin(leads, ['a', 'b', 'c']).filter(({ to }) => to === id).length);
    expect(counts).toEqual([15, 14, 14]);
    expect(roundRobin([{ user_id: 'a' }, { user_id: 'b' }], ['a', 'b']).map(({ to }) => to)).toEqual(['b', 'a']);
    expect(roundRobin([{ user_id: 'a' }], ['a']).map(({ to }) => to)).toEqual([undefined]);
  });
});

describe.each(await reachableDatabases())('a referral, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
  });
  afterAll(() => world.test.close());

  const refer = (who: Browser, ids: readonly string[], to: readonly (string | undefined)[], more = {}): Promise<Answer> =>
    call(world.test, who, 'POST', 'leads/refer', { lead_ids: ids, to_user_ids: to, ...more });
  const decide = (who: Browser, id: string, body: object): Promise<Answer> =>
    call(world.test, who, 'PUT', `res/lead-referrals/${id}/decision`, body);
  const referralOf = async (lead: string): Promise<string> =>
    String((await world.rows('lead_referrals', `lead_id = '${lead}' order by id desc`))[0]!['id']);
  const listed = async (who: Browser): Promise<unknown[]> => {
    const { text } = await call(world.test, who, 'GET', 'res/leads?type=assigned-leads');
    return (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
  };
  const waiting = async (who: Browser): Promise<unknown> =>
    (await call(world.test, who, 'GET', 'leads/referral-count')).body['data'];
  const told = (who: Browser, type: string) =>
    world.rows('notifications', `user_id = '${who.userId}' and notifications ->> 'type' = '${type}' order by seq desc`);
  const asked = async (): Promise<{ lead: string; id: string }> => {
    const lead = await world.makeLead();
    expect((await refer(world.counsellor, [lead], [world.outsider.userId])).code).toBe(200);
    return { lead, id: await referralOf(lead) };
  };

  it('of several leads is dealt by round robin; each person hears of it once, and list and count agree', async () => {
    const { counsellor, outsider, admin } = world;
    const ids = [await world.makeLead(), await world.makeLead(), await world.makeLead()];
    const answer = await refer(counsellor, ids, [outsider.userId, admin.userId], { note: 'They speak Tamil' });
    expect(answer.body['data']).toMatchObject({ referred: 3, shares: [{ count: 2 }, { count: 1 }], already_asked: 0 });
    const [notice] = await told(outsider, 'lead_refered');
    expect(notice).toMatchObject({ lead_ids: [ids[0], ids[2]] });
    expect((notice!['notifications'] as { message: string }).message).toContain('referred 2 leads to you: They speak Tamil');
    expect(await listed(outsider)).toHaveLength(2);
    expect(await waiting(outsider)).toEqual({ waiting: 2 });
    for (const id of ids) {
      const one = await referralOf(id);
      await decide(counsellor, one, { state: 'cancelled' });
    }
    expect([await listed(outsider), await waiting(outsider)]).toEqual([[], { waiting: 0 }]);
  });

  it('leaves leads that someone was asked to take, and refuses when none is left', async () => {
    const { counsellor, outsider, admin } = world;
    const { lead } = await asked();
    const other = await world.makeLead();
    const answer = await refer(counsellor, [lead, other], [admin.userId]);
    expect(answer.body['data']).toMatchObject({ referred: 1, already_asked: 1 });
    const again = await refer(counsellor, [lead], [admin.userId]);
    expect([again.code, again.body.message]).toEqual([409, 'Someone has already been asked to take this lead.']);
    const theirs = await world.makeLead({}, 'outsider@northstar.example');
    const refused = await refer(admin, [theirs], [outsider.userId]);
    expect(refused.body).toMatchObject({ code: 422, errors: [{ path: 'to_user_ids' }] });
    expect((await refer(counsellor, [lead], [])).body.message).toBe('Choose at least one user');
  });

  it('is refused for a lead out of scope, of another tenant, and to another tenant’s user', async () => {
    const { counsellor, outsider, foreigner } = world;
    const mine = await world.makeLead();
    const theirs = await world.makeLead({}, 'outsider@northstar.example');
    expect((await refer(counsellor, [mine, theirs], [outsider.userId])).code).toBe(403);
    expect((await refer(foreigner, [mine], [foreigner.userId])).code).toBe(404);
    expect((await refer(counsellor, [mine], [foreigner.userId])).code).toBe(422);
    expect(await world.rows('lead_referrals', `lead_id in ('${mine}', '${theirs}')`)).toEqual([]);
    const { id } = await asked();
    expect((await decide(foreigner, id, { state: 'accepted' })).code).toBe(404);
    expect((await decide(world.counsellor, id, { state: 'accepted' })).code).toBe(403);
  });

  it('shows the lead’s page to the person asked until they have answered; they cannot change it before', async () => {
    const { outsider, foreigner, counsellor } = world;
    const other = await world.makeLead();
    const { lead, id } = await asked();
    const reads = [
      `res/leads/${lead}`,
      `leads/${lead}/panel`,
      `leads/${lead}/journey`,
      `leads/${lead}/owners`,
      `leads/${lead}/call-figures`,
    ];
    const codes = async (who: Browser): Promise<unknown[]> =>
      Promise.all(reads.map(async (path) => (await call(world.test, who, 'GET', path)).code));
    expect(await codes(outsider)).toEqual([200, 200, 200, 200, 200]);
    expect((await call(world.test, outsider, 'GET', `leads/${lead}/panel`)).body['data']).toMatchObject({
      referral: { id, state: 'pending', to_user_id: outsider.userId, only_read: true },
      tabs: {},
    });
    expect((await call(world.test, counsellor, 'GET', `leads/${lead}/panel`)).body['data']).toMatchObject({ referral: null });
    expect((await call(world.test, outsider, 'GET', `res/leads/${other}`)).code).toBe(403);
    expect(await codes(foreigner)).toEqual([404, 404, 404, 404, 404]);
    const writes = [
      await call(world.test, outsider, 'PATCH', `res/leads/${lead}`, { city: 'Goa' }),
      await call(world.test, outsider, 'DELETE', `res/leads/${lead}`),
      await call(world.test, outsider, 'POST', 'res/notes', { lead_id: lead, body: 'Hello' }),
      await refer(outsider, [lead], [counsellor.userId]),
    ];
    expect(writes.map(({ code }) => code)).toEqual([403, 403, 403, 403]);
    await decide(counsellor, id, { state: 'cancelled' });
    expect(await codes(outsider)).toEqual([403, 403, 403, 403, 403]);
  });

  it('accepted, makes the person the owner with who and why in the history; the answer reaches who asked', async () => {
    const { counsellor, outsider } = world;
    const lead = await world.makeLead();
    await refer(counsellor, [lead], [outsider.userId], { note: 'Lives in Goa' });
    const id = await referralOf(lead);
    expect((await decide(outsider, id, { state: 'accepted' })).code).toBe(200);
    expect((await decide(outsider, id, { state: 'accepted' })).code).toBe(200); // sent again after a lost answer
    const late = await decide(outsider, id, { state: 'rejected', answer_reason: 'No' });
    expect([late.code, late.body.message]).toEqual([409, 'This referral was already accepted.']);
    const history = await world.rows('lead_owner_history', `lead_id = '${lead}' and reason = 'referral'`);
    expect(history).toMatchObject([
      { to_user_id: outsider.userId, note: expect.stringMatching(/^Referred by .+: Lives in Goa$/) },
    ]);
    const [answer] = await told(counsellor, 'referral_answered');
    expect((answer!['notifications'] as { leadId?: string }).leadId).toBeUndefined(); // it is not theirs to open any more
    expect((await call(world.test, outsider, 'GET', `res/leads/${lead}`)).code).toBe(200);
    expect((await call(world.test, counsellor, 'GET', 'res/lead-referrals?state=accepted')).text).toContain(id);
  });

  it('rejected, disappears from the list of the person asked, and its notification opens the lead', async () => {
    const { counsellor, outsider } = world;
    const { lead, id } = await asked();
    expect(await listed(outsider)).toContain(lead);
    expect((await decide(outsider, id, { state: 'rejected', answer_reason: 'Not my city' })).code).toBe(200);
    expect(await listed(outsider)).not.toContain(lead);
    expect((await call(world.test, outsider, 'GET', `res/leads/${lead}`)).code).toBe(403);
    const [answer] = await told(counsellor, 'referral_answered');
    expect(answer!['notifications']).toMatchObject({ leadId: lead, message: expect.stringContaining('Not my city') });
  });

  it('ends when the lead gets another owner, and says so when its lead is deleted or it was taken back', async () => {
    const { counsellor, outsider, admin, lead: teamLead } = world;
    const moved = await asked();
    await call(world.test, admin, 'POST', 'leads/re-assign', { lead_ids: [moved.lead], user_id: teamLead.userId });
    expect(await listed(outsider)).not.toContain(moved.lead);
    expect((await decide(outsider, moved.id, { state: 'accepted' })).code).toBe(409);
    expect(await world.row('leads', moved.lead)).toMatchObject({ user_id: teamLead.userId });
    expect(await world.row('lead_referrals', moved.id)).toMatchObject({
      state: 'cancelled',
      answer_reason: 'The lead got a new owner.',
    });
    const taken = await asked();
    await decide(counsellor, taken.id, { state: 'cancelled' });
    expect((await decide(outsider, taken.id, { state: 'accepted' })).body.message).toBe('This referral was taken back.');
    const gone = await asked();
    await edit(world.test, world.test.fixture.tenants.northstar, `update leads set deleted_at = now() where id = '${gone.lead}'`);
    expect((await decide(outsider, gone.id, { state: 'accepted' })).body.message).toBe('This lead no longer exists.');
  });

  it('waits for nobody who has left: the lead can be referred to someone else', async () => {
    const { counsellor, outsider, admin, test } = world;
    const { lead, id } = await asked();
    const tenant = test.fixture.tenants.northstar;
    await edit(test, tenant, `update users set status = 0 where id = '${outsider.userId}'`);
    expect((await refer(counsellor, [lead], [outsider.userId], { note: 'Again' })).code).toBe(422);
    expect((await refer(counsellor, [lead], [admin.userId])).code).toBe(200);
    await edit(test, tenant, `update users set status = 1 where id = '${outsider.userId}'`);
    expect(await world.row('lead_referrals', id)).toMatchObject({ state: 'cancelled' });
  });

  it('asked, accepted or sent twice at the same moment, happens once', async () => {
    const { counsellor, outsider, admin } = world;
    for (let round = 0; round < 5; round++) {
      const lead = await world.makeLead();
      const both = await Promise.all([refer(counsellor, [lead], [outsider.userId]), refer(counsellor, [lead], [admin.userId])]);
      expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
      const [referral] = await world.rows('lead_referrals', `lead_id = '${lead}'`);
      const to = referral!['to_user_id'] === outsider.userId ? outsider : admin;
      const answers = await Promise.all([
        decide(to, String(referral!['id']), { state: 'accepted' }),
        decide(to, String(referral!['id']), { state: 'accepted' }),
        decide(counsellor, String(referral!['id']), { state: 'cancelled' }),
      ]);
      const [row] = await world.rows('lead_referrals', `lead_id = '${lead}'`);
      const moves = await world.rows('lead_owner_history', `lead_id = '${lead}' and reason = 'referral'`);
      const isAccepted = row!['state'] === 'accepted';
      expect(answers.map(({ code }) => code)).toEqual(isAccepted ? [200, 200, 409] : [409, 409, 200]);
      expect(moves).toHaveLength(isAccepted ? 1 : 0);
    }
    const sent = { client_ref: 'refer-once' };
    const lead = await world.makeLead();
    const same = await Promise.all([
      refer(counsellor, [lead], [outsider.userId], sent),
      refer(counsellor, [lead], [outsider.userId], sent),
    ]);
    expect(same.map(({ code }) => code)).toEqual([200, 200]);
    expect(await world.rows('lead_referrals', `lead_id = '${lead}'`)).toHaveLength(1);
  });
});
