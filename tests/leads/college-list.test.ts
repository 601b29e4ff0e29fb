import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollegeFigures } from '../../src/schemas/calls/lead-colleges';
import { call, edit, type Answer, type Browser } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, saveStage, type World } from './lead-world';

type Row = Record<string, unknown>;
const counts = ['leads_this_month', 'applications', 'enrolled'] as const;
const shown = [...counts, 'push_state', 'commission_rate'];

describe.each(await reachableDatabases())('the list of colleges, $name', (database) => {
  let world: World;
  let tenant: string;
  const get = (path: string, who = world.admin): Promise<Answer> => call(world.test, who, 'GET', path);
  const rowsOf = async (who?: Browser): Promise<Row[]> =>
    (await get(`res/colleges?_sort=clg_name&_start=0&_end=25&_labels=${shown.join(',')}`, who)).body as unknown as Row[];
  const rowOf = async (clg: number, who?: Browser): Promise<Row> => (await rowsOf(who)).find((row) => row['clg_id'] === clg)!;
  const rights = async (codes: readonly string[]): Promise<void> => {
    const permissions = JSON.stringify(codes.map((code) => ({ code, level: [1, 2, 3, 4, 5, 6] })));
    await edit(world.test, tenant, `update users_roles set permissions = '${permissions}' where role = 4`);
    world.test.clock.add(61); // a session knows its rights for a minute
  };

  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    tenant = world.test.fixture.tenants.northstar;
    await rights(['PATNER_COLLEGES', 'LEADS']);
    const own = await world.makeLead({ clg_id: 10001 });
    const other = await world.makeLead({ clg_id: 10001 }, 'lead@northstar.example');
    const moved = await world.makeLead({ clg_id: 10001 });
    await call(world.test, world.admin, 'PATCH', `res/leads/${moved}`, { clg_id: 10002 });
    await world.makeLead({ clg_id: 10002 });
    await saveStage(world, world.counsellor, own, { stage_id: world.stages['Enrolled'], sub_stage: 'Seat confirmed' });
    await edit(
      world.test,
      tenant,
      `insert into forms (tenant_id, id, name, slug) values ('${tenant}', 'form1', 'Admission', 'admission')`,
    );
    for (const [id, lead, submitted] of [
      ['app1', own, true],
      ['app2', other, true],
      ['app3', moved, false],
    ] as const)
      await edit(
        world.test,
        tenant,
        `insert into applications (tenant_id, id, form_id, answers, lead_id, state, submitted_at, created_at)
         values ('${tenant}', '${id}', 'form1', '{}', '${lead}', '${submitted ? 'submitted' : 'draft'}', ${submitted ? `'${now()}'` : 'null'}, '${now()}')`,
      );
    await edit(
      world.test,
      tenant,
      `update colleges set commission = '{"type":"fixed","value":12500}', college_type = 'deemed_university', partner_since = '2024-06-01' where clg_id = 10001`,
    );
  });
  afterAll(() => world.test.close());
  const now = (): string => world.test.services.now().toISOString();

  it('counts what its page and the list of leads count, for each reader', async () => {
    for (const who of [world.admin, world.counsellor])
      for (const clg of [10001, 10002]) {
        const row = await rowOf(clg, who);
        const figures = (await get(`colleges/${clg}/figures`, who)).body['data'] as CollegeFigures;
        for (const name of counts.filter((one) => who === world.admin || one !== 'applications')) {
          expect([clg, name, row[name]]).toEqual([clg, name, String(figures[name])]);
          const list = await get(`res/leads?cell=${encodeURIComponent(figures.cells[name])}&_start=0&_end=1`, who);
          expect(Number(list.headers['x-total-count'])).toBe(figures[name]);
        }
      }
    expect(await rowOf(10001)).toMatchObject({
      leads_this_month: '3',
      applications: '2',
      enrolled: '1',
      commission_rate: '₹ 12,500',
      college_type: 'deemed_university',
      partner_since: '2024-06-01',
    });
    expect(await rowOf(10002)).toMatchObject({ leads_this_month: '2', applications: '0', enrolled: '0', commission_rate: null });
    expect(await rowOf(10001, world.counsellor)).toMatchObject({ leads_this_month: '2', enrolled: '1' });
  });

  it('takes three statements, and counts nothing for a list that shows no figures', async () => {
    world.test.store.reports.splice(0);
    await rowsOf();
    expect(world.test.store.reports.at(-1)!.statements).toBeLessThanOrEqual(3);
    const plain = (await get('res/colleges?_start=0&_end=25')).body as unknown as Row[];
    for (const name of shown) expect(plain[0], name).not.toHaveProperty(name);
  });

  it('says what became of the newest push that the reader sees', async () => {
    expect(await rowOf(10002)).toMatchObject({ push_state: 'Not set up' });
    const push = { is_partner: true, lead_push_url: 'http://127.0.0.1:9/leads' };
    await call(world.test, world.admin, 'PATCH', 'res/colleges/10002', push);
    expect(await rowOf(10002)).toMatchObject({ push_state: 'None yet' });
    await world.makeLead({ clg_id: 10002 });
    expect(await rowOf(10002)).toMatchObject({ push_state: 'Waiting' });
    await runDueJobs(world.test); // addresses of the own network are refused
    expect(await rowOf(10002)).toMatchObject({ push_state: 'Rejected' });
    world.test.clock.add(1);
    await world.makeLead({ clg_id: 10002 }, 'lead@northstar.example');
    expect(await rowOf(10002)).toMatchObject({ push_state: 'Waiting' });
    expect(await rowOf(10002, world.counsellor)).toMatchObject({ push_state: 'Rejected' });
  });

  it('shows no figures to a role that cannot list leads', async () => {
    const row = await rowOf(10001, world.counsellor);
    for (const name of counts) expect(row, name).toHaveProperty(name);
    await rights(['PATNER_COLLEGES']);
    const bare = await rowOf(10001, world.counsellor);
    for (const name of [...counts, 'push_state']) expect(bare, name).not.toHaveProperty(name);
    expect(bare).toMatchObject({ commission_rate: '₹ 12,500' });
  });
});
