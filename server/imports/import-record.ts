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
  readonly undo_job_id: string | null;
  readonly undone: number;
  readonly undo_kept: number;
}

export async function readImport(tx: Tx, tenantId: string, id: string): Promise<ImportRecord> {
  const record = await tx.row<ImportRecord>(
    sql`select * from "imports" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`,
  );
  if (!record) throw problem(404, 'This import no longer exists.');
  return record;
}

/** Lines between the two that this import has written already. */
export async function writtenLines(tx: Tx, scope: ImportScope, from: number, to: number): Promise<ReadonlySet<number>> {
  const rows = await tx.rows<{ line: number }>(sql`
    select "line" from "import_rows" where "tenant_id" = ${scope.tenantId} and "import_id" = ${scope.importId}
      and "line" between ${from}::int and ${to}::int`);
  return new Set(rows.map((row) => row.line));
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

/** A step that runs again changes nothing. */
export async function setState(tx: Tx, scope: ImportScope, state: string): Promise<void> {
  await tx.run(sql`
    update "imports" set "state" = ${state}
    where "tenant_id" = ${scope.tenantId} and "id" = ${scope.importId} and "state" is distinct from ${state}`);
}
