import { inWords } from '../../../kinds/in-words';
import type { Fields } from '../../../schemas/kit/field';
import { isRecord, recordIn } from '../../../schemas/kit/is-record';
import { mergeGroups } from '../../../schemas/kit/lead-merge';
import { titleOf } from '../../../schemas/kit/resource';
import { leads, type Lead } from '../../../schemas/leads/leads';
import { fullTime, plainDate } from '../../time/dates';
import { phoneText } from '../phones';
import { labelOf } from '../lead-text';

export type Side = 'kept' | 'lost';
export type Choices = Readonly<Record<string, Side>>;

/** A field of both leads as the dialog shows it. */
export interface MergeRow {
  readonly field: string;
  readonly title: string;
  readonly texts: Readonly<Record<Side, string>>;
  /** Where the value comes from: what was chosen, else the kept lead's, else what fills its gap. */
  readonly from: Side;
}

/** Every field that one of them has; of a field with further columns, such as the stage, the first says which is meant. */
export function mergeRows(kept: Lead, lost: Lead, choices: Choices): MergeRow[] {
  return mergeGroups.flatMap(({ field, columns }) => {
    const texts = { kept: groupText(kept, columns), lost: groupText(lost, columns) };
    if (!texts.kept && !texts.lost) return [];
    const from = choices[field] ?? (valueText(kept, field) || !valueText(lost, field) ? 'kept' : 'lost');
    return [{ field, title: field === 'stage_id' ? 'Stage' : titleOf(leads, field), texts, from }];
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
