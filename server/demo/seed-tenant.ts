import sql from 'sql-template-tag';
import { countries } from '../domain/countries';
import type { Actor, Store, Tx } from '../store/store';
import { json } from '../store/parameters';
import type { Chance } from './random';
import { indiaId, states } from './places';
import { courses, roles, sources, stages, streams } from './reference';

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
  profile: Readonly<Record<string, unknown>> & { readonly id: string },
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

  const columns = Object.keys(profile);
  await tx.insertMany('tenant', ['tenant_id', ...columns], [[tenantId, ...columns.map((column) => stored(profile[column]))]]);
  await seedRoles(tx, tenantId);
  await seedStages(tx, seed);
  await tx.insertMany(
    'lead_sources',
    ['tenant_id', 'id', 'name', 'type', 'status', 'channel', 'aliases'],
    sources.map((source) => [
      tenantId,
      seed.sources.get(source.name),
      source.name,
      'all',
      1,
      source.channel,
      json(source.aliases),
    ]),
  );
  await seedPlaces(tx, tenantId);
  await tx.insertMany(
    'streams',
    ['tenant_id', 'id', 'name', 'status'],
    streams.map((name) => [tenantId, seed.streams.get(name), name, 1]),
  );
  await tx.insertMany(
    'courses',
    ['tenant_id', 'id', 'name', 'stream_id', 'level', 'duration_months', 'status'],
    courses.map((course) => [
      tenantId,
      courseIds.get(course.name),
      course.name,
      seed.streams.get(course.stream),
      course.level,
      course.months,
      1,
    ]),
  );
  return { ...seed, courses: courseMap };
}

async function seedRoles(tx: Tx, tenantId: string): Promise<void> {
  await tx.insertMany(
    'users_roles',
    [
      'tenant_id',
      'role',
      'role_name',
      'base_role',
      'data_scope',
      'permissions',
      'in_audit_filter',
      'is_system',
      'status',
      'field_rules',
    ],
    roles.map((role) => [tenantId, role.role, role.name, role.role, role.scope, json(role.permissions), true, true, 1, json([])]),
  );
}

async function seedStages(tx: Tx, seed: Pick<TenantSeed, 'tenantId' | 'stages'>): Promise<void> {
  await tx.insertMany(
    'lead_stages',
    [
      'tenant_id',
      'id',
      'stage_name',
      'sub_stages',
      'sub_stage_required',
      'followup_required',
      'is_allow_user_lock_stage',
      'color',
      'sort_order',
      'is_system',
      'status',
      'outcome',
      'group',
      'next_stage_ids',
      'required_fields',
    ],
    stages.map((stage, i) => [
      seed.tenantId,
      seed.stages.get(stage.name),
      stage.name,
      json(stage.subs.map((name, order) => ({ name, sort_order: order + 1, status: 1 }))),
      stage.subRequired ?? false,
      stage.followUp ?? false,
      stage.lockable ?? false,
      stage.color,
      (i + 1) * 10,
      stage.system ?? false,
      1,
      stage.outcome,
      json([stage.group]),
      json([]),
      json([]),
    ]),
  );
}

async function seedPlaces(tx: Tx, tenantId: string): Promise<void> {
  await tx.insertMany(
    'states',
    ['tenant_id', 'id', 'value', 'country_id', 'code', 'type', 'status'],
    states.map((state) => [tenantId, state.id, state.value, indiaId, state.code, state.type, 1]),
  );
  await tx.insertMany(
    'cities',
    ['tenant_id', 'id', 'name', 'state_id', 'tier', 'status'],
    states.flatMap((state) => state.cities.map((city) => [tenantId, city.id, city.name, state.id, city.tier, 1])),
  );
}

const stored = (value: unknown): unknown => (typeof value === 'object' && value !== null ? json(value) : value);
