import sql from 'sql-template-tag';
import { storedSecrets } from '../../src/schemas/kit/stored-fields';
import { type AnyResource } from '../../src/schemas/kit/resource';
import { ident, keyColumn, table, tableName } from './identifiers';
import { isSealed, type Secrets } from './secrets';
import type { Tx } from './store';
import { tableModels } from './tables/model';

/** Columns with sealed texts: a tenant's secrets that the server opens again. Hashes are secrets too, and nobody opens them. */
export interface SealedColumn {
  readonly resource: AnyResource;
  readonly field: string;
  /** Sealed text inside a jsonb column is a JSON text. */
  readonly isJson: boolean;
}
export interface SealedValue {
  readonly key: string;
  readonly text: string;
}

export function sealedColumns(resources: readonly AnyResource[]): SealedColumn[] {
  const models = new Map(tableModels(resources).map((model) => [model.name, model]));
  return resources.flatMap((resource) =>
    storedSecrets(resource).flatMap((field) => {
      const column = models.get(tableName(resource))?.columns.find(({ name }) => name === field);
      return column && !resource.hashed?.includes(field) ? [{ resource, field, isJson: column.type === 'jsonb' }] : [];
    }),
  );
}

/** The associated data of a sealed value: it opens in this tenant, table, column and row only. */
export const placeOf = (tenantId: string, resource: AnyResource, field: string, key: unknown): string =>
  `${tenantId}/${resource.name}/${field}/${String(key)}`;

/** The next values behind `after`, by key. Values that are not sealed (demo rows) are answered too. */
export async function sealedValues(
  tx: Tx,
  tenantId: string,
  { resource, field, isJson }: SealedColumn,
  after: string,
  most: number,
): Promise<SealedValue[]> {
  const [key, column] = [keyColumn(resource), ident(field)];
  const text = isJson ? sql`${column} #>> '{}'` : column;
  const rows = await tx.rows<{ key: string; text: string }>(sql`
    select ${key}::text as key, ${text} as text from ${table(resource)}
    where "tenant_id" = ${tenantId} and ${column} is not null and ${key}::text > ${after} order by ${key}::text limit ${most}::int`);
  return rows.map(({ key: id, text: value }) => ({ key: id, text: value }));
}

/** Seals values again that were sealed with the previous key; returns how many. */
export async function sealAnew(
  tx: Tx,
  secrets: Secrets,
  tenantId: string,
  column: SealedColumn,
  values: readonly SealedValue[],
): Promise<number> {
  const { resource, field, isJson } = column;
  let done = 0;
  for (const { key, text } of values) {
    if (!isSealed(text) || secrets.isCurrent(text)) continue;
    const where = placeOf(tenantId, resource, field, key);
    const anew = secrets.seal(secrets.open(text, where), where);
    const value = isJson ? sql`to_jsonb(${anew}::text)` : sql`${anew}`;
    const standing = isJson ? sql`${ident(field)} #>> '{}'` : ident(field);
    // Someone may have written another value since it was read.
    done += await tx.run(sql`update ${table(resource)} set ${ident(field)} = ${value}
      where "tenant_id" = ${tenantId} and ${keyColumn(resource)}::text = ${key} and ${standing} = ${text}`);
  }
  return done;
}

/** Values that cannot be opened with the known keys, or are stored as plain text. */
export function unreadable(
  secrets: Secrets,
  tenantId: string,
  { resource, field }: SealedColumn,
  values: readonly SealedValue[],
): number {
  return values.filter(({ key, text }) => {
    if (text === 'v1.demo') return false; // of the demo tenants: sealed as nothing
    try {
      secrets.open(text, placeOf(tenantId, resource, field, key));
      return false;
    } catch {
      return true;
    }
  }).length;
}
