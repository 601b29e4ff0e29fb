import sql from 'sql-template-tag';
import * as uploadCalls from '../../../src/schemas/calls/lead-uploads';
import type { UploadStatus } from '../../../src/schemas/kit/lead-uploads';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { counts, readImport, type ImportRecord } from '../../imports/import-record';
import { importErrors } from '../../imports/lead-import';
import { beginUndo, importUndoHours, leadImportUndo, undoableUntil } from '../../imports/lead-undo';
import type { Tx } from '../../store/store';
import { ownJob, type JobRow } from './own-uploads';

/** Written rows stay; the worker sees the state at its next step and stops writing. */
async function cancel({
  tx,
  session,
  services,
  params,
  afterCommit,
}: CallContext<typeof uploadCalls.leadUploadCancel>): Promise<CallReply<typeof uploadCalls.leadUploadCancel>> {
  const job = await ownJob(tx, session, params.job_id ?? '');
  const stopped = await tx.run(sql`
    update "jobs" set "state" = 'cancelled', "finished_at" = now(), "lease_until" = null
    where "tenant_id" = ${session.tenantId} and "id" = ${job.id} and "kind" <> 'lead-import-undo' and "state" in ('queued', 'running', 'paused')`);
  if (!stopped) throw problem(409, 'This import has already ended.');
  await tx.run(sql`
    update "imports" set "state" = 'cancelled' where "tenant_id" = ${session.tenantId} and "job_id" = ${job.id}`);
  if (job.kind === 'lead-import') {
    const payload = { import_id: String(job.payload.import_id) };
    await services.jobs.add(tx, session, { kind: importErrors, payload });
    afterCommit(() => services.jobs.wake());
  }
  return { message: 'Import cancelled. Rows already imported are kept.', data: { job_id: job.id } };
}

/** A paused import keeps what it wrote and goes on behind it. */
async function pause({
  tx,
  session,
  services,
  params,
  body,
  afterCommit,
}: CallContext<typeof uploadCalls.leadUploadPause>): Promise<CallReply<typeof uploadCalls.leadUploadPause>> {
  const job = await ownJob(tx, session, params.job_id ?? '');
  const [from, to] = body.paused ? [['queued', 'running'], 'paused'] : [['paused'], 'queued'];
  const changed = await tx.run(sql`
    update "jobs" set "state" = ${to}, "lease_until" = null where "tenant_id" = ${session.tenantId} and "id" = ${job.id}
      and "kind" = 'lead-import' and "state" = any(${from}::text[])`);
  if (!changed) throw problem(409, 'This import has moved on. Refresh the page.');
  if (!body.paused) afterCommit(() => services.jobs.wake());
  return { message: body.paused ? 'Import paused.' : 'Import continued.', data: { job_id: job.id } };
}

async function undo({
  tx,
  session,
  services,
  params,
  afterCommit,
}: CallContext<typeof uploadCalls.leadUploadUndo>): Promise<CallReply<typeof uploadCalls.leadUploadUndo>> {
  const job = await ownJob(tx, session, params.job_id ?? '');
  if (job.kind !== 'lead-import') throw problem(404, 'This import does not exist.');
  const record = await readImport(tx, session.tenantId, String(job.payload.import_id));
  const isOpen = !['undoing', 'undone'].includes(record.state);
  if (isOpen && !(await undoableUntil(tx, session, record, job.finished_at, services.now()))) throw problem(409, whyNotUndo(job));
  const { tenantId, userId } = session;
  const payload = { import_id: record.id, of: job.id };
  const id = await services.jobs.add(tx, session, { kind: leadImportUndo, payload });
  await beginUndo(tx, { tenantId, userId, importId: record.id }, id);
  afterCommit(() => services.jobs.wake());
  return { message: 'The import is being undone.', data: { job_id: id } };
}

const whyNotUndo = ({ state }: JobRow): string =>
  ['queued', 'running', 'paused'].includes(state)
    ? 'This import is still running. Cancel it first.'
    : `An import can be undone for ${importUndoHours} hours, if it changed leads.`;

/** Lines that stayed, or stayed in part, with their reasons. */
export async function undoStatus(
  tx: Tx,
  { tenantId }: Session,
  record: ImportRecord,
  base: Pick<UploadStatus, 'job_id' | 'status' | 'done' | 'total' | 'message'>,
): Promise<UploadStatus> {
  const errors: UploadStatus['errors'] = await tx.rows(sql`
    select "line", null as "field", "undo_reason" as "reason" from "import_rows" where "tenant_id" = ${tenantId}
      and "import_id" = ${record.id} and "undo_reason" is not null order by "line" limit 200`);
  const undo = { undone: record.undone ?? 0, kept: record.undo_kept ?? 0 };
  const { id: import_id, file_name } = record;
  return { ...base, dry_run: false, undo, import_id, file_name, ...counts(record), errors, errors_url: null };
}

export const handlers: Handlers = {
  ...handle(uploadCalls.leadUploadCancel, cancel),
  ...handle(uploadCalls.leadUploadPause, pause),
  ...handle(uploadCalls.leadUploadUndo, undo),
};
