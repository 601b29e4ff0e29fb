import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { makeWorld, type World } from '../leads/lead-world';
import { call, edit, type Browser } from '../support/app';
import { actor } from '../support/database';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.test.close());

const countsOf = async (who: Browser): Promise<unknown> => (await call(world.test, who, 'GET', 'users/menu-counts')).body['data'];
const add = (table: string, row: Record<string, string>): Promise<unknown> => {
  const tenant = world.test.fixture.tenants.northstar;
  const names = Object.keys(row).map((name) => `"${name}"`);
  const values = Object.values(row).map((value) => `'${value}'`);
  return edit(
    world.test,
    tenant,
    `insert into "${table}" (tenant_id, id, ${names.join(', ')}) values ('${tenant}', '${newId()}', ${values.join(', ')})`,
  );
};

describe('counts of pending work', () => {
  it('counts the user’s own overdue follow-ups of leads that the user may see', async () => {
    const { counsellor, lead: teamLead, test } = world;
    const own = await world.makeLead();
    const past = '2026-01-05T05:00:00Z';
    expect(await countsOf(counsellor)).toEqual({ follow_ups: 0, leaves: 0, tickets: 0 });
    const due = { lead_id: own, user_id: counsellor.userId!, state: 'pending', call_date_time: past };
    await add('follow_ups', due);
    await add('follow_ups', { ...due, state: 'done' });
    await add('follow_ups', { ...due, call_date_time: '2126-01-05T05:00:00Z' });
    expect(await countsOf(counsellor)).toMatchObject({ follow_ups: 1 });
    expect(await countsOf(teamLead)).toMatchObject({ follow_ups: 0 });
    await edit(test, test.fixture.tenants.northstar, `update leads set deleted_at = now() where id = '${own}'`);
    expect(await countsOf(counsellor)).toMatchObject({ follow_ups: 0 });
  });

  it('counts leave requests for the people who decide them, and tickets for their assignees', async () => {
    const { admin, counsellor, lead: teamLead, foreigner, test } = world;
    const tenant = test.fixture.tenants.northstar;
    await test.store.transaction(actor(tenant), (tx) =>
      tx.run(
        sql`update "users" set "reports_to" = ${teamLead.userId!} where "tenant_id" = ${tenant} and "id" = ${counsellor.userId!}`,
      ),
    );
    const type = (await call(test, admin, 'POST', 'res/leave-types', { name: 'Casual' })).body['id'] as string;
    const days = { from_date: '2126-03-02', to_date: '2126-03-03', reason: 'x' };
    const leave = { user_id: counsellor.userId!, leave_type_id: type, state: 'pending', ...days };
    await add('leaves', leave);
    await add('leaves', { ...leave, state: 'approved' });
    await add('leaves', { ...leave, user_id: teamLead.userId! });
    await edit(test, tenant, `update users set reports_to = null where id = '${teamLead.userId!}'`);
    expect(await countsOf(teamLead)).toMatchObject({ leaves: 1 });
    expect(await countsOf(admin)).toMatchObject({ leaves: 1 });
    expect(await countsOf(counsellor)).toMatchObject({ leaves: 0 });
    for (const state of ['open', 'in_progress', 'waiting', 'resolved', 'closed'])
      await add('tickets', { subject: state, category: 'bug', description: 'x', state, assigned_to: counsellor.userId! });
    expect(await countsOf(counsellor)).toMatchObject({ tickets: 2 });
    for (const colleague of [teamLead, admin]) expect(await countsOf(colleague)).toMatchObject({ tickets: 0 });
    expect(await countsOf(foreigner)).toEqual({ follow_ups: 0, leaves: 0, tickets: 0 });
  });
});

describe('a new lead that already exists', () => {
  const same = async (who: Browser, query: string): Promise<unknown> =>
    (await call(world.test, who, 'GET', `leads/same?${query}`)).body['data'];

  it('is shown to users who may see it, to others only its owner; leads of another tenant do not count', async () => {
    const { counsellor, outsider, foreigner, admin } = world;
    const id = await world.makeLead({ name: 'Meera Joshi', phone: '+919822011111' });
    const owner = (await world.row('users', counsellor.userId!))['name'];
    const known = { id, name: 'Meera Joshi', owner_name: owner };
    for (const phone of ['9822011111', '09822011111', '%2B919822011111'])
      expect(await same(counsellor, `phone=${phone}`)).toEqual(known);
    expect(await same(admin, 'phone=9822011111')).toEqual(known);
    expect(await same(outsider, 'phone=9822011111')).toEqual({ owner_name: owner });
    expect(await same(foreigner, 'phone=9822011111')).toBeNull();
    for (const query of ['phone=9822011112', 'phone=98220', 'email=meera@example.com', ''])
      expect(await same(counsellor, query)).toBeNull();
  });

  it('is found by its email if it has no phone', async () => {
    const id = await world.makeLead({ name: 'Kabir', phone: null, email: 'kabir@example.com' });
    expect(await same(world.counsellor, 'email=Kabir@Example.com')).toMatchObject({ id });
  });
});
