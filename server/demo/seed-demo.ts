import { hashPassword } from '../identity/passwords';
import sql from 'sql-template-tag';
import type { Services } from '../context/services';
import type { Store, Tx } from '../store/store';
import { seedApplications } from './applications';
import { seedAutomation } from './automation';
import { seedCollegeCourses } from './college-courses';
import { seedColleges } from './colleges';
import { emptyBatch } from './lead-batch';
import { addLead, type Office } from './lead-rows';
import { seedMarketing } from './marketing';
import { seedOffice } from './office';
import { lakeview, northstar, seedPeople, type Staff } from './people';
import { seedPublishers } from './publishers';
import { profiles } from './profiles';
import { chance, type Chance } from './random';
import { seedRecordings } from './recordings';
import { seedExtensions } from './seed-extensions';
import { seedCountries, seedTenant, serverActor } from './seed-tenant';

/** Of every demo account (run contract). */
export const demoPassword = 'Prospectus#2026';

/**
 * main.ts calls this at start: an empty database gets its countries, with DEMO=1 the two demo tenants. One that was killed
 * halfway through gets the rest, and of two processes that start together one makes them.
 */
export async function firstStart(services: Pick<Services, 'config' | 'store' | 'now' | 'log'>): Promise<void> {
  const { store, config, now, log } = services;
  const tenants = await store.lookUp('tenant_ids', []);
  if (tenants.length >= demoTenants.length) return;
  await seedCountries(store);
  const known = await Promise.all(demoTenants.map(({ of }) => store.lookUp('user_by_email', [`admin@${of}.example`])));
  const foreign = tenants.length > known.filter((found) => found.length > 0).length;
  if (!config.demo || foreign) return;
  const started = performance.now();
  await seedDemo(store, { now: now() });
  log.info({ milliseconds: Math.round(performance.now() - started) }, 'demo tenants created');
}

export interface DemoOptions {
  readonly now: Date;
  /** Of Northstar; Lakeview has a tenth. */
  readonly leads?: number;
  readonly seed?: number;
}
/** The demo tenants that are not there yet. The same seed and moment make the same rows. */
export async function seedDemo(store: Store, { now, leads = 2000, seed = 2026 }: DemoOptions): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  let first = 0;
  for (const [i, { of, staff, share }] of demoTenants.entries()) {
    const count = Math.ceil(leads * share);
    await seedDemoTenant(store, { of, staff, now, count, first, passwordHash, luck: chance(seed + i) });
    first += count;
  }
}

const demoTenants = [
  { of: 'northstar', staff: northstar, share: 1 },
  { of: 'lakeview', staff: lakeview, share: 0.1 },
] as const;

interface LeadsToMake {
  readonly count: number;
  /** The number of the first lead: no two of the same database share one, since phones and mails depend on it. */
  readonly first: number;
  readonly now: Date;
  readonly luck: Chance;
}
interface TenantDemo extends LeadsToMake {
  readonly of: 'northstar' | 'lakeview';
  readonly staff: Staff;
  readonly passwordHash: string;
}

/** A tenant is created with its first leads or not at all. */
async function seedDemoTenant(store: Store, demo: TenantDemo): Promise<void> {
  const { luck, now, staff, of } = demo;
  const profile = { ...profiles[of], id: luck.id(now.getTime()) };
  const office = await store.transaction(serverActor(profile.id), async (tx): Promise<Office | null> => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`first start of ${of}`}, 0))`);
    if (await tx.row(sql`select 1 from user_by_email(${`admin@${of}.example`})`)) return null;
    const seed = await seedTenant(tx, profile, luck, now.getTime());
    const ids = await seedPeople(tx, profile.id, staff, { domain: `${of}.example`, passwordHash: demo.passwordHash, now }, luck);
    const colleges = await seedColleges(tx, profile.id, of);
    await seedCollegeCourses(tx, seed, colleges, now.getTime());
    const owners = staff.people
      .filter((person) => person.leads > 0)
      .map((person) => [ids.get(person.key)!, person.leads] as const);
    const made = { seed, colleges, owners };
    await writeLeads(tx, made, { ...demo, count: Math.min(demo.count, chunk) });
    await seedAutomation(tx, made, luck, now.getTime());
    await seedMarketing(tx, made, of, now.getTime(), luck);
    await seedOffice(tx, profile.id, now.getTime(), luck);
    await seedApplications(tx, profile.id, of, now.getTime(), luck);
    await seedPublishers(tx, made, of, now.getTime(), luck);
    await seedRecordings(tx, profile.id, luck, now.getTime());
    await seedExtensions(tx, profile.id, now.getTime());
    return made;
  });
  if (office) await addDemoLeads(store, office, { ...demo, count: demo.count - chunk, first: demo.first + chunk });
}

const chunk = 2000;
/** Leads in transactions of two thousand, so that a million of them need no more memory than these. */
export async function addDemoLeads(store: Store, office: Office, leads: LeadsToMake): Promise<void> {
  for (let done = 0; done < leads.count; done += chunk)
    await store.transaction(serverActor(office.seed.tenantId), (tx) =>
      writeLeads(tx, office, { ...leads, first: leads.first + done, count: Math.min(chunk, leads.count - done) }),
    );
}

async function writeLeads(tx: Tx, office: Office, { count, first, now, luck }: LeadsToMake): Promise<void> {
  const batch = emptyBatch();
  for (let n = first; n < first + count; n++) addLead(batch, office, n, now.getTime(), luck);
  for (const [table, rows] of Object.entries(batch)) {
    const columns = Object.keys(rows[0] ?? {});
    await tx.insertMany(
      table,
      columns,
      rows.map((row) => columns.map((column) => row[column])),
    );
  }
}
