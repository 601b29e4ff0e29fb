import { isDeepStrictEqual } from 'node:util';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import type { Draft } from '../../src/schemas/kit/resource';
import { leads } from '../../src/schemas/leads/leads';
import type { DuplicateRule } from '../domain/duplicates';
import { withCapture } from '../domain/sources';
import { newId } from '../store/ids';
import type { LeadRecord } from './lead-access';
import { blockedReason, Matcher, type Remembered } from './known-leads';
import type { TakenValues } from './taken-values';

type LeadDraft = Draft<typeof leads>;
/** An arriving lead: its fields, phones as E.164 and mail in lower case, references as keys. */
export type Arrival = Readonly<LeadDraft> & {
  /** What its row in the file says of columns that were not mapped or not understood. */
  readonly not_taken?: Readonly<Record<string, string>> | null;
};
export type OnMatch = 're_enquiry' | 'skip' | 'fill_empty' | 'overwrite';
export type Outcome = 'created' | 'updated' | 're_enquiry' | 'skipped' | 'failed';
export interface ArrivingRow {
  /** Its line in the file; 1 for a single lead. */
  readonly line: number;
  readonly draft: Arrival;
  /** The lead that the row was matched with by something else than the rule: its ID, its email, an ID of another system. */
  readonly leadId?: string;
  /** Under which later rows of the file find the lead that this one creates. */
  readonly matchKey?: string;
}
/** The lead that has the phone or mail already. */
type Held = Pick<LeadRecord, 'id' | 'user_id'>;
export interface Capture {
  readonly lead_id: string;
  readonly is_re_enquiry: boolean;
  readonly draft: Arrival;
}
/** What became of one arrival; of a known lead also the changed columns as they were and as they are, so that it can be undone. */
export type ArrivalOutcome = {
  readonly line: number;
  readonly outcome: Outcome;
  readonly record_id: string;
  readonly before?: LeadDraft;
  readonly after?: LeadDraft;
};
/** Everything that will be written, worked out before the first statement. */
export interface ArrivalPlan {
  readonly created: readonly State[];
  /** Lead id to its changed columns. */
  readonly patches: ReadonlyMap<string, LeadDraft>;
  readonly captures: readonly Capture[];
  /** Arrivals blocked by the tenant's duplicate rule, which names the lead, or by a custom value that another lead has. */
  readonly refused: readonly { readonly line: number; readonly field: string; readonly reason: string; readonly lead?: Held }[];
  readonly outcomes: readonly ArrivalOutcome[];
}
export interface ArrivalRules {
  /** The tenant's; an upload that says skip or fill_empty goes before it. */
  readonly duplicates: DuplicateRule;
  readonly onMatch: OnMatch;
  /** Which fields `overwrite` replaces; 'custom.<key>' for a custom field. */
  readonly overwrite?: ReadonlySet<string>;
  /** What a new lead is where its arrival says nothing of it. */
  readonly unsaid: Readonly<LeadDraft>;
  /** ISO time of the arrival. */
  readonly now: string;
  /** The owner of the n-th created lead that names none. */
  readonly ownerOf: (created: number) => string | null;
  readonly clgName: (id: number) => string | null;
  /** Of custom fields that no two leads share; without it their values are taken as they come. */
  readonly taken?: TakenValues;
  /** Can the person adding them change leads of this owner (D-023)? */
  readonly mayChange: (ownerId: string | null) => boolean;
}
type State = LeadDraft & { readonly id: string };

/**
 * Decides about each arrival in order; earlier ones count as leads. `createdBefore` continues the round robin of owners over
 * chunks of a file.
 */
