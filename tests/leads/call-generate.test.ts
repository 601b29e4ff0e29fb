import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from './lead-world';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('$name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
  });
  afterAll(() => world.test.close());

  const pending = async (leadId: string): Promise<Record<string, unknown>[]> =>
    (await call(world.test, world.counsellor, 'GET', `followup/lead/${leadId}`)).body['data'] as Record<string, unknown>[];

  describe('callGenerate', () => {
    it('CALLACTION-054 CALLACTION-056 PRODUCT-008 ENT-050 ENT-051 ENT-052 ENT-053 stores the call action, the follow-up and their summary on the lead', async () => {
      const id = await world.makeLead();
      const at = inHours(world, 20);
      const answer = await saveStage(
        world,
        world.counsellor,
        id,
        {
          stage_id: world.stages.Interested,
          sub_stage: 'Visit',
          call_date_time: at,
          message: 'Visit on Saturday',
          group: 'application',
          clg_id: 10001,
        },
        { client_ref: 'a1', is_stage_mark_locked: 1 },
      );
      expect(answer.code, answer.text).toBe(200);
      const saved = (answer.body as { data: { call_action_id: string } }).data;
      expect(await world.row('leads', id)).toMatchObject({
        last_callaction_btn_message: 'Interested',
        last_callaction_sub_stage: 'Visit',
        last_callaction_message: 'Visit on Saturday',
        last_callaction_followup_status: 0,
        last_callaction_call_date_time: at,
        next_followup_at: at,
        stage_id: world.stages.Interested,
        is_stage_mark_locked: 1,
        last_act_type: 'call_action',
      });
      expect((await world.row('leads', id))['first_act_at']).toBeTruthy();
      expect(await world.row('call_actions', saved.call_action_id)).toMatchObject({
        lead_id: id,
        group: 'application',
        btn_message: 'Interested',
        clg_id: 10001,
        user_id: world.counsellor.userId,
        origin: 'manual',
      });
      expect(await pending(id)).toMatchObject([
        { call_action_id: saved.call_action_id, call_date_time: at, btn_message: 'Interested', created_date: expect.any(String) },
      ]);
      // It appears in the lead's history, and the audit has the old and new values.
      const journey = await call(world.test, world.counsellor, 'GET', `leads/${id}/journey`);
      expect(journey.body['data']).toMatchObject([
        { kind: 'call_action', btn_message: 'Interested', user_name: 'Counsellor Northstar' },
        {},
        {},
      ]);
      const audit = await world.rows('audit', `"table_name" = 'leads' and "row_key" = '${id}' and "op" = 'update'`);
      expect(audit.at(-1)).toMatchObject({ old: { stage_id: null }, new: { stage_id: world.stages.Interested } });
    });

    it('refuses a save on a stage that someone else has changed since, names them, and takes it with the current stage', async () => {
      const id = await world.makeLead();
      const mine = { stage_id: world.stages.Counselled, message: 'Mine' };
      const more = { client_ref: 'two-people', seen: { stage_id: null, sub_stage: null } };
      await saveStage(world, world.admin, id, { stage_id: world.stages['Not interested'], sub_stage: 'Fees' });
      const refused = await saveStage(world, world.counsellor, id, mine, more);
      expect([refused.code, refused.body['message']]).toEqual([
        409,
        'Admin Northstar changed the stage to “Not interested, Fees” after you opened this form. Check your entries, then save again.',
      ]);
      const current = { stage_id: world.stages['Not interested'], sub_stage: 'Fees' };
      expect(refused.body['current']).toEqual(current);
      expect(await world.row('leads', id)).toMatchObject({ stage_id: current.stage_id, last_callaction_message: null });
      const again = await saveStage(world, world.counsellor, id, mine, { ...more, seen: current });
      expect(again.code, again.text).toBe(200);
      expect(await world.row('leads', id)).toMatchObject({ stage_id: mine.stage_id, last_callaction_message: 'Mine' });
    });

    it.each([
      ['an unknown stage', { stage_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'callObj.stage_id', 'Stage is required'],
      ["another tenant's stage", { stage_id: '$foreign' }, 'callObj.stage_id', 'Stage is required'],
      ['an inactive stage', { stage_id: '$Closed' }, 'callObj.stage_id', 'Stage is required'],
      ['no sub stage', { stage_id: '$Not interested' }, 'callObj.sub_stage', 'Sub Stage is required'],
      [
        'a sub stage of another stage',
        { stage_id: '$Not interested', sub_stage: 'Visit' },
        'callObj.sub_stage',
        'Not interested has no such sub stage.',
      ],
      ['no follow-up', { stage_id: '$Call back' }, 'callObj.call_date_time', 'Followup Date is required'],
      [
        'a follow-up two minutes ago',
        { stage_id: '$Call back', call_date_time: -2 / 60 },
        'callObj.call_date_time',
        'Followup Date must not be in the past',
      ],
      [
        'a lock the stage does not allow',
        { stage_id: '$Counselled', lock: 1 },
        'is_stage_mark_locked',
        'Counselled cannot be locked.',
      ],
    ])('CALLACTION-055 refuses %s and changes nothing', async (_what, form, path, message) => {
      const id = await world.makeLead();
      const before = await world.row('leads', id);
      const { lock, ...rest } = form as { lock?: number; stage_id: string; call_date_time?: number };
      const stageId =
        rest.stage_id === '$foreign' ? world.foreignStage : (world.stages[rest.stage_id.slice(1) as 'Closed'] ?? rest.stage_id);
      const at = rest.call_date_time === undefined ? {} : { call_date_time: inHours(world, rest.call_date_time) };
      const answer = await saveStage(
        world,
        world.counsellor,
        id,
        { ...rest, stage_id: stageId, ...at },
        { is_stage_mark_locked: lock ?? 0 },
      );
      expect(answer.body).toMatchObject({ code: 422, errors: [{ path, message }] });
      expect(await world.row('leads', id)).toEqual(before);
      expect(await world.rows('call_actions', `"lead_id" = '${id}'`)).toEqual([]);
    });

    it("TRUST-R15 accepts a follow-up half a minute in the past: the browser's clock may be late", async () => {
      const id = await world.makeLead();
      const answer = await saveStage(world, world.counsellor, id, {
        stage_id: world.stages['Call back'],
        call_date_time: inHours(world, -0.5 / 60),
      });
      expect(answer.code).toBe(200);
    });

    it('CALLACTION-055 an enrolled lead keeps its stage and needs a sub stage', async () => {
      const id = await world.makeLead();
      const enrolled = { stage_id: world.stages.Enrolled, sub_stage: 'Seat confirmed' };
      expect((await saveStage(world, world.counsellor, id, enrolled)).code).toBe(200);
      expect(
        (await saveStage(world, world.counsellor, id, { stage_id: world.stages.Counselled, sub_stage: 'Course explained' })).body,
      ).toMatchObject({
        code: 422,
        errors: [{ path: 'callObj.stage_id' }],
      });
      expect((await saveStage(world, world.counsellor, id, { stage_id: world.stages.Enrolled })).body.errors).toMatchObject([
        { message: 'Sub Stage is required' },
      ]);
      expect((await saveStage(world, world.counsellor, id, { ...enrolled, message: 'again' })).code).toBe(200);
    });

    it('CALLACTION-055 requires the fields and the order of stages that a stage names', async () => {
      const id = await world.makeLead();
      const tenant = world.test.fixture.tenants.northstar;
      await edit(
        world.test,
        tenant,
        `update "lead_stages" set "required_fields" = '["email"]', "next_stage_ids" = '["${world.stages.Interested}"]' where "tenant_id" = '${tenant}' and "id" = '${world.stages.Counselled}'`,
      );
      try {
        expect((await saveStage(world, world.counsellor, id, { stage_id: world.stages.Counselled })).body.errors).toMatchObject([
          { path: 'lead.email' },
        ]);
        await call(world.test, world.counsellor, 'PATCH', `res/leads/${id}`, { email: `a${id}@example.com` });
        expect((await saveStage(world, world.counsellor, id, { stage_id: world.stages.Counselled })).code).toBe(200);
        const wrong = await saveStage(world, world.counsellor, id, {
          stage_id: world.stages['Not interested'],
          sub_stage: 'Fees',
        });
        expect(wrong.body).toMatchObject({ code: 422, errors: [{ message: 'Not interested cannot follow Counselled.' }] });
      } finally {
        await edit(
          world.test,
          tenant,
          `update "lead_stages" set "required_fields" = '[]', "next_stage_ids" = '[]' where "tenant_id" = '${tenant}' and "id" = '${world.stages.Counselled}'`,
        );
      }
    });

    it('CALLACTION-059 answers 404 for a lead of another tenant and 403 for one outside the scope', async () => {
      const id = await world.makeLead();
      const form = { stage_id: world.stages.Counselled };
      expect((await saveStage(world, world.foreigner, id, form)).code).toBe(404);
      expect((await saveStage(world, world.outsider, id, form)).code).toBe(403);
      for (const [who, code] of [
        [world.foreigner, 404],
        [world.outsider, 403],
      ] as const) {
        expect((await call(world.test, who, 'GET', `followup/lead/${id}`)).code).toBe(code);
        expect((await call(world.test, who, 'GET', `leads/${id}/journey`)).code).toBe(code);
        expect((await call(world.test, who, 'PUT', `leads/${id}/favourite`, { value: true })).code).toBe(code);
      }
      expect((await saveStage(world, world.lead, id, form)).code).toBe(200); // the team leader sees it
    });

    it('CALLACTION-060 TRUST-R1 stores one call action for two identical saves, with the first answer', async () => {
      const id = await world.makeLead();
      const form = { stage_id: world.stages['Call back'], call_date_time: inHours(world, 5) };
      const answers = await Promise.all(
        [1, 2, 3].map(() => saveStage(world, world.counsellor, id, form, { client_ref: 'same' })),
      );
      expect(answers.map((answer) => answer.code)).toEqual([200, 200, 200]);
      expect(new Set(answers.map((answer) => (answer.body['data'] as { call_action_id: string }).call_action_id)).size).toBe(1);
      expect(await world.rows('call_actions', `"lead_id" = '${id}'`)).toHaveLength(1);
      expect(await pending(id)).toHaveLength(1);
      // Another form under the same key is an error of the client.
      expect((await saveStage(world, world.counsellor, id, { ...form, message: 'other' }, { client_ref: 'same' })).code).toBe(
        409,
      );
    });

    it('TRUST-R3 all parallel saves are stored; with the setting on, at most one follow-up is pending', async () => {
      const save = (id: string, n: number) =>
        saveStage(world, world.counsellor, id, {
          stage_id: world.stages['Call back'],
          call_date_time: inHours(world, n + 1),
          message: `save ${n}`,
        });
      const free = await world.makeLead();
      expect((await Promise.all(Array.from({ length: 10 }, (_, n) => save(free, n)))).map((answer) => answer.code)).toEqual(
        Array(10).fill(200),
      );
      expect(await pending(free)).toHaveLength(10);

      const tenant = world.test.fixture.tenants.northstar;
      await edit(world.test, tenant, `update "tenant" set "enforce_pending_followup" = true where "tenant_id" = '${tenant}'`);
      try {
        const strict = await world.makeLead();
        const codes = (await Promise.all(Array.from({ length: 10 }, (_, n) => save(strict, n)))).map((answer) => answer.code);
        expect(codes.filter((code) => code === 200)).toHaveLength(1);
        expect(codes.filter((code) => code === 409)).toHaveLength(9);
        expect(await pending(strict)).toHaveLength(1);
        expect(
          (
            await call(world.test, world.counsellor, 'POST', 'res/follow-ups', {
              lead_id: strict,
              call_date_time: inHours(world, 2),
            })
          ).status,
        ).toBe(409);
        // Without a follow-up the save succeeds: the rule applies only to new follow-ups.
        expect((await saveStage(world, world.counsellor, strict, { stage_id: world.stages.Counselled })).code).toBe(200);
      } finally {
        await edit(world.test, tenant, `update "tenant" set "enforce_pending_followup" = false where "tenant_id" = '${tenant}'`);
      }
    });

    it('sends no automation message while the tenant does not allow it', async () => {
      const id = await world.makeLead();
      const answer = await saveStage(
        world,
        world.counsellor,
        id,
        { stage_id: world.stages.Counselled },
        { allowAutomation: true },
      );
      const saved = (answer.body as { data: { call_action_id: string } }).data;
      expect((await world.row('call_actions', saved.call_action_id))['allowAutomation']).toBe(false);
    });
  });
});
