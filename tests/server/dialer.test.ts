import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWithin } from '../../server/domain/calling-hours';
import { call, edit } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, noon, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
const data = (answer: Row): Row => answer['data'] as Row;

describe.each(await reachableDatabases())('two callers on $name', ({ fresh }) => {
  let world: DialWorld;
  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
  });
  afterAll(() => world.test.close());

  it('DIALER-115 never get the same lead, even if it is in two lists and all ask at once', async () => {
    const lists = [await world.list(), await world.list()];
    const leads: string[] = [];
    for (let n = 0; n < 6; n++) {
      const lead = await world.makeLead();
      leads.push(lead);
      for (const list of lists) await world.queue(list, lead);
    }
    for (let round = 0; round < 6; round++) {
      const served = await Promise.all(
        [world.admin, world.lead, world.counsellor].map(async (who, at) =>
          data(await world.get(who, `dialer/next?list_id=${lists[at % 2]}`)),
        ),
      );
      const ids = served.map((one) => one['lead_id']);
      expect(new Set(ids).size, JSON.stringify(ids)).toBe(3);
      expect(leads).toEqual(expect.arrayContaining(ids));
      await Promise.all(
        [world.admin, world.lead, world.counsellor].map((who, at) =>
          world.post(who, 'dialer/leave', { entry_id: served[at]!['entry_id'], how: 'release' }),
        ),
      );
    }
  });
});

