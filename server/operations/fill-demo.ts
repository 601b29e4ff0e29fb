import sql from 'sql-template-tag';
import { readConfig, type Config } from '../config';
import { chance, type Chance } from '../demo/random';
import { addDemoLeads, demoPassword, seedDemo } from '../demo/seed-demo';
import { seedCountries, serverActor } from '../demo/seed-tenant';
import { loadOffice } from '../demo/load-office';
import { emptyBatch } from '../demo/lead-batch';
import { idAt } from '../store/ids';
import { withClient } from '../store/postgres';
import type { Store } from '../store/store';
import { Refused, type Command } from './command';
import { withStore } from './stores';
import { withoutIndexes } from '../store/tables/without-indexes';

/** Leads of one transaction, and transactions at work at once: one is made here while others are written. */
const atOnce = 2000;
const atWork = { embedded: 2, postgres: 3 } as const;
/** From here on indexes are made afterwards, where the owner's login is there. */
const many = 50_000;
/** The embedded database is for trying out and for small offices: it has one connection. */
const mostEmbedded = 200_000;
/** Of these each has a phone number of its own. */
const most = 5_000_000;

export const fillDemo: Command = {
  about: 'fills the demo tenant Northstar up to a number of leads, each with calls, follow-ups and history',
  options: {
    leads: { type: 'string', about: 'total number of leads. Default: 100000' },
    seed: { type: 'string', about: 'random seed. Default: 2026' },
  },
  async run(given) {
    const wanted = given.whole('leads', 100_000);
    const seed = given.whole('seed', 2026, 0);
    const config = readConfig(undefined, { makeKey: false });
    if (wanted > most) throw new Refused(`--leads can be up to ${most}: the demo has no more phone numbers.`);
    if (!config.databaseUrl && wanted > mostEmbedded)
      throw new Refused(
        `The embedded database is not made for ${wanted} leads; the maximum is ${mostEmbedded}. Set DATABASE_URL to fill PostgreSQL.`,
      );
    const done = await withStore({ ...config, demo: true }, async (store) => {
      await makeDemoTenants(store);
      const fill = () => fillNorthstar(store, wanted, seed);
      if (!config.databaseAdminUrl || wanted < many) return fill();
      return withClient(config.databaseAdminUrl, (owner) => withoutIndexes(owner, [...Object.keys(emptyBatch()), 'audit'], fill));
    });
    await tellPlanner(config);
    console.log(
      `Northstar has ${done.leads} leads, ${done.added} of them new (${done.perSecond} leads and ${done.rowsPerSecond} rows per second).`,
    );
    console.log(`Sign in as admin@northstar.example with ${demoPassword}.`);
    return { inputs: { wanted, ...done }, failures: done.leads >= wanted ? 0 : 1, seed };
  },
};

const northstarAdmin = async (store: Store): Promise<{ readonly tenant_id: string } | undefined> =>
  (await store.lookUp<{ tenant_id: string }>('user_by_email', ['admin@northstar.example']))[0];

/**
 * Creates the demo tenants if the database has no tenants. Next to real tenants they would be mistaken for real ones: throws
 * Refused.
 */
export async function makeDemoTenants(store: Store): Promise<void> {
  if ((await store.lookUp('tenant_ids', [])).length > 0 && !(await northstarAdmin(store))) throw noNorthstar();
  await seedCountries(store);
  await seedDemo(store, { now: new Date() });
}
const noNorthstar = (): Refused =>
  new Refused('There is no demo tenant Northstar here: this database has other tenants. Use a separate database.');

/**
 * Adds leads to Northstar until it has `wanted`; returns what was done. Each transaction leaves whole leads, so one that is
 * ended halfway continues where it was when it is run again. Throws Refused where there is no such tenant.
 */
export async function fillNorthstar(store: Store, wanted: number, seed: number, leadsAtOnce = atOnce) {
  const admin = await northstarAdmin(store);
  if (!admin) throw noNorthstar();
  const tenantId = admin.tenant_id;
  const count = async (): Promise<{ readonly leads: number; readonly rows: number }> =>
    store.transaction(serverActor(tenantId), async (tx) => tx.one<{ leads: number; rows: number }>(counted(tenantId)));
  const before = await count();
  const office = await store.transaction(serverActor(tenantId), (tx) => loadOffice(tx, tenantId));
  const missing = Math.max(0, wanted - before.leads);
  if (!office && missing > 0)
    throw new Refused("The demo tenant's stages, sources, courses, colleges or people were changed. Use a new data directory.");
  const started = performance.now();
  const secondsSince = (): number => Math.max(0.001, (performance.now() - started) / 1000);
  // Truly random ids: a seeded generator repeats after some million leads.
  const luck: Chance = { ...chance(seed + before.leads), id: idAt };
  let begun = 0;
  let written = 0;
  const work = async (): Promise<void> => {
    while (begun < missing) {
      const some = Math.min(leadsAtOnce, missing - begun);
      begun += some;
      const first = await nextNumber(store, tenantId, some);
      await addDemoLeads(store, office!, { count: some, first, now: new Date(), luck });
      const tens = Math.floor(written / 50_000);
      written += some;
      if (Math.floor(written / 50_000) > tens)
        console.log(`${written} of ${missing} leads, ${Math.round(written / secondsSince())} per second`);
    }
  };
  const stopped = (error: unknown): never => {
    begun = missing;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: atWork[store.kind] }, () => work().catch(stopped)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  const seconds = secondsSince();
  const after = await count();
  return {
    leads: after.leads,
    added: missing,
    perSecond: Math.round(missing / seconds),
    rowsPerSecond: Math.round((after.rows - before.rows) / seconds),
  };
}

/** Statistics and visibility of so many new rows. The embedded database has them from `withStore`. */
async function tellPlanner({ databaseUrl, databaseAdminUrl }: Config): Promise<void> {
  if (!databaseUrl) return;
  if (!databaseAdminUrl) return console.log('Run VACUUM (ANALYZE) as the owner of the tables, because autovacuum takes a while.');
  await withClient(databaseAdminUrl, async (connection) => {
    await connection.script('set statement_timeout = 0');
    await connection.script('vacuum (analyze)');
  });
}

/** Phones and mail addresses depend on a lead's number; those of the first start are far below a million. */
const nextNumber = (store: Store, tenantId: string, some: number): Promise<number> =>
  store.transaction(serverActor(tenantId), async (tx) => {
    const row = await tx.one<{ last: number }>(sql`
      insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, 'demo leads', 1000000 + ${some}::bigint)
      on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + ${some}::bigint returning "last"`);
    return Number(row.last) - some;
  });

/** All rows that come with leads, the audit's left out. */
const counted = (tenantId: string) => sql`
  select (select count(*) from "leads" where "tenant_id" = ${tenantId} and "deleted_at" is null)::int as leads,
    ((select count(*) from "leads" where "tenant_id" = ${tenantId}) + (select count(*) from "lead_captures" where "tenant_id" = ${tenantId})
    + (select count(*) from "lead_owner_history" where "tenant_id" = ${tenantId}) + (select count(*) from "calls" where "tenant_id" = ${tenantId})
    + (select count(*) from "call_actions" where "tenant_id" = ${tenantId}) + (select count(*) from "follow_ups" where "tenant_id" = ${tenantId})
    + (select count(*) from "lead_favourites" where "tenant_id" = ${tenantId}))::int as rows`;
