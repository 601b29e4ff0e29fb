import { inWords } from '../../../kinds/in-words';
import { currentWho } from '../../../providers/session/who';
import type { Fields } from '../../../schemas/kit/field';
import { isRecord, recordIn } from '../../../schemas/kit/is-record';
import { rulesFor } from '../../../schemas/kit/field-rules';
import { closedFields, mergeGroups } from '../../../schemas/kit/lead-merge';
import { titleOf } from '../../../schemas/kit/resource';
import { isAdministrator } from '../../../schemas/kit/roles';
import { leads, type Lead } from '../../../schemas/leads/leads';
import { fullTime, plainDate } from '../../time/dates';
import { phoneText } from '../../../schemas/kit/phone-text';
import { labelOf } from '../lead-text';

/** By field, the key of the lead whose value was chosen. */
export type Choices = Readonly<Record<string, string>>;

/** A field of the leads as the dialog shows it. */
export interface MergeRow {
  readonly field: string;
  readonly title: string;
  /** In the order of the leads. */
  readonly texts: readonly string[];
  /** The lead whose value stays: the chosen one, else the kept one, else the first that fills its gap. */
  readonly from: string;
  /** This role may choose. */
  readonly isOpen: boolean;
}

/** Every field that one of them has; of a field with further columns, such as the stage, the first says which is meant. */
export function mergeRows(leadsOf: readonly Lead[], keptId: string, choices: Choices): MergeRow[] {
  const who = currentWho();
  const closed = closedFields(rulesFor(leads, who && !isAdministrator(who) ? (who.fieldRules ?? []) : []));
  const keptFirst = leadsOf.toSorted((a, b) => Number(String(b.id) === keptId) - Number(String(a.id) === keptId));
  return mergeGroups.flatMap(({ field, columns }) => {
    const texts = leadsOf.map((lead) => groupText(lead, columns));
    if (!texts.some(Boolean)) return [];
    const filled = keptFirst.find((lead) => valueText(lead, field));
    const from = choices[field] ?? (filled ? String(filled.id) : keptId);
    return [{ field, title: field === 'stage_id' ? 'Stage' : titleOf(leads, field), texts, from, isOpen: !closed.has(field) }];
  });
}

/** The columns that a person reads; the others follow them. */
const shown = new Set(['phone', 'stage_id', 'clg_id', 'stream', 'course', 'source', 'last_callaction_sub_stage']);
const groupText = (lead: Lead, columns: readonly string[]): string =>
  columns
    .filter((name, at) => at === 0 || shown.has(name) || name.startsWith('utm_'))
    .map((name) => valueText(lead, name))
    .filter(Boolean)
    .join(' · ');

const isPhone = /phone|whatsapp/;
const enums: Readonly<Record<string, { readonly labels?: Readonly<Record<string, string>> } | undefined>> = leads.ui ?? {};
const fields: Fields = leads.fields.properties;
const enumerated = (field: string): boolean => fields[field]?.enum !== undefined;
function valueText(lead: Lead, field: string): string {
  const value = recordIn(lead)[field];
  if (value === null || value === undefined || value === '') return '';
  const label = labelOf(lead, field) || enums[field]?.labels?.[String(value)];
  if (label) return label;
  if (field === 'stage_id') return lead.last_callaction_btn_message ?? '';
  if (typeof value === 'string' && isPhone.test(field)) return phoneText(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return plainDate(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return fullTime(value);
  if (isRecord(value) || Array.isArray(value)) return inWords(value);
  const text = String(value);
  return enumerated(field) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
