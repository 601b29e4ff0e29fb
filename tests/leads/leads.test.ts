import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Answer, type Browser } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from './lead-world';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('$name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
  });
  afterAll(() => world.test.close());

  const post = (body: unknown, who: Browser = world.admin): Promise<Answer> => call(world.test, who, 'POST', 'res/leads', body);
  const user = (who: string): string => world.test.fixture.users[`${who}@northstar.example`]!;

  describe('a new lead', () => {
    it('ENT-029..038 is answered with every field that the call-action modal reads', async () => {
      const id = await world.makeLead({ source: world.source, clg_id: 10001, email: 'Sneha.K@Example.com' });
      const lead = (await call(world.test, world.counsellor, 'GET', `res/leads/${id}`)).body;
      expect(lead).toMatchObject({
        id,
        source: world.source,
        last_source: world.source,
        prmary_source: world.source,
        clg_id: 10001,
        clg_name: 'Sahyadri',
        email: 'sneha.k@example.com',
        created_via: 'manual',
      });
      for (const field of [
        'last_re_enquired_clg_id',
        're_enquired_clgs',
        'last_callaction_btn_message',
        'last_callaction_followup_status',
        'last_callaction_sub_stage',
        'last_callaction_message',
      ])
        expect(lead).toHaveProperty(field);
      expect(await world.rows('lead_captures', `"lead_id" = '${id}'`)).toMatchObject([
        { via: 'manual', is_re_enquiry: false, source: world.source },
      ]);
      expect(await world.rows('lead_owner_history', `"lead_id" = '${id}'`)).toMatchObject([
        { from_user_id: null, to_user_id: user('counsellor') },
      ]);
    });

    it('stores phones as E.164 and reports errors at the field', async () => {
      for (const [typed, kept] of [
        ['9876501234', '+919876501234'],
        ['09876501235', '+919876501235'],
        ['+919876501236', '+919876501236'],
      ])
        expect(await world.row('leads', ((await post({ name: 'A', phone: typed })).body as { id: string }).id)).toMatchObject({
          phone: kept,
        });
      const abroad = await post({ name: 'A', phone: '501234567', country_code: '971' });
      expect(await world.row('leads', (abroad.body as { id: string }).id)).toMatchObject({ phone: '+971501234567' });
      expect((await post({ name: 'A', phone: '987654' })).body.errors).toEqual([
        { path: 'phone', message: 'Please, Enter valid Mobile Number.' },
      ]);
      expect((await post({ name: 'A' })).status).toBe(422);
    });

    it('TRUST-R16 ENT-040 the same phone or email again is a re-enquiry of the existing lead', async () => {
      const id = await world.makeLead({ phone: '9810011111', source: world.source });
      const again = await post({
        name: 'Sneha K',
        phone: '+91 98100 11111'.replaceAll(' ', ''),
        source: world.otherSource,
        clg_id: 10002,
      });
      expect((again.body as { id: string }).id).toBe(id);
      const lead = await world.row('leads', id);
      expect(lead).toMatchObject({
        re_enquiry_count: 1,
        source: world.source,
        prmary_source: world.source,
        secondary_source: world.otherSource,
        last_source: world.otherSource,
        last_re_enquired_clg_id: 10002,
      });
      expect(lead['re_enquired_clgs']).toMatchObject([{ clg_id: 10002, clg_name: 'Deccan' }]);
      expect(await world.rows('lead_captures', `"lead_id" = '${id}' and "is_re_enquiry"`)).toHaveLength(1);
      // A counsellor who may not see the lead gets only its id.
      const hidden = await post({ name: 'Sneha K', phone: '9810011111' }, world.outsider);
      expect(hidden.body).toMatchObject({ id });
      expect(hidden.body).not.toHaveProperty('phone');

      const first = await post({ name: 'B', email: 'b@example.org' });
      const second = await post({ name: 'B', email: 'B@Example.org' });
      expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id);
    });

    it('TRUST-R16 twenty captures of one phone at once make one lead and nineteen re-enquiries', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post({ name: `N ${n}`, phone: '9810022222' })));
      expect(answers.filter((answer) => answer.status >= 300)).toEqual([]);
      const leads = await world.rows('leads', `"phone" = '+919810022222'`);
      expect(leads).toHaveLength(1);
      expect(leads[0]).toMatchObject({ re_enquiry_count: 19 });
    });

    it("follows the tenant's rule: block, or a new lead that refers to the other", async () => {
      const tenant = world.test.fixture.tenants.northstar;
      const rule = (text: string) =>
        edit(world.test, tenant, `update "tenant" set "duplicate_rule" = ${text} where "tenant_id" = '${tenant}'`);
      const id = await world.makeLead({ phone: '9810033333' });
      await rule(`'{"keys":["phone"],"action":"block"}'`);
      expect((await post({ name: 'C', phone: '9810033333' })).status).toBe(409);
      await rule(`'{"keys":["phone"],"action":"new"}'`);
      const copy = await post({ name: 'C', phone: '9810033333' });
      expect(copy.status, copy.text).toBe(200);
      expect(await world.row('leads', (copy.body as { id: string }).id)).toMatchObject({ duplicate_of: id });
      await rule('null');
    });

    it("checks custom values against the tenant's fields", async () => {
      const tenant = world.test.fixture.tenants.northstar;
      await edit(
        world.test,
        tenant,
        `insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "options") values ('${tenant}', 'cf1', 'lead', 'Board', 'board', 'select', '["CBSE","State"]')`,
      );
      expect((await post({ name: 'D', phone: '9810044441', custom: { board: 'CBSE' } })).status).toBe(200);
      expect((await post({ name: 'D', phone: '9810044442', custom: { board: 'ICSE' } })).body.errors).toMatchObject([
        { path: 'custom.board' },
      ]);
      expect((await post({ name: 'D', phone: '9810044443', custom: { hobby: 'x' } })).body.errors).toMatchObject([
        { path: 'custom.hobby' },
      ]);
    });

    it('belongs to the counsellor who creates it; another owner needs the permission to assign leads', async () => {
      const own = await post({ name: 'E', phone: '9810055551' }, world.counsellor);
      expect(await world.row('leads', (own.body as { id: string }).id)).toMatchObject({
        user_id: world.counsellor.userId,
      });
      expect((await post({ name: 'E', phone: '9810055552', user_id: user('outsider') }, world.counsellor)).status).toBe(403);
    });
  });

  describe('owner', () => {
    it('re-assigns with history and moves the pending follow-ups too', async () => {
      const id = await world.makeLead();
      await saveStage(world, world.counsellor, id, { stage_id: world.stages['Call back'], call_date_time: inHours(world, 5) });
      const answer = await call(world.test, world.lead, 'POST', 'leads/re-assign', {
        lead_ids: [id],
        user_id: user('outsider'),
        reason: 'Speaks Marathi',
      });
      expect(answer.body).toMatchObject({ code: 200, data: { changed: 1, unchanged: 0 } });
      expect(await world.row('leads', id)).toMatchObject({ user_id: user('outsider') });
      expect((await world.rows('lead_owner_history', `"lead_id" = '${id}' order by "id"`)).at(-1)).toMatchObject({
        from_user_id: user('counsellor'),
        to_user_id: user('outsider'),
        reason: 'manual',
        note: 'Speaks Marathi',
      });
      expect(await world.rows('follow_ups', `"lead_id" = '${id}'`)).toMatchObject([{ user_id: user('outsider') }]);
      // The lead left the team: its former owner and the team leader no longer see it.
      for (const who of [world.counsellor, world.lead])
        expect((await call(world.test, who, 'GET', `res/leads/${id}`)).status).toBe(403);
      const journey = (await call(world.test, world.admin, 'GET', `leads/${id}/journey`)).body['data'] as { kind: string }[];
      expect(journey[0]).toMatchObject({
        kind: 'owner_change',
        from_user_name: 'Counsellor Northstar',
        to_user_name: 'Outsider Northstar',
      });
    });

    it('re-assigns all leads of a query, as the user’s own list shows them, and refuses both or neither', async () => {
      const ids: string[] = [];
      for (const at of [1, 2, 3]) ids.push(await world.makeLead({ name: `Matched ${at}` }));
      const give = (body: Record<string, unknown>): Promise<Answer> =>
        call(world.test, world.lead, 'POST', 'leads/re-assign', { user_id: user('outsider'), ...body });
      expect((await give({})).code).toBe(422);
      expect((await give({ lead_ids: ids, query: {} })).code).toBe(422);
      expect((await give({ query: { nme: 'x' } })).text).toContain("no filter 'nme'");
      expect((await give({ query: { name_like: 'nobody at all' } })).code).toBe(422);
      const answer = await give({ query: { type: 'all', q: 'Matched', _sort: 'name' } });
      expect(answer.body['data']).toEqual({ changed: 3, unchanged: 0 });
      for (const id of ids) expect(await world.row('leads', id)).toMatchObject({ user_id: user('outsider') });
      expect((await give({ query: { type: 'all', q: 'Matched' } })).code).toBe(422); // the user no longer sees any of them
    });

    it("a change of user_id in the lead's form is a re-assign", async () => {
      const id = await world.makeLead();
      expect((await call(world.test, world.admin, 'PATCH', `res/leads/${id}`, { user_id: user('caller') })).status).toBe(200);
      expect((await world.rows('lead_owner_history', `"lead_id" = '${id}' order by "id"`)).at(-1)).toMatchObject({
        to_user_id: user('caller'),
      });
    });

    it('refuses without the permission, to inactive users, outside the scope and across tenants; all or nothing', async () => {
      const id = await world.makeLead();
      const other = await world.makeLead({}, 'outsider@northstar.example');
      const give = (who: Browser, lead_ids: string[], to: string): Promise<Answer> =>
        call(world.test, who, 'POST', 'leads/re-assign', { lead_ids, user_id: to });
      expect((await give(world.counsellor, [id], user('outsider'))).code).toBe(403);
      expect((await give(world.lead, [id], user('inactive'))).body).toMatchObject({ code: 422, errors: [{ path: 'user_id' }] });
      expect((await give(world.lead, [id, other], user('caller'))).code).toBe(403);
      expect((await give(world.foreigner, [id], user('caller'))).code).not.toBe(200);
      expect((await give(world.admin, [id], world.test.fixture.users['counsellor@lakeview.example']!)).code).toBe(422);
      expect(await world.row('leads', id)).toMatchObject({ user_id: user('counsellor') });
    });

    it('with L2_TO_L2_RE-ASSIGNMENT a counsellor assigns a lead to another counsellor, and to nobody else', async () => {
      const tenant = world.test.fixture.tenants.northstar;
      await edit(
        world.test,
        tenant,
        `update "users" set "permissions" = '[{"code":"L2_TO_L2_RE-ASSIGNMENT","level":[3]}]' where "tenant_id" = '${tenant}' and "id" = '${user('counsellor')}'`,
      );
      const who = await signIn(world.test, 'counsellor@northstar.example');
      world.test.clock.add(61); // permissions are cached for up to 60 s
      const id = await world.makeLead();
      const give = (to: string): Promise<Answer> =>
        call(world.test, who, 'POST', 'leads/re-assign', { lead_ids: [id], user_id: to });
      expect((await give(user('caller'))).code).toBe(403);
      expect((await give(user('outsider'))).code).toBe(200);
    });
  });
});
