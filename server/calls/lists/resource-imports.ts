import sql from 'sql-template-tag';
import * as listWorkCalls from '../../../src/schemas/calls/list-work';
import { mayDo } from '../../../src/schemas/kit/access';
import type { BodyOf } from '../../../src/schemas/kit/call';
import type { ImportStatus } from '../../../src/schemas/kit/list-imports';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../../src/schemas/kit/resource';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { listOf } from '../../bulk/list-of';
import { bulkUndo, undoableJob } from '../../bulk/undo-job';
import { withCustomOf } from '../../catalogue/custom-specs';
import type { Context, Handlers, Sent } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { cleanName } from '../../files/disk-files';
import { storedBytesOf } from '../../files/stored-upload';
import { counts, readImport } from '../../imports/import-record';
import { readFormat } from '../../imports/read-csv';
import { readSample, type Sample } from '../../imports/read-sample';
import type { ImportOptions } from '../../imports/resource-chunk';
import { checkResourceMapping, mappingByNames, takesImport, targetsOf } from '../../imports/resource-columns';
import { newId } from '../../store/ids';
import { resourceDryRun, resourceImport } from '../../imports/resource-import';

/** The file of a preview is read whole, before a connection is taken. */
export const handlers: Handlers = {
  ...handle(listWorkCalls.importRowsOf, {
    async before({ upload, body, params, session }) {
      const isPreview = body.step === 'preview';
      if (isPreview) listToImport(params.resource, session);
      const sample = isPreview && upload ? await readSample(upload.path, 10) : undefined;
      return (context) => importRows(context, sample);
    },
  }),
};

type Body = BodyOf<typeof listWorkCalls.importRowsOf>;
type Answer = CallReply<typeof listWorkCalls.importRowsOf>;

/** Every list that accepts new records can import a file: preview, dry run, run, pause and resume, undo. */
async function importRows(context: CallContext<typeof listWorkCalls.importRowsOf>, sample: Sample | undefined): Promise<Answer> {
  const { params, session, body } = context;
  const resource = listToImport(params.resource, session);
  switch (body.step) {
    case 'preview':
      return preview(resource, sample, context);
    case 'dry_run':
    case 'start':
      return run(resource, body, context);
    case 'undo':
      return undo(resource, body, context);
    case 'status':
      return status(await ownJob(resource, body, context), context);
    default:
      return steer(resource, body, body.step, context);
  }
}

function listToImport(name: string | undefined, session: Session): AnyResource {
  const resource = listOf(name, session, ['create', 'export']);
  if (!takesImport(resource)) throw problem(422, 'Rows cannot be imported into this list.');
  return resource;
}

async function preview(plain: AnyResource, sample: Sample | undefined, context: Context): Promise<Answer> {
  const { services, session, tx, upload } = context;
  if (!upload || !sample) throw invalid('file', 'Choose a file');
  const resource = await withCustomOf(plain, context);
  const targets = targetsOf(resource, session);
  const name = cleanName(upload.name);
  const file = await services.files.put(tx, session.tenantId, {
    name,
    mime: 'text/csv',
    purpose: 'import',
    stored: storedBytesOf(upload),
    ownerResource: plain.name,
  });
  const data = {
    file_id: file.id,
    file_name: name,
    rows_seen: sample.total,
    headers: sample.headers,
    rows: sample.rows,
    mapping: mappingByNames(sample.headers, targets),
    targets,
    may_update: mayDo(session, plain.access, 'update'),
  };
  return { data };
}

async function run(
  plain: AnyResource,
  { step, file_id: fileId, mapping, options: given }: Body,
  context: Context,
): Promise<Answer> {
  const { services, session, tx } = context;
  const options: ImportOptions = given ?? {};
  const file = await tx.row<{ id: string; name: string }>(sql`
    select "id", "name" from "files" where "tenant_id" = ${session.tenantId} and "id" = ${fileId ?? ''} and "purpose" = 'import'
      and "owner_resource" = ${plain.name} and "created_by" = ${session.userId}`);
  if (!file) throw problem(404, 'This file no longer exists. Upload it again.');
  if (options.on_match !== 'skip' && !mayDo(session, plain.access, 'update')) throw problem(403, notAllowed);
  const { path } = await services.files.pathOf(tx, session.tenantId, file.id);
  const { headers } = await readFormat(path);
  const targets = targetsOf(await withCustomOf(plain, context), session);
  const used: Readonly<AnyRow> = mapping ?? mappingByNames(headers, targets);
  checkResourceMapping(used, headers, targets);
  context.afterCommit(() => services.jobs.wake());
  if (step === 'dry_run') {
    const payload = { resource: plain.name, file_id: file.id, mapping: used, options };
    return { data: { job_id: await services.jobs.add(tx, session, { kind: resourceDryRun, payload }) } };
  }
  const importId = newId();
  const payload = { resource: plain.name, import_id: importId };
  const jobId = await services.jobs.add(tx, session, { kind: resourceImport, payload, dedupeKey: file.id });
  const known = await tx.row(sql`select "id" from "imports" where "tenant_id" = ${session.tenantId} and "job_id" = ${jobId}`);
  if (!known)
    await tx.run(sql`
      insert into "imports" ("tenant_id", "id", "resource", "file_id", "file_name", "mapping", "options", "state", "job_id")
      values (${session.tenantId}, ${importId}, ${plain.name}, ${file.id}, ${file.name}, ${JSON.stringify(used)}::jsonb,
        ${JSON.stringify(options)}::jsonb, 'queued', ${jobId})`);
  return { data: { job_id: jobId } };
}

