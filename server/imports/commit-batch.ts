import type { RunningJob, Steps } from '../context/running-job';
import { isInScope } from '../context/data-scope';
import { newLeadValues, type ArrivalRules, type ArrivingRow } from '../leads/plan-arrivals';
import { actingFor } from '../leads/acting';
import { arrive, LeadAppeared } from '../leads/arrive';
import { lockArrivals } from '../leads/known-leads';
import { noteHolders, sharedByNone, TakenValues } from '../leads/taken-values';
import { lockFields } from '../store/custom-locks';
import type { Tx } from '../store/store';
import type { ImportSetup, Names, UploadOptions } from './import-setup';
import { writtenLines } from './import-record';
import type { RowVerdict } from './lead-row';
import { matchRows } from './match-rows';
import { ensureSources, ensureStreams } from './look-ups';
import { countChunk, writeOutcomes, type ImportScope } from './write-chunk';

/** One run of an import: what all its batches share. */
export interface ImportRun {
  readonly job: RunningJob;
  readonly steps: Steps;
  readonly scope: ImportScope;
  readonly setup: ImportSetup;
  readonly options: UploadOptions;
  /** The column of the file that fills a field; an empty text for none. */
  readonly headerOf: (field: string) => string;
}
/** Rows and leads counted so far. */
export interface Counted {
  readonly rows: number;
  readonly created: number;
}

/**
 * Reads what the batch meets, plans it and writes it in one transaction with the cursor (TRUST-R17). `before` counts the file up to
 * this batch; returns the counts up to its end.
 */
export async function commitBatch(
  { job, steps, scope, setup, options, headerOf }: ImportRun,
  batch: readonly RowVerdict[],
  before: Counted,
): Promise<Counted> {
  const line = batch.at(-1)!.line;
  const fills = (key: string): boolean => batch.some((row) => 'draft' in row && row.draft.custom?.[key] !== undefined);
  const unique = sharedByNone(setup.custom.values()).filter(({ key }) => fills(key));
  for (let attempt = 1; ; attempt++) {
    try {
      const { names, counted } = await steps.commit(async (tx) => {
        await lockFields(
          tx,
          scope.tenantId,
          'leads',
          unique.map(({ key }) => key),
        );
        await lockArrivals(tx, scope.tenantId, attempt > 1 || !isKeptByIndex(setup, options));
        const written = await writtenLines(tx, scope, batch[0]!.line, line);
        const open = batch.filter((row) => !written.has(row.line));
        const readable = open.filter((row) => 'draft' in row);
        const names = await namesOf(tx, scope, setup.names, readable);
        const matched = await matchRows(tx, scope.tenantId, readable, options.match);
        const rows = withKeys(matched.rows, names, options);
        const taken = new TakenValues(unique);
        await noteHolders(
          tx,
          scope.tenantId,
          unique,
          rows.map(({ draft }) => draft),
          taken,
        );
        const plan = await arrive(await actingFor(tx, job.services, scope), rows, {
          via: 'import',
          importId: scope.importId,
          rules: { ...arrivalRules(job, setup, options, scope), taken },
          createdBefore: before.created,
          leavesUnassigned: options.owner === 'unassigned',
          ...(options.automations === false ? { noAutomation: true as const } : {}),
          ...(options.consent_text ? { consentText: options.consent_text } : {}),
        });
        const counted = { rows: before.rows + open.length, created: before.created + plan.created.length };
        const failed = [
          ...open.filter((row) => 'reason' in row),
          ...matched.failed,
          ...plan.refused.map((row) => ({ ...row, field: headerOf(row.field) })),
        ];
        await writeOutcomes(tx, scope, plan, failed);
        await countChunk(tx, scope, plan, failed.length);
        return { cursor: { line }, done: counted.rows, value: { names, counted } };
      });
      setup.names = names;
      return counted;
    } catch (error) {
      if (!(error instanceof LeadAppeared) || attempt === 5) throw error;
    }
  }
}

/** Is whatever means the same person unique in the table of leads? An alternate phone, and what else rows are matched by, is not. */
const isKeptByIndex = ({ duplicates }: ImportSetup, { match = 'rule' }: UploadOptions): boolean =>
  !duplicates.keys.includes('alternate_phone') && ['rule', 'phone', 'id'].includes(match);

const unsaid: ArrivalRules['unsaid'] = { ...newLeadValues, lead_type: 'imported', created_via: 'import' };
function arrivalRules(job: RunningJob, setup: ImportSetup, options: UploadOptions, scope: ImportScope) {
  return {
    unsaid,
    onMatch: options.on_match ?? 're_enquiry',
    overwrite: new Set(options.overwrite),
    now: job.services.now().toISOString(),
    ownerOf: (n: number): string | null =>
      options.owner === 'me' ? scope.userId : (setup.owners[n % setup.owners.length] ?? null),
    clgName: setup.clgName,
    duplicates: setup.duplicates,
    mayChange: (ownerId: string | null) => isInScope(setup.reach, ownerId),
  } as const;
}

/**
 * Keys of all names that the rows and the batches before use; unknown names are made. They are remembered once the batch is
 * committed.
 */
async function namesOf(tx: Tx, scope: ImportScope, known: Names, rows: readonly ArrivingRow[]): Promise<Names> {
  const unknown = (field: keyof Names): Set<string> =>
    new Set(rows.flatMap(({ draft }) => (draft[field] && !known[field].has(draft[field]) ? draft[field] : [])));
  const source = await ensureSources(tx, scope.tenantId, unknown('source'));
  const stream = await ensureStreams(tx, scope.tenantId, unknown('stream'));
  return merged(known, { source, stream });
}
const merged = (known: Names, found: Names): Names => ({
  source: new Map([...known.source, ...found.source]),
  stream: new Map([...known.stream, ...found.stream]),
});

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

/** The chosen source and tags fill what the row left empty. */
function withKeys(rows: readonly ArrivingRow[], names: Names, options: UploadOptions): ArrivingRow[] {
  return rows.map(({ draft, ...row }) => ({
    ...row,
    draft: Object.assign({}, draft, {
      source: (draft.source && names.source.get(draft.source)) ?? options.source ?? null,
      stream: (draft.stream && names.stream.get(draft.stream)) ?? null,
      ...(options.tags?.length && { tags: [...new Set([...options.tags, ...textsIn(draft.tags)])] }),
    }),
  }));
}
