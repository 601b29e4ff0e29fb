import sql from 'sql-template-tag';
import { words } from '../../src/kinds/kind';
import { resources } from '../../src/schemas/kit/all';
import { pluralOf } from '../../src/schemas/kit/resource';
import type { StoredBytes } from '../context/file-store';
import type { Context } from '../context/context';
import type { ExportFormat } from '../../src/schemas/calls/list-work';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { AnyOrder } from './export-plan';

/** Files of exports are kept so long. */
export const keptDays = 7;

/** Who exported what, with which filters: the row is written before the file. */
export async function addExport(tx: Tx, { session }: Pick<Context, 'session'>, order: AnyOrder): Promise<string> {
  const id = newId();
  await tx.run(sql`
    insert into "csv_exports" ("tenant_id", "id", "kind", "filters", "state", "created_by")
    values (${session.tenantId}, ${id}, ${order.resource.slice(0, 40)}, ${JSON.stringify({ format: order.format, query: order.query, ...(order.columns ? { columns: order.columns } : {}), ...(order.ids ? { ids: order.ids.length } : {}) })}::jsonb, 'queued', ${session.userId})`);
  return id;
}

/** Stores the finished file; `file` of the row is its id, which a read turns into an address. */
export async function finishExport(
  tx: Tx,
  { services, session }: Pick<Context, 'services' | 'session'>,
  id: string,
  rows: number,
  made: { readonly stored: StoredBytes; readonly mime: string; readonly name: string },
): Promise<string> {
  const file = await services.files.put(tx, session.tenantId, {
    name: made.name,
    mime: made.mime,
    purpose: 'export',
    stored: made.stored,
    ownerResource: 'csv-exports',
    ownerId: id,
  });
  await tx.run(sql`
    update "csv_exports" set "state" = 'done', "rows" = ${rows}::bigint, "file" = ${file.id}
    where "tenant_id" = ${session.tenantId} and "id" = ${id}`);
  return file.id;
}

/** One that goes out with the answer: there is no file to fetch again. */
export async function addSent(tx: Tx, context: Pick<Context, 'session'>, order: AnyOrder): Promise<void> {
  const id = await addExport(tx, context, order);
  await tx.run(
    sql`update "csv_exports" set "state" = 'expired' where "tenant_id" = ${context.session.tenantId} and "id" = ${id}`,
  );
}

/** Names the job of an export, as long as it is not finished. */
export const jobKeyOf = (id: string): string => `export:${id}`;

export const setExportState = (tx: Tx, tenantId: string, id: string, state: 'running' | 'failed'): Promise<number> =>
  tx.run(sql`update "csv_exports" set "state" = ${state} where "tenant_id" = ${tenantId} and "id" = ${id}`);

/** Seconds since it was asked for. */
export async function ageOfExport(tx: Tx, tenantId: string, id: string): Promise<number> {
  const row = await tx.row<{ age: number }>(sql`
    select extract(epoch from clock_timestamp() - "created_at")::float8 as age from "csv_exports" where "tenant_id" = ${tenantId} and "id" = ${id}`);
  return Number(row?.age ?? 0);
}

/** Expired files are deleted; their rows stay, because they record who exported what. */
export async function expireExports(tx: Tx, tenantId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  const expired = await tx.rows<{ file: string }>(sql`
    update "csv_exports" set "state" = 'expired', "file" = null
    where "tenant_id" = ${tenantId} and "state" = 'done' and "created_at" < ${before}::timestamptz
    returning (select "file" from "csv_exports" o where o."tenant_id" = "csv_exports"."tenant_id" and o."id" = "csv_exports"."id") as "file"`);
  const ids = expired.map((row) => row.file).filter(Boolean);
  // Bytes without a row are deleted (files/sweep-files.ts).
  if (ids.length)
    await tx.run(
      sql`delete from "files" where "tenant_id" = ${tenantId} and "id" = any(${ids}::text[]) and "purpose" = 'export'`,
    );
}

/** Removes the file at once, and the row from its owner's list; the row itself stays as a record. */
export async function removeExport(tx: Tx, tenantId: string, id: string, file: string | null): Promise<void> {
  await tx.run(
    sql`update "csv_exports" set "file" = null, "deleted_at" = now() where "tenant_id" = ${tenantId} and "id" = ${id}`,
  );
  if (file !== null)
    await tx.run(sql`delete from "files" where "tenant_id" = ${tenantId} and "id" = ${file} and "purpose" = 'export'`);
}

/** The list of a kept export as its page is called; one whose schema file is gone by its name. */
export function listNameOf(kind: string): string {
  const resource = resources.find(({ name }) => name === kind);
  return resource ? pluralOf(resource) : words(kind.replaceAll('-', ' '));
}

/** 'Leads 2026-03-11.xlsx'. */
export const exportName = (list: string, format: ExportFormat, day: string): string =>
  `${list} ${day}${format === 'csv_import' ? ' for import' : ''}.${format === 'xlsx' ? 'xlsx' : 'csv'}`;