export function planArrivals(
  rows: readonly ArrivingRow[],
  known: readonly (LeadRecord & Remembered)[],
  rules: ArrivalRules,
  createdBefore: number,
): ArrivalPlan {
  const matcher = new Matcher<State>(rules.duplicates);
  const byId = new Map<string, State>();
  for (const lead of known) {
    const state = { ...lead };
    byId.set(state.id, state);
    matcher.add(state);
  }
  const created: State[] = [];
  const fresh = new Set<string>();
  const patches = new Map<string, LeadDraft>();
  const captures: Capture[] = [];
  const outcomes: ArrivalOutcome[] = [];
  const refused: { line: number; field: string; reason: string; lead?: Held }[] = [];
  const now = new Date(rules.now);

  const byKey = new Map<string, State>();
  for (const { line, draft, leadId, matchKey } of rows) {
    const meant = byId.get(leadId ?? '') ?? byKey.get(matchKey ?? '');
    const { verdict, lead } = meant ? { verdict: 're_enquiry' as const, lead: meant } : matcher.judge(draft, now);
    const asks = rules.onMatch === 're_enquiry';
    if (asks && verdict === 'blocked') {
      const held = { id: lead!.id, user_id: lead!.user_id ?? null };
      refused.push({ line, field: '', reason: blockedReason, lead: held });
      continue;
    }
    const older = lead ?? matcher.holder(draft);
    if (!lead || (asks && verdict === 'apart')) {
      const held = rules.taken?.refusal(draft.custom);
      if (held) {
        refused.push({ line, ...held });
        continue;
      }
      const made = newLead(draft, rules, rules.ownerOf(createdBefore + created.length));
      if (older) made.duplicate_of = older.id;
      created.push(made);
      fresh.add(made.id);
      if (matchKey) byKey.set(matchKey, made);
      matcher.add(made);
      rules.taken?.note(draft.custom, made.id);
      captures.push({ lead_id: made.id, is_re_enquiry: false, draft });
      outcomes.push({ line, outcome: 'created', record_id: made.id });
      continue;
    }
    const isTheirs = (): boolean => !rules.mayChange(lead.user_id ?? null) && !fresh.has(lead.id);
    const changes = rules.onMatch === 'fill_empty' || rules.onMatch === 'overwrite';
    if (rules.onMatch === 'skip' || (changes && isTheirs())) {
      outcomes.push({ line, outcome: 'skipped', record_id: lead.id });
      continue;
    }
    const patch =
      rules.onMatch === 'fill_empty'
        ? filled(lead, draft, rules)
        : rules.onMatch === 'overwrite'
          ? overwritten(lead, draft, rules)
          : reEnquired(lead, draft, rules);
    const held = rules.taken?.refusal(patch.custom, lead.id, lead.custom);
    if (held) {
      refused.push({ line, ...held });
      continue;
    }
    rules.taken?.note(patch.custom, lead.id);
    const before = valuesOf(lead, patch);
    Object.assign(lead, patch);
    // One of this very chunk is inserted as it is by now.
    if (Object.keys(patch).length && !fresh.has(lead.id)) patches.set(lead.id, { ...patches.get(lead.id), ...patch });
    if (rules.onMatch === 're_enquiry') captures.push({ lead_id: lead.id, is_re_enquiry: true, draft });
    const outcome = rules.onMatch === 're_enquiry' ? 're_enquiry' : 'updated';
    outcomes.push({ line, outcome, record_id: lead.id, before, after: patch });
  }
  return { created, patches, captures, refused, outcomes };
}

const valuesOf = (lead: State, patch: LeadDraft): LeadDraft => {
  const held: ConditionLead = lead;
  return Object.fromEntries(Object.keys(patch).map((name) => [name, held[name] ?? null]));
};

/** What the table makes of a lead that says nothing. */
export const newLeadValues: Readonly<LeadDraft> = Object.fromEntries(
  Object.entries(leads.fields.properties).flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
);

/**
 * With every column that has a default, so that conditions see the lead as the database will have it. Those that all leads of an
 * import share are inherited: spread into each one they take fifteen kilobytes and fifty times as long.
 */
