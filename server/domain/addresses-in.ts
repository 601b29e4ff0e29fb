import { normalisePhone, type PhoneRules } from './phone';

/** What a file of phones and emails lists, each once; `unread`: cells with digits that are no phone of the tenant's rules. */
export interface Addresses {
  readonly phones: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
  readonly unread: readonly string[];
}

/** Phones as people write them ("98111 00001", "+91-98111-00002") become E.164. Words, such as the title of the column, are nothing. */
export function addressesIn(text: string, rules: PhoneRules): Addresses {
  const [phones, emails, unread] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const cell of text.split(/[\r\n,;\t"]+/)) {
    const given = cell.trim();
    if (given.includes('@')) emails.add(given.toLowerCase());
    else if (/\d/.test(given)) {
      const verdict = normalisePhone(given, rules);
      if (verdict.ok) phones.add(verdict.e164);
      else unread.add(given);
    }
  }
  return { phones, emails, unread: [...unread] };
}
