import { inWords } from '../../kinds/in-words';
import { isEmpty } from '../../kinds/kind';
import { plainText } from '../../resources/kind-looks';
import { recordIn } from '../../schemas/kit/is-record';
import type { Labels } from '../../schemas/kit/resource';
import { leads, type Lead } from '../../schemas/leads/leads';
import { phoneText } from '../../schemas/kit/phone-text';
import { fullTime, plainDate } from '../../ui/time/dates';

/** A field of a lead in the words of its kind, as everywhere in the product; '' is empty. `label` names a reference. */
export const fieldText = (field: string, value: unknown, label?: Labels[string]): string =>
  isEmpty(value) ? '' : plainText(leads, field, value, label);

export const leadText = (lead: Lead, field: string): string => fieldText(field, recordIn(lead)[field], lead._labels?.[field]);

/** A value without a field of its own, such as that of a custom field: dates, phone numbers and yes or no in words. */
export function looseText(value: unknown): string {
  if (Array.isArray(value)) return value.map(looseText).filter(Boolean).join(', ');
  if (typeof value !== 'string') return inWords(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return fullTime(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return plainDate(value);
  return /^\+\d{10,15}$/.test(value) ? phoneText(value) : value;
}
