import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, type Answer, type Browser } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from './lead-world';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('$name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
  });
  afterAll(() => world.test.close());

  const get = (path: string, who = world.counsellor): Promise<Answer> => call(world.test, who, 'GET', path);
  async function followUp(leadId: string, hours: number, message = 'x'): Promise<string> {
    const answer = await saveStage(world, world.counsellor, leadId, {
      stage_id: world.stages['Call back'],
      call_date_time: inHours(world, hours),
      message,
    });
    if (answer.code !== 200) throw new Error(answer.text);
    return (answer.body as { data: { call_action_id: string } }).data.call_action_id;
  }
  const history = async (id: string): Promise<unknown> => [
    await world.rows('follow_ups', `"lead_id" = '${id}' order by "id"`),
    await world.row('leads', id),
  ];

  describe('mark done', () => {
    it('CALLACTION-057 closes the follow-up, stores where the click came from, and a second call changes nothing', async () => {
      const id = await world.makeLead();
      const first = await followUp(id, 30, 'later');
      const second = await followUp(id, 2, 'soon');
      const listed = (await get(`followup/lead/${id}`)).body['data'] as { call_action_id: string }[];
      expect(listed.map((one) => one.call_action_id)).toEqual([second, first]);

      expect((await get(`followup/lead/mark-status/${second}?source=followup_list`)).code).toBe(200);
      expect(await world.rows('follow_ups', `"call_action_id" = '${second}'`)).toMatchObject([
        { state: 'done', done_source: 'followup_list', done_by: world.counsellor.userId },
      ]);
      expect((await get(`followup/lead/${id}`)).body['data']).toMatchObject([{ call_action_id: first }]);
      const still = (await world.rows('follow_ups', `"call_action_id" = '${first}'`))[0]!;
      expect(await world.row('leads', id)).toMatchObject({
        last_callaction_followup_status: 1,
        next_followup_at: still['call_date_time'],
      });

      const before = await history(id);
      const again = await get(`followup/lead/mark-status/${second}?source=dialer`);
      expect(again.code).toBe(200);
      expect(await history(id)).toEqual(before);

      expect((await get(`followup/lead/mark-status/${first}`)).code).toBe(200);
      expect(await world.row('leads', id)).toMatchObject({ next_followup_at: null, last_callaction_followup_status: 1 });
    });

    it('CALLACTION-057 closing an older follow-up does not change the status of the newest call action', async () => {
      const id = await world.makeLead();
      const old = await followUp(id, 2, 'old');
      await followUp(id, 30, 'new');
      await get(`followup/lead/mark-status/${old}`);
      expect(await world.row('leads', id)).toMatchObject({ last_callaction_followup_status: 0 });
    });

    it('CALLACTION-057 ten clicks at once close it once', async () => {
      const id = await world.makeLead();
      const action = await followUp(id, 3);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => get(`followup/lead/mark-status/${action}?source=call_action`)),
      );
      expect(answers.map((answer) => answer.code)).toEqual(Array(10).fill(200));
      const closed = await world.rows(
        'audit',
        `"table_name" = 'follow_ups' and "op" = 'update' and "new"->>'state' = 'done' and "row_key" in (select "id" from "follow_ups" where "lead_id" = '${id}')`,
      );
      expect(closed).toHaveLength(1);
    });

    it('of two people who say how it went the second learns that the first was faster', async () => {
      const action = await followUp(await world.makeLead(), 3);
      const finish = (who: Browser, note: string): Promise<Answer> =>
        call(world.test, who, 'POST', `followup/lead/done/${action}`, { outcome: 'spoke', note });
      expect((await finish(world.counsellor, 'Comes on Monday')).code).toBe(200);
      expect((await finish(world.counsellor, 'Comes on Monday')).code).toBe(200);
      const late = await finish(world.admin, 'Wants the hostel');
      expect([late.code, late.body.message]).toEqual([409, 'Someone else has already marked this follow-up as done.']);
      const [row] = await world.rows('follow_ups', `"call_action_id" = '${action}'`);
      expect(row).toMatchObject({ done_by: world.counsellor.userId, done_reason: 'Spoke to them: Comes on Monday' });
      const told = (await get(`leads/${String(row!['lead_id'])}/journey?type=follow_up`)).body['data'];
      expect(told).toMatchObject([{ kind: 'follow_up_done', done_reason: 'Spoke to them: Comes on Monday' }]);
    });

    it('CALLACTION-059 answers 404 for another tenant, 403 outside the scope', async () => {
      const id = await world.makeLead();
      const action = await followUp(id, 3);
      expect((await get(`followup/lead/mark-status/${action}`, world.foreigner)).code).toBe(404);
      expect((await get(`followup/lead/mark-status/${action}`, world.outsider)).code).toBe(403);
      expect((await get('followup/lead/mark-status/01ARZ3NDEKTSV4RRFFQ69G5FAV')).code).toBe(404);
      expect((await get(`followup/lead/${id}`)).body['count']).toBe(1);
    });
  });

  describe('undo of mark done', () => {
    const reopen = (id: string, done_at: unknown, who = world.counsellor): Promise<Answer> =>
      call(world.test, who, 'POST', `followup/lead/reopen/${id}`, { done_at });
    const write = (text: string): Promise<unknown> => edit(world.test, world.test.fixture.tenants.northstar, text);
    async function doneNow(): Promise<{ lead: string; action: string; at: unknown }> {
      const lead = await world.makeLead();
      const action = await followUp(lead, 3);
      const answer = await get(`followup/lead/mark-status/${action}?source=followup_list`);
      return { lead, action, at: (answer.body['data'] as { done_at: string }).done_at };
    }

    it('opens it again with nothing left of the marking, and a second call changes nothing', async () => {
      const { lead, action, at } = await doneNow();
      expect((await reopen(action, at)).code).toBe(200);
      const [row] = await world.rows('follow_ups', `"call_action_id" = '${action}'`);
      expect(row).toMatchObject({ state: 'pending', done_at: null, done_by: null, done_source: null });
      expect(await world.row('leads', lead)).toMatchObject({
        next_followup_at: row!['call_date_time'],
        last_callaction_followup_status: 0,
      });
      const before = await history(lead);
      expect((await reopen(action, at)).code).toBe(200);
      expect(await history(lead)).toEqual(before);
    });

    it('takes back that the lead was worked on: who waited for a call waits again', async () => {
      const acted = async (id: string): Promise<unknown[]> => {
        const row = await world.row('leads', id);
        return [row['first_act_at'], row['last_act_at'], row['last_act_type']];
      };
      const lead = await world.makeLead();
      const action = await followUp(lead, 3);
      await write(
        `update "leads" set "first_act_at" = null, "last_act_at" = null, "last_act_type" = null where "id" = '${lead}'`,
      );
      const mark = async (): Promise<unknown> =>
        ((await get(`followup/lead/mark-status/${action}?source=followup_list`)).body['data'] as { done_at: string }).done_at;
      const at = await mark();
      expect((await acted(lead))[2]).toBe('follow_up_done');
      expect((await reopen(action, at)).code).toBe(200);
      expect(await acted(lead)).toEqual([null, null, null]);
      const again = await mark();
      const note = { lead_id: lead, call_date_time: inHours(world, 5) };
      expect((await call(world.test, world.counsellor, 'POST', 'res/follow-ups', note)).status).toBe(200);
      expect((await reopen(action, again)).code).toBe(200);
      expect((await acted(lead))[2], 'what was done since stays').toBe('follow_up_added');
    });

    it('is for the person who marked it, within the scope and the tenant, and for that marking', async () => {
      const { lead, action, at } = await doneNow();
      const before = await history(lead);
      expect((await reopen(action, at, world.foreigner)).code).toBe(404);
      expect((await reopen(action, at, world.outsider)).code).toBe(403);
      expect((await reopen(action, at, world.admin)).text).toContain('Only the person who marked');
      expect((await reopen(action, '2026-01-01T00:00:00.000Z')).code).toBe(409);
      expect((await reopen(action, 'soon')).code).toBe(422);
      expect(await history(lead)).toEqual(before);
    });

    it('is refused after three days', async () => {
      const { action, at } = await doneNow();
      const long = new Date(Date.parse(String(at)) - 73 * 3_600_000).toISOString();
      await write(`update "follow_ups" set "done_at" = '${long}' where "call_action_id" = '${action}'`);
      expect((await reopen(action, long)).text).toContain('too long ago');
    });

    it('is refused where the tenant allows one pending follow-up and another was planned since', async () => {
      const { lead, action, at } = await doneNow();
      await followUp(lead, 5);
      await write(`update "tenant" set "enforce_pending_followup" = true`);
      expect((await reopen(action, at)).text).toContain('Another follow-up has been planned since.');
      await write(`update "tenant" set "enforce_pending_followup" = false`);
      expect((await reopen(action, at)).code).toBe(200);
    });
  });

  describe('follow-up list', () => {
    it('HTTP-017 the default type is today; tabs and counts follow the tenant’s day', async () => {
      const fresh = await makeWorld(await database.fresh(), new Date('2027-03-10T06:50:00Z')); // a Wednesday, 12:20 in Pune
      const who = fresh.counsellor;
      // 18:29:59Z is the last second of the day in Pune, 18:30Z the first of the next.
      const times = {
        today: ['2027-03-10T07:00:00Z', '2027-03-10T18:29:59Z'],
        tomorrow: ['2027-03-10T18:30:00Z', '2027-03-11T18:29:00Z'],
        week: ['2027-03-12T10:00:00Z', '2027-03-14T18:29:00Z'],
        later: ['2027-03-14T18:30:00Z'],
      };
      for (const at of Object.values(times).flat()) {
        const answer = await call(fresh.test, who, 'POST', 'callGenerate', {
          lead_id: await fresh.makeLead(),
          callObj: { stage_id: fresh.stages['Call back'], call_date_time: at },
        });
        expect(answer.code, answer.text).toBe(200);
      }
      for (const [type, expected] of Object.entries(times)) {
        const tab = await call(fresh.test, who, 'GET', `followup/list?type=${type}`);
        expect((tab.body['data'] as { call_date_time: string }[]).map((row) => Date.parse(row.call_date_time))).toEqual(
          expected.map((at) => Date.parse(at)),
        );
        expect(tab.body['count']).toBe(expected.length);
        expect(tab.body['counts']).toMatchObject({
          today: 2,
          tomorrow: 2,
          week: 2,
          later: 1,
          overdue: 0,
          done: 0,
          upcoming: 7,
          all: 7,
        });
      }
      expect((await call(fresh.test, who, 'GET', 'followup/list')).body['count']).toBe(2);
      fresh.test.clock.add(12 * 60);
      const overdue = await call(fresh.test, who, 'GET', 'followup/list?type=overdue');
      expect(overdue.body['data']).toMatchObject([
        { overdue: true, lead_name: expect.any(String), user_name: 'Counsellor Northstar' },
      ]);
      // Own follow-ups by default; the team leader may request the counsellor's, an outsider may not.
      expect((await call(fresh.test, fresh.lead, 'GET', 'followup/list?type=all')).body['count']).toBe(0);
      expect((await call(fresh.test, fresh.lead, 'GET', `followup/list?type=all&user_id=${who.userId}`)).body['count']).toBe(7);
      expect((await call(fresh.test, fresh.outsider, 'GET', `followup/list?type=all&user_id=${who.userId}`)).code).toBe(403);
      const page = await call(fresh.test, who, 'GET', 'followup/list?type=all&page_number=2&limit=5');
      expect(page.body['data']).toHaveLength(2);
      await fresh.test.close();
    });
  });

  describe('follow-ups added without a stage change', () => {
    it('CALLACTION-056 is in the pending list under its own id, counts its reschedules, and is closed by mark done', async () => {
      const id = await world.makeLead();
      const past = await call(world.test, world.counsellor, 'POST', 'res/follow-ups', {
        lead_id: id,
        call_date_time: inHours(world, -1),
      });
      expect(past.status).toBe(422);
      const made = await call(world.test, world.counsellor, 'POST', 'res/follow-ups', {
        lead_id: id,
        call_date_time: inHours(world, 4),
        note: 'Hostel fee',
      });
      expect(made.status, made.text).toBe(200);
      const followUpId = (made.body as { id: string }).id;
      expect((await get(`followup/lead/${id}`)).body['data']).toMatchObject([
        { id: followUpId, call_action_id: followUpId, note: 'Hostel fee' },
      ]);
      expect(await world.row('leads', id)).toMatchObject({
        last_callaction_followup_status: null,
        last_act_type: 'follow_up_added',
      });

      const at = inHours(world, 9);
      expect(
        (await call(world.test, world.counsellor, 'PATCH', `res/follow-ups/${followUpId}`, { call_date_time: at })).status,
      ).toBe(200);
      expect(await world.row('follow_ups', followUpId)).toMatchObject({ call_date_time: at, reschedule_count: 1 });
      expect(await world.row('leads', id)).toMatchObject({ next_followup_at: at });
      expect(
        (await call(world.test, world.outsider, 'PATCH', `res/follow-ups/${followUpId}`, { call_date_time: at })).status,
      ).toBe(403);
      const elsewhere = { lead_id: await world.makeLead() };
      expect((await call(world.test, world.counsellor, 'PATCH', `res/follow-ups/${followUpId}`, elsewhere)).body.errors).toEqual([
        { path: 'lead_id', message: 'Lead cannot be changed later' },
      ]);

      expect((await get(`followup/lead/mark-status/${followUpId}`)).code).toBe(200);
      expect((await call(world.test, world.counsellor, 'PATCH', `res/follow-ups/${followUpId}`, { note: 'late' })).status).toBe(
        409,
      );
    });

    it('is given to people who see the lead only: others would never find it', async () => {
      const lead_id = await world.makeLead();
      const errors = [
        {
          path: 'user_id',
          message: 'Outsider Northstar cannot see this lead. Re-assign the lead, or choose someone who sees it',
        },
      ];
      const post = (user_id: string | undefined): Promise<Answer> =>
        call(world.test, world.counsellor, 'POST', 'res/follow-ups', { lead_id, user_id, call_date_time: inHours(world, 5) });
      expect((await post(world.outsider.userId)).body.errors).toEqual(errors);
      const made = await post(world.counsellor.userId);
      const path = `res/follow-ups/${String(made.body['id'])}`;
      const give = (user_id: string | undefined): Promise<Answer> =>
        call(world.test, world.counsellor, 'PATCH', path, { user_id });
      expect((await give(world.outsider.userId)).body.errors).toEqual(errors);
      expect((await give(world.lead.userId)).status).toBe(200);
    });
  });
});