function newLead(draft: Arrival, rules: ArrivalRules, inTurn: string | null): State {
  const owner = typeof draft.user_id === 'string' ? draft.user_id : inTurn;
  const lead: LeadDraft = Object.create(rules.unsaid);
  return Object.assign(lead, draft, withCapture({}, draft.source), {
    id: newId(),
    clg_name: typeof draft.clg_id === 'number' ? rules.clgName(draft.clg_id) : null,
    user_id: owner,
    assigned_at: owner ? rules.now : null,
  });
}

/** Nothing of the lead changes but where it came from and how often; its stage, locked or not, is left alone (D-063). */
function reEnquired(lead: State, draft: Arrival, rules: ArrivalRules): LeadDraft {
  const patch: LeadDraft = {
    ...withCapture(lead, draft.source),
    re_enquiry_count: (lead.re_enquiry_count ?? 0) + 1,
  };
  if (typeof draft.clg_id !== 'number') return patch;
  const before = lead.re_enquired_clgs ?? [];
  patch.last_re_enquired_clg_id = draft.clg_id;
  patch.re_enquired_clgs = [
    { clg_id: draft.clg_id, clg_name: rules.clgName(draft.clg_id) ?? undefined, at: rules.now },
    ...before,
  ].slice(0, 50);
  return patch;
}

const neverFilled = new Set(['not_taken', 'name', 'user_id', 'custom', 'source']);
/** What the row has and the lead lacks. */
function filled(lead: State, draft: Arrival, rules: ArrivalRules): LeadDraft {
  const patch: LeadDraft = {};
  const held: ConditionLead = lead;
  for (const [field, value] of Object.entries(draft)) {
    if (value !== null && !neverFilled.has(field) && isEmpty(held[field])) Object.assign(patch, { [field]: value });
  }
  // A phone or mail that another lead may have is not filled in where it decides who is who.
  for (const field of identityIn(lead)) delete patch[field];
  if (typeof patch.clg_id === 'number') patch.clg_name = rules.clgName(patch.clg_id);
  const custom = nextCustom(lead.custom, draft.custom, rules);
  if (custom) patch.custom = custom;
  return patch;
}

/** What the lead's custom values become where a row fills or replaces some of them; undefined where they stay as they are. */
export function nextCustom(
  held: LeadDraft['custom'],
  sent: LeadDraft['custom'],
  { onMatch, overwrite }: Pick<ArrivalRules, 'onMatch' | 'overwrite'>,
): LeadDraft['custom'] | undefined {
  const chosen = Object.entries(sent ?? {}).filter(([key]) => onMatch !== 'overwrite' || overwrite?.has(`custom.${key}`));
  const next = onMatch === 'overwrite' ? { ...held, ...Object.fromEntries(chosen) } : { ...Object.fromEntries(chosen), ...held };
  return isDeepStrictEqual(next, held ?? {}) ? undefined : next;
}
/** The chosen fields that the row has a value for. What decides who is who, and an owner, who has a history, are not replaced here. */
function overwritten(lead: State, draft: Arrival, rules: ArrivalRules): LeadDraft {
  const patch: LeadDraft = {};
  const held: ConditionLead = lead;
  const chosen = rules.overwrite ?? new Set();
  const kept = new Set([...keptOnOverwrite, ...identityIn(lead)]);
  for (const [field, value] of Object.entries(draft)) {
    if (!chosen.has(field) || kept.has(field) || isEmpty(value) || isDeepStrictEqual(held[field] ?? null, value)) continue;
    Object.assign(patch, { [field]: value });
  }
  if (typeof patch.clg_id === 'number') patch.clg_name = rules.clgName(patch.clg_id);
  const custom = nextCustom(lead.custom, draft.custom, rules);
  if (custom) patch.custom = custom;
  return patch;
}
const keptOnOverwrite = new Set(['not_taken', 'user_id', 'custom', 'source']);
/** What no two leads share: the phone, and the mail of a lead without one. */
export const identityIn = ({ phone }: { readonly phone?: string | null }): readonly ('phone' | 'email')[] =>
  phone ? ['phone'] : ['phone', 'email'];

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);
}
