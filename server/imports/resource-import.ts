import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { noted } from '../bulk/bulk-job';
import { listOf } from '../bulk/list-of';
import { withCustomOf } from '../catalogue/custom-specs';
import type { Context } from '../context/context';
import { jobContext } from '../jobs/job-context';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { writeErrorFile } from './error-file';
import { counts, readImport, setState } from './import-record';
import type { Mapping } from './lead-columns';
import { countRows } from './prepare-import';
import type { CsvRow } from './csv-records';
import { readFormat, readRows, type CsvFormat } from './read-csv';
import { writeLine, type ImportOptions, type LineResult } from './resource-chunk';
import { withReferences } from './resource-references';
import { readResourceRow } from './resource-row';

export const resourceImport = new JobKind<{ readonly import_id: string; readonly resource: string }>('resource-import');
export const resourceDryRun = new JobKind<DryRun>('resource-import-dry-run');
export const jobKinds: JobKinds = { ...runs(resourceImport, runImport), ...runs(resourceDryRun, runDryRun) };

const chunkSize = { embedded: 50, postgres: 200 } as const;
const shownErrors = 200;

/** Cursor and rows are one transaction, so an interrupted import continues behind its last written line. */
async function runImport(
  job: RunningJob<{ readonly import_id: string; readonly resource: string }, { readonly line: number }>,
  steps: Steps,
): Promise<object> {
  const { tenantId, userId } = job;
  const scope = { tenantId, userId, importId: job.payload.import_id };
  const plain = resourceNamed(job.payload.resource);
  try {
    const record = await steps.read((tx) => readImport(tx, tenantId, scope.importId));
    const { path } = await steps.read((tx) => job.services.files.pathOf(tx, tenantId, record.file_id));
    const format = await readFormat(path);
    if (!job.cursor) {
      const total = await countRows(path, steps);
      await steps.commit(async (tx) => {
        await setState(tx, scope, 'running');
        return { cursor: { line: 1 }, done: 0, total, message: 'Importing' };
      });
    }
    const from = job.cursor?.line ?? 1;
    let done = 0;
    for await (const rows of chunksOf(job, path, format)) {
      done += rows.length;
      const open = rows.filter((row) => row.line > from);
      if (!open.length) continue;
      const after = await steps.commit(async (tx) => {
        const own = await jobContext(job, tx);
        const results = await writeRows(
          plain,
          format,
          open,
          record.mapping ?? {},
          (record.options ?? {}) as ImportOptions,
          own.context,
        );
        await keepLines(tx, scope, results);
        return { cursor: { line: open.at(-1)!.line }, done, value: own.after };
      });
      for (const work of after) await Promise.resolve(work()).catch(noted(job));
    }
    await writeErrorFile(job, steps, scope.importId, path, format);
    await steps.commit(async (tx) => {
      await setState(tx, scope, 'done');
      return { message: 'Finished' };
    });
    return counts(await steps.read((tx) => readImport(tx, tenantId, scope.importId)));
  } catch (error) {
    if (error instanceof Problem && error.code < 500)
      await steps.commit(async (tx) => {
        await setState(tx, scope, 'failed');
        return {};
      });
    throw error;
  }
}

class NotKept extends Error {
  constructor(readonly results: readonly LineResult[]) {
    super('a dry run saves nothing');
  }
}

interface DryRun {
  readonly resource: string;
  readonly file_id: string;
  readonly mapping: Mapping;
  readonly options: ImportOptions;
}

/** Runs everything and stores nothing: each part of the file is written and rolled back. */
async function runDryRun(job: RunningJob<DryRun>, steps: Steps): Promise<object> {
  const { resource: name, file_id: fileId, mapping, options } = job.payload;
  const plain = resourceNamed(name);
  const { path } = await steps.read((tx) => job.services.files.pathOf(tx, job.tenantId, fileId));
  const format = await readFormat(path);
  const total = await countRows(path, steps);
  await steps.commit(async () => ({ done: 0, total, message: 'Checking the rows' }));
  const sum = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const errors: { line: number; field: string | null; reason: string | null }[] = [];
  for await (const rows of chunksOf(job, path, format)) {
    const actor = { tenantId: job.tenantId, userId: job.userId, ip: '', agent: 'job', requestId: job.id, reason: 'dry run' };
    const results = await job.services.store
      .transaction(actor, async (tx) => {
        const { context } = await jobContext(job, tx);
        throw new NotKept(await writeRows(plain, format, rows, mapping, options, context));
      })
      .catch((error: unknown) => {
        if (error instanceof NotKept) return error.results;
        throw error;
      });
    for (const { line, outcome, field, reason } of results) {
      sum[outcome]++;
      if (outcome === 'failed' && errors.length < shownErrors) errors.push({ line, field, reason });
    }
    sum.rows += rows.length;
    await steps.commit(async () => ({ done: sum.rows }));
  }
  return { ...sum, errors };
}

const chunksOf = (job: RunningJob, path: string, format: CsvFormat): AsyncGenerator<CsvRow[]> =>
  readRows(path, format, chunkSize[job.services.store.kind]);

async function writeRows(
  plain: AnyResource,
  { headers }: CsvFormat,
  rows: readonly CsvRow[],
  mapping: Mapping,
  options: ImportOptions,
  context: Context,
): Promise<LineResult[]> {
  listOf(plain.name, context.session, options.on_match === 'skip' ? ['create', 'export'] : ['create', 'update', 'export']);
  const resource = await withCustomOf(plain, context);
  const { timezone } = context.session;
  const read = rows.map((row) => readResourceRow(resource, headers, mapping, options.clear_empty ?? false, row, timezone));
  const results: LineResult[] = [];
  // A line may name what a line before it made, so names are looked up in small parts.
  for (let at = 0; at < read.length; at += 25)
    for (const row of await withReferences(resource, read.slice(at, at + 25), context))
      results.push(await writeLine(resource, plain, row, options, context));
  return results;
}

async function keepLines(
  tx: Tx,
  scope: { readonly tenantId: string; readonly importId: string },
  results: readonly LineResult[],
): Promise<void> {
  await tx.insertMany(
    'import_rows',
    ['tenant_id', 'id', 'import_id', 'line', 'outcome', 'record_id', 'field', 'reason', 'before', 'version'],
    results.map((one) => [
      scope.tenantId,
      newId(),
      scope.importId,
      one.line,
      one.outcome,
      one.key === null ? null : String(one.key),
      one.field,
      one.reason?.slice(0, 300) ?? null,
      one.before === null ? null : JSON.stringify(one.before),
      one.version,
    ]),
  );
  const of = (outcome: LineResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  await tx.run(sql`
    update "imports" set "rows" = "rows" + ${results.length}::bigint, "created" = "created" + ${of('created')}::bigint,
      "updated" = "updated" + ${of('updated')}::bigint, "failed" = "failed" + ${of('failed')}::bigint
    where "tenant_id" = ${scope.tenantId} and "id" = ${scope.importId}`);
}
