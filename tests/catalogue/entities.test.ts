import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '../../server/live/notify';
import { startValues } from '../../src/ui/leads/call-action/values';
import { callGenerate } from '../../src/schemas/calls/call-generate';
import { notificationTypes } from '../../src/schemas/kit/notification-types';
import { levelsOf } from '../../src/schemas/kit/access';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { menuGroups } from '../../src/schemas/kit/menu-groups';
import { wiresOf } from '../../src/schemas/kit/resource';
import { parseWire } from '../../src/schemas/kit/wire';
import { build, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';

let test: TestApp;
let admin: Browser;
let lead: Record<string, unknown>;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  const { id } = (await call(test, admin, 'POST', 'res/leads', { name: 'Aarav', phone: '9876543210' })).body;
  lead = (await call(test, admin, 'GET', `res/leads/${String(id)}`)).body;
});
afterAll(() => test.close());
const dataOf = <T>(answer: Answer): T => answer.body['data'] as T;
const get = (path: string, who = admin) => call(test, who, 'GET', path);

describe('entities, as the calls answer them', () => {
  it('ENT-026 ENT-027 ENT-028 TENANTAPI-002 PRODUCT-004 a tenant has its id, its logo and whether its details are complete', async () => {
    const answer = await get(`get_tenant_by_id/${test.fixture.tenants.northstar}`);
    const [tenant] = dataOf<Record<string, unknown>[]>(answer);
    expect(tenant).toMatchObject({ id: test.fixture.tenants.northstar, logo_image: null });
    expect(tenant).toHaveProperty('is_details_complete');
    expect(dataOf<object>(await get('users/me'))).toMatchObject({ type: 'org' });
  });

  it('ENT-030 ENT-031 ENT-032 ENT-033 ENT-034 ENT-035 ENT-036 ENT-037 ENT-038 ENT-039 a lead has the fields that the call action reads', () => {
    const names = `last_source source clg_id last_re_enquired_clg_id clg_name re_enquired_clgs last_callaction_btn_message
      last_callaction_followup_status last_callaction_sub_stage last_callaction_message`;
    for (const name of names.split(/\s+/)) expect(lead, name).toHaveProperty(name);
  });

  it('ENT-054 ENT-055 ENT-056 ENT-057 ENT-058 ENT-059 ENT-060 CONST-027 the call-action form has its fields, and its groups are three', () => {
    const form = startValues(null, true);
    for (const name of 'group selectStage selectSubStage call_date_time message selectCollegeId'.split(' '))
      expect(form).toHaveProperty(name);
    expect(callGenerate.body.properties.callObj.properties.group.enum).toEqual(['leads', 'call', 'application']);
  });

  it('ENT-065 ENT-066 ENT-067 an entry of the permission list has a code and a level, as a list or as the text of a list', async () => {
    const counsellor = await signIn(test, 'counsellor@northstar.example');
    const entries = dataOf<{ code: unknown; level: unknown }[]>(await get('acl', counsellor));
    expect(entries).toContainEqual({ code: 'LEADS', level: [1, 2, 3, 6] });
    expect([...levelsOf([{ code: 'LEADS', level: [1, 3] }]).get('LEADS')!]).toEqual([1, 3]);
    expect([...levelsOf([{ code: 'LEADS', level: '[2,6]' }]).get('LEADS')!]).toEqual([2, 6]);
  });

  it('ENT-073 ENT-074 ENT-075 ENT-076 ENT-077 ENT-078 the timeline is filtered by users and days, and paged', async () => {
    const counsellor = await signIn(test, 'counsellor@northstar.example');
    await call(test, counsellor, 'POST', 'res/leads', { name: 'Diya', phone: '9876543211' });
    type Day = { count: number; entries: { id?: string }[] };
    const count = async (query: string) => {
      const { body } = await get(`getTimeline?limit=100&${query}`);
      expect(body.code).toBe(200);
      return Number(body['totalDocuments']);
    };
    const own = await count(`userId[]=${counsellor.userId}`);
    const admins = await count(`userId[]=${admin.userId}`);
    expect(own).toBeGreaterThan(0);
    expect(admins).toBeGreaterThan(0);
    expect(await count(`userId[]=${counsellor.userId}&userId[]=${admin.userId}`)).toBe(own + admins);
    const all = await count('');
    expect(await count('startDate=2999-01-01')).toBe(0);
    expect(await count('startDate=2020-01-01')).toBe(all);
    expect(await count('endDate=2020-01-01')).toBe(0);
    expect(await count('endDate=2999-01-01')).toBe(all);
    const page = async (number: number) =>
      dataOf<Day[]>(await get(`getTimeline?limit=1&page_number=${number}`)).flatMap((day) => day.entries);
    expect([(await page(1)).length, (await page(2)).length]).toEqual([1, 1]);
    expect(await page(2)).not.toEqual(await page(1));
  });

  it('ENT-079 ENT-080 ENT-081 ENT-082 ENT-083 ENT-084 ENT-085 ENT-086 ENT-087 ENT-091 a notification has its fields', async () => {
    const { northstar } = test.fixture.tenants;
    await test.store.transaction(actor(northstar), (tx) =>
      notify(tx, northstar, {
        to: admin.userId!,
        type: 'ticket_assigned',
        message: 'Ticket T-00001 was given to you',
        leadId: String(lead['id']),
        ticket_id: 't1',
      }),
    );
    const [first] = dataOf<object[]>(await get(`users/notifications?user_id=${admin.userId}&page=1&limit=15`));
    expect(first).toMatchObject({
      _id: expect.any(String),
      user_id: admin.userId,
      read: false,
      notifications: {
        type: 'ticket_assigned',
        message: 'Ticket T-00001 was given to you',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        leadId: lead['id'],
        ticket_id: 't1',
      },
    });
  });

  it('ENT-088 the type of a notification is one of the five of the source or one of the product’s own', async () => {
    const { northstar } = test.fixture.tenants;
    const five = ['lead_refered', 'leave', 'lead_csv_download', 'inbound_missed_call', 'ticket_assigned'] as const;
    for (const type of five)
      await test.store.transaction(actor(northstar), (tx) =>
        notify(tx, northstar, { to: admin.userId!, type, message: `Of ${type}` }),
      );
    const all = dataOf<{ notifications: { type: string; message: string } }[]>(
      await get(`users/notifications?user_id=${admin.userId}&page=1&limit=15`),
    );
    const told = all.filter(({ notifications }) => notifications.message.startsWith('Of '));
    expect(told.map(({ notifications }) => notifications.type).sort()).toEqual([...five].sort());
    expect(told.every(({ notifications: { type, message } }) => message === `Of ${type}`)).toBe(true);
    expect(notificationTypes.slice(0, 5)).toEqual(five);
  });
});

