/** The open tab of a record's page. No field has such a name, so no list has a filter of it. */
export const tabInAddress = 'open-tab';

/** The address of the list behind a record, without what is the record's alone. */
export function listSearch(search: string, own: readonly string[] = []): string {
  const kept = new URLSearchParams(search);
  for (const name of [...own, tabInAddress]) kept.delete(name);
  return kept.size ? `?${kept}` : '';
}
