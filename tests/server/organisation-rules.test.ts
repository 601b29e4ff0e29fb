import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Answer } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from '../leads/lead-world';

/** /config/rules: each setting is saved by the call that the page makes, and changes what it says. */
let world: World;
let tenant = '';
beforeAll(async () => {
  world = await makeWorld();
  tenant = world.test.fixture.tenants.northstar;
  const url = 'https://northstar.example';
  await edit(
    world.test,
    tenant,
    `update tenant set description = 'x', estd_year = 2001, phone = '9876543210', country = 'India', state = 'Goa', city = 'Goa', base_url = '${url}',
      website = '${url}', address1 = 'x', pan_number = 'ABCDE1234F', cin_number = 'U80301KA2011PTC059876', gst_number = '29ABCDE1234F1Z5' where tenant_id = '${tenant}'`,
  );
});
afterAll(() => world.test.close());

type Values = Readonly<Record<string, unknown>>;
const get = (path: string): Promise<Answer> => call(world.test, world.admin, 'GET', path);
/** As a section of the page saves it. */
async function set(values: Values): Promise<void> {
  const [row] = (await get(`get_tenant_by_id/${tenant}`)).body['data'] as Values[];
  const answer = await call(world.test, world.admin, 'PUT', `update_tenant/${tenant}`, {
    ...values,
    row_version: row!['row_version'],
  });
  if (answer.code !== 200) throw new Error(answer.text);
}

it('the time zone is one that the database knows, by its exact name', async () => {
  await set({ timezone: 'Asia/Dubai' });
  const refused = await call(world.test, world.admin, 'PUT', `update_tenant/${tenant}`, { timezone: 'asia/kolkata' });
  expect(refused.body).toMatchObject({ code: 422, errors: [{ path: 'timezone' }] });
  await set({ timezone: 'Asia/Kolkata' });
});

describe('features', () => {
  const calls = {
    workflow: 'res/workflows',
    lead_generation: 'lead-gen/map-cities',
    ads: 'res/ads-accounts',
    sms: 'getsmstemplate',
    email: 'get-all-campaign-templtes',
    partner_college: 'college-match-choices',
  };
  it.each(Object.entries(calls))('D-019 %s: off refuses its calls to role 1 too, on answers them', async (feature, path) => {
    const admin = await signIn(world.test, 'admin@northstar.example');
    expect((await call(world.test, admin, 'GET', path)).code).toBe(200);
    await set({ features: { [feature]: false } });
    world.test.clock.add(61); // rights are read again after a minute
    const other = await signIn(world.test, 'admin@northstar.example');
    expect((await call(world.test, other, 'GET', path)).body).toMatchObject({
      code: 403,
      message: 'This feature is not enabled for your organisation.',
    });
    await set({ features: { [feature]: true } });
    world.test.clock.add(61);
    expect((await call(world.test, await signIn(world.test, 'admin@northstar.example'), 'GET', path)).code).toBe(200);
  });
});

describe('duplicate leads', () => {
  const add = async (values: Values): Promise<Values> =>
    (await call(world.test, world.admin, 'POST', 'res/leads', { name: 'Twice', ...values })).body;
  const rule = (values: Values): Promise<void> => set({ duplicate_rule: { keys: ['phone'], action: 're_enquiry', ...values } });
  const age = (id: unknown, days: number): Promise<number> =>
    edit(world.test, tenant, `update leads set created_at = created_at - interval '${days} days' where id = '${String(id)}'`);

  it('the action says what becomes of a second enquiry', async () => {
    await rule({});
    const first = await add({ phone: '9844100001' });
    expect((await add({ phone: '9844100001' }))['id']).toBe(first['id']);
    await rule({ action: 'new' });
    expect(await add({ phone: '9844100001' })).toMatchObject({ duplicate_of: first['id'] });
    await rule({ action: 'block' });
    expect(await add({ phone: '9844100001' })).toMatchObject({ message: 'A lead with this phone or email already exists.' });
  });

  it('an older lead than the window is another enquiry', async () => {
    await rule({ window_days: 10 });
    const first = await add({ phone: '9844100002' });
    await age(first['id'], 9);
    expect((await add({ phone: '9844100002' }))['id']).toBe(first['id']);
    await age(first['id'], 2);
    expect(await add({ phone: '9844100002' })).toMatchObject({ duplicate_of: first['id'] });
  });

  it('the keys say what makes two enquiries one person', async () => {
    await rule({ keys: ['phone'] });
    const first = await add({ phone: '9844100003', alternate_phone: '9844100004' });
    expect((await add({ phone: '9844100004' }))['id']).not.toBe(first['id']);
    await rule({ keys: ['phone', 'alternate_phone'] });
    const second = await add({ phone: '9844100005', alternate_phone: '9844100006' });
    expect((await add({ phone: '9844100006' }))['id']).toBe(second['id']);
    await rule({ keys: ['phone', 'email'] });
  });
});

