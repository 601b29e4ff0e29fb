import sql from 'sql-template-tag';
import { readConfig } from '../config';
import { chance } from '../demo/random';
import { addDemoLeads, demoPassword, seedDemo } from '../demo/seed-demo';
import { seedCountries, serverActor } from '../demo/seed-tenant';
import { standingOffice } from '../demo/standing-office';
import type { Store } from '../store/store';
import { Refused, type Command } from './command';
import { withStore } from './stores';

const atOnce = 2000;

export const fillDemo: Command = {
  about: 'fills the demo tenant Northstar until it has as many leads, each with its calls, follow-ups and history',
  options: {
    leads: { type: 'string', about: 'how many it shall have; 100000 unless given' },
    seed: { type: 'string', about: 'of the chance that makes them; 2026 unless given' },
  },
  async run(given) {
    const wanted = given.whole('leads', 100_000);
    const seed = given.whole('seed', 2026, 0);
    const config = readConfig();
    const done = await withStore({ ...config, demo: true }, async (store) => {
      await seedCountries(store);
      await seedDemo(store, { now: new Date() });
      return fillNorthstar(store, wanted, seed);
    });
    console.log(
      `Northstar has ${done.leads} leads, ${done.added} of them new: ${done.perSecond} leads and ${done.rowsPerSecond} rows a second.`,
    );
    console.log(`Sign in as admin@northstar.example with ${demoPassword}.`);
    return { inputs: { wanted, ...done }, failures: done.leads >= wanted ? 0 : 1, seed };
  },
};

/** Adds leads to Northstar until it has `wanted`; answers what was done. Throws Refused where there is no such tenant. */
export async function fillNorthstar(store: Store, wanted: number, seed: number) {
  const [admin] = await store.lookUp<{ tenant_id: string }>('user_by_email', ['admin@northstar.example']);
  if (!admin) throw new Refused('There is no demo tenant Northstar here: this database has tenants of its own.');
  const tenantId = admin.tenant_id;
  const count = async (): Promise<{ readonly leads: number; readonly rows: number }> =>
    store.transaction(serverActor(tenantId), async (tx) => (await tx.row<{ leads: number; rows: number }>(counted(tenantId)))!);
  const before = await count();
  const office = await store.transaction(serverActor(tenantId), (tx) => standingOffice(tx, tenantId));
  if (!office && wanted > before.leads)
    throw new Refused(
      'Stages, sources, courses, colleges or people of the demo tenant were changed. Fill a new data directory instead.',
    );
  const missing = Math.max(0, wanted - before.leads);
  const started = performance.now();
  const luck = chance(seed + before.leads);
  for (let done = 0; done < missing; done += atOnce) {
    const some = Math.min(atOnce, missing - done);
    const first = await nextNumber(store, tenantId, some);
    await addDemoLeads(store, office!, { count: some, first, now: new Date(), luck });
    if ((done / atOnce) % 25 === 24) console.log(`${done + some} of ${missing}`);
  }
  const seconds = Math.max(0.001, (performance.now() - started) / 1000);
  const after = await count();
  return {
    leads: after.leads,
    added: missing,
    perSecond: Math.round(missing / seconds),
    rowsPerSecond: Math.round((after.rows - before.rows) / seconds),
  };
}

/** Phones and mail addresses hang on a lead's number; those of the first start are far below a million. */
const nextNumber = (store: Store, tenantId: string, some: number): Promise<number> =>
  store.transaction(serverActor(tenantId), async (tx) => {
    const row = await tx.row<{ last: number }>(sql`
      insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, 'demo leads', 1000000 + ${some}::bigint)
      on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + ${some}::bigint returning "last"`);
    return Number(row!.last) - some;
  });

/** All rows that come with leads, the audit's left out. */
const counted = (tenantId: string) => sql`
  select (select count(*) from "leads" where "tenant_id" = ${tenantId} and "deleted_at" is null)::int as leads,
    ((select count(*) from "leads" where "tenant_id" = ${tenantId}) + (select count(*) from "lead_captures" where "tenant_id" = ${tenantId})
    + (select count(*) from "lead_owner_history" where "tenant_id" = ${tenantId}) + (select count(*) from "calls" where "tenant_id" = ${tenantId})
    + (select count(*) from "call_actions" where "tenant_id" = ${tenantId}) + (select count(*) from "follow_ups" where "tenant_id" = ${tenantId})
    + (select count(*) from "lead_favourites" where "tenant_id" = ${tenantId}))::int as rows`;
