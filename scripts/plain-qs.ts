/**
 * Stands in for the package `qs` in the browser's build (vite.config.ts). refine's router reads and writes addresses with it; lists
 * here keep theirs by resources/list-address.ts, so flat names and texts are all that is ever asked of it, for 15 KB less.
 */
const parse = (search: string, options: { ignoreQueryPrefix?: boolean } = {}): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(options.ignoreQueryPrefix ? search.replace(/^\?/, '') : search));

const stringify = (values: Readonly<Record<string, unknown>>, options: { addQueryPrefix?: boolean } = {}): string => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && options.addQueryPrefix ? `?${text}` : text;
};

export default { parse, stringify };
