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
  if (!seen.has('phone') && !seen.has('email') && !seen.has('id'))
    return 'Choose the column that holds the phone number or the email.';
  return undefined;
}

/** A column mapped to the owner decides who gets the leads, unless the user has chosen another way; without one it cannot. */
export function rulesFor(before: Mapping, mapping: Mapping, rules: UploadRules): UploadRules {
  const had = namesOwners(before);
  const has = namesOwners(mapping);
  const fitting = withMappedOnly(mapping, rules);
  if (has && !had && (rules.owner === 'rule' || rules.owner === 'unassigned')) return { ...fitting, owner: 'column' };
  return !has && rules.owner === 'column' ? { ...fitting, owner: 'rule' } : fitting;
}
export const namesOwners = (mapping: Mapping): boolean => Object.values(mapping).includes('user_id');

/** A mapping for every column of the file; a column without a suggestion is not imported. */
export const wholeMapping = (headers: readonly string[], suggested: Mapping): Mapping =>
  Object.fromEntries(headers.filter(Boolean).map((header) => [header, suggested[header] ?? '']));

/** Rows are matched by, and overwrite, only what a column is mapped to. */
function withMappedOnly(mapping: Mapping, rules: UploadRules): UploadRules {
  const mapped = new Set(Object.values(mapping));
  const match = rules.match && rules.match !== 'rule' && !mapped.has(rules.match) ? 'rule' : (rules.match ?? 'rule');
  const { overwrite, ...others } = rules;
  return { ...others, match, ...(overwrite ? { overwrite: overwrite.filter((field) => mapped.has(field)) } : {}) };
}
/** What the rows can be matched by, from the columns of the file. */
export const matchChoices = (mapping: Mapping): readonly string[] => {
  const mapped = new Set(Object.values(mapping));
  const custom = [...mapped].filter((target) => target.startsWith('custom.'));
  return ['rule', ...['phone', 'email', 'id'].filter((one) => mapped.has(one)), ...custom];
};
/** A phone decides who is who, and owner and source have a history: an import never replaces them. */
const neverOverwritten = new Set(['', 'phone', 'user_id', 'source', 'id']);
export const overwriteChoices = (mapping: Mapping): readonly string[] => [
  ...new Set(Object.values(mapping).filter((target) => !neverOverwritten.has(target) && !target.startsWith('new:'))),
];
