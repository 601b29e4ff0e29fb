import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { tableModels } from '../../server/store/tables/model';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import { keyOf, wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { act, type Someone } from '../catalogue/act';
import type { TestStore } from '../support/database';
import { filledRow } from '../support/filled';

type Row = Record<string, unknown>;
export const stored = resources.filter((one) => !['shared', 'none', 'view'].includes(one.store ?? 'tenant'));
export const able = new Map(stored.map((one) => [one.name, catalogueHandlers(one)]));
export const plainWire = 'GET|POST|PATCH|DELETE res/drawn';

/** One record of every resource in each tenant, from the schema files' examples, marked with a word that names the tenant. */
export interface Examples {
  /** Keys of that tenant's records, including those already in its tables. */
  keysOf(tenant: string, resource: string): unknown[];
  /** A draft for the tenant whose references are the tenant's own records. */
  draft(tenant: string, resource: AnyResource, mark?: string): Promise<Row>;
}
export const canary = (tenant: string): string => `Zq${tenant.slice(-10)}qZ`;
/** By resource, a free-text field that a list or a read shows. */
export const texts = new Map(stored.map((one) => [one.name, freeText(one)]));

export async function makeExamples(store: TestStore, people: Readonly<Record<string, Someone>>): Promise<Examples> {
  const keys = new Map<string, unknown[]>();
  const keysOf = (tenant: string, resource: string): unknown[] => keys.get(`${tenant} ${resource}`) ?? [];
  const tenants = Object.keys(people);
  await store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
    insert into countries (id, name, phonecode) values (101, 'India', '91') on conflict do nothing;
    insert into counters select t, n, 20000 + 10000 * o from unnest(array[${tenants.map((one) => `'${people[one]!.tenantId}'`).join(', ')}]) with ordinality as x(t, o),
      unnest(array['colleges', 'states', 'cities', 'countries', 'tickets']) as n on conflict do nothing; commit`);

  async function add(tenant: string, resource: AnyResource): Promise<void> {
    const at = `${tenant} ${resource.name}`;
    if (keys.has(at) || !resource.examples?.length || !wiresOf(resource, 'create').length || !able.get(resource.name)!.create)
      return;
    keys.set(at, []);
    const body = await draft(tenant, resource);
    const made = await tried(() => act(store, people[tenant]!, resource.name, 'create', { wire: plainWire, body }));
    const row = made?.data as Row | undefined;
    if (row) keys.set(at, [row[keyOf(resource).name] ?? row['id']]);
  }
  async function keyFor(tenant: string, resource: string): Promise<unknown> {
    if (resourceNamed(resource).store !== 'shared') await add(tenant, resourceNamed(resource));
    return resource === 'countries' ? 101 : keysOf(tenant, resource)[0];
  }
  async function draft(tenant: string, resource: AnyResource, mark = ''): Promise<Row> {
    const made: Row = await filledRow(resource.examples![0]!, (to) => keyFor(tenant, to));
    if ('state_id' in made) made['state_id'] = await keyFor(tenant, 'states');
    const text = texts.get(resource.name);
    if (text) made[text] = `${canary(tenant)} ${mark}`.trim();
    const own = tenant.slice(-10).toLowerCase();
    for (const field of resource.uniqueEverywhere ?? [])
      if (typeof made[field] === 'string')
        made[field] = field === 'email' ? `${own}${mark}@example.com` : `${own}-${resource.name}${mark}`.slice(0, 40);
    return made;
  }

  for (const tenant of tenants) for (const resource of stored) await add(tenant, resource);
  // All other rows in a tenant's tables are targets too.
  for (const resource of stored) {
    const table = tableModels(resources).find((one) => one.name === resource.name.replaceAll('-', '_'));
    if (!table || table.shared) continue;
    for (const row of await store.admin(`select tenant_id, "${table.key}" as key from "${table.name}" limit 300`)) {
      const tenant = tenants.find((one) => people[one]!.tenantId === row['tenant_id']);
      if (tenant && !keysOf(tenant, resource.name).includes(row['key']))
        keys.set(`${tenant} ${resource.name}`, [...keysOf(tenant, resource.name), row['key']]);
    }
  }
  return { keysOf, draft };
}

/** The result; undefined when it was refused with a message. Any other error is thrown. */
export async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code < 500) return undefined;
    throw error;
  }
}

function freeText(resource: AnyResource): string | undefined {
  const fixed = new Set([
    ...(resource.readOnly ?? []),
    ...(resource.virtual ?? []),
    ...(resource.uniqueEverywhere ?? []),
    ...Object.keys(resource.refs ?? {}),
    ...Object.keys(resource.options ?? {}),
  ]);
  return [...(resource.columns ?? []), ...Object.keys(resource.examples?.[0] ?? {})].find((name) => {
    const field = resource.fields.properties[name];
    const isFree = field?.type === 'string' && !field.enum && !field.format && !field.pattern;
    return isFree && (field.maxLength ?? 99) >= 30 && !fixed.has(name);
  });
}
