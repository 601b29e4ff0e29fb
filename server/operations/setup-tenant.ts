import sql from 'sql-template-tag';
import { readConfig } from '../config';
import { chance } from '../demo/random';
import { seedCountries, seedTenant, serverActor } from '../demo/seed-tenant';
import { checkNewPassword, hashPassword } from '../identity/passwords';
import { newId } from '../store/ids';
import { json } from '../store/parameters';
import type { Store, Tx } from '../store/store';
import { makeAsker } from './ask';
import { Refused, type Command, type Given } from './command';
import { withStore } from './stores';

const types = ['consultant', 'college', 'coaching', 'university', 'abroad_consultant'];

export const setup: Command = {
  about: 'creates a tenant with its administrator and no demo data; asks for whatever the options leave out',
  options: {
    tenant: { type: 'string', about: 'name of the organisation' },
    type: { type: 'string', about: types.join(', ') },
    'admin-name': { type: 'string', about: 'name of the administrator' },
    email: { type: 'string', about: 'email that the administrator signs in with' },
    password: { type: 'string', about: '10 to 128 characters. Leave it out to be asked, because others can see options' },
    timezone: { type: 'string', about: 'Default: Asia/Kolkata' },
  },
  async run(given) {
    const wanted = await wantedOf(given);
    const tenantId = await withStore({ ...readConfig(), demo: false }, (store) => makeTenant(store, wanted));
    console.log(`${wanted.tenant} is ready. ${wanted.email} can sign in at the product's URL and complete the profile.`);
    return { inputs: { tenant: wanted.tenant, tenantId, type: wanted.type, email: wanted.email }, failures: 0 };
  },
};

interface Wanted {
  readonly tenant: string;
  readonly type: string;
  readonly adminName: string;
  readonly email: string;
  readonly password: string;
  readonly timezone: string;
}

async function wantedOf(given: Given): Promise<Wanted> {
  const asker = makeAsker();
  const text = async (option: string, question: string, fallback?: string): Promise<string> =>
    (given.text(option) ?? (await asker.ask(question, fallback))).trim();
  try {
    const tenant = await text('tenant', 'Name of the organisation');
    if (tenant.length < 1 || tenant.length > 150)
      throw new Refused('The organisation needs a name of 1 to 150 characters: --tenant.');
    const type = await text('type', `Type (${types.join(', ')})`, 'consultant');
    if (!types.includes(type)) throw new Refused(`--type must be one of ${types.join(', ')}, not '${type}'.`);
    const adminName = await text('admin-name', 'Name of the administrator');
    if (adminName.length < 1 || adminName.length > 120)
      throw new Refused('The administrator needs a name of 1 to 120 characters: --admin-name.');
    const email = (await text('email', 'Email of the administrator')).toLowerCase();
    if (!/^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$/.test(email) || email.length > 254)
      throw new Refused(`--email must be an address such as admin@example.com, not '${email}'.`);
    const password = given.text('password') ?? (await asker.askHidden('Password'));
    checkNewPassword(password);
    const timezone = given.text('timezone') ?? 'Asia/Kolkata';
    if (!isZone(timezone)) throw new Refused(`--timezone must be one such as Asia/Kolkata, not '${timezone}'.`);
    return { tenant, type, adminName, email, password, timezone };
  } finally {
    asker.close();
  }
}

async function makeTenant(store: Store, wanted: Wanted): Promise<string> {
  for (const { tenant_id: other } of await store.lookUp<{ tenant_id: string }>('tenant_ids', []))
    if (await store.transaction(serverActor(other), (tx) => isNamed(tx, other, wanted.tenant), { readOnly: true }))
      throw new Refused(`A tenant '${wanted.tenant}' already exists. Nothing was changed.`);
  await seedCountries(store);
  const password = await hashPassword(wanted.password);
  const tenantId = newId();
  const now = Date.now();
  await store.transaction({ ...serverActor(tenantId), requestId: 'setup', reason: 'setup' }, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('setup', 0))`);
    if (await tx.row(sql`select 1 from user_by_email(${wanted.email})`))
      throw new Refused(`${wanted.email} already belongs to another tenant. Nothing was changed.`);
    await seedTenant(tx, profileOf(tenantId, wanted), chance(now), now);
    await tx.run(sql`
      insert into "users" ("tenant_id", "id", "name", "email", "role", "type", "password", "status", "accepts_leads", "team_ids", "permissions")
      values (${tenantId}, ${newId()}, ${wanted.adminName}, ${wanted.email}, 1, 'org', ${password}, 1, false, ${json([])}::jsonb, ${json([])}::jsonb)`);
  });
  return tenantId;
}

async function isNamed(tx: Tx, tenantId: string, name: string): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from "tenant" where "tenant_id" = ${tenantId} and lower("name") = lower(${name}) and "deleted_at" is null`,
  );
  return row !== undefined;
}

/** What is known so far; the administrator completes the rest on the first visit (is_details_complete). */
const profileOf = (id: string, { tenant, type, email, timezone }: Wanted) => ({
  id,
  name: tenant,
  short_name: tenant.slice(0, 60),
  brand_name: tenant.slice(0, 80),
  email,
  support_email: email,
  country: 'India',
  tenant_type: type,
  is_details_complete: false,
  is_allow_automation_trigger: 0,
  entity_name: type === 'university' ? 'School' : 'College',
  timezone,
  features: {},
  duplicate_rule: { keys: ['phone', 'email'], action: 're_enquiry' },
});

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
