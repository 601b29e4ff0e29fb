/** Column name of the file → lead field, `custom.<key>`, `new:<label>`, or '' to leave it out. */
export type Mapping = Readonly<Record<string, string>>;

/** What stands in the way of going on, in the server's own words; undefined when nothing does. */
export function mappingProblem(mapping: Mapping, labelOf: (target: string) => string): string | undefined {
  const seen = new Set<string>();
  for (const target of Object.values(mapping)) {
    if (target === '') continue;
    if (target !== 'name' && seen.has(target)) return `Two columns go to '${labelOf(target)}'. Choose one of them.`;
    seen.add(target);
  }
  if (!seen.has('phone') && !seen.has('email')) return 'Choose the column that holds the phone number or the email.';
  return undefined;
}

/** A mapping for every column of the file: what is not suggested is left out. */
export const wholeMapping = (headers: readonly string[], suggested: Mapping): Mapping =>
  Object.fromEntries(headers.filter(Boolean).map((header) => [header, suggested[header] ?? '']));
