import type { RowError } from '../../src/schemas/kit/lead-uploads';
import type { CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import type { Identity } from '../domain/duplicates';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { loadSetup, type UploadOptions } from './import-setup';
import { isInScope } from '../context/data-scope';
import type { Mapping } from './lead-columns';
import { chunkSize, rowRules } from './lead-import';
import { headerOf, type LeadDraft } from './lead-row';
import { blockedReason, knownLeads, Matcher, type Remembered } from '../leads/known-leads';
import type { LeadRecord } from '../leads/lead-access';
import { nextCustom } from '../leads/plan-arrivals';
import { noteHolders, sharedByNone, TakenValues } from '../leads/taken-values';
import { matchRows } from './match-rows';
import { countRows } from './prepare-import';
import { readBatches } from './read-batches';
import { readFormat } from './read-csv';

export const leadDryRun = new JobKind<Work>('lead-import-dry-run');
export const jobKinds: JobKinds = runs(leadDryRun, dryRun);

interface Work {
  readonly file_id: string;
  readonly mapping: Mapping;
  readonly options: UploadOptions;
}
const mostErrors = 200;
/** What is kept in memory of a lead of the database or of a row above. */
type Person = Identity &
  Pick<LeadDraft, 'phone' | 'email'> & {
    readonly user_id?: string | null;
    readonly created_at?: unknown;
    /** Of a lead next to an older one: anything. */
    readonly duplicate_of?: string | null;
    readonly id?: string;
    readonly also?: Remembered['also'];
    /** Those values that no two leads share. */
    custom?: LeadDraft['custom'];
  };

/**
 * What an import would do, without doing it: the same reading and matching, counted. It keeps the identities of the rows in
 * memory and so begins again when it was interrupted. Result {rows, create, re_enquiry, update, skip, failed, errors}.
 */
async function dryRun(job: RunningJob<Work>, steps: Steps): Promise<object> {
  const { tenantId, userId } = job;
  const { file_id, mapping, options } = job.payload;
  const setup = await steps.read((tx) => loadSetup(tx, job.services, { tenantId, userId, fileId: file_id, mapping, options }));
  const format = await readFormat(setup.path);
  const total = await countRows(setup.path, steps);
  await steps.commit(async () => ({ done: 0, total, message: 'Counting' }));
  const custom = withFieldsToBe(setup.custom, mapping, options.match);
  const rules = rowRules({ ...setup, custom: custom.fields }, format.headers, custom.mapping, options);

  const result = { rows: 0, create: 0, re_enquiry: 0, update: 0, skip: 0, failed: 0 };
  const errors: RowError[] = [];
  const now = job.services.now();
  const earlier = new Matcher<Person>(setup.duplicates);
  const byKey = new Map<string, Person>();
  /** Leads of the database with the values that rows above give them, where that matters. */
  const persons = new Map<string, Person>();
  const unique = sharedByNone(custom.fields.values());
  const taken = new TakenValues(unique);
  const sets = { onMatch: options.on_match ?? 're_enquiry', overwrite: new Set(options.overwrite) } as const;
  const onMatch = ({ re_enquiry: 're_enquiry', skip: 'skip', fill_empty: 'update', overwrite: 'update' } as const)[sets.onMatch];
  const looksInto = onMatch === 'update' && unique.length > 0;
  const sharedIn = (from: LeadDraft['custom']): LeadDraft['custom'] =>
    Object.fromEntries(unique.flatMap(({ key }) => (from?.[key] === undefined ? [] : [[key, from[key]]])));
  const fail = (line: number, field: string, reason: string): void => {
    result.failed++;
    if (errors.length < mostErrors) errors.push({ line, field, reason });
  };
  for await (const batch of readBatches(setup.path, format, rules, 1, chunkSize[job.services.store.kind])) {
    const readable = batch.filter((row) => 'draft' in row);
    const { matched, known } = await steps.commit(async (tx) => {
      const found = await matchRows(tx, tenantId, readable, custom.match);
      const drafts = found.rows.map((row) => row.draft);
      const pinned = found.rows.flatMap(({ leadId }) => leadId ?? []);
      await noteHolders(tx, tenantId, unique, drafts, taken);
      const leads = await knownLeads(tx, tenantId, drafts, setup.duplicates, looksInto ? 'whole' : 'brief', pinned);
      return { value: { matched: found, known: leads }, done: result.rows + batch.length };
    });
    const byId = new Map<string, Person>();
    for (const lead of known) {
      const person = persons.get(lead.id) ?? (looksInto ? { ...briefOf(lead), custom: sharedIn(lead.custom) } : lead);
      if (looksInto) persons.set(lead.id, person);
      earlier.add(person);
      byId.set(lead.id, person);
    }
    result.rows += batch.length;
    result.failed += batch.length - matched.rows.length;
    for (const row of [...batch, ...matched.failed]) if ('reason' in row && errors.length < mostErrors) errors.push(row);
    for (const { line, draft, leadId, matchKey } of matched.rows) {
      const meant = byId.get(leadId ?? '') ?? byKey.get(matchKey ?? '');
      const { verdict, lead } = meant ? { verdict: 're_enquiry' as const, lead: meant } : earlier.judge(draft, now);
      const asks = onMatch === 're_enquiry';
      // A lead of the database has an owner, if an empty one; a row of this file is ours.
      const isOurs = lead?.user_id === undefined || isInScope(setup.reach, lead.user_id);
      if (asks && verdict === 'blocked') fail(line, '', blockedReason);
      else if (lead && !(asks && verdict === 'apart')) {
        const custom = looksInto && isOurs ? nextCustom(lead.custom, sharedIn(draft.custom), sets) : undefined;
        const held = taken.refusal(custom, lead.id ?? lead, lead.custom);
        if (held) {
          fail(line, headerOf(rules, held.field), held.reason);
          continue;
        }
        if (custom) {
          taken.note(custom, lead.id ?? lead);
          lead.custom = custom;
        }
        result[onMatch === 'update' && !isOurs ? 'skip' : onMatch]++;
      } else {
        const held = taken.refusal(draft.custom);
        if (held) {
          fail(line, headerOf(rules, held.field), held.reason);
          continue;
        }
        result.create++;
        const person: Person = { ...personOf(draft), ...(looksInto ? { custom: sharedIn(draft.custom) } : {}) };
        taken.note(draft.custom, person);
        if (matchKey) byKey.set(matchKey, person);
        earlier.add(Object.assign(person, { duplicate_of: lead || earlier.holder(draft) ? 'earlier' : null }));
      }
    }
  }
  return { ...result, errors };
}

/** Of a whole lead what is kept in memory. */
const briefOf = ({ id, phone, alternate_phone, email, user_id, created_at, duplicate_of, also }: LeadRecord & Remembered) => ({
  id,
  phone,
  alternate_phone,
  email,
  user_id,
  created_at,
  duplicate_of,
  also: also ?? null,
});

const personOf = (draft: LeadDraft): Person => ({
  phone: draft.phone,
  email: draft.email,
  alternate_phone: draft.alternate_phone ?? null,
});

/** Columns that shall become custom fields are read as the text fields they would be. */
function withFieldsToBe(fields: ReadonlyMap<string, CustomFieldSpec>, mapping: Mapping, match: string | undefined) {
  const all = new Map(fields);
  const entries = Object.entries(mapping).map(([header, target]): [string, string] => {
    if (!target.startsWith('new:')) return [header, target];
    all.set(target, { key: target, label: target.slice(4), type: 'text' });
    return [header, `custom.${target}`];
  });
  return { fields: all, mapping: Object.fromEntries(entries), match };
}
