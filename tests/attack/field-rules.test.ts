import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targets } from '../../server/leads/arrival-columns';
import { leadCaptures } from '../../src/schemas/leads/lead-captures';
import { maskedValue } from '../../src/schemas/kit/field-rules';
import { call, edit, signIn, type Answer, type Browser } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from '../leads/lead-world';

/** Fields that a role's rules hide or mask cannot be read, queried or written anywhere. */
let world: World;
let who: Browser;
let admin: Browser;
let lead: string;
const phone = '+919812345621';
const email = 'asha.menon@example.com';
const address = 'Flat 7, Karve Road';
const hiddenCity = 'Alibag';
// Noon in the tenant's zone: a follow-up in an hour is still today, whenever the tests run.
const noon = new Date('2027-03-10T06:30:00.000Z');

it('what arrived with a lead is hidden by a rule on any field that an arrival may fill', () => {
  expect(new Set(leadCaptures.leadData?.same?.data)).toEqual(new Set(targets));
});

beforeAll(async () => {
  world = await makeWorld(undefined, noon);
  ({ admin } = world);
  lead = await world.makeLead({ name: 'Asha Menon', phone: '9812345621', email, address, city: hiddenCity, pincode: '411004' });
  const saved = await call(world.test, admin, 'PATCH', 'res/users-roles/4', {
    field_rules: [
      { resource: 'leads', field: 'phone', rule: 'masked' },
      { resource: 'leads', field: 'email', rule: 'masked' },
      { resource: 'leads', field: 'address', rule: 'hidden' },
      { resource: 'leads', field: 'city', rule: 'hidden' },
      { resource: 'leads', field: 'pincode', rule: 'read_only' },
      { resource: 'courses', field: 'name', rule: 'hidden' },
      { resource: 'calls', field: 'virtual_number', rule: 'hidden' },
    ],
  });
  expect(saved.status, saved.text).toBe(200);
  await call(world.test, admin, 'PATCH', `res/leads/${lead}`, { address: `${address}, 2`, city: hiddenCity });
  await edit(
    world.test,
    world.test.fixture.tenants.northstar,
    `insert into calls (tenant_id, id, lead_id, user_id, direction, phone, outcome, started_at, duration_s, virtual_number)
     values ('${world.test.fixture.tenants.northstar}', 'CALL1', '${lead}', '${world.test.fixture.users['counsellor@northstar.example']}', 'inbound',
       '${phone}', 'missed', '${noon.toISOString()}', 5, '+918035551234')`,
  );
  world.test.clock.add(61);
  who = await signIn(world.test, 'counsellor@northstar.example');
});
afterAll(() => world.test.close());

const ask = (path: string): Promise<Answer> => call(world.test, who, 'GET', path);
const leaks = (text: string): string[] => ['9812345621', 'asha.menon', 'Karve', hiddenCity].filter((one) => text.includes(one));

