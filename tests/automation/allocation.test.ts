import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { goa, kerala } from './automation-world';
import { type Row, named, reasons, setUp, startWorld, stopWorld, world } from './rule-engine-world';

beforeAll(startWorld);
afterAll(stopWorld);
beforeEach(setUp);
const owner = async (id: string): Promise<unknown> =>
  (await world.rows(`select "user_id" from "leads" where "id" = '${id}'`))[0]!['user_id'];

describe('who gets a new lead', () => {
  const allocator = (extra: Row): Promise<Row> =>
    world.post('rule-engine/counsellor/create', {
      name: named('Allocation'),
      rule: goa,
      method: 'round_robin',
      user_ids: world.people,
      status: 1,
      ...extra,
    });
  const assignment = (extra: Row): Promise<Row> =>
    world.post('add/assignment/rule', {
      name: named('Assignment'),
      rule: goa,
      method: 'round_robin',
      user_ids: [world.people[2]],
      ...extra,
    });
  const fresh = async (): Promise<{ id: string; owner: unknown }> => {
    const id = await world.lead({ state: 'Goa' });
    await world.done();
    return { id, owner: await owner(id) };
  };

  it('D-139 uses the rule engine first, then counsellor allocation, then the assignment rules', async () => {
    await assignment({});
    const third = await fresh();
    expect([third.owner, await reasons(third.id)]).toEqual([world.people[2], ['assignment_rule']]);
    await allocator({ method: 'fixed', user_ids: [world.people[1]] });
    const second = await fresh();
    expect([second.owner, await reasons(second.id)]).toEqual([world.people[1], ['allocation']]);
    await world.post('rule-engine/create', {
      name: named('Assign'),
      trigger: 'lead_created',
      rule: goa,
      actions: [{ type: 'assign', params: { user_id: world.people[0] } }],
      status: 1,
    });
    const first = await fresh();
    expect([first.owner, await reasons(first.id)]).toEqual([world.people[0], ['rule_engine']]);
  });

  it('D-139 ignores a lead that already has an owner and one that no rule matches', async () => {
    await allocator({});
    const owned = await world.lead({ state: 'Goa', user_id: world.people[2] });
    const other = await world.lead({ state: 'Kerala' });
    await world.done();
    expect([await owner(owned), await owner(other)]).toEqual([world.people[2], null]);
  });

  it('RULEENGINE-010 round robin: six leads make two rounds', async () => {
    await allocator({});
    const owners = [];
    for (let i = 0; i < 6; i++) owners.push((await fresh()).owner);
    expect(owners).toEqual([...world.people, ...world.people]);
  });

  it('RULEENGINE-010 skips users who are on a break, inactive, not accepting leads, or at their daily limit', async () => {
    const [a, b, c] = world.people;
    const set = (id: string | undefined, what: string) =>
      edit(world.test, world.tenant, `update "users" set ${what} where "id" = '${id}'`);
    await allocator({ daily_cap: 1 });
    await set(a, `"user_status" = 1`);
    await set(b, `"status" = 0`);
    expect((await fresh()).owner).toBe(c);
    expect((await fresh()).owner).toBeNull(); // c has reached today's limit of one
    await set(a, `"user_status" = 0, "accepts_leads" = false`);
    await set(b, `"status" = 1, "daily_lead_cap" = 1`);
    await edit(world.test, world.tenant, `update "lead_owner_history" set "created_at" = "created_at" - interval '2 days'`);
    expect((await fresh()).owner).toBe(b);
    await set(a, `"accepts_leads" = true`);
    await set(b, `"daily_lead_cap" = null`);
  });

  it('RULEENGINE-010 assigns by fewest open leads and by percentage', async () => {
    const [a, b, c] = world.people;
    const { _id } = await allocator({ method: 'least_loaded', user_ids: [a, b] });
    await edit(world.test, world.tenant, `update "leads" set "user_id" = '${a}' where "user_id" = '${b}'`);
    expect((await fresh()).owner).toBe(b);
    await world.ask('PUT', `rule-engine/counsellor/status/${_id}`, { status: 0 });
    await allocator({
      method: 'percentage',
      percentages: [
        { user_id: a, percent: 50 },
        { user_id: b, percent: 30 },
        { user_id: c, percent: 20 },
      ],
    });
    const owners: unknown[] = [];
    for (let i = 0; i < 10; i++) owners.push((await fresh()).owner);
    expect([a, b, c].map((id) => owners.filter((one) => one === id).length)).toEqual([5, 3, 2]);
  });

  it.each([
    ['percentages that add up to 90', { method: 'percentage', percentages: [90] }, 'percentages'],
    ['two people where one is expected', { method: 'fixed' }, 'user_ids'],
  ])('refuses %s', async (_, extra: Row, path) => {
    const percentages = (extra['percentages'] as number[] | undefined)?.map((percent, i) => ({
      user_id: world.people[i],
      percent,
    }));
    const body = { name: named('Wrong'), rule: goa, user_ids: world.people, ...extra, ...(percentages ? { percentages } : {}) };
    for (const at of ['rule-engine/counsellor/create', 'add/assignment/rule'])
      expect((await call(world.test, world.admin, 'POST', at, body)).body).toMatchObject({ code: 422, errors: [{ path }] });
  });

  it('RULEENGINE-010 allocate assigns the chosen leads by the named rule or the first rule that matches them', async () => {
    const { _id } = await world.post('rule-engine/counsellor/create', {
      name: named('By hand'),
      rule: kerala,
      method: 'fixed',
      user_ids: [world.people[0]],
    });
    const ids = [await world.lead({ state: 'Kerala' }), await world.lead({ state: 'Goa' })];
    const allocate = (body: Row) => world.ask('POST', 'rule-engine/counsellor/allocate', { lead_ids: ids, ...body });
    expect(await allocate({})).toMatchObject({ code: 200, data: { assigned: 0, skipped: 2 } }); // no active rule
    expect(await allocate({ rule_id: _id })).toMatchObject({ data: { assigned: 1, skipped: 1 } });
    expect([await owner(ids[0]!), await owner(ids[1]!)]).toEqual([world.people[0], null]);
    await allocator({ method: 'fixed', user_ids: [world.people[1]] });
    expect(await allocate({})).toMatchObject({ data: { assigned: 1, skipped: 1 } });
    expect(await owner(ids[1]!)).toBe(world.people[1]);
    expect(await world.ask('GET', `rule-engine/counsellor/history/${_id}`)).toMatchObject({
      count: 1,
      data: [{ lead_id: ids[0], trigger: 'allocate' }],
    });
    expect(await allocate({ lead_ids: ['nope'] })).toMatchObject({ code: 404 });
    expect(await allocate({ rule_id: 'nope' })).toMatchObject({ code: 404 });
  });

  it('SETTINGS-ASSIGN-001 SETTINGS-ASSIGN-002 SETTINGS-ASSIGN-003 SETTINGS-ASSIGN-004 SETTINGS-ASSIGN-005 assignment rules by their own calls', async () => {
    const name = named('Settings');
    const { id } = await world.post('add/assignment/rule', { name, rule: kerala, method: 'fixed', user_ids: [world.people[0]] });
    expect(await world.ask('GET', `get/rule/${id}`)).toMatchObject({ code: 200, data: { id, name, status: 1, method: 'fixed' } });
    const list = await world.ask('GET', 'get/all/rules?limit=100');
    expect((list['data'] as Row[]).map((row) => row['id'])).toContain(id);
    expect(list['count']).toBe((list['data'] as Row[]).length);
    expect(await world.ask('POST', `update/assignment/rule/${id}`, { priority: 3, status: 0 })).toMatchObject({ code: 200 });
    expect(await world.ask('GET', `get/rule/${id}`)).toMatchObject({ data: { name, priority: 3, status: 0 } });
    expect(await world.ask('DELETE', `delete/rule/${id}`)).toMatchObject({ code: 200 });
    expect(await world.ask('GET', `get/rule/${id}`)).toMatchObject({ code: 404 });
  });
});
