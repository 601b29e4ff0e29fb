import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { resources } from '../../src/schemas/kit/all';
import { wireUrl } from '../../src/schemas/kit/wire';
import { call, edit, signIn, type Browser } from '../support/app';
import { makeWorld, type World } from '../leads/lead-world';

/** What no code gives access to: each user here has every code at every level. */
let world: World;
let tenant: string;
const people = new Map<number, Browser>();
let college: Browser;
beforeAll(async () => {
  world = await makeWorld();
  tenant = world.test.fixture.tenants.northstar;
  const all = JSON.stringify(accessCodes.map((code) => ({ code, level: [1, 2, 3, 4, 5, 6] })));
  await edit(world.test, tenant, `update users_roles set permissions = '${all}' where role > 1`);
  await edit(world.test, tenant, `update users set type = 'college' where email = 'outsider@northstar.example'`);
  world.test.clock.add(61);
  for (const [role, name] of [
    [1, 'admin'],
    [2, 'manager'],
    [3, 'lead'],
    [4, 'counsellor'],
    [5, 'caller'],
    [6, 'backoffice'],
  ] as const)
    people.set(role, await signIn(world.test, `${name}@northstar.example`));
  college = await signIn(world.test, 'outsider@northstar.example');
});
afterAll(() => world.test.close());

const { endpoints } = collectEndpoints();
/** The status codes that the calls of these resources answer to that user. */
async function answersOf(
  names: readonly string[],
  who: Browser,
  wanted = (_name: string): boolean => true,
): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (const endpoint of endpoints) {
    const [resource = '', operation = ''] = endpoint.name.split('.');
    if (!names.includes(resource) || !wanted(operation)) continue;
    const given = Object.fromEntries(
      [...endpoint.wire.params, ...endpoint.wire.query].map(({ name }) => [name, '01J0000000000000000000000X']),
    );
    const answer = await call(
      world.test,
      who,
      endpoint.method,
      wireUrl(endpoint.wire, given),
      endpoint.method === 'GET' ? undefined : {},
    );
    codes[`${endpoint.method} ${endpoint.wire.path}`] = answer.code;
  }
  return codes;
}
const onlyRefusals = (codes: Record<string, number>): void => {
  expect(Object.keys(codes).length).toBeGreaterThan(0);
  expect(Object.entries(codes).filter(([, code]) => code !== 403)).toEqual([]);
};

describe('what no permission gives access to', () => {
  it('TRUST-S7 ACL-011 an order is hidden from role 5, by every call of orders', async () => {
    onlyRefusals(await answersOf(['orders'], people.get(5)!));
    for (const role of [1, 2, 3, 4, 6]) {
      const read = await call(world.test, people.get(role)!, 'GET', 'product-order-detail/01J0000000000000000000000X');
      expect([role, read.code]).toEqual([role, 404]);
    }
  });

  it('TRUST-S7 ACL-013 only role 1 changes the tenant', async () => {
    const name = async () => (await world.rows('tenant', `tenant_id = '${tenant}'`))[0]!['name'];
    const before = await name();
    for (const role of [2, 3, 4, 5, 6]) {
      const answer = await call(world.test, people.get(role)!, 'POST', `update_tenant/${tenant}`, { name: `Of role ${role}` });
      expect([role, answer.status, answer.code]).toEqual([role, 200, 403]);
      expect(
        (await call(world.test, people.get(role)!, 'POST', 'scrape_tenant_website_details', { website: 'x.example' })).code,
      ).toBe(403);
    }
    expect(await name()).toBe(before);
    // role 1 gets past the check and is shown what the form lacks
    expect((await call(world.test, people.get(1)!, 'POST', `update_tenant/${tenant}`, { name: 'Of role 1' })).code).toBe(422);
  });

  it('TRUST-S7 only role 1 manages WhatsApp templates; the others may look one up', async () => {
    const lookUps = ['active', 'byId', 'names'];
    for (const role of [2, 3, 4, 5, 6]) {
      onlyRefusals(await answersOf(['whatsapp-templates'], people.get(role)!, (operation) => !lookUps.includes(operation)));
      expect((await call(world.test, people.get(role)!, 'GET', 'get-all-active-whtsp-template')).code).toBe(200);
    }
  });

  it('TRUST-S7 CONST-002 Access Control, histories and the timeline are for staff: a user of another type has no access, whatever the codes', async () => {
    const names = ['users', 'users-roles', 'teams', 'team-roles', 'announcements', 'feedback'];
    onlyRefusals(await answersOf(names, college, (operation) => operation !== 'create')); // a copy too: it shows the original's values
    onlyRefusals(await answersOf(names.slice(0, 5), college, (operation) => operation === 'create')); // feedback is everyone's
    const histories = await answersOf(
      resources.map((one) => one.name),
      college,
      (operation) => operation === 'history',
    );
    expect(Object.keys(histories).length).toBeGreaterThan(30);
    onlyRefusals(histories);
    for (const path of ['getTimeline?limit=10', 'users/by-specific-roles'])
      expect([path, (await call(world.test, college, 'GET', path)).code]).toEqual([path, 403]);
    // the same codes give staff access
    const staff = await answersOf(names, people.get(2)!, (operation) => operation === 'list');
    expect(Object.entries(staff).filter(([, code]) => code === 403 || code === 401)).toEqual([]);
    // and what is open to everyone stays open
    for (const path of ['users/me', 'announcements/current'])
      expect([path, (await call(world.test, college, 'GET', path)).code]).toEqual([path, 200]);
  });
});
