import sql from 'sql-template-tag';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { countries } from '../domain/countries';
import type { Actor, Store, Tx } from '../store/store';
import type { Chance } from './random';
import { indiaId, states } from './places';
import { courses, roles, sources, stages, streams } from './reference';
import { writeRows } from './write-rows';

export const serverActor = (tenantId: string): Actor => ({
  tenantId,
  userId: null,
  ip: '',
  agent: 'server',
  requestId: 'first-start',
  reason: 'first start',
});

/** The ids of what a tenant starts with, by name. */
export interface TenantSeed {
  readonly tenantId: string;
  readonly stages: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, string>;
  readonly streams: ReadonlyMap<string, string>;
  readonly courses: ReadonlyMap<string, { readonly id: string; readonly streamId: string }>;
}

/** The countries, shared by all tenants; nothing when they are there. */
export async function seedCountries(store: Store): Promise<void> {
  await store.transaction(serverActor('*'), async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('countries', 0))`);
    if (await tx.row(sql`select 1 from "countries" limit 1`)) return;
    const rows = countries.map((country) => [country.id, country.name, country.phonecode]);
    await tx.insertMany('countries', ['id', 'name', 'phonecode'], rows);
  });
}

/** A tenant with its profile, roles, stages, sources, places, streams and courses. */
export async function seedTenant(
  tx: Tx,
  profile: Readonly<AnyRow> & { readonly id: string },
  luck: Chance,
  now: number,
): Promise<TenantSeed> {
  const tenantId = profile.id;
  const ids = <T extends { readonly name: string }>(list: readonly T[]): Map<string, string> =>
    new Map(list.map((one) => [one.name, luck.id(now)]));
  const seed = {
    tenantId,
    stages: ids(stages),
    sources: ids(sources),
    streams: ids(streams.map((name) => ({ name }))),
  };
  const courseIds = ids(courses);
  const courseMap = new Map(
    courses.map((course) => [course.name, { id: courseIds.get(course.name)!, streamId: seed.streams.get(course.stream)! }]),
  );

  await writeRows(tx, tenantId, 'tenant', [profile]);
  await seedRoles(tx, tenantId);
  await seedStages(tx, seed);
  await writeRows(
    tx,
    tenantId,
    'lead_sources',
    sources.map(({ name, channel, aliases }) => ({ id: seed.sources.get(name), name, type: 'all', status: 1, channel, aliases })),
  );
  await seedPlaces(tx, tenantId);
  await writeRows(
    tx,
    tenantId,
    'streams',
    streams.map((name) => ({ id: seed.streams.get(name), name, status: 1 })),
  );
  await writeRows(
    tx,
    tenantId,
    'courses',
    courses.map(({ name, stream, level, months }) => ({
      id: courseIds.get(name),
      name,
      stream_id: seed.streams.get(stream),
      level,
      duration_months: months,
      status: 1,
    })),
  );
  return { ...seed, courses: courseMap };
}

async function seedRoles(tx: Tx, tenantId: string): Promise<void> {
  const own = { in_audit_filter: true, is_system: true, status: 1, field_rules: [] };
  const made = roles.map(({ role, name, scope, permissions }) => ({
    role,
    role_name: name,
    base_role: role,
    data_scope: scope,
    permissions,
    ...own,
  }));
  await writeRows(tx, tenantId, 'users_roles', made);
}

async function seedStages(tx: Tx, seed: Pick<TenantSeed, 'tenantId' | 'stages'>): Promise<void> {
  const made = stages.map((stage, i) => ({
    id: seed.stages.get(stage.name),
    stage_name: stage.name,
    sub_stages: stage.subs.map((name, order) => ({ name, sort_order: order + 1, status: 1 })),
    sub_stage_required: stage.subRequired ?? false,
    followup_required: stage.followUp ?? false,
    is_allow_user_lock_stage: stage.lockable ?? false,
    color: stage.color,
    sort_order: (i + 1) * 10,
    is_system: stage.system ?? false,
    status: 1,
    outcome: stage.outcome,
    group: [stage.group],
    next_stage_ids: [],
    required_fields: [],
  }));
  await writeRows(tx, seed.tenantId, 'lead_stages', made);
}

async function seedPlaces(tx: Tx, tenantId: string): Promise<void> {
  const made = states.map(({ id, value, code, type }) => ({ id, value, country_id: indiaId, code, type, status: 1 }));
  await writeRows(tx, tenantId, 'states', made);
  await tx.insertMany(
    'cities',
    ['tenant_id', 'id', 'name', 'state_id', 'tier', 'status'],
    states.flatMap((state) => state.cities.map((city) => [tenantId, city.id, city.name, state.id, city.tier, 1])),
  );
}
