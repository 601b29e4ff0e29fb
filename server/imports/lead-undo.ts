import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { actingFor } from '../leads/acting';
import { undoArrivals, type ImportedLine, type UndoneLine } from '../leads/undo-arrivals';
import type { Tx } from '../store/store';
import { readImport, setState, type ImportRecord } from './import-record';
import type { ImportScope } from './write-chunk';

export const leadImportUndo = new JobKind<UndoPayload>('lead-import-undo');
export const jobKinds: JobKinds = runs(leadImportUndo, runUndo);

interface UndoPayload {
  readonly import_id: string;
  /** The job that imported. */
  readonly of: string;
}
/** Lines above this one are done. */
interface Place {
  readonly before: number;
  readonly done: number;
}
const stepSize = { embedded: 100, postgres: 400 } as const;
/** How long an import can be undone. */
export const importUndoHours = 72;

/** Later lines first, so that a lead which an earlier line created goes last. */
async function runUndo(job: RunningJob<UndoPayload, Place>, steps: Steps): Promise<object> {
  const { tenantId, userId } = job;
  const { import_id: importId, of } = job.payload;
  const scope: ImportScope = { tenantId, userId, importId };
  const size = stepSize[job.services.store.kind];
  if (!job.cursor) {
    const total = await steps.read((tx) => countLines(tx, scope));
    await steps.commit(async () => ({ done: 0, total, message: 'Undoing' }));
  }
  let place: Place = job.cursor ?? { before: 2_147_483_647, done: 0 };
  for (;;) {
    const step = await steps.commit(async (tx) => {
      const lines = await linesBefore(tx, scope, place.before, size);
      const results = await undoArrivals(await actingFor(tx, job.services, scope), lines, { importId, jobId: of });
      await keepResults(tx, scope, results);
      const cursor = { before: lines.at(-1)?.line ?? 0, done: place.done + lines.length };
      return { cursor, done: cursor.done, message: 'Undoing', value: { cursor, isLast: lines.length < size } };
    });
    if (step.isLast) break;
    place = step.cursor;
  }
  await steps.commit(async (tx) => {
    await setState(tx, scope, 'undone');
    return { message: 'Finished' };
  });
  const { undone, undo_kept } = await steps.read((tx) => readImport(tx, tenantId, importId));
  return { undone, kept: undo_kept };
}

/** Lines that changed a lead; what an undo that stopped has taken back already is not taken back again. */
const meant = sql`"outcome" in ('created', 'updated', 're_enquiry') and "undone" is null`;
async function countLines(tx: Tx, { tenantId, importId }: ImportScope): Promise<number> {
  const row: { n: number } = await tx.one(
    sql`select count(*)::int as n from "import_rows" where "tenant_id" = ${tenantId} and "import_id" = ${importId} and ${meant}`,
  );
  return row.n;
}

const linesBefore = (tx: Tx, { tenantId, importId }: ImportScope, before: number, size: number): Promise<ImportedLine[]> =>
  tx.rows(sql`
    select "line", "outcome", "record_id", "before", "after" from "import_rows"
    where "tenant_id" = ${tenantId} and "import_id" = ${importId} and ${meant} and "line" < ${before}::int
    order by "line" desc limit ${size}`);

async function keepResults(tx: Tx, { tenantId, importId }: ImportScope, results: readonly UndoneLine[]): Promise<void> {
  if (!results.length) return;
  await tx.run(sql`
    update "import_rows" r set "undone" = x."undone", "undo_reason" = x."reason"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as x("line" int, "undone" boolean, "reason" text)
    where r."tenant_id" = ${tenantId} and r."import_id" = ${importId} and r."line" = x."line"`);
  const undone = results.filter((one) => one.undone).length;
  await tx.run(sql`
    update "imports" set "undone" = coalesce("undone", 0) + ${undone}::int, "undo_kept" = coalesce("undo_kept", 0) + ${results.length - undone}::int
    where "tenant_id" = ${tenantId} and "id" = ${importId}`);
}

/** Until when this import can be undone; null where it cannot, because it runs, is being undone, or ended too long ago. */
export async function undoableUntil(
  tx: Tx,
  { tenantId }: Pick<ImportScope, 'tenantId'>,
  record: ImportRecord,
  finishedAt: string | null,
  now: Date,
): Promise<string | null> {
  if (!finishedAt || !(record.created + record.updated + record.re_enquiries)) return null;
  const open = await tx.row(
    sql`select "id" from "imports" i where i."tenant_id" = ${tenantId} and i."id" = ${record.id} and ${canBeUndone}`,
  );
  if (!open) return null;
  const until = Date.parse(finishedAt) + importUndoHours * 3_600_000;
  return until > now.getTime() ? new Date(until).toISOString() : null;
}

/** It ended, or its undo stopped before the end. */
const canBeUndone = sql`(i."state" in ('done', 'cancelled', 'failed') or (i."state" = 'undoing' and not exists (select from "jobs" j
  where j."tenant_id" = i."tenant_id" and j."id" = i."undo_job_id" and j."state" in ('queued', 'running'))))`;

/** Marks the import as being undone, once. An undo that ended early can be begun again. Throws Problem 409. */
export async function beginUndo(tx: Tx, { tenantId, importId }: ImportScope, jobId: string): Promise<void> {
  const begun = await tx.run(sql`
    update "imports" i set "state" = 'undoing', "undo_job_id" = ${jobId}
    where i."tenant_id" = ${tenantId} and i."id" = ${importId} and ${canBeUndone}`);
  if (!begun) throw problem(409, 'This import has already been undone.');
}
