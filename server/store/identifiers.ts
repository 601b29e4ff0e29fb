import { raw, type Sql } from 'sql-template-tag';
import { keyOf, systemColumns, type AnyResource } from '../../src/schemas/kit/resource';

/** The one place where a name becomes SQL. Names come from the schema files, never from a request; anything odd throws. */
export function quote(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name)) throw new Error(`'${name}' is not a name for SQL`);
  return `"${name}"`;
}
export function ident(name: string): Sql {
  const known = idents.get(name) ?? raw(quote(name));
  idents.set(name, known);
  return known;
}
const idents = new Map<string, Sql>(); // as many as the schema files have names

/** 'lead-stages' is kept in "lead_stages". */
export const tableName = (resource: Pick<AnyResource, 'name'> | string): string =>
  (typeof resource === 'string' ? resource : resource.name).replaceAll('-', '_');
export const table = (resource: Pick<AnyResource, 'name'> | string): Sql => ident(tableName(resource));
export const keyColumn = (resource: AnyResource): Sql => ident(keyOf(resource).name);

/** Column names of a resource as rows answer them: key, fields with a column, system columns (without tenant_id). */
export function columnNames(resource: AnyResource): string[] {
  const virtual = new Set<string>(resource.virtual ?? []);
  const fields = Object.keys(resource.fields.properties).filter((name) => !virtual.has(name));
  return [...new Set([keyOf(resource).name, ...fields, ...systemColumns])];
}