interface OwnJob {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly done: number | null;
  readonly total: number | null;
  readonly message: string | null;
  readonly payload: Sent;
  readonly result: Sent | null;
}
async function ownJob(plain: AnyResource, { job_id: id }: Body, { tx, session }: Context): Promise<OwnJob> {
  const job = await tx.row<OwnJob>(sql`
    select "id", "kind", "state", "done", "total", "message", "payload", "result" from "jobs"
    where "tenant_id" = ${session.tenantId} and "id" = ${id ?? ''} and "kind" in ('resource-import', 'resource-import-dry-run')
      and "payload" ->> 'resource' = ${plain.name} and (${isAdministrator(session)} or "created_by" = ${session.userId})`);
  if (!job) throw problem(404, 'This import does not exist.');
  return job;
}

/** {status, done, total, rows, created, updated, skipped, failed, errors, errors_url}, of a dry run and of an import alike. */
async function status(job: OwnJob, { tx, session, services }: Context): Promise<Answer> {
  const base = { job_id: job.id, status: job.state, done: job.done ?? 0, total: job.total ?? 0, message: job.message ?? '' };
  if (job.kind === 'resource-import-dry-run') {
    const none = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0, errors: [] };
    return { data: { ...base, dry_run: true, ...none, ...job.result, errors_url: null } };
  }
  const record = await readImport(tx, session.tenantId, String(job.payload['import_id']));
  const { re_enquiries: _, ...sums } = counts(record);
  const errors_url = record.error_file_id ? services.files.address(record.error_file_id, session.tenantId, session.userId) : null;
  const errors: ImportStatus['errors'] = await tx.rows(sql`
    select "line", "field", "reason" from "import_rows" where "tenant_id" = ${session.tenantId} and "import_id" = ${record.id}
      and "outcome" = 'failed' order by "line" limit 200`);
  return { data: { ...base, dry_run: false, file_name: record.file_name, ...sums, errors, errors_url } };
}

/** The worker sees the state at its next step; what was written stays. */
async function steer(plain: AnyResource, body: Body, step: 'pause' | 'resume' | 'cancel', context: Context): Promise<Answer> {
  const { tx, session, services } = context;
  const job = await ownJob(plain, body, context);
  const [from, to] = {
    pause: [['queued', 'running'], 'paused'] as const,
    resume: [['paused'], 'queued'] as const,
    cancel: [['queued', 'running', 'paused'], 'cancelled'] as const,
  }[step];
  const changed = await tx.run(sql`
    update "jobs" set "state" = ${to}, "lease_until" = null,
      "finished_at" = case when ${to} = 'cancelled' then now() else null end
    where "tenant_id" = ${session.tenantId} and "id" = ${job.id} and "state" = any(${[...from]}::text[])`);
  if (!changed) throw problem(409, 'This import has moved on. Refresh the page.');
  if (to === 'cancelled')
    await tx.run(
      sql`update "imports" set "state" = 'cancelled' where "tenant_id" = ${session.tenantId} and "job_id" = ${job.id}`,
    );
  if (to === 'queued') context.afterCommit(() => services.jobs.wake());
  return { data: { job_id: job.id, status: to } };
}

async function undo(plain: AnyResource, body: Body, context: Context): Promise<Answer> {
  const { tx, session, services } = context;
  const of = body.job_id ?? '';
  const { kind, resource } = await undoableJob(tx, session, of, services.now());
  if (resource !== plain.name) throw problem(404, 'There is nothing to undo.');
  const id = await services.jobs.add(tx, session, { kind: bulkUndo, payload: { of, kind, resource } });
  context.afterCommit(() => services.jobs.wake());
  return { data: { job_id: id } };
}
