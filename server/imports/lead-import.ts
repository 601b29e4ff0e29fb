import sql from 'sql-template-tag';
import type { CellFix } from '../../src/schemas/kit/lead-uploads';
import { counted } from '../../src/schemas/kit/counted';
import { Problem } from '../../src/schemas/kit/problem';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { queueCheck } from '../leads/find-suspects';
import { mailImportedLeads } from '../lead-events/new-lead-mail';
import { commitBatch, type Counted } from './commit-batch';
import { writeErrorFile } from './error-file';
import { loadSetup, type ImportSetup, type UploadOptions } from './import-setup';
import { counts, readImport, setState, type ImportRecord } from './import-record';
import type { Mapping } from './lead-columns';
import { headerOf, type RowRules } from './lead-row';
import { notify, type Note } from '../live/notify';
import { prepareImport } from './prepare-import';
import { readBatches } from './read-batches';
import { readFormat } from './read-csv';
import type { ImportScope } from './write-chunk';

export const leadImport = new JobKind<{ readonly import_id: string }>('lead-import');
/** Of an import that was cancelled: its rejected rows. */
export const importErrors = new JobKind<{ readonly import_id: string }>('lead-import-errors');
export const jobKinds: JobKinds = { ...runs(leadImport, runLeadImport), ...runs(importErrors, runErrors) };

/**
 * Rows of one transaction. The embedded database has one connection, which people wait for: with 350 rows they wait a third
 * less than with 500, for a twentieth more CPU per row.
 */
export const chunkSize = { embedded: 350, postgres: 1000 } as const;

/** TRUST-R17: cursor and rows are one transaction; a line that has its import row is never written again. */
async function runLeadImport(
  job: RunningJob<{ readonly import_id: string }, { readonly line: number }>,
  steps: Steps,
): Promise<object> {
  const { tenantId, userId } = job;
  const scope: ImportScope = { tenantId, userId, importId: job.payload.import_id };
  let refreshing: Promise<unknown> = Promise.resolve();
  try {
    if (!job.cursor) await prepareImport(job, steps, scope);
    const record = await steps.read((tx) => readImport(tx, tenantId, scope.importId));
    const mapping = record.mapping ?? {};
    const options = record.options ?? {};
    const setup = await steps.read((tx) =>
      loadSetup(tx, job.services, { tenantId, userId, fileId: record.file_id, mapping, options }),
    );
    const format = await readFormat(setup.path);
    const rules = rowRules(setup, format.headers, mapping, options);
    const after = job.cursor?.line ?? 1;
    let freshAt = 0;
    const run = { job, steps, scope, setup, options, headerOf: (field: string) => headerOf(rules, field) };
    let counted: Counted = { rows: record.rows, created: record.created };
    for await (const batch of readBatches(setup.path, format, rules, after, chunkSize[job.services.store.kind])) {
      counted = await commitBatch(run, batch, counted);
      const line = batch.at(-1)!.line;
      if (line < freshAt) continue;
      freshAt = Math.max(2 * line, 2000);
      await refreshing;
      refreshing = refreshStatistics(steps);
      refreshing.catch(() => {}); // seen when it is awaited
    }
    await refreshing;
    await writeErrorFile(job, steps, scope.importId, setup.path, format);
    await steps.commit(async (tx) => {
      // stopped right after this step, the job comes here again
      if ((await readImport(tx, tenantId, scope.importId)).state === 'done') return {};
      await setState(tx, scope, 'done');
      await queueCheck(tx, job.services.jobs, { tenantId, userId });
      await mailImportedLeads(tx, job.services, { tenantId, userId }, scope.importId);
      if (userId) await notify(tx, tenantId, finishedNote(await readImport(tx, tenantId, scope.importId), userId));
      return { message: 'Finished' };
    });
    return counts(await steps.read((tx) => readImport(tx, tenantId, scope.importId)));
  } catch (error) {
    await refreshing.catch(() => {});
    if (error instanceof Problem && error.code < 500) {
      await steps.commit(async (tx) => {
        await setState(tx, scope, 'failed');
        return {};
      });
    }
    throw error;
  }
}

async function runErrors(job: RunningJob<{ readonly import_id: string }>, steps: Steps): Promise<void> {
  const { tenantId, payload } = job;
  const { file_id } = await steps.read((tx) => readImport(tx, tenantId, payload.import_id));
  const { path } = await steps.read((tx) => job.services.files.pathOf(tx, tenantId, file_id));
  await writeErrorFile(job, steps, payload.import_id, path, await readFormat(path));
}

const refreshStatistics = (steps: Steps): Promise<unknown> =>
  steps.commit(async (tx) => {
    await tx.row(sql`select refresh_statistics()`);
    return {};
  });

function finishedNote(record: ImportRecord, to: string): Note {
  const { rows, failed } = counts(record);
  const message = `Import of ${record.file_name} finished: ${counted(rows, 'row')}, ${failed} failed`;
  return { to, type: 'import_finished', message, once: `import:${record.id}` };
}

export function rowRules(setup: ImportSetup, headers: readonly string[], mapping: Mapping, options: UploadOptions): RowRules {
  const constant = options.clg_id === undefined ? {} : { clg_id: options.clg_id };
  const byColumn = options.owner === 'column';
  const used = byColumn
    ? mapping
    : Object.fromEntries(Object.entries(mapping).map(([header, target]) => [header, target === 'user_id' ? '' : target]));
  const fixes = cellsByLine(options.fixes ?? []);
  const dates = options.date_format;
  return {
    headers,
    mapping: used,
    phone: setup.phone,
    dates,
    zone: setup.zone,
    custom: setup.custom,
    keyOf: setup.keyOf,
    constant,
    fixes,
  };
}

/** Corrected cells by line and header. */
function cellsByLine(fixes: readonly CellFix[]): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const lines = new Map<number, Map<string, string>>();
  for (const { line, field, value } of fixes) lines.set(line, (lines.get(line) ?? new Map<string, string>()).set(field, value));
  return lines;
}
