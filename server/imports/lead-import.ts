import sql from 'sql-template-tag';
import { leadEventOfKeys } from '../automation/lead-events';
import { zoneOf } from '../automation/tenant-rules';
import { Problem } from '../../src/schemas/kit/problem';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import type { Tx } from '../store/store';
import { writeErrorFile } from './error-file';
import { loadSetup, type ImportSetup, type Names, type UploadOptions } from './import-setup';
import { counts, readImport, readProgress, setState, type ImportRecord } from './import-record';
import type { Mapping } from './lead-columns';
import type { RowRules, RowVerdict } from './lead-row';
import { ensureSources, ensureStreams } from './look-ups';
import { knownLeads } from './match-leads';
import { isInScope } from '../leads/lead-access';
import { notify, type Note } from '../live/notify';
import { planChunk, type ReadRow } from './plan-chunk';
import { prepareImport } from './prepare-import';
import { readBatches } from './read-batches';
import { readFormat } from './read-csv';
import { LeadAppeared, writeChunk, type ImportScope } from './write-chunk';

export const jobKinds: JobKinds = { 'lead-import': runLeadImport };

/**
 * Rows of one transaction. The embedded database has one connection, which people wait for: beside 350 rows they wait a third
 * less than beside 500, for a twentieth more CPU a row.
 */
export const chunkSize = { embedded: 350, postgres: 1000 } as const;

/** TRUST-R17: cursor and rows are one transaction; a line that has its import row is never written again. */
async function runLeadImport(job: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { tenantId, userId } = job;
  const scope: ImportScope = { tenantId, userId, importId: String(job.payload.import_id) };
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
    const after = Number(job.cursor?.line ?? 1);
    let freshAt = 0;
    for await (const batch of readBatches(setup.path, format, rules, after, chunkSize[job.services.store.kind])) {
      await commitBatch(job, steps, scope, setup, options, batch);
      const line = batch.at(-1)!.line;
      if (line < freshAt) continue;
      freshAt = Math.max(2 * line, 2000);
      await steps.commit(async (tx) => {
        await tx.row(sql`SELECT refresh_statistics()`);
        return {};
      });
    }
    await writeErrorFile(job, steps, scope.importId, setup.path, format);
    await steps.commit(async (tx) => {
      await setState(tx, scope, 'done');
      if (userId) await notify(tx, tenantId, finishedNote(await readImport(tx, tenantId, scope.importId), userId));
      return { message: 'Finished' };
    });
    return counts(await steps.read((tx) => readImport(tx, tenantId, scope.importId)));
  } catch (error) {
    if (error instanceof Problem && error.code < 500) {
      await steps.commit(async (tx) => {
        await setState(tx, scope, 'failed');
        return {};
      });
    }
    throw error;
  }
}

function finishedNote(record: ImportRecord, to: string): Note {
  const { rows, failed } = counts(record);
  const message = `Import of ${record.file_name} finished: ${rows} rows, ${failed} failed`;
  return { to, type: 'import_finished', message, once: `import:${record.id}` };
}

export function rowRules(setup: ImportSetup, headers: readonly string[], mapping: Mapping, options: UploadOptions): RowRules {
  const constant: Record<string, unknown> = {};
  if (options.clg_id !== undefined) constant.clg_id = options.clg_id;
  const byColumn = options.owner === 'column';
  const used = byColumn
    ? mapping
    : Object.fromEntries(Object.entries(mapping).map(([header, target]) => [header, target === 'user_id' ? '' : target]));
  return { headers, mapping: used, phone: setup.phone, custom: setup.custom, keyOf: setup.keyOf, constant };
}

async function commitBatch(
  job: RunningJob,
  steps: Steps,
  scope: ImportScope,
  setup: ImportSetup,
  options: UploadOptions,
  batch: readonly RowVerdict[],
): Promise<void> {
  const line = batch.at(-1)!.line;
  for (let attempt = 1; ; attempt++) {
    let names: Names | undefined;
    try {
      await steps.commit(async (tx) => {
        const { rows: counted, created, written } = await readProgress(tx, scope, batch[0]!.line, line);
        const open = batch.filter((row) => !written.has(row.line));
        const readable = open.filter((row) => 'draft' in row);
        names = await namesOf(tx, scope, setup.names, readable);
        const rows = withKeys(readable, names, options);
        const known = await knownLeads(
          tx,
          scope.tenantId,
          rows.map((row) => row.draft),
          setup.duplicates,
          true,
        );
        const now = job.services.now().toISOString();
        const ownerOf = (n: number): string | null =>
          options.owner === 'me' ? scope.userId : (setup.owners[n % setup.owners.length] ?? null);
        const plan = planChunk(
          rows,
          known,
          {
            onMatch: options.on_match ?? 're_enquiry',
            now,
            ownerOf,
            clgName: setup.clgName,
            duplicates: setup.duplicates,
            mayChange: (ownerId) => isInScope(setup.reach, ownerId),
          },
          created,
        );
        await writeChunk(tx, scope, plan, [...open.filter((row) => 'reason' in row), ...plan.refused]);
        const keys = plan.created.map((lead) => String(lead.id));
        await leadEventOfKeys(tx, job.services, { ...scope, zone: await zoneOf(tx, scope.tenantId) }, 'lead_created', keys);
        return { cursor: { line }, done: counted + open.length };
      });
      if (names) setup.names = names;
      return;
    } catch (error) {
      if (!(error instanceof LeadAppeared) || attempt === 5) throw error;
    }
  }
}

/** Keys of all names that the rows and the chunks before use; unknown names are made. They are remembered once the chunk is committed. */
async function namesOf(tx: Tx, scope: ImportScope, known: Names, rows: readonly ReadRow[]): Promise<Names> {
  const unknown = (field: keyof Names): Set<string> =>
    new Set(rows.flatMap(({ draft }) => (draft[field] && !known[field].has(draft[field]) ? draft[field] : [])));
  const source = await ensureSources(tx, scope.tenantId, unknown('source'));
  const stream = await ensureStreams(tx, scope.tenantId, unknown('stream'));
  return { source: new Map([...known.source, ...source]), stream: new Map([...known.stream, ...stream]) };
}

/** The chosen source and tags fill what the row left open. */
function withKeys(rows: readonly ReadRow[], names: Names, options: UploadOptions): ReadRow[] {
  return rows.map(({ line, draft }) => ({
    line,
    draft: {
      ...draft,
      source: (draft.source && names.source.get(draft.source)) ?? options.source ?? null,
      stream: (draft.stream && names.stream.get(draft.stream)) ?? null,
      ...(options.tags?.length ? { tags: [...new Set([...options.tags, ...((draft.tags as string[] | undefined) ?? [])])] } : {}),
    },
  }));
}