describe('field rules of a role', () => {
  it('masks phones, emails and texts each in their own way', () => {
    expect(['+919812345621', '9812345621', email, 'Pune', '', null, 7, ['a'], { a: 1 }].map(maskedValue)).toEqual([
      '98xxxxxx21',
      '98xxxxxx21',
      'a***@example.com',
      'P***',
      '',
      null,
      '***',
      null,
      null,
    ]);
  });

  it('TRUST-S4 a hidden or masked field is in no answer: read, list, history, journey, timeline, day, follow-ups, calls', async () => {
    await saveStage(world, who, lead, {
      stage_id: world.stages['Call back'],
      sub_stage: 'Evening',
      call_date_time: inHours(world, 1),
    });
    const read = await ask(`res/leads/${lead}`);
    expect(read.body).toMatchObject({ phone: '98xxxxxx21', email: 'a***@example.com', pincode: '411004' });
    expect(Object.keys(read.body)).not.toContain('address');
    const paths = [
      'res/leads',
      `res/leads/${lead}/history`,
      `leads/${lead}/journey`,
      'getTimeline?limit=100',
      'dashboard/my-day',
    ];
    for (const path of [
      ...paths,
      'followup/list?type=all',
      `followup/lead/${lead}`,
      'res/calls',
      'res/follow-ups',
      'res/call-actions',
    ]) {
      const answer = await ask(path);
      expect([path, answer.code, leaks(answer.text)]).toEqual([path, 200, []]);
    }
    expect((await ask('res/calls')).text).toContain('98xxxxxx21');
    expect((await ask('dashboard/my-day')).text).toContain('98xxxxxx21');
    expect((await call(world.test, admin, 'GET', `res/leads/${lead}`)).body).toMatchObject({ phone, email, city: hiddenCity });
  });

  it('TRUST-S4 filter, sort and search reveal nothing of a field with a rule, whatever its value', async () => {
    for (const [field, values] of [
      ['email', [email, 'nobody@example.com']],
      ['city', [hiddenCity, 'Nowhere']],
      ['phone', [phone, '+910000000000']],
    ] as const)
      for (const operator of ['', '_ne', '_gte', '_lte', '_like', '_null']) {
        const answers = await Promise.all(
          values.map((value) => ask(`res/leads?${field}${operator}=${encodeURIComponent(value)}`)),
        );
        expect(answers.map((one) => one.status)).toEqual([422, 422]);
        expect(answers[0]!.text).toBe(answers[1]!.text);
      }
    for (const field of ['email', 'city', 'phone']) expect((await ask(`res/leads?_sort=${field}`)).status).toBe(422);
    for (const q of ['98123', '9812345621', 'asha.menon', 'asha.menon@example.com', 'example.com', '621'])
      expect([q, (await ask(`res/leads?q=${q}`)).body]).toEqual([q, []]);
    expect((await ask('res/leads?q=Asha')).body).toHaveLength(1);
    expect((await call(world.test, admin, 'GET', 'res/leads?q=98123')).body).toHaveLength(1);
    expect((await call(world.test, admin, 'GET', `res/leads?city=${hiddenCity}`)).body).toHaveLength(1);
  });

  it('TRUST-S4 no field with a rule is written, not even by a copy; a value sent back as it was shown is accepted', async () => {
    const before = await world.row('leads', lead);
    for (const patch of [
      { phone: '9800000000' },
      { phone: '98xxxxxx22' },
      { phone: null },
      { email: 'x@example.com' },
      { address: 'here' },
      { address: null },
      { city: hiddenCity },
      { pincode: '411005' },
    ]) {
      const answer = await call(world.test, who, 'PATCH', `res/leads/${lead}`, patch);
      expect([patch, answer.status]).toEqual([patch, 422]);
      expect(answer.body.errors).toMatchObject([{ path: Object.keys(patch)[0] }]);
    }
    expect(await world.row('leads', lead)).toEqual(before);
    const kept = { phone: '98xxxxxx21', email: 'a***@example.com', pincode: '411004', priority: 2 };
    const saved = await call(world.test, who, 'PATCH', `res/leads/${lead}`, kept);
    expect([saved.status, leaks(saved.text)]).toEqual([200, []]);
    expect(await world.row('leads', lead)).toMatchObject({
      phone,
      email,
      address: before['address'],
      pincode: '411004',
      priority: 2,
    });
    for (const field of ['phone', 'address', 'pincode'])
      expect((await call(world.test, who, 'POST', 'res/leads', { name: 'B', [field]: '9811111111' })).status).toBe(422);
    const conflict = await call(world.test, who, 'PATCH', `res/leads/${lead}`, { priority: 1, row_version: 1 });
    expect([conflict.status, leaks(conflict.text)]).toEqual([409, []]);
  });

  it('TRUST-S4 a field that is hidden of calls is hidden in their history, which lists the same calls', async () => {
    for (const list of ['res/calls', 'res/calls-history']) {
      const shown = await ask(list);
      expect([list, shown.status, shown.text.includes('CALL1'), shown.text.includes('8035551234')]).toEqual([
        list,
        200,
        true,
        false,
      ]);
      expect([list, (await ask(`${list}?virtual_number=%2B918035551234`)).status]).toEqual([list, 422]);
      expect((await call(world.test, admin, 'GET', list)).text).toContain('8035551234');
    }
  });

  it('who does not see the stage of a lead gets no numbers by stage', async () => {
    const stagesOf = async (): Promise<unknown[]> =>
      ((await ask('dashboard/my-day')).body['data'] as { stages: unknown[] }).stages;
    expect(await stagesOf()).not.toEqual([]);
    const field_rules = [{ resource: 'leads', field: 'stage_id', rule: 'hidden' }];
    expect((await call(world.test, admin, 'PATCH', 'res/users-roles/4', { field_rules })).status).toBe(200);
    world.test.clock.add(61);
    who = await signIn(world.test, 'counsellor@northstar.example');
    expect(await stagesOf()).toEqual([]);
    for (const [view, status] of [
      ['fresh', 422],
      ['enrolled', 422],
      ['not_interested', 422],
      ['overdue', 200],
      ['all', 200],
    ] as const)
      expect([view, (await ask(`res/leads?view=${view}`)).status]).toEqual([view, status]);
    const counted = Object.keys((await ask('leads/counts')).body['data'] as object);
    expect(counted).toEqual(expect.arrayContaining(['all', 'overdue', 'missed']));
    expect(counted.filter((view) => ['fresh', 'enrolled', 'not_interested'].includes(view))).toEqual([]);
  });

  it('a rule must name an existing field', async () => {
    for (const rule of [
      { resource: 'leads', field: 'nothing', rule: 'hidden' },
      { resource: '__proto__', field: 'name', rule: 'hidden' },
    ])
      expect((await call(world.test, admin, 'PATCH', 'res/users-roles/5', { field_rules: [rule] })).status).toBe(422);
  });
});