describe('look-ups', () => {
  const constants = async () => dataOf<Record<string, unknown>>(await get('rule-engine/constants'));
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((one: object) => Object.hasOwn(one, 'key') && Object.hasOwn(one, 'value'));

  it('LOOKUP-007 LOOKUP-008 LOOKUP-009 LOOKUP-010 LOOKUP-011 LOOKUP-012 LOOKUP-013 the constants hold marketing, places and channels', async () => {
    const lists = await constants();
    for (const name of 'utmMedium utmSource city country email sms whatsapp'.split(' '))
      expect(isList(lists[name]), name).toBe(true);
  });
  it('LOOKUP-014 LOOKUP-015 LOOKUP-016 LOOKUP-017 LOOKUP-018 LOOKUP-019 LOOKUP-020 LOOKUP-021 the constants hold people, colleges and properties of leads', async () => {
    const lists = await constants();
    const names = 'userData collegeData leadTypeData lastEducationData categoryData courseData yearOfAdmissionData sourceData';
    for (const name of names.split(' ')) expect(isList(lists[name]), name).toBe(true);
    expect(lists['userData']).toContainEqual(expect.objectContaining({ value: 'Counsellor Northstar' }));
  });

  it('LOOKUP-006 an option of the lead lists is a key and a value', async () => {
    const made = await call(test, admin, 'POST', 'res/dialer-lists', { value: 'Hot leads' });
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    const options = dataOf<object[]>(await get('dialer/lead/list'));
    expect(options).toEqual([{ key: expect.anything(), value: 'Hot leads' }]);
  });

  it('LOOKUP-027 a counsellor allocation rule is read by its _id', async () => {
    const draft = {
      ...resourceNamed('counsellor-rules').examples![0],
      name: 'By turns',
      method: 'round_robin',
      user_ids: [admin.userId!],
    };
    const made = await call(test, admin, 'POST', 'rule-engine/counsellor/create', draft);
    const { _id } = dataOf<{ _id: string }>(made);
    const read = await get(`rule-engine/counsellor/get/${_id}`);
    expect(dataOf<object>(read)).toMatchObject({ _id, name: 'By turns', method: 'round_robin', user_ids: [admin.userId] });
    expect((await get('rule-engine/counsellor/get/unknown')).code).toBe(404);
  });
});

