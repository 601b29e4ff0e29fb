import fc from 'fast-check';
import { newId } from '../../server/store/ids';
import type { World } from '../leads/lead-world';
import { edit } from '../support/app';
import { reachableDatabases } from '../support/postgres';

/**
 * Random people change who reports to whom, teams, roles and lists in every way there is, and after each change an oracle says
 * who may read which lead. `npm run prove:scope -- --histories 2000` plays more of them.
 */
export const histories = Number(process.env['PROVE_HISTORIES'] ?? 60);
export const seed = Number(process.env['PROVE_SEED'] ?? 20_261_122);
const ways = ['update', 'bulk', 'undo', 'create', 'duplicate', 'delete and restore'] as const;
const subjects = ['boss', 'teams', 'role', 'status', 'manager', 'members', 'parent', 'scope', 'list', 'rule'] as const;
export interface Step {
  readonly by: number;
  readonly way: (typeof ways)[number];
  readonly subject: (typeof subjects)[number];
  readonly of: number;
  readonly to: number;
  readonly also: number;
}
export const step = fc.record<Step>({
  by: fc.nat(20),
  way: fc.constantFrom(...ways),
  subject: fc.constantFrom(...subjects),
  of: fc.nat(20),
  to: fc.nat(20),
  also: fc.nat(20),
});
/** A history is played in one transaction that is always rolled back. */
export class Played extends Error {}
export const list = await reachableDatabases();

/**
 * A head and an eastern branch with its squad: users who reach more than themselves but not everything. Each has a lead; one lead
 * has no owner.
 */
export async function addBranches(world: World, tenant: string, idOf: (name: string) => string): Promise<void> {
  await edit(
    world.test,
    tenant,
    `insert into users_roles (tenant_id, role, role_name, data_scope, base_role, permissions) values
      ('${tenant}', 7, 'Head', 'tenant', 2, '[]'), ('${tenant}', 8, 'Region', 'branch', 2, '[]'), ('${tenant}', 9, 'Squad', 'team', 3, '[]')`,
  );
  const users = world.test.fixture.users as Record<string, string>;
  const more = [
    ['head', 7, 'admin'],
    ['east', 8, 'admin'],
    ['squad', 9, 'east'],
    ['eastern', 4, 'squad'],
  ] as const;
  for (const [name, role, boss] of more) {
    users[`${name}@northstar.example`] = newId();
    await edit(
      world.test,
      tenant,
      `insert into users (tenant_id, id, name, email, role, type, status, reports_to)
        values ('${tenant}', '${idOf(name)}', '${name}', '${name}@northstar.example', ${role}, 'org', 1, '${idOf(boss)}')`,
    );
  }
  await edit(
    world.test,
    tenant,
    `insert into teams (tenant_id, id, name, manager_id, parent_team_id) values ('${tenant}', '${newId()}', 'East', '${idOf('east')}', null)`,
  );
  const east = (await world.rows('teams', `name = 'East'`))[0]!['id'] as string;
  await edit(
    world.test,
    tenant,
    `insert into teams (tenant_id, id, name, manager_id, parent_team_id) values ('${tenant}', '${newId()}', 'Nagpur', '${idOf('squad')}', '${east}')`,
  );
  await edit(
    world.test,
    tenant,
    `insert into dialer_lists (tenant_id, key, value) values ('${tenant}', '${newId()}', 'Morning')`,
  );
  for (const [email, owner] of Object.entries(users)) {
    if (!email.endsWith('@northstar.example')) continue;
    const lead = await world.makeLead({}, null); // inactive users own one from before
    await edit(world.test, tenant, `update leads set user_id = '${owner}' where id = '${lead}'`);
  }
  await world.makeLead({}, null);
}
