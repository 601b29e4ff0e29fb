import { rm } from 'node:fs/promises';
import sql from 'sql-template-tag';
import * as uploadCalls from '../../../src/schemas/calls/lead-uploads';
import { mayDo } from '../../../src/schemas/kit/access';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { AnyRow } from '../../../src/schemas/kit/resource';
import { titleOf } from '../../../src/schemas/kit/resource';
import { leads } from '../../../src/schemas/leads/leads';
import { customFields } from '../../../src/schemas/settings/custom-fields';
import { rulesOf } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import { cleanName } from '../../files/disk-files';
import type { StoredBytes } from '../../context/file-store';
import { storedBytesOf } from '../../files/stored-upload';
import { counts, readImport } from '../../imports/import-record';
import { leadCustomFields, type UploadOptions } from '../../imports/import-setup';
import { autoMapping, idTarget, ownHeaders, suggestedByHand, targetList, type Mapping } from '../../imports/lead-columns';
import { checkMapping, rememberedMapping, rememberMapping } from '../../imports/prepare-import';
import { readFormat, type CsvFormat } from '../../imports/read-csv';
import { readSample } from '../../imports/read-sample';
import { checkAssignsLeads } from '../../leads/assign-access';
import { newId } from '../../store/ids';
import { isZip, sheetToCsv } from '../../imports/xlsx/sheet-to-csv';
import { leadDryRun } from '../../imports/lead-dry-run';
import { leadImport } from '../../imports/lead-import';
import { undoableUntil } from '../../imports/lead-undo';
import { undoStatus } from './lead-upload-steps';
import { ownJob, ownOf } from './own-uploads';

export const handlers: Handlers = {
  ...handle(uploadCalls.leadUploadPreview, preview),
  ...handle(uploadCalls.leadUploadDryRun, dryRun),
  ...handle(uploadCalls.leadUpload, {
    async before({ upload: sent, services, session }) {
      const read = sent && (await withCsv(sent, services, session.tenantId, (path) => readFormat(path, formats)));
      return (context) => upload(context, read);
    },
  }),
  ...handle(uploadCalls.leadUploadStatus, status),
};

type Upload = CallContext<typeof uploadCalls.leadUpload>;
interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}
/** Reads the whole file before it uses a database connection: 50 MB must not make others wait. */
async function preview({
  services,
  session: signedIn,
  upload: file,
  request,
}: OutsideCallContext<typeof uploadCalls.leadUploadPreview>): Promise<CallReply<typeof uploadCalls.leadUploadPreview>> {
  const session = signedIn!;
  if (!file) throw invalid('file', 'Choose a file');
  const { value: sample, stored: bytes } = await withCsv(file, services, session.tenantId, (path) =>
    readSample(path, 10, formats),
  );
  const { tenantId, userId, jti, tokenVersion } = session;
  const actor = { tenantId, userId, jti, tokenVersion, ip: request.ip, agent: request.agent, requestId: request.id };
  const data = await services.store.transaction(actor, async (tx) => {
    const stored = await services.files.put(tx, session.tenantId, {
      name: file.name,
      mime: 'text/csv',
      purpose: 'import',
      stored: bytes,
    });
    const custom = await leadCustomFields(tx, session.tenantId);
    const remembered = await rememberedMapping(tx, session.tenantId, session.userId, sample.headers);
    const mapping = remembered ?? autoMapping(sample.headers, custom);
    return {
      file_id: stored.id,
      file_name: cleanName(file.name),
      rows_seen: sample.total,
      encoding: sample.encoding,
      delimiter: sample.delimiter,
      headers: sample.headers,
      rows: sample.rows,
      mapping,
      remembered: remembered !== undefined,
      suggested: suggestedByHand(sample.headers, mapping),
      unknown: ownHeaders(sample.headers).filter((header) => !mapping[header]),
      targets: [...targetList, ...custom.map((field) => ({ target: `custom.${field.key}`, label: field.label }))],
      may_create_fields: mayDo(session, customFields.access, 'create'),
    };
  });
  return { data };
}

async function dryRun(
  context: CallContext<typeof uploadCalls.leadUploadDryRun>,
): Promise<CallReply<typeof uploadCalls.leadUploadDryRun>> {
  const { tx, session, services, body } = context;
  const file = await ownFile(context, String(body.file_id));
  const { headers } = await readFormat(file.path);
  const mapping = await givenMapping(context, headers);
  const options = await givenOptions(context, mapping);
  const id = await services.jobs.add(tx, session, {
    kind: leadDryRun,
    payload: { file_id: file.id, mapping, options },
  });
  context.afterCommit(() => services.jobs.wake());
  return { data: { job_id: id } };
}