describe('modules', () => {
  /** Each has a place in the menu, and its own list answers. */
  const opens = async (names: string) => {
    for (const name of names.split(/\s+/)) {
      const resource = resourceNamed(name);
      expect(resource.menu, `${name} has a place in the menu`).toBeDefined();
      const [wire] = wiresOf(resource, 'list');
      const { methods, path } = parseWire(wire!);
      const answer = await call(test, admin, methods[0]!, path, methods[0] === 'POST' ? {} : undefined);
      expect([name, answer.code ?? answer.status]).toEqual([name, 200]);
    }
  };

  it('PRODUCT-002 knows five types of tenant', () => {
    expect(resourceNamed('tenant').fields.properties['tenant_type']!.enum).toEqual([
      'consultant',
      'college',
      'coaching',
      'university',
      'abroad_consultant',
    ]);
  });

  it('PRODUCT-003 every role is a number, and role 1 may do everything', async () => {
    const rows = await test.store.transaction(actor(test.fixture.tenants.northstar), (tx) =>
      tx.rows<{ role: unknown }>(sql`select "role" from "users"`),
    );
    expect(rows.every((row) => typeof row.role === 'number')).toBe(true);
    const entries = dataOf<{ level: number[] }[]>(await get('acl'));
    expect(entries.every((entry) => entry.level.length === 6)).toBe(true);
  });

  it('the lists of leads, workforce, applications, access control and support answer', async () => {
    await opens('leads');
    await opens('attendance leaves shifts holidays leave-types finances');
    await opens(
      'forms post-forms applications document-types document-verifications payments purchase-summary queries quickclix coupons',
    );
    await opens('faqs scorecards interviews application-settings orders');
    await opens('users users-roles feedback announcements teams team-roles');
    await opens('tickets');
    const groups = new Set(resources.map((one) => one.menu?.group).filter(Boolean));
    for (const group of groups) expect(menuGroups as readonly string[]).toContain(group);
  });

  it('automation: rule engine, user and workflow allocation logic, lead generation are in its group and answer', async () => {
    const names = ['rules', 'counsellor-rules', 'workflow-rules', 'lead-gen-campaigns'];
    expect(names.map((name) => [resourceNamed(name).menu!.group, resourceNamed(name).menu!.entry])).toEqual([
      ['Automation', 'Rule Engine'],
      ['Automation', 'User Allocation Logic'],
      ['Automation', 'Workflow Allocation Logic'],
      ['Automation', 'Lead Generation'],
    ]);
    await opens(`${names.join(' ')} workflows`);
  });

  it('the lists of marketing, channels and settings answer', async () => {
    await opens('email-campaigns sms-campaigns whatsapp-campaigns voice-campaigns push-notifications ai-call-campaigns');
    await opens('ads-accounts analytics-properties utm-links short-urls');
    await opens('lead-stages lead-sources custom-fields states cities courses');
  });
});
