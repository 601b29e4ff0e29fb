import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollegeChoice, CollegeMatch } from '../../src/schemas/calls/lead-colleges';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

describe.each(await reachableDatabases())('colleges of a lead, $name', (database) => {
  let world: World;
  let caller: Browser;
  let ids: { stream: string; btech: string; mba: string };
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    caller = world.counsellor;
    const made = async (path: string, body: object): Promise<string> => {
      const answer = await call(world.test, world.admin, 'POST', path, body);
      if (answer.status >= 300) throw new Error(answer.text);
      return String(answer.body['id']);
    };
    const stream = await made('res/streams', { name: 'Engineering' });
    const other = await made('res/streams', { name: 'Management' });
    const btech = await made('res/courses', { name: 'B.Tech', stream_id: stream });
    const mba = await made('res/courses', { name: 'MBA', stream_id: other, level: 'postgraduate' });
    const own = world.test.fixture.tenants.northstar;
    await world.test.store.admin(`begin; set local app.tenant = '${own}'; set local app.request = 'test';
      insert into countries (id, name, phonecode) values (101, 'India', '91') on conflict do nothing;
      insert into states (tenant_id, id, value, country_id) values ('${own}', 77, 'Maharashtra', 101);
      insert into cities (tenant_id, id, name, state_id) values ('${own}', 78, 'Pune', 77); commit`);
    ids = { stream, btech, mba };
    const patch = (id: number, body: object) => call(world.test, world.admin, 'PATCH', `res/colleges/${id}`, body);
    await patch(10001, { state_id: 77, city_id: 78, hostel: true, is_partner: true });
    await patch(10002, { is_partner: false, course_ids: [mba] });
    await made('res/college-courses', {
      clg_id: 10001,
      course_id: btech,
      fee_total: 400_000,
      min_percent: 60,
      exams: ['JEE Main'],
      seats: 60,
    });
    await made('res/college-courses', { clg_id: 10002, course_id: btech, fee_total: 900_000 });
  });
  afterAll(() => world.test.close());

  const get = (path: string, who = caller): Promise<Answer> => call(world.test, who, 'GET', path);
  const matches = async (lead: string, query = ''): Promise<CollegeMatch[]> =>
    (await get(`leads/${lead}/college-matches${query}`)).body['data'] as CollegeMatch[];
  const choices = async (lead: string, relation = 'shortlisted'): Promise<CollegeChoice[]> =>
    (await get(`leads/${lead}/college-choices?relation=${relation}`)).body['data'] as CollegeChoice[];
  const choose = (lead: string, clg_id: number, more: object = {}, who = caller): Promise<Answer> =>
    call(world.test, who, 'POST', 'res/lead-colleges', { lead_id: lead, clg_id, relation: 'shortlisted', ...more });
  const change = (id: string, body: object, who = caller): Promise<Answer> =>
    call(world.test, who, 'PATCH', `res/lead-colleges/${id}`, body);
  const leadWith = (): Promise<string> =>
    world.makeLead({
      course: ids.btech,
      stream: ids.stream,
      city: 'Pune',
      state: 'Maharashtra',
      last_education: '12th',
      academics: [{ level: '12th', percent: 72 }],
      entrance_exams: [{ exam: 'JEE Main' }],
      preferences: { budget_max: 500_000 },
    });

  describe('recommendation', () => {
    it('ROUTE-021 lists the courses of active colleges, the best fit first, with the reason of each rule', async () => {
      const lead = await leadWith();
      const found = await matches(lead);
      expect(found.map(({ clg_name, course_name }) => `${clg_name}, ${course_name}`)).toEqual([
        'Sahyadri, B.Tech',
        'Deccan, B.Tech',
        'Deccan, MBA',
      ]);
      expect(found[0]).toMatchObject({ fit: 100, eligible: 'yes', seats: 60, fee_total: 400_000, city: 'Pune', hostel: true });
      expect(found[0]!.parts.find(({ name }) => name === 'marks')?.why).toBe('60 % is required, the lead has 72 %.');
      expect(found[2]).toMatchObject({ eligible: 'no', fee_total: null });
    });

    it('filters by stream, course, fee, eligibility, exam, hostel and partner', async () => {
      const lead = await leadWith();
      const names = async (query: string): Promise<string[]> =>
        (await matches(lead, query)).map(({ clg_name, course_name }) => `${clg_name}, ${course_name}`);
      expect(await names(`?stream=${ids.stream}`)).toEqual(['Sahyadri, B.Tech', 'Deccan, B.Tech']);
      expect(await names(`?course=${ids.mba}`)).toEqual(['Deccan, MBA']);
      expect(await names('?fee_to=500000')).toEqual(['Sahyadri, B.Tech']);
      expect(await names('?fee_from=500000')).toEqual(['Deccan, B.Tech']);
      expect(await names('?eligible=not_no')).toEqual(['Sahyadri, B.Tech', 'Deccan, B.Tech']);
      expect(await names('?exam=JEE%20Main')).toEqual(['Sahyadri, B.Tech']);
      expect(await names('?hostel=true')).toEqual(['Sahyadri, B.Tech']);
      expect(await names('?partner=true')).toEqual(['Sahyadri, B.Tech']);
      const offered = (await get('college-match-choices')).body['data'];
      expect(offered).toMatchObject({
        exams: ['JEE Main'],
        cities: [{ name: 'Pune' }],
        streams: [{ name: 'Engineering' }, { name: 'Management' }],
      });
    });

    it('leaves out an inactive college and one that the lead does not want', async () => {
      const lead = await leadWith();
      await choose(lead, 10001, { relation: 'not_interested', reason_code: 'fees' });
      expect((await matches(lead)).map(({ clg_id }) => clg_id)).toEqual([10002, 10002]);
      await edit(world.test, world.test.fixture.tenants.northstar, `update colleges set status = 0 where clg_id = 10002`);
      expect(await matches(lead)).toEqual([]);
      await edit(world.test, world.test.fixture.tenants.northstar, `update colleges set status = 1 where clg_id = 10002`);
    });

    it('shows the commission only to those who may see colleges', async () => {
      const lead = await leadWith();
      await call(world.test, world.admin, 'PATCH', 'res/colleges/10001', { commission: { type: 'percent', value: 12 } });
      const of = async (who: Browser): Promise<unknown> =>
        ((await get(`leads/${lead}/college-matches`, who)).body['data'] as CollegeMatch[])[0]?.commission;
      expect(await of(world.admin)).toEqual({ type: 'percent', value: 12 });
      expect(await of(caller)).toBe(null);
    });
  });

  describe('shortlist', () => {
    it('ROUTE-024 keeps who chose it and when, in the order of choosing, and any place can be given', async () => {
      const lead = await leadWith();
      await choose(lead, 10001, { course_id: ids.btech, reason: 'Near home' });
      const second = await choose(lead, 10002);
      expect(await choices(lead)).toMatchObject([
        {
          clg_name: 'Sahyadri',
          course_name: 'B.Tech',
          reason: 'Near home',
          fee_total: 400_000,
          chosen_by_name: 'Counsellor Northstar',
        },
        { clg_name: 'Deccan' },
      ]);
      const moved = await call(world.test, caller, 'PUT', `res/lead-colleges/${String(second.body['id'])}/place`, { rank: 1 });
      expect(moved.code).toBe(200);
      expect((await choices(lead)).map(({ clg_name }) => clg_name)).toEqual(['Deccan', 'Sahyadri']);
      const stored = await world.rows('lead_colleges', `"lead_id" = '${lead}' order by "rank"`);
      expect(stored.map(({ rank }) => rank)).toEqual([1, 2]);
    });

    it('places given at once leave every college on the list once', async () => {
      const lead = await leadWith();
      const made = [await choose(lead, 10001), await choose(lead, 10002)];
      await Promise.all(
        [1, 2, 1, 2].map((rank, at) =>
          call(world.test, caller, 'PUT', `res/lead-colleges/${String(made[at % 2]!.body['id'])}/place`, { rank }),
        ),
      );
      const stored = await world.rows('lead_colleges', `"lead_id" = '${lead}' order by "rank"`);
      expect(stored.map(({ rank }) => rank)).toEqual([1, 2]);
    });

    it('a place that is no whole number from 1 is refused by name', async () => {
      const lead = await leadWith();
      const { body } = await choose(lead, 10001);
      for (const rank of [0, -1, 1.5, '1', null, 1001])
        expect(await call(world.test, caller, 'PUT', `res/lead-colleges/${String(body['id'])}/place`, { rank })).toMatchObject({
          code: 422,
          body: { errors: [{ path: 'rank' }] },
        });
    });

    it('shows the state of the newest application to the college', async () => {
      const lead = await leadWith();
      await choose(lead, 10001);
      const form = await call(world.test, world.admin, 'POST', 'res/forms', {
        name: 'Form',
        slug: `form-${Math.random().toString(36).slice(2)}`,
        college_id: 10001,
      });
      const answers = { name: 'Sneha', email: 'sneha@example.com', phone: '9822000000' };
      const sent = await call(world.test, world.admin, 'POST', 'res/applications', {
        form_id: form.body['id'],
        lead_id: lead,
        answers,
      });
      expect([form.status, sent.status]).toEqual([200, 200]);
      expect(await choices(lead)).toMatchObject([{ application_state: 'draft' }]);
    });
  });

  describe('not interested', () => {
    it('ROUTE-025 needs a reason; restored, the college is recommended again and the reason is gone', async () => {
      const lead = await leadWith();
      const { body } = await choose(lead, 10001);
      const id = String(body['id']);
      expect(await change(id, { relation: 'not_interested' })).toMatchObject({
        code: 422,
        body: { errors: [{ path: 'reason_code' }] },
      });
      expect((await change(id, { relation: 'not_interested', reason_code: 'location', reason: 'Too far' })).status).toBe(200);
      expect(await choices(lead)).toEqual([]);
      expect(await choices(lead, 'not_interested')).toMatchObject([
        { reason_code: 'location', reason: 'Too far', chosen_by_name: expect.any(String) },
      ]);
      expect((await change(id, { relation: 'recommended' })).status).toBe(200);
      expect(await choices(lead, 'not_interested')).toEqual([]);
      expect((await matches(lead))[0]).toMatchObject({ clg_id: 10001, choice: { id, relation: 'recommended' } });
      expect(await world.row('lead_colleges', id)).toMatchObject({ reason_code: null, rank: null });
    });
  });

  it('leads outside the row scope: nothing is read, nothing is written', async () => {
    const lead = await leadWith();
    const { body } = await choose(lead, 10001);
    const id = String(body['id']);
    const before = JSON.stringify(await world.rows('lead_colleges', `"lead_id" = '${lead}'`));
    for (const [who, status] of [
      [world.outsider, 403],
      [world.foreigner, 404],
    ] as const) {
      expect((await get(`leads/${lead}/college-matches`, who)).code).toBe(status);
      expect((await get(`leads/${lead}/college-choices?relation=shortlisted`, who)).code).toBe(status);
      expect((await call(world.test, who, 'PUT', `res/lead-colleges/${id}/place`, { rank: 1 })).code).toBe(status);
      expect((await change(id, { relation: 'recommended' }, who)).code).toBe(status);
      expect([403, 404, 422]).toContain((await choose(lead, 10002, {}, who)).code);
    }
    expect(JSON.stringify(await world.rows('lead_colleges', `"lead_id" = '${lead}'`))).toBe(before);
  });

  it('sharing a college by a message is noted at its choice; the open form is for those who may add applications', async () => {
    const lead = await world.makeLead({ phone: '9822011223' });
    const send = (clg_id: number): Promise<Answer> =>
      call(world.test, caller, 'POST', `leads/${lead}/messages`, { channel: 'sms', text: 'See this college', clg_id });
    expect((await send(99_999)).code).toBe(422);
    expect((await send(10001)).code).toBe(200);
    const shared = { shared_via: 'sms', shared_at: expect.any(String) };
    const found = (await matches(lead)).find(({ clg_id }) => clg_id === 10001)!;
    expect(found).toMatchObject({ choice: { relation: 'recommended', ...shared }, form_id: null });
    expect((await change(found.choice!.id, { relation: 'shortlisted' })).status).toBe(200);
    expect(await choices(lead)).toMatchObject([{ clg_id: 10001, ...shared }]);
    const form = { name: 'Admission', slug: 'admission-10001', college_id: 10001, published: true };
    const made = await call(world.test, world.admin, 'POST', 'res/forms', form);
    expect(made.status, made.text).toBeLessThan(300);
    const seen = async (who: Browser) =>
      ((await get(`leads/${lead}/college-choices?relation=shortlisted`, who)).body['data'] as CollegeChoice[])[0]!.form_id;
    expect([await seen(world.admin), await seen(caller)]).toEqual([made.body['id'], null]);
  });

  it('a tenant without partner colleges is answered none: not by the lead page, and not by the colleges themselves', async () => {
    const lead = await leadWith();
    const own = world.test.fixture.tenants.northstar;
    const chosen = String((await choose(lead, 10001)).body['id']);
    const asked = [
      'college-match-choices',
      `leads/${lead}/college-matches`,
      `leads/${lead}/college-choices?relation=shortlisted`,
    ];
    const answers = async (): Promise<number[]> =>
      [
        ...(await Promise.all(
          [...asked, 'res/colleges/10001', `res/lead-colleges/${chosen}`].map((path) => get(path, world.admin)),
        )),
        await choose(lead, 10002, {}, world.admin),
      ].map(({ status, code }) => (status >= 200 && status < 300 && code < 300 ? 200 : code));
    expect(await answers()).toEqual([200, 200, 200, 200, 200, 200]);
    await edit(world.test, own, `update tenant set features = '{"partner_college": false}'`);
    world.test.clock.add(61); // a session knows its rights for a minute
    expect(await answers()).toEqual([403, 403, 403, 403, 403, 403]);
    await edit(world.test, own, `update tenant set features = null`);
    world.test.clock.add(61);
  });

  it('what a role sees masked of the lead is not known to the recommendation, and its page opens', async () => {
    const lead = await leadWith();
    const masked = ['course', 'stream', 'academics', 'entrance_exams', 'preferences', 'city', 'state', 'last_education'];
    const rules = (fields: readonly string[]): Promise<Answer> =>
      call(world.test, world.admin, 'PATCH', 'res/users-roles/4', {
        field_rules: fields.map((field) => ({ resource: 'leads', field, rule: 'masked' })),
      });
    expect((await rules(masked)).status).toBe(200);
    world.test.clock.add(61);
    expect((await get(`res/leads/${lead}`)).body).toMatchObject({ academics: null, entrance_exams: null, preferences: null });
    const answer = await get(`leads/${lead}/college-matches`);
    expect(answer.code, answer.text).toBe(200);
    const best = (answer.body['data'] as CollegeMatch[]).find(
      ({ clg_id, course_id }) => clg_id === 10001 && course_id === ids.btech,
    );
    const verdicts = Object.fromEntries(best!.parts.map(({ name, verdict }) => [name, verdict]));
    expect(verdicts).toMatchObject({ course: 'unknown', marks: 'unknown', exam: 'unknown', fee: 'unknown', city: 'unknown' });
    expect((await rules([])).status).toBe(200);
    world.test.clock.add(61);
  });
});
