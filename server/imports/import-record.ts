import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Tx } from '../store/store';
import type { UploadOptions } from './import-setup';
import type { Mapping } from './lead-columns';
import type { ImportScope } from './write-chunk';

/** The row of `imports` as its steps read it. */
export interface ImportRecord {
  readonly id: string;
  readonly file_id: string;
  readonly file_name: string;
  readonly mapping: Mapping | null;
  readonly options: UploadOptions | null;
  readonly state: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly re_enquiries: number;
  readonly failed: number;
  readonly error_file_id: string | null;
}

export async function readImport(tx: Tx, tenantId: string, id: string): Promise<ImportRecord> {
  const record = await tx.row<ImportRecord>(
    sql`SELECT * FROM "imports" WHERE "tenant_id" = ${tenantId} AND "id" = ${id} AND "deleted_at" IS NULL`,
  );
  if (!record) throw problem(404, 'This import does not exist any more.');
  return record;
}

/** What a chunk starts from: rows counted so far, leads made so far, and which of its lines are written already. */
export async function readProgress(
  tx: Tx,
  scope: ImportScope,
  from: number,
  to: number,
): Promise<{ readonly rows: number; readonly created: number; readonly written: ReadonlySet<number> }> {
  const row = await tx.row<{ rows: number; created: number; written: number[] | null }>(sql`
    SELECT i."rows", i."created", (
      SELECT jsonb_agg(r."line") FROM "import_rows" r WHERE r."tenant_id" = ${scope.tenantId} AND r."import_id" = ${scope.importId}
        AND r."line" BETWEEN ${from}::int AND ${to}::int) AS written
    FROM "imports" i WHERE i."tenant_id" = ${scope.tenantId} AND i."id" = ${scope.importId} AND i."deleted_at" IS NULL`);
  if (!row) throw problem(404, 'This import does not exist any more.');
  return { rows: row.rows, created: row.created, written: new Set(row.written) };
}

export function counts(record: ImportRecord): {
  rows: number;
  created: number;
  updated: number;
  re_enquiries: number;
  failed: number;
  skipped: number;
} {
  const { rows, created, updated, re_enquiries, failed } = record;
  return { rows, created, updated, re_enquiries, failed, skipped: rows - created - updated - re_enquiries - failed };
}

export async function setState(tx: Tx, scope: ImportScope, state: string): Promise<void> {
  await tx.run(sql`
    UPDATE "imports" SET "state" = ${state}
    WHERE "tenant_id" = ${scope.tenantId} AND "id" = ${scope.importId}`);
}
