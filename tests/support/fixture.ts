import sql from 'sql-template-tag';
import { hashPassword } from '../../server/identity/passwords';
import { newId } from '../../server/store/ids';
import type { Store, Tx } from '../../server/store/store';
import type { AclEntry } from '../../src/schemas/kit/access';
import { actor } from './database';

/** Small tenants for tests: 'northstar' with a user of every role and two teams, 'lakeview' with an admin and a counsellor. */
export interface Fixture {
  /** Tenant ids by name. */
  readonly tenants: Readonly<Record<'northstar' | 'lakeview', string>>;
  /** User ids by email. */
  readonly users: Readonly<Record<string, string>>;
}
export const password = 'Prospectus#2026';
/** The secret key of all tests, whether they call only the catalogue or the whole server: each can open what the other stored. */
export const secretKey = 'a-secret-key-for-tests-of-forty-characters';

const roles: readonly (readonly [number, string, string, AclEntry[]])[] = [
  [1, 'Administrator', 'tenant', []],
  [
    2,
    'Manager',
    'branch',
    grant([1, 2, 3, 5, 6], 'LEADS', 'USERS', 'TEAMS', 'UPLOAD_LEAD_CSV', 'PATNER_COLLEGES', 'SMS_Communication', 'Notes'),
  ],
  [3, 'Team Leader', 'team', [...grant([1, 2, 3, 5, 6], 'LEADS'), ...grant([1, 2, 3, 4, 6], 'Notes')]],
  [
    4,
    'Counsellor',
    'own',
    [
      ...grant([1, 2, 3, 6], 'LEADS'),
      ...grant([1, 6], 'My_Today_Activity', 'Call_History_Counsellor'),
      ...grant([1, 2, 3, 4, 6], 'Notes'),
    ],
  ],
  [5, 'Caller', 'own_and_lists', [...grant([1, 3, 6], 'LEADS'), ...grant([1, 6], 'Call_History_Counsellor')]],
  [6, 'Back Office', 'none', grant([1, 6], 'LEADS', 'CAF_Application_Form_Report')],
];

/** Users as [email before the @, role, who they report to, team]. */
const northstar = [
  ['admin', 1, null, null],
  ['manager', 2, 'admin', null],
  ['lead', 3, 'manager', 'Pune'],
  ['counsellor', 4, 'lead', 'Pune'],
  ['caller', 5, 'lead', 'Pune'],
  ['backoffice', 6, 'admin', null],
  ['outsider', 4, 'admin', null],
  ['inactive', 4, 'admin', null],
] as const;
const lakeview = [
  ['admin', 1, null, null],
  ['counsellor', 4, 'admin', null],
] as const;

let hashed: Promise<string> | undefined;

export async function makeFixture(store: Store): Promise<Fixture> {
  const hash = await (hashed ??= hashPassword(password));
  const users: Record<string, string> = {};
  const make = async (
    name: string,
    domain: string,
    people: readonly (readonly [string, number, string | null, string | null])[],
  ) => {
    const tenantId = newId();
    await store.transaction(actor(tenantId), async (tx) => {
      await addTenant(tx, tenantId, name, domain);
      for (const [who] of people) users[`${who}@${domain}`] = newId();
      const idOf = (who: string | null) => (who === null ? null : users[`${who}@${domain}`]!);
      for (const [who, role, boss] of people)
        await tx.run(sql`
          insert into "users" ("tenant_id", "id", "name", "email", "role", "type", "password", "status", "reports_to")
          values (${tenantId}, ${idOf(who)}, ${`${who[0]!.toUpperCase()}${who.slice(1)} ${name}`}, ${`${who}@${domain}`}, ${role}, 'org',
            ${hash}, ${who === 'inactive' ? 0 : 1}, ${idOf(boss)})`);
      if (name === 'Northstar') await addTeams(tx, tenantId, idOf, people);
    });
    return tenantId;
  };
  const tenants = {
    northstar: await make('Northstar', 'northstar.example', northstar),
    lakeview: await make('Lakeview', 'lakeview.example', lakeview),
  };
  return { tenants, users };
}

async function addTenant(tx: Tx, tenantId: string, name: string, domain: string): Promise<void> {
  await tx.run(sql`
    insert into "tenant" ("tenant_id", "id", "name", "short_name", "email", "support_email", "timezone", "vc_meetings_enabled")
    values (${tenantId}, ${tenantId}, ${name}, ${name}, ${`office@${domain}`}, ${`help@${domain}`}, 'Asia/Kolkata', 1)`);
  for (const [role, roleName, scope, permissions] of roles)
    await tx.run(sql`
      insert into "users_roles" ("tenant_id", "role", "role_name", "data_scope", "permissions", "is_system")
      values (${tenantId}, ${role}, ${roleName}, ${scope}, ${JSON.stringify(permissions)}::jsonb, true)`);
}

async function addTeams(
  tx: Tx,
  tenantId: string,
  idOf: (who: string | null) => string | null,
  people: readonly (readonly [string, number, string | null, string | null])[],
): Promise<void> {
  const [branch, pune] = [newId(), newId()];
  await tx.run(
    sql`insert into "teams" ("tenant_id", "id", "name", "manager_id") values (${tenantId}, ${branch}, 'West', ${idOf('manager')})`,
  );
  await tx.run(sql`
    insert into "teams" ("tenant_id", "id", "name", "manager_id", "parent_team_id")
    values (${tenantId}, ${pune}, 'Pune', ${idOf('lead')}, ${branch})`);
  for (const [who, , , team] of people)
    if (team)
      await tx.run(sql`update "users" set "team_ids" = ${JSON.stringify([pune])}::jsonb
        where "tenant_id" = ${tenantId} and "id" = ${idOf(who)}`);
}

function grant(level: number[], ...codes: string[]): AclEntry[] {
  return codes.map((code) => ({ code, level }));
}
