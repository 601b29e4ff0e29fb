import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollegeFigures, CollegePush } from '../../src/schemas/calls/lead-colleges';
import { call, edit, type Answer } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, saveStage, type World } from './lead-world';

describe.each(await reachableDatabases())('the page of a college, $name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    for (const tenant of Object.values(world.test.fixture.tenants))
      await edit(
        world.test,
        tenant,
        `update users_roles set permissions = permissions || '[{"code":"PATNER_COLLEGES","level":[1]}]'::jsonb where role = 4`,
      );
  });
  afterAll(() => world.test.close());
  const get = (path: string, who = world.admin): Promise<Answer> => call(world.test, who, 'GET', path);
  const figures = async (who = world.admin): Promise<CollegeFigures> =>
    (await get('colleges/10001/figures', who)).body['data'] as CollegeFigures;

  it('counts leads, shortlists, applications and enrolments of the leads that the caller sees', async () => {
    const own = await world.makeLead({ clg_id: 10001 });
    await world.makeLead({ clg_id: 10001 }, 'lead@northstar.example');
    await world.makeLead({ clg_id: 10002 });
    await call(world.test, world.counsellor, 'POST', 'res/lead-colleges', {
      lead_id: own,
      clg_id: 10001,
      relation: 'shortlisted',
    });
    await saveStage(world, world.counsellor, own, { stage_id: world.stages['Enrolled'], sub_stage: 'Seat confirmed' });
    expect(await figures()).toEqual({
      leads: 2,
      leads_this_month: 2,
      shortlisted: 1,
      not_interested: 0,
      applications: 0,
      enrolled: 1,
      cells: expect.anything(),
      target_leads: null,
      target_enrolled: null,
    });
    for (const [who, numbers] of [
      [world.admin, [2, 2, 1, 0]],
      [world.counsellor, [1, 1, 1, 0]],
    ] as const) {
      const { cells, ...counts } = await figures(who);
      expect([counts.leads, counts.leads_this_month, counts.shortlisted, counts.not_interested]).toEqual(numbers);
      // each opens as many leads as it says
      const opened = [cells.leads, cells.leads_this_month, cells.shortlisted, cells.not_interested].map(async (cell) => {
        const list = await get(`res/leads?cell=${encodeURIComponent(cell)}&_start=0&_end=1`, who);
        return Number(list.headers['x-total-count']);
      });
      expect(await Promise.all(opened)).toEqual(numbers);
    }
    expect(await figures(world.counsellor)).toMatchObject({ enrolled: 1 });
  });

  it('shows its targets to those who see all its leads, and to nobody else', async () => {
    const answer = await call(world.test, world.admin, 'PATCH', 'res/colleges/10001', { target_leads: 50, target_enrolled: 12 });
    expect(answer.status).toBe(200);
    expect(await figures()).toMatchObject({ target_leads: 50, target_enrolled: 12 });
    expect(await figures(world.counsellor)).toMatchObject({ target_leads: null, target_enrolled: null });
    const none = await call(world.test, world.admin, 'PATCH', 'res/colleges/10001', { target_leads: 0 });
    expect([none.code, JSON.stringify(none.body['errors'])]).toEqual([422, expect.stringContaining('target_leads')]);
  });

  it('the log holds each lead that was sent, with the outcome, for those who see the lead', async () => {
    await call(world.test, world.admin, 'PATCH', 'res/colleges/10002', {
      is_partner: true,
      lead_push_url: 'http://127.0.0.1:9/leads',
    });
    const own = await world.makeLead({ clg_id: 10002, name: 'Meera' });
    const other = await world.makeLead({ clg_id: 10002, name: 'Arjun' }, 'lead@northstar.example');
    const log = async (who = world.admin): Promise<CollegePush[]> =>
      (await get('colleges/10002/pushes', who)).body['data'] as CollegePush[];
    expect((await log()).map(({ lead_id, state }) => [lead_id, state])).toEqual([
      [other, 'waiting'],
      [own, 'waiting'],
    ]);
    await runDueJobs(world.test); // addresses of the own network are refused
    expect(await log(world.counsellor)).toMatchObject([
      { lead_id: own, lead_name: 'Meera', state: 'refused', message: expect.any(String) },
    ]);
    const tenant = world.test.fixture.tenants.northstar;
    await edit(
      world.test,
      tenant,
      `update jobs set message = '409: +91 98220 10001 is known, meera@example.com too' where payload->>'lead_id' = '${own}'`,
    );
    expect(await log()).toMatchObject([{}, { message: '409: +91 98220 10001 is known, meera@example.com too' }]);
    await call(world.test, world.admin, 'PATCH', 'res/users-roles/4', {
      field_rules: ['phone', 'email'].map((field) => ({ resource: 'leads', field, rule: 'masked' })),
    });
    world.test.clock.add(61); // a session knows its rights for a minute
    expect(await log(world.counsellor)).toMatchObject([{ message: '409: *** is known, *** too' }]);
  });

  it('another tenant’s college, and one that does not exist, are not found; a college of the same number shows its own tenant’s leads', async () => {
    const tenant = world.test.fixture.tenants.northstar;
    await edit(
      world.test,
      tenant,
      `insert into colleges (tenant_id, clg_id, clg_name) values ('${tenant}', 10777, 'Ours alone')`,
    );
    for (const path of ['figures', 'pushes']) {
      expect((await get(`colleges/999/${path}`)).code).toBe(404);
      expect((await get(`colleges/none/${path}`)).code).toBe(404);
      expect((await get(`colleges/10777/${path}`)).code).toBe(200);
      expect((await get(`colleges/10777/${path}`, world.foreigner)).code).toBe(404);
    }
    const none = {
      leads: 0,
      leads_this_month: 0,
      shortlisted: 0,
      not_interested: 0,
      applications: 0,
      enrolled: 0,
      cells: expect.anything(),
      target_leads: null,
      target_enrolled: null,
    };
    await world.makeLead({ clg_id: 10002 });
    for (const who of [world.outsider, world.foreigner]) {
      expect(await figures(who)).toEqual(none);
      expect((await get('colleges/10002/pushes', who)).body).toMatchObject({ data: [], total: 0 });
    }
    expect((await figures()).leads).toBeGreaterThan(0);
  });

  it('tells no number of a field that the role does not see, as the list of colleges and the reports do', async () => {
    const tenant = world.test.fixture.tenants.northstar;
    const rule = (value: string): Promise<unknown> =>
      edit(world.test, tenant, `update users_roles set field_rules = '${value}' where role = 4`);
    await rule(JSON.stringify([{ resource: 'leads', field: 'stage_id', rule: 'hidden' }]));
    world.test.clock.add(61);
    const seen = await figures(world.counsellor);
    expect(seen.leads_this_month).toBeGreaterThan(0);
    expect(seen.enrolled).toBeNull();
    await rule('[]');
    world.test.clock.add(61);
    expect((await figures(world.counsellor)).enrolled).not.toBeNull();
  });

  it('a role without the right to colleges is refused', async () => {
    const tenant = world.test.fixture.tenants.northstar;
    const [role] = await world.rows('users_roles', `"role" = 4 and "tenant_id" = '${tenant}'`);
    const rights = (value: unknown): Promise<unknown> =>
      edit(world.test, tenant, `update users_roles set permissions = '${JSON.stringify(value)}' where role = 4`);
    await rights((role!['permissions'] as { code: string }[]).filter(({ code }) => code !== 'PATNER_COLLEGES'));
    world.test.clock.add(61); // a session knows its rights for a minute
    for (const path of ['figures', 'pushes']) expect((await get(`colleges/10001/${path}`, world.counsellor)).code).toBe(403);
    await rights(role!['permissions']);
    world.test.clock.add(61);
  });
});
