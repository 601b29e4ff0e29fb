import { normalisePhone, type PhoneRules } from './phone';

/** A row of a file of phones and emails: what of it is one, and what it says. */
export interface AddressRow {
  readonly text: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/**
 * The rows of a file that lists phones and emails. Phones as people write them ("98111 00001", "+91-98111-00002") become E.164 by
 * the tenant's rules. Empty rows, and a first one that is only titles, are left out.
 */
export function addressRows(text: string, rules: PhoneRules): AddressRow[] {
  const rows = text
    .split(/[\r\n]+/)
    .filter((line) => line.trim())
    .map((line) => addressesIn(line.trim(), rules));
  const [first] = rows;
  const isTitles = first && !first.phones.length && !first.emails.length && !/\d/.test(first.text);
  return isTitles ? rows.slice(1) : rows;
}

function addressesIn(text: string, rules: PhoneRules): AddressRow {
  const cells = text.split(/[,;\t"]+/).map((cell) => cell.trim());
  const phones = cells.flatMap((cell) => {
    const verdict = /\d/.test(cell) && !cell.includes('@') ? normalisePhone(cell, rules) : undefined;
    return verdict?.ok ? [verdict.e164] : [];
  });
  return { text, phones, emails: cells.filter((cell) => cell.includes('@')).map((cell) => cell.toLowerCase()) };
}

/** All their phones, each once. */
export const phonesOf = (rows: readonly AddressRow[]): ReadonlySet<string> => new Set(rows.flatMap(({ phones }) => phones));
