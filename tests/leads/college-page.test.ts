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
    await edit(
      world.test,
      world.test.fixture.tenants.northstar,
      `update users_roles set permissions = permissions || '[{"code":"PATNER_COLLEGES","level":[1]}]'::jsonb where role = 4`,
    );
  }, 120_000);
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
    });
    expect(await figures(world.counsellor)).toMatchObject({ leads: 1, leads_this_month: 1, shortlisted: 1, enrolled: 1 });
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
  });

  it('another tenant’s college, and one that does not exist, are not found', async () => {
    for (const call of ['figures', 'pushes']) {
      expect((await get(`colleges/999/${call}`)).code).toBe(404);
      expect((await get(`colleges/none/${call}`)).code).toBe(404);
      expect((await get(`colleges/10001/${call}`, world.outsider)).code).toBe(200);
      expect((await get(`colleges/10001/${call}`, world.foreigner)).code).toBe(403);
    }
  });
});
