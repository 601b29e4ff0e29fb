import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MyDay } from '../../src/schemas/calls/leads';
import type { DialerDesk } from '../../src/schemas/calls/dialer';
import { call, edit, type Browser } from '../support/app';
import { makeWorld, saveStage, type World } from './lead-world';
import { reachableDatabases } from '../support/postgres';

const noon = '2027-03-10T06:30:00Z'; // a Wednesday, 12:00 in Pune
describe.each(await reachableDatabases())('$name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh(), new Date(noon));
  });
  afterAll(() => world.test.close());

  const day = async (who: Browser): Promise<MyDay> =>
    (await call(world.test, who, 'GET', 'dashboard/my-day')).body['data'] as MyDay;
  let calls = 0;
  async function addCall(
    leadId: string | null,
    at: string,
    values: { direction?: string; outcome?: string; talk?: number; phone?: string } = {},
  ): Promise<void> {
    const tenant = world.test.fixture.tenants.northstar;
    const { direction = 'outbound', outcome = 'answered', talk = 0, phone = '+919000000999' } = values;
    await edit(
      world.test,
      tenant,
      `insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "outcome", "started_at", "talk_s", "duration_s", "phone", "state")
     values ('${tenant}', 'call${++calls}', ${leadId ? `'${leadId}'` : 'null'}, '${world.counsellor.userId}', '${direction}', '${outcome}', '${at}', ${talk}, 20, '${phone}', 'ended')`,
    );
  }

  describe('my day', () => {
    it("sorts the day's work and counts it by the tenant's day", async () => {
      const untouched = await world.makeLead();
      const late = await world.makeLead();
      const today = await world.makeLead();
      const tomorrow = await world.makeLead();
      const save = (id: string, at: string) =>
        saveStage(world, world.counsellor, id, { stage_id: world.stages['Call back'], call_date_time: at, message: at });
      await save(late, '2027-03-10T06:29:30Z');
      await save(today, '2027-03-10T18:29:00Z');
      await save(tomorrow, '2027-03-10T18:31:00Z');
      const caller = await world.makeLead();
      await addCall(caller, '2027-03-10T06:00:00Z', { direction: 'inbound', outcome: 'missed', phone: '+919111111111' });
      await addCall(null, '2027-03-10T05:00:00Z', { direction: 'inbound', outcome: 'missed', phone: '+919222222222' });
      // Called back since, so nobody is waiting.
      await addCall(null, '2027-03-10T04:00:00Z', { direction: 'inbound', outcome: 'missed', phone: '+919333333333' });
      await addCall(null, '2027-03-10T04:30:00Z', { talk: 65, phone: '+919333333333' });
      await addCall(null, '2027-03-09T18:31:00Z', { outcome: 'no_answer' }); // 00:01 today in Pune
      await addCall(null, '2027-03-09T18:29:00Z', { talk: 30 }); // 23:59 yesterday

      const own = await day(world.counsellor);
      expect(own).toMatchObject({ day: '2027-03-10', totals: { missed: 2, overdue: 1, due_today: 1, untouched: 1 } });
      expect(own.missed_calls.map((row) => [row.lead_id, row.name, row.phone])).toEqual([
        [caller, expect.stringContaining('Sneha'), '+919111111111'],
        ['', 'Unknown number', '+919222222222'],
      ]);
      expect(own.overdue).toMatchObject([{ lead_id: late, stage_name: 'Call back', note: '2027-03-10T06:29:30Z' }]);
      expect(own.due_today.map((row) => row.lead_id)).toEqual([today]);
      expect(own.untouched.map((row) => row.lead_id)).toEqual([untouched]); // the caller is among the missed calls
      expect(own.tiles).toMatchObject({
        L3: { today: 5, yesterday: 0 },
        L5: { today: 2, yesterday: 0 },
        C1: { today: 2, yesterday: 1 },
        C2: { today: 1, yesterday: 1 },
        C9: { today: 65, yesterday: 30 },
        F2: { today: 2, yesterday: 0 },
        F3: { today: 0, yesterday: 0 },
        F5: { today: 1, yesterday: 0 },
      });
      expect(own.hours).toHaveLength(24);
      expect(own.hours.filter((hour) => hour.dialled)).toEqual([
        { hour: 0, dialled: 1, connected: 0 },
        { hour: 10, dialled: 1, connected: 1 },
      ]);
      expect(own.days.map((one) => one.date)).toEqual([
        '2027-03-04',
        '2027-03-05',
        '2027-03-06',
        '2027-03-08',
        '2027-03-09',
        '2027-03-10',
      ]);
      expect(own.stages.map((stage) => [stage.stage_name, stage.count])).toEqual([
        ['Fresh', 2],
        ['Call back', 3],
      ]);

      const action = own.overdue[0]!.call_action_id;
      await call(world.test, world.counsellor, 'GET', `followup/lead/mark-status/${action}?source=call_action`);
      expect(await day(world.counsellor)).toMatchObject({
        totals: { overdue: 0 },
        tiles: { F3: { today: 1 }, F5: { today: 0 } },
      });
      // Nothing of anyone else's day.
      expect(await day(world.outsider)).toMatchObject({
        totals: { missed: 0, overdue: 0, due_today: 0, untouched: 0 },
        stages: [],
      });
      expect(await day(world.foreigner)).toMatchObject({ totals: { overdue: 0 } });
    });

    it('says nothing of what the role does not see of a call', async () => {
      const { northstar } = world.test.fixture.tenants;
      const ruled = async (rules: object[]): Promise<MyDay> => {
        await edit(world.test, northstar, `update users_roles set field_rules = '${JSON.stringify(rules)}' where role = 4`);
        world.test.clock.add(61);
        return day(world.counsellor);
      };
      const own = await ruled([{ resource: 'calls', field: 'talk_s', rule: 'hidden' }]);
      expect(own.tiles).toMatchObject({ C1: { today: 2 }, F3: {}, P1: {} });
      expect(Object.keys(own.tiles).filter((name) => ['C2', 'C9'].includes(name))).toEqual([]);
      expect([...own.hours, ...own.days].some((one) => 'connected' in one)).toBe(false);
      expect((await ruled([])).tiles).toHaveProperty('C9');
    });

    it('has each person once, in the most urgent part, and counts agree with the rows', async () => {
      const listed = async (): Promise<string[][]> => {
        const { missed_calls, overdue, due_today, untouched, totals } = await day(world.counsellor);
        const parts = [missed_calls, overdue, due_today, untouched].map((rows) =>
          rows.map((row) => row.lead_id || row.phone || ''),
        );
        expect(Object.values(totals)).toEqual([...parts.map((part) => part.length), 0]); // no unread message
        expect(new Set(parts.flat()).size).toBe(parts.flat().length);
        return parts;
      };
      const phone = '+919444444444';
      const lead = await world.makeLead({ phone });
      expect((await listed())[3]).toContain(lead);
      const plan = (at: string): Promise<unknown> =>
        edit(
          world.test,
          world.test.fixture.tenants.northstar,
          `insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "created_date", "state", "user_id")
           values ('${world.test.fixture.tenants.northstar}', 'plan-${at}', 'plan-${at}', '${lead}', '2027-03-10T${at}:00Z', '${noon}', 'pending', '${world.counsellor.userId}')`,
        );
      await plan('12:00');
      expect((await listed())[2]).toContain(lead); // planned by a rule, so nobody has acted yet
      await plan('05:00');
      await plan('04:00');
      expect((await listed())[1]!.filter((id) => id === lead)).toHaveLength(1);
      await addCall(lead, '2027-03-10T05:30:00Z', { direction: 'inbound', outcome: 'missed', phone });
      await addCall(lead, '2027-03-10T05:40:00Z', { direction: 'inbound', outcome: 'missed', phone });
      expect((await listed())[0]!.filter((id) => id === lead)).toHaveLength(1);
    });

    it('a lead that has a number for WhatsApp alone can be written to from the queue and from My follow-ups', async () => {
      const number = '+919811100011';
      const lead = await world.makeLead({ phone: null, email: 'chats@example.in', whatsapp_number: number });
      const untouched = (await day(world.counsellor)).untouched.find((row) => row.lead_id === lead);
      expect(untouched).toMatchObject({ phone: null, whatsapp_number: number });
      const planned = { lead_id: lead, call_date_time: '2027-03-10T12:00:00Z' };
      const made = await call(world.test, world.counsellor, 'POST', 'res/follow-ups', planned);
      expect(made.status, made.text).toBe(200);
      const { text } = await call(world.test, world.counsellor, 'GET', `res/follow-ups?lead_id=${lead}`);
      expect(JSON.parse(text)).toMatchObject([{ lead_phone: null, lead_whatsapp: number }]);
    });

    it('lists the same missed calls as the dialer, before and after each is called back', async () => {
      const both = async (): Promise<string[]> => {
        const desk = (await call(world.test, world.counsellor, 'GET', 'dialer/desk')).body['data'] as DialerDesk;
        const missed = (await day(world.counsellor)).missed_calls.map((row) => row.call_id);
        expect(desk.callbacks.map((row) => row.call_id)).toEqual(missed);
        return missed;
      };
      const before = await both();
      expect(before.length).toBeGreaterThan(1);
      const silent = await world.makeLead({ do_not_disturb: true });
      await addCall(silent, '2027-03-10T05:50:00Z', { direction: 'inbound', outcome: 'missed', phone: '+919555555555' });
      expect(await both()).toEqual(before);
      const rung = await world.makeLead({ phone: '+919666666666' });
      await addCall(rung, '2027-03-10T05:51:00Z', { direction: 'inbound', outcome: 'missed', phone: '+919666666666' });
      expect(await both()).toHaveLength(before.length + 1);
      await addCall(rung, '2027-03-10T05:52:00Z', { outcome: 'failed', phone: '+919666666666' });
      expect(await both()).toHaveLength(before.length + 1); // it reached nobody
      await addCall(rung, '2027-03-10T05:53:00Z', { outcome: 'no_answer', phone: '+919666666666' });
      expect(await both()).toEqual(before);
    });

    it('runs at most seventeen statements', async () => {
      world.test.store.reports.splice(0);
      await day(world.counsellor);
      expect(world.test.store.reports.reduce((sum, report) => sum + report.statements, 0)).toBeLessThanOrEqual(17);
    });
  });
});