/** JSON with the file of a preview, or multipart with the file itself. */
async function upload(context: Upload, sent: Read<CsvFormat> | undefined): Promise<CallReply<typeof uploadCalls.leadUpload>> {
  const { tx, session, services } = context;
  const file = await givenFile(context, sent?.stored);
  const { headers } = sent?.value ?? (await readFormat(file.path));
  const mapping = await givenMapping(context, headers);
  const options = await givenOptions(context, mapping);
  const importId = newId();
  const jobId = await services.jobs.add(tx, session, {
    kind: leadImport,
    payload: { import_id: importId },
    dedupeKey: file.id,
  });
  const known = await tx.row(sql`select "id" from "imports" where "tenant_id" = ${session.tenantId} and "job_id" = ${jobId}`);
  if (!known) {
    await tx.run(sql`
      insert into "imports" ("tenant_id", "id", "resource", "file_id", "file_name", "mapping", "options", "state", "job_id")
      values (${session.tenantId}, ${importId}, 'leads', ${file.id}, ${file.name}, ${JSON.stringify(mapping)}::jsonb,
        ${JSON.stringify(options)}::jsonb, 'queued', ${jobId})`);
  }
  context.afterCommit(() => services.jobs.wake());
  return { message: 'The import has started.', data: { job_id: jobId } };
}

/**
 * Of an import, or of a dry run: {status, rows, created, updated, re_enquiries, failed, skipped, done, total, message,
 * errors_url, errors}.
 */
async function status({
  tx,
  session,
  services,
  params,
}: CallContext<typeof uploadCalls.leadUploadStatus>): Promise<CallReply<typeof uploadCalls.leadUploadStatus>> {
  const job = await ownJob(tx, session, params.job_id ?? '');
  const base = { job_id: job.id, status: job.state, done: job.done ?? 0, total: job.total ?? 0, message: job.message ?? '' };
  if (job.kind === 'lead-import-dry-run') {
    const { create, re_enquiry, update, failed, skip, rows, errors } = job.result ?? {};
    const data = {
      rows: rows ?? 0,
      created: create ?? 0,
      updated: update ?? 0,
      re_enquiries: re_enquiry ?? 0,
      failed: failed ?? 0,
      skipped: skip ?? 0,
    };
    return { data: { ...base, dry_run: true, ...data, errors: errors ?? [], errors_url: null } };
  }
  const record = await readImport(tx, session.tenantId, String(job.payload.import_id));
  if (job.kind === 'lead-import-undo') return { data: await undoStatus(tx, session, record, base) };
  const undo_until = await undoableUntil(tx, session, record, job.finished_at, services.now());
  const errors_url = record.error_file_id ? services.files.address(record.error_file_id, session.tenantId, session.userId) : null;
  return {
    data: {
      ...base,
      dry_run: false,
      import_id: record.id,
      file_name: record.file_name,
      ...counts(record),
      errors_url,
      undo_until,
      undo_job_id: record.undo_job_id,
    },
  };
}

const formats = 'CSV or XLSX';

interface Read<T> {
  readonly value: T;
  readonly stored: StoredBytes;
}
/** Reads an uploaded file; the first sheet of an XLSX workbook is kept as CSV, and that is what is imported. */
async function withCsv<T>(
  sent: NonNullable<Context['upload']>,
  services: Context['services'],
  tenantId: string,
  read: (path: string) => Promise<T>,
): Promise<Read<T>> {
  if (!(await isZip(sent.path))) return { value: await read(sent.path), stored: storedBytesOf(sent) };
  const path = await sheetToCsv(sent.path);
  try {
    return { value: await read(path), stored: await services.files.store(tenantId, path) };
  } finally {
    await rm(path, { force: true });
  }
}

async function givenFile(context: Context, bytes: StoredBytes | undefined): Promise<StoredFile> {
  const { tx, session, services, upload: sent, body } = context;
  if (!sent || !bytes) {
    if (!body.file_id) throw invalid('file', 'Choose a file');
    return ownFile(context, String(body.file_id));
  }
  const stored = await services.files.put(tx, session.tenantId, {
    name: sent.name,
    mime: 'text/csv',
    purpose: 'import',
    stored: bytes,
  });
  return { ...(await services.files.pathOf(tx, session.tenantId, stored.id)), id: stored.id };
}

