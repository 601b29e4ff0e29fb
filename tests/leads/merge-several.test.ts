import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { call, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, saveStage, type World } from './lead-world';

describe.each(await reachableDatabases())('several leads made one, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
  });
  afterAll(() => world.test.close());

  const merge = (who: Browser, kept: string, lost: string[], choices = {}, more = {}): Promise<Answer> =>
    call(world.test, who, 'POST', 'leads/merge', { kept_id: kept, lost_ids: lost, choices, ...more });
  const unmerge = (who: Browser, answer: Answer): Promise<Answer> =>
    call(world.test, who, 'POST', 'leads/unmerge', { merge_id: (answer.body['data'] as { merge_id: string }).merge_id });
  const lead = (id: string) => world.row('leads', id);
  const mine = (table: string, id: string) => world.rows(table, `lead_id = '${id}' and deleted_at is null`);

  it('up to ten leads become one in one step, with the value that was chosen of each, and all return together', async () => {
    const kept = await world.makeLead({ name: 'Asha Rao', city: 'Pune', tags: ['a'] });
    const lost = [
      await world.makeLead({ name: 'Asha R', city: 'Nagpur', tags: ['b'], last_education: '12th' }),
      await world.makeLead({ name: 'A Rao', city: 'Nashik', pincode: '422001' }, 'outsider@northstar.example'),
      await world.makeLead({ name: 'Asha', city: 'Satara', pincode: '415001', gender: 'female' }),
    ];
    const stands = async (): Promise<unknown[]> =>
      Promise.all(
        [kept, ...lost].map(async (id) => {
          const { updated_at: _u, row_version: _r, updated_by: _b, assigned_at: _a, ...rest } = await lead(id);
          return rest;
        }),
      );
    const before = await stands();
    const answer = await merge(world.admin, kept, lost, { city: lost[1], name: kept, user_id: lost[1], pincode: lost[2] });
    expect([answer.code, answer.body.message]).toEqual([200, expect.stringContaining('The leads were merged.')]);
    expect(await lead(kept)).toMatchObject({
      name: 'Asha Rao',
      city: 'Nashik',
      pincode: '415001',
      last_education: '12th',
      gender: 'female',
      tags: ['a', 'b'],
      user_id: world.outsider.userId,
      re_enquiry_count: 3,
    });
    expect((await mine('lead_captures', kept)).filter((one) => !one['is_re_enquiry'])).toHaveLength(1);
    for (const id of lost) expect(await lead(id)).toMatchObject({ merged_into: kept, deleted_at: expect.any(String) });
    const panel = (await call(world.test, world.admin, 'GET', `leads/${kept}/panel`)).body['data'] as { merges: object[] };
    expect(new Set(panel.merges.map((one) => (one as { group_id: string }).group_id)).size).toBe(1);
    const undone = await unmerge(world.admin, answer);
    expect(undone.body['data']).toMatchObject({ kept_id: kept, lost_ids: lost, gone: 0, kept_changes: [] });
    expect(await stands()).toEqual(before);
    for (const id of [kept, ...lost]) expect(await mine('lead_captures', id)).toHaveLength(1);
  });

  it('a follow-up that went to the new owner of a lead without one is its own user’s again when the merge is undone', async () => {
    const mine = async (id: string) => {
      const at = { stage_id: world.stages['Call back'], sub_stage: 'Evening', call_date_time: inHours(world, 3) };
      expect(await saveStage(world, world.admin, id, at)).toMatchObject({ code: 200 });
      return id;
    };
    const kept = await mine(await world.makeLead({}, null));
    const lost = [await mine(await world.makeLead({}, null)), await world.makeLead({}, 'outsider@northstar.example')];
    const whose = async () => Promise.all([kept, ...lost].map(async (id) => (await mineOf(id)).map((one) => one['user_id'])));
    const mineOf = (id: string) => world.rows('follow_ups', `lead_id = '${id}' and state = 'pending' and deleted_at is null`);
    expect(await whose()).toEqual([[world.admin.userId], [world.admin.userId], []]);
    const answer = await merge(world.admin, kept, lost);
    expect(new Set((await whose())[0])).toEqual(new Set([world.outsider.userId]));
    expect(await unmerge(world.admin, answer)).toMatchObject({ code: 200 });
    expect(await whose()).toEqual([[world.admin.userId], [world.admin.userId], []]);
  });

  it.each([0, 1, 2, 3])('the owner history of a lead has no gaps once a merge is undone: owner chosen of lead %i', async (of) => {
    const { outsider, counsellor, lead: leader, admin } = world;
    const kept = await world.makeLead();
    const lost = [
      await world.makeLead({}, 'outsider@northstar.example'),
      await world.makeLead({}, 'lead@northstar.example'),
      await world.makeLead(),
    ];
    const history = async (id: string) => {
      const rows = await world.rows('lead_owner_history', `lead_id = '${id}' and deleted_at is null order by created_at, id`);
      return rows.map((row) => [row['from_user_id'], row['to_user_id']]);
    };
    const chosen = [kept, ...lost][of];
    expect(await unmerge(admin, await merge(admin, kept, lost, { user_id: chosen }))).toMatchObject({ code: 200 });
    const [own, other] = [counsellor.userId, { 1: outsider.userId, 2: leader.userId }[of]];
    const between = other
      ? [
          [own, other],
          [other, own],
        ]
      : [];
    expect(await history(kept)).toEqual([[null, own], ...between]);
    expect(await Promise.all(lost.map(history))).toEqual([[[null, outsider.userId]], [[null, leader.userId]], [[null, own]]]);
  });

  it('a step of several leads is refused as a whole, in a sentence that names the lead that cannot be merged', async () => {
    const { admin, counsellor } = world;
    const [kept, fine, gone] = [
      await world.makeLead(),
      await world.makeLead({ name: 'Fine Lead' }),
      await world.makeLead({ name: 'Gone Lead' }),
    ];
    const theirs = await world.makeLead({ name: 'Hidden Person' }, 'outsider@northstar.example');
    await merge(admin, await world.makeLead(), [gone]);
    const refused = async (who: Browser, lost: string[], choices = {}, more = {}): Promise<[number, unknown]> => {
      const { code, text } = await merge(who, kept, lost, choices, more);
      expect((await lead(fine))['merged_into']).toBeNull();
      return [code, text];
    };
    const said = (text: string): unknown => expect.stringContaining(text);
    expect(await refused(admin, [fine, gone])).toEqual([409, said('Gone Lead has already been merged')]);
    expect(await refused(counsellor, [fine, theirs])).toEqual([403, said('lost_ids.1')]);
    expect((await refused(counsellor, [fine, theirs]))[1]).not.toContain('Hidden');
    expect(await refused(admin, [fine, newId()])).toEqual([404, said('does not exist')]);
    const versions = [{ id: fine, row_version: 99 }];
    expect(await refused(admin, [fine], {}, { versions })).toEqual([409, said('Fine Lead was changed')]);
    expect(await refused(admin, [fine], { city: theirs })).toEqual([422, said('one of the leads that are merged')]);
    expect((await refused(admin, [fine, kept]))[0]).toBe(422);
    expect((await refused(admin, Array.from({ length: 10 }, newId)))[0]).toBe(422);
  });

  it('a merge is among the recent changes of whoever made it, until when it can be undone, and that it was', async () => {
    const kept = await world.makeLead({ name: 'Kept Rao' });
    const lost = [await world.makeLead(), await world.makeLead()];
    const changes = async (who: Browser): Promise<unknown[]> =>
      (await call(world.test, who, 'GET', 'bulk-changes')).body['data'] as unknown[];
    const answer = await merge(world.admin, kept, lost);
    const shown = { kind: 'lead-merge', done_word: 'Merged', changed: 3, about: 'into Kept Rao' };
    expect((await changes(world.admin))[0]).toMatchObject({ ...shown, undo_until: expect.any(String), undo: null });
    expect(await changes(world.counsellor)).toEqual([]);
    expect((await unmerge(world.admin, answer)).code).toBe(200);
    expect((await changes(world.admin))[0]).toMatchObject({ undo_until: null, undo: { state: 'done', changed: 3 } });
  });
});
