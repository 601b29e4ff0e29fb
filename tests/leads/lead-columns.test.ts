import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, type Answer } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, saveStage, type World } from './lead-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())(
  'the columns of a list of leads that are read where they are chosen, on $name',
  ({ fresh }) => {
    let world: World;
    let id: string;
    beforeAll(async () => {
      world = await makeWorld(await fresh());
      id = await world.makeLead({ name: 'Asha Rao', consent: { sms: false, email: true } });
      await saveStage(world, world.counsellor, id, { stage_id: world.stages['Call back'], call_date_time: inHours(world, 1) });
      const { northstar } = world.test.fixture.tenants;
      const call_ = (n: number, outcome: string): string =>
        `insert into calls (tenant_id, id, lead_id, direction, state, outcome, started_at)
       values ('${northstar}', 'call${n}', '${id}', 'outbound', 'ended', '${outcome}', '2026-03-0${n}T08:30:00Z')`;
      await edit(world.test, northstar, call_(1, 'answered'));
      await edit(world.test, northstar, call_(2, 'no_answer'));
    });
    afterAll(() => world.test.close());

    const rowOf = async (labels: string, who = world.admin): Promise<Row> => {
      const rows = (await call(world.test, who, 'GET', `res/leads?q=Asha&_labels=${labels}`)).body as unknown as Row[];
      return rows.find((row) => row['id'] === id)!;
    };
    const chosen =
      'last_call_outcome,last_call_at,days_in_stage,followup_overdue,untouched,consent_sms,consent_email,consent_call';

    it('tells of the last call, the stage, the follow-up and the consent, and nothing where nobody asked', async () => {
      expect(await rowOf(chosen)).toMatchObject({
        last_call_outcome: 'no_answer',
        last_call_at: '2026-03-02T08:30:00Z',
        days_in_stage: '0',
        followup_overdue: 'no',
        untouched: 'no',
        consent_sms: 'withdrawn',
        consent_email: 'given',
        consent_call: null,
      });
      const plain = await rowOf('');
      for (const name of chosen.split(',')) expect(plain, name).not.toHaveProperty(name);
    });

    it('shows payments only to those who may list applications, and follows the rules of the field behind it', async () => {
      expect(await rowOf('payment_status')).toHaveProperty('payment_status');
      expect(await rowOf('payment_status', world.counsellor)).not.toHaveProperty('payment_status');
      const { northstar } = world.test.fixture.tenants;
      const rule = JSON.stringify([{ resource: 'leads', field: 'consent', rule: 'hidden' }]);
      await edit(world.test, northstar, `update users_roles set field_rules = '${rule}' where role = 4`);
      world.test.clock.add(61);
      expect(await rowOf('consent_sms,untouched', world.counsellor)).toMatchObject({ untouched: 'no' });
      expect(await rowOf('consent_sms,untouched', world.counsellor)).not.toHaveProperty('consent_sms');
    });

    it('filters and sorts by them, and refuses what the role does not see', async () => {
      const ask = async (query: string, who = world.admin): Promise<readonly [number, boolean]> => {
        const answer = await call(world.test, who, 'GET', `res/leads?${query}`);
        return [answer.code, Array.isArray(answer.body) && (answer.body as Row[]).some((row) => row['id'] === id)];
      };
      const ofLead = [
        'last_call_outcome=no_answer',
        'consent_email=given',
        'untouched=no',
        'followup_overdue=no',
        'days_in_stage=0',
        'days_in_stage_lte=3',
        'landing_page_null=true',
      ];
      for (const query of [...ofLead, '_sort=last_call_at&_order=desc', '_sort=days_in_stage', '_sort=landing_page'])
        expect(await ask(query), query).toEqual([200, true]);
      expect(await ask('last_call_outcome=answered')).toEqual([200, false]);
      expect(await ask('days_in_stage_gte=1')).toEqual([200, false]);
      expect((await ask('payment_status=paid'))[0]).toBe(200);
      const refused = ['payment_status=paid', '_sort=payment_status', 'consent_email=given'];
      for (const query of refused) expect((await ask(query, world.counsellor))[0], query).toBe(422);
      expect((await ask('last_call_outcome=no_answer', world.counsellor))[0]).toBe(200);
      const rule = JSON.stringify([{ resource: 'calls', field: 'outcome', rule: 'masked' }]);
      await edit(
        world.test,
        world.test.fixture.tenants.northstar,
        `update users_roles set field_rules = '${rule}' where role = 4`,
      );
      world.test.clock.add(61);
      for (const query of ['last_call_outcome=no_answer', '_sort=last_call_outcome'])
        expect((await ask(query, world.counsellor))[0], query).toBe(422);
      expect(await rowOf('last_call_outcome,last_call_at', world.counsellor)).not.toHaveProperty('last_call_outcome');
      expect((await ask('_sort=last_call_at', world.counsellor))[0]).toBe(200);
    });

    it('turns the pages of what depends on the time of day, in a list and in an export of several pages', async () => {
      const { northstar } = world.test.fixture.tenants;
      await edit(
        world.test,
        northstar,
        `insert into leads (tenant_id, id, name, phone) select '${northstar}', 'many-' || n, 'Many ' || n, '+9196' || n from generate_series(10000001, 10000230) n`,
      );
      const idsOf = ({ body }: Answer): unknown[] => (body as unknown as Row[]).map((row) => row['id']);
      for (const query of ['followup_overdue=no', 'days_in_stage_lte=3&followup_overdue_ne=yes']) {
        const asked = `res/leads?q=Many&${query}&_limit=2`;
        const first = await call(world.test, world.admin, 'GET', asked);
        world.test.clock.add(5);
        const second = await call(world.test, world.admin, 'GET', `${asked}&after=${String(first.headers['x-next'])}`);
        expect([query, second.status], second.text).toEqual([query, 200]);
        expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(4);
        const other = await call(world.test, world.admin, 'GET', `${asked}0&city=Pune&after=${String(first.headers['x-next'])}`);
        expect([other.status, other.body.errors?.[0]?.path]).toEqual([422, 'after']);
      }
      world.test.services.jobs.start();
      const started = await call(world.test, world.admin, 'POST', 'res/leads/export', {
        format: 'csv',
        columns: ['name'],
        query: { q: 'Many', followup_overdue: 'no' },
      });
      const { export_id } = started.body as { export_id: string };
      let made: Row = {};
      const state = async (): Promise<unknown> => {
        made = (await call(world.test, world.admin, 'GET', `exports/${export_id}`)).body['data'] as Row;
        return made['state'];
      };
      await expect.poll(state).not.toMatch(/queued|running/);
      expect([made['state'], made['rows']]).toEqual(['done', 230]);
    });

    it('writes them into an export of the shown columns', async () => {
      world.test.services.jobs.start();
      const started = await call(world.test, world.admin, 'POST', 'res/leads/export', {
        format: 'csv',
        columns: ['name', 'id', 'last_call_outcome', 'consent_sms'],
        ids: [id],
      });
      expect(started.code, started.text).toBe(200);
      const { export_id } = started.body as { export_id: string };
      let made: Row = {};
      await expect
        .poll(
          async () => (made = (await call(world.test, world.admin, 'GET', `exports/${export_id}`)).body['data'] as Row)['state'],
        )
        .toBe('done');
      const file = await world.test.app.inject({ method: 'GET', url: String(made['url']) });
      expect(file.payload.trim().split(/\r?\n/).slice(-2)).toEqual([
        expect.stringContaining('Name,Lead number,Last call outcome,Consent: SMS'),
        `Asha Rao,${id},No answer,Withdrawn`,
      ]);
    });
  },
);