describe('the queue of a caller', () => {
  let world: DialWorld;
  beforeAll(async () => {
    world = await makeDialWorld();
  });
  afterAll(() => world.test.close());
  const next = async (list?: string, who = world.counsellor): Promise<Row | null> =>
    (await world.get(who, `dialer/next${list ? `?list_id=${list}` : ''}`))['data'] as Row | null;
  const leave = (served: Row | null, how: string, who = world.counsellor): Promise<Row> =>
    world.post(who, 'dialer/leave', { entry_id: served!['entry_id'], how });

  it('DIALER-115 CALL-045 serves the higher priority first, then the older lead', async () => {
    const list = await world.list();
    const [oldest, high, highest, newest] = [
      await world.makeLead(),
      await world.makeLead(),
      await world.makeLead(),
      await world.makeLead(),
    ];
    const at = (lead: string, when: string) =>
      edit(world.test, world.tenant, `update "leads" set "created_at" = '${when}' where "id" = '${lead}'`);
    await at(oldest, '2027-01-01T00:00:00Z');
    await at(newest, '2027-03-01T00:00:00Z');
    for (const [lead, priority] of [
      [newest, 0],
      [oldest, 0],
      [high, 5],
      [highest, 9],
    ] as const)
      await world.queue(list, lead, { priority });
    const order: unknown[] = [];
    for (let n = 0; n < 4; n++) {
      const served = await next(list);
      order.push(served!['lead_id']);
      expect((await leave(served, 'later'))['code']).toBe(200);
    }
    expect(order).toEqual([highest, high, oldest, newest]);
    expect(await next(list)).toBeNull();
  });

  it('keeps the lead for the caller it was served to, and serves it to others when the lease is over', async () => {
    const list = await world.list();
    const lead = await world.makeLead();
    const entry = await world.queue(list, lead);
    const served = await next(list);
    expect(served).toMatchObject({ entry_id: entry, lead_id: lead, attempts: 0, max_attempts: 3 });
    expect(await next(list)).toMatchObject({ entry_id: entry });
    expect(await next(list, world.lead)).toBeNull();
    expect(await world.post(world.lead, 'dialer/leave', { entry_id: entry, how: 'release' })).toMatchObject({ code: 404 });
    expect(await world.post(world.lead, 'dialer/call', { lead_id: lead })).toMatchObject({
      code: 409,
      message: 'A colleague is calling this lead.',
    });
    await edit(
      world.test,
      world.tenant,
      `update "dialer_list_leads" set "lease_until" = '2027-03-10T06:29:00Z' where "id" = '${entry}'`,
    );
    expect(await next(list, world.lead)).toMatchObject({ entry_id: entry });
    expect(await world.post(world.counsellor, 'dialer/call', { entry_id: entry })).toMatchObject({ code: 409 });
    await leave(await next(list, world.lead), 'never', world.lead);
    expect(await world.entry(entry)).toMatchObject({ state: 'skipped', user_id: null });
  });

  it('serves only from lists that name the caller', async () => {
    const list = await world.list({ user_ids: [world.lead.userId] });
    await world.queue(list, await world.makeLead());
    expect(await world.get(world.counsellor, `dialer/next?list_id=${list}`)).toMatchObject({ code: 404 });
    const closed = await world.list({ user_ids: [world.admin.userId] });
    expect(await world.get(world.counsellor, `dialer/next?list_id=${closed}`)).toMatchObject({ code: 404 });
    const off = await world.list({ status: 0 });
    expect(await world.get(world.counsellor, `dialer/next?list_id=${off}`)).toMatchObject({ code: 404 });
  });

  const silent: readonly (readonly [string, Row])[] = [
    ['wants no calls', { do_not_disturb: true }],
    ['took back the consent to calls', { consent: { call: false } }],
  ];
  it.each(silent)('passes over a lead who %s, and refuses to call them', async (_, values) => {
    const list = await world.list();
    const lead = await world.makeLead(values);
    await world.queue(list, lead);
    expect(await next(list)).toBeNull();
    const before = (await world.rows('calls', 'true')).length;
    expect(await world.post(world.counsellor, 'dialer/call', { lead_id: lead })).toMatchObject({
      code: 409,
      message: 'This person asked not to be called.',
    });
    const { phone } = await world.row('leads', lead);
    expect(await world.post(world.admin, 'dialer/call', { phone: String(phone) })).toMatchObject({ code: 409 });
    expect((await world.rows('calls', 'true')).length).toBe(before);
  });

  it('respects the calling hours of the list in the tenant’s zone', async () => {
    const lead = await world.makeLead();
    const morning = await world.list({ calling_window: { from: '09:30', to: '12:00' } });
    await world.queue(morning, lead);
    expect(await next(morning)).toBeNull();
    const day = await world.list({ calling_window: { from: '12:00', to: '18:00' } });
    const entry = await world.queue(day, lead);
    expect(await next(day)).toMatchObject({ entry_id: entry });
    await edit(
      world.test,
      world.tenant,
      `update "dialer_lists" set "calling_window" = '{"from":"14:00","to":"15:00"}' where "key" = '${day}'`,
    );
    expect(await world.post(world.counsellor, 'dialer/call', { entry_id: entry })).toMatchObject({
      code: 409,
      message: expect.stringContaining('14:00 to 15:00'),
    });
    await leave({ entry_id: entry }, 'never');
  });

  it('supports hours that end the next day, and hours of the whole day', () => {
    const at = (time: string): Date => new Date(`2027-03-10T${time}:00+05:30`);
    const night = { from: '21:00', to: '02:00' };
    expect([isWithin(night, at('23:30'), 'Asia/Kolkata'), isWithin(night, at('01:59'), 'Asia/Kolkata')]).toEqual([true, true]);
    expect([isWithin(night, at('02:00'), 'Asia/Kolkata'), isWithin(night, at('12:00'), 'Asia/Kolkata')]).toEqual([false, false]);
    expect(isWithin({ from: '09:00', to: '09:00' }, at('12:00'), 'Asia/Kolkata')).toBe(true);
    expect(isWithin({ from: '06:00', to: '07:00' }, noon, 'UTC')).toBe(true);
  });

  it('respects the daily attempts and the maximum attempts of the list', async () => {
    const list = await world.list({ daily_attempts: 1 });
    const lead = await world.makeLead({ phone: '9822000018' });
    const entry = await world.queue(list, lead);
    await next(list);
    await world.post(world.counsellor, 'dialer/call', { entry_id: entry });
    await world.work(26);
    // nobody answered and one attempt a day is allowed: the next one is tomorrow, from midnight in the tenant's zone
    expect(await world.entry(entry)).toMatchObject({ state: 'queued', attempts: 1, next_try_at: '2027-03-10T18:30:00.000Z' });
    const other = await world.list({ daily_attempts: 1 });
    const second = await world.queue(other, lead);
    expect(await next(other)).toBeNull();
    expect(await world.entry(second)).toMatchObject({ state: 'queued', next_try_at: '2027-03-10T18:30:00.000Z' });
    const used = await world.list({ max_attempts: 2 });
    await world.queue(used, await world.makeLead(), { attempts: 2 });
    expect(await next(used)).toBeNull();
  });

  it('serves nothing to a caller on a break', async () => {
    const list = await world.list();
    const lead = await world.makeLead();
    await world.queue(list, lead);
    await edit(world.test, world.tenant, `update "users" set "user_status" = 1 where "id" = '${world.counsellor.userId}'`);
    expect(await world.get(world.counsellor, `dialer/next?list_id=${list}`)).toMatchObject({ code: 409 });
    expect(await world.post(world.counsellor, 'dialer/call', { lead_id: lead })).toMatchObject({ code: 409 });
    expect(data(await world.get(world.counsellor, 'dialer/desk'))).toMatchObject({ away: true, lead: null });
    await edit(world.test, world.tenant, `update "users" set "user_status" = 0 where "id" = '${world.counsellor.userId}'`);
    expect(await next(list)).not.toBeNull();
    await leave(await next(list), 'never');
  });
});

