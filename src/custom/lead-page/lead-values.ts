import type { Lead } from '../../schemas/leads/leads';
import { isRecord, recordIn } from '../../schemas/kit/is-record';
import { labelOf } from '../../ui/leads/lead-text';

/** A field of a lead as text: the name of what it refers to, or the value itself. '' is empty. */
export function shownValueOf(lead: Lead, field: string): string {
  const label = labelOf(lead, field);
  if (label) return label;
  return valueText(recordIn(lead)[field]);
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, one]) => [name.replaceAll('_', ' '), valueText(one)])
      .filter(([, text]) => text)
      .map((pair) => pair.join(' '))
      .join(', ');
  return String(value);
}
