import { counted } from '../../src/schemas/kit/counted';
import { leads } from '../../src/schemas/leads/leads';
import type { CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import type { Fields } from '../../src/schemas/kit/field';
import { nameFor, normaliseEmail } from '../domain/duplicates';
import { normalisePhone, refusedCountry } from '../domain/phone';
import { cellValue, isBlank } from './cell-value';
import type { CellValue } from '../../src/kinds/kind';
import { checkCustom, customValue, type CellRules, type CustomValues } from './custom-value';
import { idTarget, isTarget, type Mapping, type Target } from './lead-columns';
import type { CsvRow } from './csv-records';
import { unguarded } from './formula-guard';
import type { RowValues } from './resource-row';

/** A row as it would be stored; texts that name another record are still texts (`source`, `stream`) or its key already. */
export interface LeadDraft {
  name: string;
  phone: string | null;
  email: string | null;
  source: string | null;
  stream: string | null;
  custom: CustomValues | null;
  alternate_phone?: string | null;
  [field: string]: unknown;
  /** Cells that could not be used although the row was imported: stored with the capture, so that nothing is lost silently. */
  not_taken: Record<string, string> | null;
}
export type RowVerdict =
  | { readonly line: number; readonly draft: LeadDraft; readonly leadKey?: string }
  | { readonly line: number; readonly field: string; readonly reason: string; readonly value?: string };

/** What reading a row needs to know of the tenant; `keyOf` answers the key of a named college, course, owner or publisher. */
export interface RowRules extends CellRules {
  readonly headers: readonly string[];
  readonly mapping: Mapping;
  readonly custom: ReadonlyMap<string, CustomFieldSpec>;
  readonly keyOf: (target: Target, text: string) => string | number | undefined;
  /** For a row that names none (options of the upload). */
  readonly constant: { readonly clg_id?: unknown };
  /** Cells that are read in place of the file's, by line and header. */
  readonly fixes?: ReadonlyMap<number, ReadonlyMap<string, string>>;
}
const named: Partial<Record<Target, string>> = {
  clg_id: 'college',
  course: 'course',
  user_id: 'user',
  publisher_id: 'publisher',
};
const fields: Fields = leads.fields.properties;
const labels: Readonly<Record<string, { readonly labels?: Readonly<Record<string, string>> } | undefined>> = leads.ui ?? {};

/** Reads one row: a draft, or its first error in words for the person who made the file, with the cell as it was read. */
export function readLeadRow(row: CsvRow, rules: RowRules): RowVerdict {
  const verdict = judge(row, rules);
  if ('draft' in verdict) return verdict;
  const at = rules.headers.indexOf(verdict.field);
  return at < 0 ? verdict : { ...verdict, value: cellOf(row, rules, at).slice(0, 500) };
}

const cellOf = (row: CsvRow, { headers, fixes }: RowRules, at: number): string =>
  fixes?.get(row.line)?.get(headers[at] ?? '') ?? row.cells[at] ?? '';

function judge(row: CsvRow, rules: RowRules): RowVerdict {
  const failed = (field: string, reason: string): RowVerdict => ({ line: row.line, field, reason });
  if (row.cells.slice(rules.headers.length).some((cell) => cell !== ''))
    return failed(
      '',
      `The row has ${counted(row.cells.length, 'cell')}, but the file has ${counted(rules.headers.length, 'column')}.`,
    );

  const draft: RowValues = { ...rules.constant };
  const contact: Partial<Record<'phone' | 'email' | 'alternate_phone' | 'whatsapp_number', { header: string; text: string }>> =
    {};
  const custom: CustomValues = {};
  let fullName: string | undefined;
  let leadKey: string | undefined;
  for (const [at, header] of rules.headers.entries()) {
    const target = rules.mapping[header];
    const text = unguarded(cellOf(row, rules, at));
    if (!target || isBlank(text)) continue;
    if (target === 'phone' || target === 'email' || target === 'alternate_phone' || target === 'whatsapp_number') {
      contact[target] = { header, text };
    } else if (target === 'name') {
      fullName = fullName ? `${fullName} ${text}` : text;
    } else if (target === idTarget) {
      leadKey = text.trim().slice(0, 40);
    } else if (target.startsWith('custom.')) {
      const spec = rules.custom.get(target.slice(7));
      const read: CellValue = spec
        ? customValue(text, spec, rules)
        : { wrong: 'belongs to a custom field that no longer exists' };
      if ('wrong' in read) return failed(header, `'${text.slice(0, 60)}' ${read.wrong}.`);
      custom[target.slice(7)] = read.value;
    } else if (isTarget(target)) {
      const read = readTarget(target, text, rules);
      if ('wrong' in read) return failed(header, `'${text.slice(0, 60)}' ${read.wrong}.`);
      draft[target] = read.value;
    }
  }

  const notTaken: Record<string, string> = {};
  const checked = Object.keys(custom).length ? checkCustom(rules.custom, custom) : { values: custom, hidden: [] };
  if (checked.wrong) return failed(headerOf(rules, checked.wrong.path), `${checked.wrong.message}.`);
  for (const key of checked.hidden) notTaken[`custom.${key}`] = String(custom[key]);
  const phone = readPhone(contact.phone?.text, rules, draft.country_code);
  const email = contact.email && isEmail(contact.email.text) ? normaliseEmail(contact.email.text) : null;
  if (!phone && !email && !leadKey) return noContact(row.line, contact, headerOf(rules, 'phone') || headerOf(rules, 'email'));
  if (contact.phone && !phone) notTaken.phone = contact.phone.text;
  if (contact.email && !email) notTaken.email = contact.email.text;
  for (const other of ['alternate_phone', 'whatsapp_number'] as const) {
    const given = contact[other];
    if (!given) continue;
    draft[other] = readPhone(given.text, rules, draft.country_code);
    if (!draft[other]) notTaken[other] = given.text;
  }
  const abroad = refusedCountry({ ...draft, phone }, rules.phone);
  if (abroad) return failed(contact[abroad.field]?.header ?? '', abroad.message);
  const name = nameFor({ name: fullName, phone, email });
  if (name.length > 120) return failed(headerOf(rules, 'name'), 'The name is longer than 120 characters.');
  return {
    line: row.line,
    ...(leadKey ? { leadKey } : {}),
    draft: Object.assign(draft, {
      name,
      phone,
      email,
      source: typeof draft.source === 'string' ? draft.source : null,
      stream: typeof draft.stream === 'string' ? draft.stream : null,
      custom: Object.keys(checked.values).length ? checked.values : null,
      not_taken: Object.keys(notTaken).length ? notTaken : null,
    }),
  };
}

function readTarget(target: Target, text: string, rules: RowRules): CellValue {
  if (target === 'source' || target === 'stream') {
    return text.length > 80 ? { wrong: 'is longer than 80 characters' } : { value: text.replace(/\s+/g, ' ') };
  }
  const what = named[target];
  if (what) {
    const key = rules.keyOf(target, text);
    return key === undefined ? { wrong: `is not a known ${what}` } : { value: key };
  }
  if (target === 'country_code') {
    const digits = text.replace(/\D/g, '');
    return digits && digits.length <= 4 ? { value: digits } : { wrong: 'is not a country code such as 91' };
  }
  return cellValue(text, fields[target]!, labels[target]?.labels, rules.dates);
}

function readPhone(text: string | undefined, rules: RowRules, callingCode: unknown): string | null {
  if (!text) return null;
  // A spreadsheet writes a phone it took for a number as 9876543210.0
  const verdict = normalisePhone(
    text.replace(/^(\d{6,15})\.0+$/, '$1'),
    rules.phone,
    typeof callingCode === 'string' ? callingCode : undefined,
  );
  return verdict.ok ? verdict.e164 : null;
}

function noContact(
  line: number,
  contact: { phone?: { header: string; text: string }; email?: { header: string; text: string } },
  header: string,
): RowVerdict {
  const { phone, email } = contact;
  if (!phone && !email) return { line, field: header, reason: 'The row has neither a phone number nor an email.' };
  const digits = phone?.text.replace(/\D/g, '').length ?? 0;
  const wrongPhone =
    phone &&
    (digits > 15
      ? `'${phone.text.slice(0, 40)}' has ${digits} digits, and a phone number has up to 15`
      : /^\d+([.,]\d+)?e\+?\d+$/i.test(phone.text)
        ? `'${phone.text}' was shortened by a spreadsheet and is not a phone number`
        : `'${phone.text.slice(0, 40)}' is not a valid phone number`);
  const wrongEmail = email && `'${email.text.slice(0, 60)}' is not a valid email`;
  if (phone && email) return { line, field: phone.header, reason: `${wrongPhone}, and ${wrongEmail}.` };
  if (phone) return { line, field: phone.header, reason: `${wrongPhone}, and the row has no email.` };
  return { line, field: email!.header, reason: `${wrongEmail}, and the row has no phone number.` };
}

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/i;
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text.trim());
}

/** The first column that fills this field; an empty text for none. */
export function headerOf(rules: Pick<RowRules, 'headers' | 'mapping'>, target: string): string {
  return rules.headers.find((header) => rules.mapping[header] === target) ?? '';
}
