import { resources as all } from '../../src/schemas/kit/all';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Connection } from '../../server/store/connection';
import { lookUpTables } from '../../server/store/tables/routines';
import { tableName } from '../../server/store/identifiers';

/** The tables of the upgrade tests: those that the database functions use, and the leads with their dependent tables. */
const names = [
  'leads',
  'lead-stages',
  'lead-sources',
  'streams',
  'courses',
  'colleges',
  'call-actions',
  'follow-ups',
  'notes',
  'import-rows',
  'revoked-tokens',
  'users-roles',
];
export const resources: readonly AnyResource[] = all.filter(
  (resource) => names.includes(resource.name) || lookUpTables.has(tableName(resource)),
);

/**
 * The schema files as they were some versions ago: the more versions, the more fields, sort orders and tables are missing and
 * defaults differ. A field is removed only if nothing else in its resource names it.
 */
export function versionsAgo(versions: number): AnyResource[] {
  const missing = ['notes', 'follow-ups', 'call-actions'].slice(0, versions);
  return resources.filter(({ name }) => !missing.includes(name)).map((resource) => olderResource(resource, versions));
}

function olderResource(resource: AnyResource, versions: number): AnyResource {
  const named = JSON.stringify([
    resource.fields.required,
    resource.filter,
    resource.sort,
    resource.search,
    resource.unique,
    resource.uniqueEverywhere,
    resource.written,
    resource.order,
    resource.secret,
    Object.keys(resource.refs ?? {}),
    keyOf(resource).name,
    // its values have an index, whose triggers name the column
    resource.customFields && 'custom',
  ]);
  const free = Object.keys(resource.fields.properties).filter((name) => !named.includes(`"${name}"`) && !inFunctions.has(name));
  const gone = new Set(free.filter((_, at) => at % (5 - versions) === 0));
  const properties = Object.fromEntries(
    Object.entries(resource.fields.properties)
      .filter(([name]) => !gone.has(name))
      .map(([name, field]) => [
        name,
        field.type === 'integer' && field.default === 0 && free.includes(name) ? { ...field, default: 1 } : field,
      ]),
  );
  return {
    ...resource,
    fields: { ...resource.fields, properties },
    ...(resource.sort ? { sort: resource.sort.slice(0, Math.max(1, resource.sort.length - versions)) } : {}),
    ...(resource.search && resource.name === 'leads' ? { search: resource.search.slice(0, 1) } : {}),
  } as AnyResource;
}
/** Fields that SECURITY DEFINER functions read; older versions had both. */
const inFunctions = new Set([
  'token_version',
  'status',
  'scopes',
  'allowed_ips',
  'publisher_id',
  'expires_at',
  'paused_until',
  'next_at',
  'run_at',
  'lease_until',
  'audit_seq',
  'event',
  'record_id',
  'state',
  'code',
  'slug',
  'jti',
  'kind',
]);

/** A description of the whole schema that is equal for two databases with the same schema. */
export async function fingerprint(connection: Pick<Connection, 'script'>): Promise<readonly string[]> {
  const rows = await connection.script(`
    select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' '
        || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || a.attgenerated::text as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    union all select 'table ' || relname || ' ' || relrowsecurity || relforcerowsecurity || coalesce((select string_agg(one::text, ',' order by one::text) from unnest(relacl) one), '')
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
    union all select 'policy ' || polrelid::regclass || ' ' || polname || ' ' || coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '')
      from pg_policy
    union all select 'function ' || p.oid::regprocedure || ' ' || md5(pg_get_functiondef(p.oid)) || pg_get_userbyid(p.proowner)
        || coalesce((select string_agg(one::text, ',' order by one::text) from unnest(p.proacl) one), '')
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prolang <> (select oid from pg_language where lanname = 'c')
    union all select 'state ' || "name" || ' ' || "hash" from "schema_state" where "name" <> 'matched'
    order by 1`);
  return rows.map(({ line }) => String(line));
}
