import { isDeepStrictEqual } from 'node:util';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import { recordIn } from '../../src/schemas/kit/is-record';
import { mergeGroups } from '../../src/schemas/kit/lead-merge';
import { leads } from '../../src/schemas/leads/leads';

export type MergeChoices = Readonly<Record<string, 'kept' | 'lost' | undefined>>;
/** By field, the key of the lead whose value was chosen. */
export type ChosenLeads = Readonly<Record<string, string | undefined>>;

/** Counters of a lead that are added up, and taken off again when the merge is undone. */
export const counters = ['dial_count', 'connected_count', 're_enquiry_count'] as const;

/**
 * The columns of the kept lead that change when the other one is merged into it. What was chosen goes; a gap is filled; times,
 * counters, tags, consent and custom fields of both are joined. Its owner is not among them: that change has a history of its own.
 */
export function mergedValues(kept: ConditionLead, lost: ConditionLead, choices: MergeChoices): ConditionLead {
  const taken = mergeGroups.flatMap(({ field, columns }) =>
    field !== 'user_id' && takesLost(field, kept, lost, choices)
      ? columns.map((column) => [column, lost[column] ?? null] as const)
      : [],
  );
  const next: ConditionLead = { ...Object.fromEntries(taken), ...joined(kept, lost) };
  const number = spare([kept['phone'], lost['phone'], kept['alternate_phone'], lost['alternate_phone']], { ...kept, ...next });
  const all = Object.entries(number ? { ...next, alternate_phone: number } : next);
  return Object.fromEntries(all.filter(([name, value]) => !isDeepStrictEqual(value ?? null, kept[name] ?? null)));
}

/** Where several leads are merged in turn: a value that was chosen comes with its lead, and no other one takes its place. */
export const choicesFor = (lostId: string, chosen: ChosenLeads): MergeChoices =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([field, id]) =>
      id === undefined ? [] : [[field, id === lostId ? 'lost' : 'kept'] as const],
    ),
  );

/** Is this field's value the lost lead's, by choice or because the kept lead has none? */
export function takesLost(field: string, kept: ConditionLead, lost: ConditionLead, choices: MergeChoices): boolean {
  if (choices[field]) return choices[field] === 'lost';
  return isEmpty(kept[field]) && !isEmpty(lost[field]);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

function joined(kept: ConditionLead, lost: ConditionLead): ConditionLead {
  const latest = text(lost['last_act_at']) > text(kept['last_act_at']) ? lost : kept;
  const first = [kept['first_act_at'], lost['first_act_at']].map(text).filter(Boolean).sort()[0];
  const custom = { ...recordIn(lost['custom']), ...recordIn(kept['custom']) };
  const tags = [...new Set([...listOf(kept['tags']), ...listOf(lost['tags'])])];
  const asked = [...listOf(kept['re_enquired_clgs']), ...listOf(lost['re_enquired_clgs'])];
  return {
    ...Object.fromEntries(counters.map((name) => [name, Number(kept[name] ?? 0) + Number(lost[name] ?? 0)])),
    first_act_at: first ?? null,
    last_act_at: latest['last_act_at'] ?? null,
    last_act_type: latest['last_act_type'] ?? null,
    is_verified: Math.max(Number(kept['is_verified'] ?? 0), Number(lost['is_verified'] ?? 0)),
    // Who asked one of the two not to be contacted asked both.
    do_not_disturb: kept['do_not_disturb'] === true || lost['do_not_disturb'] === true,
    consent: consentOf(kept['consent'], lost['consent']),
    ...(tags.length ? { tags: tags.slice(0, leads.fields.properties.tags.maxItems) } : {}),
    ...(Object.keys(custom).length ? { custom } : {}),
    ...(asked.length ? { re_enquired_clgs: asked.sort(byTime).slice(0, 50) } : {}),
    last_re_enquired_clg_id: kept['last_re_enquired_clg_id'] ?? lost['last_re_enquired_clg_id'] ?? null,
  };
}

function consentOf(one: unknown, other: unknown): unknown {
  if (!one || !other) return one ?? other ?? null;
  const [a, b] = [recordIn(one), recordIn(other)];
  const channels = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(channels.map((name) => [name, a[name] !== false && b[name] !== false]));
}

/** The first number that the merged lead would lose, if it has no alternate number yet. */
function spare(numbers: readonly unknown[], merged: ConditionLead): string | undefined {
  if (!isEmpty(merged['alternate_phone'])) return undefined;
  return numbers.map(text).find((number) => number && number !== merged['phone']);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const byTime = (a: unknown, b: unknown): number => text(recordIn(b)['at']).localeCompare(text(recordIn(a)['at']));
