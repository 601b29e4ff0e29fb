import type { UploadRules } from '../../schemas/kit/lead-uploads';

/** Column name of the file → lead field, `custom.<key>`, `new:<label>`, or '' for a column that is not imported. */
export type Mapping = Readonly<Record<string, string>>;

/** Why the mapping cannot be used, in the server's words; undefined if it can. */
export function mappingProblem(mapping: Mapping, labelOf: (target: string) => string): string | undefined {
  const seen = new Set<string>();
  for (const target of Object.values(mapping)) {
    if (target === '') continue;
    if (target !== 'name' && seen.has(target)) return `Two columns are mapped to '${labelOf(target)}'. Choose one of them.`;
    seen.add(target);
  }
  if (!seen.has('phone') && !seen.has('email')) return 'Choose the column that holds the phone number or the email.';
  return undefined;
}

/** A column mapped to the owner decides who gets the leads, unless the user has chosen another way; without one it cannot. */
export function rulesFor(before: Mapping, mapping: Mapping, rules: UploadRules): UploadRules {
  const had = namesOwners(before);
  const has = namesOwners(mapping);
  if (has && !had && rules.owner === 'unassigned') return { ...rules, owner: 'column' };
  return !has && rules.owner === 'column' ? { ...rules, owner: 'unassigned' } : rules;
}
export const namesOwners = (mapping: Mapping): boolean => Object.values(mapping).includes('user_id');

/** A mapping for every column of the file; a column without a suggestion is not imported. */
export const wholeMapping = (headers: readonly string[], suggested: Mapping): Mapping =>
  Object.fromEntries(headers.filter(Boolean).map((header) => [header, suggested[header] ?? '']));