async function ownFile({ tx, session, services }: Context, id: string): Promise<StoredFile> {
  const row = await tx.row(sql`
    select "id" from "files" where "tenant_id" = ${session.tenantId} and "id" = ${id} and "purpose" = 'import' and ${ownOf(session)}`);
  if (!row) throw problem(404, 'This file no longer exists. Upload it again.');
  return { ...(await services.files.pathOf(tx, session.tenantId, id)), id };
}

/** Checked and remembered for this user; without one, the remembered or the one by names. */
async function givenMapping(
  { tx, session, body }: Pick<Upload, 'tx' | 'session' | 'body'>,
  headers: readonly string[],
): Promise<Mapping> {
  const { tenantId, userId } = session;
  const sent = body.mapping;
  const mapping: Readonly<AnyRow> =
    sent ??
    (await rememberedMapping(tx, tenantId, userId, headers)) ??
    autoMapping(headers, await leadCustomFields(tx, tenantId));
  checkMapping(mapping, headers);
  const rules = rulesOf(leads, session);
  const closed = Object.values(mapping).find((target) => rules.has(target));
  if (closed) throw invalid('mapping', `You cannot set ${titleOf(leads, closed)}`);
  const makesFields = Object.values(mapping).some((target) => target.startsWith('new:'));
  if (makesFields && !mayDo(session, customFields.access, 'create'))
    throw problem(403, notAllowed, [{ path: 'mapping', message: 'You need the right to manage custom fields to add new ones.' }]);
  if (sent) await rememberMapping(tx, tenantId, userId, headers, mapping);
  return mapping;
}

async function givenOptions(context: Upload, mapping: Mapping): Promise<UploadOptions> {
  const { tx, session, body } = context;
  const options: UploadOptions = body.options ?? {};
  checkMatching(options, mapping);
  const unknown = (options.fixes ?? []).findIndex(({ field }) => !Object.hasOwn(mapping, field));
  if (unknown >= 0) throw invalid(`options.fixes.${unknown}.field`, 'The file has no such column');
  if (options.source) {
    const source = await tx.row(sql`
      select "id" from "lead_sources" where "tenant_id" = ${session.tenantId} and "id" = ${options.source} and "deleted_at" is null`);
    if (!source) throw invalid('options.source', 'Choose a source from the list');
  }
  if (options.clg_id !== undefined) {
    const college = await tx.row(sql`
      select "clg_id" from "colleges" where "tenant_id" = ${session.tenantId} and "clg_id" = ${options.clg_id} and "deleted_at" is null`);
    if (!college) throw invalid('options.clg_id', 'Choose one from the list');
  }
  if (options.owner === 'round_robin' || options.owner === 'column') await checkAssignsLeads(context, 'options.owner');
  if (options.owner_ids?.length) {
    const people = await tx.rows<{ id: string }>(sql`
      select "id" from "users" where "tenant_id" = ${session.tenantId} and "id" = any(${[...options.owner_ids]}::text[])
        and "type" = 'org' and "status" = 1 and "deleted_at" is null`);
    const active = new Set(people.map((one) => one.id));
    const stranger = options.owner_ids.findIndex((id) => !active.has(id));
    if (stranger >= 0) throw invalid(`options.owner_ids.${stranger}`, 'Choose owners from the list');
  }
  return options;
}

/** The column that rows are matched by is in the file, and overwritten fields are too. */
function checkMatching({ match = 'rule', on_match, overwrite }: UploadOptions, mapping: Mapping): void {
  const mapped = new Set(Object.values(mapping));
  const needed = match === 'id' ? idTarget : match;
  if (match !== 'rule' && !mapped.has(needed)) throw invalid('options.match', 'Map the column that the rows are matched by');
  if (match === 'rule' && !mapped.has('phone') && !mapped.has('email'))
    throw invalid('options.match', 'The rows have only a lead ID. Match them by it.');
  if (on_match === 'overwrite' && !overwrite?.length) throw invalid('options.overwrite', 'Choose the fields to overwrite');
  const strange = on_match === 'overwrite' && overwrite?.find((field) => !mapped.has(field));
  if (strange) throw invalid('options.overwrite', 'Choose fields that a column of the file is mapped to');
}