describe('follow-ups and timeline', () => {
  it('pending follow-ups first, and one day of the timeline, are told to the pages', async () => {
    const config = async (): Promise<unknown> => (await get('tenant-config')).body['data'];
    await set({ enforce_pending_followup: true, timeline_single_date: true });
    expect(await config()).toMatchObject({ enforce_pending_followup: true, timeline_single_date: true });
    const lead = await world.makeLead();
    const save = (hours: number): Promise<Answer> =>
      saveStage(world, world.counsellor, lead, {
        stage_id: world.stages['Call back'],
        call_date_time: inHours(world, hours),
        message: 'x',
      });
    expect([(await save(2)).code, (await save(30)).code]).toEqual([200, 409]);
    await set({ enforce_pending_followup: false, timeline_single_date: false });
    expect((await save(30)).code).toBe(200);
    expect(await config()).toMatchObject({ enforce_pending_followup: false, timeline_single_date: false });
  });
});

describe('report settings', () => {
  it('a follow-up is moved no oftener than is set', async () => {
    const made = await call(world.test, world.counsellor, 'POST', 'res/follow-ups', {
      lead_id: await world.makeLead(),
      call_date_time: inHours(world, 3),
    });
    const move = (hours: number): Promise<Answer> =>
      call(world.test, world.counsellor, 'PATCH', `res/follow-ups/${String(made.body['id'])}`, {
        call_date_time: inHours(world, hours),
      });
    await set({ report_settings: { max_reschedules: 1 } });
    expect([(await move(4)).code, (await move(5)).code]).toEqual([200, 409]);
    await set({ report_settings: {} });
    expect((await move(5)).code).toBe(200);
  });

  const reads = async (report: string, title: string): Promise<unknown> => {
    const table = (await get(`reports/${report}`)).body['data'] as {
      columns: { title: string }[];
      rows: { value: string; cells: { value: number }[] }[];
    };
    const at = table.columns.findIndex((one) => one.title === title);
    expect(table.columns.map((one) => one.title).join()).toContain(title);
    return table.rows.find(({ value }) => value === world.counsellor.userId)?.cells[at]?.value;
  };

  it('calls count as conversations from the set talk time on', async () => {
    const lead = await world.makeLead();
    const now = world.test.services.now().toISOString();
    await edit(
      world.test,
      tenant,
      `insert into calls (tenant_id, id, lead_id, user_id, direction, state, talk_s, started_at, ended_at, created_at)
        values ('${tenant}', 'talk-90', '${lead}', '${world.counsellor.userId}', 'outbound', 'completed', 90, '${now}', '${now}', '${now}')`,
    );
    await set({ report_settings: {} });
    expect(await reads('hourly-call-activity?tab=all', 'Real conversations')).toBe(1);
    await set({ report_settings: { conversation_s: 91 } });
    expect(await reads('hourly-call-activity?tab=all', 'Real conversations')).toBe(0);
  });

  it('a lead is answered in time within the set minutes', async () => {
    const lead = await world.makeLead();
    const now = world.test.services.now().getTime();
    const at = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
    await edit(
      world.test,
      tenant,
      `insert into lead_owner_history (tenant_id, id, lead_id, to_user_id, reason, created_at)
        values ('${tenant}', 'assigned', '${lead}', '${world.counsellor.userId}', 'manual', '${at(40)}')`,
    );
    await edit(
      world.test,
      tenant,
      `insert into call_actions (tenant_id, id, lead_id, user_id, created_at) values ('${tenant}', 'first', '${lead}', '${world.counsellor.userId}', '${at(10)}')`,
    );
    const inTime = async (minutes: number): Promise<unknown> => {
      await set({ report_settings: { first_response_min: minutes } });
      return reads('user-productivity?group_by=user&tab=leads', 'In time');
    };
    expect(Number(await inTime(60))).toBeGreaterThan(Number(await inTime(5)));
  });
});