describe('rules fill the lists', () => {
  let world: DialWorld;
  beforeAll(async () => {
    world = await makeDialWorld();
  });
  afterAll(() => world.test.close());

  it('DIALER-112 on their own trigger, with the highest matching priority; a lead that no longer matches is removed', async () => {
    const [hot, cold] = [await world.list(), await world.list()];
    const goa = [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: 'Goa' }] }];
    const save = async (values: Row): Promise<Row> => {
      const answer = await world.post(world.admin, 'dialer/config', {
        triggerType: 'create',
        rule: goa,
        globleCondtion: 'And',
        ...values,
      });
      expect(answer['code']).toBe(200);
      return data(answer);
    };
    await save({ name: 'Low', listIds: [hot, cold], priority: 1 });
    await save({ name: 'High', listIds: [hot], priority: 7 });
    const idle = await save({ name: 'Off', listIds: [cold], priority: 9 });
    await save({ id: idle['id'], name: 'Off', listIds: [cold], priority: 9, status: 0 });
    const queued = (lead: string) =>
      world.test.store.admin(
        `select "list_key", "priority" from "dialer_list_leads" where "lead_id" = '${lead}' and "state" = 'queued' order by "priority"`,
      );
    const lead = await world.makeLead({ state: 'Goa' });
    const elsewhere = await world.makeLead({ state: 'Kerala' });
    await world.work();
    expect(await queued(lead)).toEqual([
      { list_key: cold, priority: 1 },
      { list_key: hot, priority: 7 },
    ]);
    expect(await queued(elsewhere)).toEqual([]);
    // no rule with the trigger 'update' yet: nothing is evaluated
    await edit(world.test, world.tenant, `update "leads" set "city" = 'Panaji' where "id" = '${lead}'`);
    await save({ name: 'Again', triggerType: 'update', listIds: [cold], priority: 0 });
    await call(world.test, world.admin, 'PATCH', `res/leads/${lead}`, { state: 'Kerala' });
    await world.work();
    expect(await queued(lead)).toEqual([]);
    await call(world.test, world.admin, 'PATCH', `res/leads/${elsewhere}`, { state: 'Goa' });
    await world.work();
    expect(await queued(elsewhere)).toEqual([
      { list_key: cold, priority: 1 },
      { list_key: hot, priority: 7 },
    ]);
    const served = data(await world.get(world.counsellor, 'dialer/next'));
    expect(served).toMatchObject({ lead_id: elsewhere, list_key: hot, priority: 7 });
  });
});
