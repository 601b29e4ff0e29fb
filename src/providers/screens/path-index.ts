/** A match of a pattern: the entry that declares it, and the values of its parameters. */
export interface PathMatch<T> {
  readonly entry: T;
  readonly params: Readonly<Record<string, string>>;
}
interface Pattern<T> {
  readonly entry: T;
  readonly parts: readonly string[];
  readonly rank: string;
}

/**
 * Finds the most specific entry whose pattern (`/lp/:id/conversion`, `/users/*`) matches an address. Patterns are grouped by
 * their first segment, so that an address is not compared with every page of the product.
 */
export const pathIndex = <T extends { readonly path: string }>(
  entries: readonly T[],
): ((pathname: string) => PathMatch<T> | undefined) =>
  pathIndexOf(
    entries,
    ({ path }) => [path],
    (entry) => [entry],
  );

/** The same over things that have several entries each, which are written out when an address first needs them. */
export function pathIndexOf<S, T extends { readonly path: string }>(
  sources: readonly S[],
  pathsOf: (source: S) => readonly string[],
  entriesOf: (source: S) => readonly T[],
): (pathname: string) => PathMatch<T> | undefined {
  const families = new Map<string, S[]>();
  for (const source of sources)
    for (const first of new Set(pathsOf(source).map(firstOf))) {
      const family = families.get(first);
      if (family) family.push(source);
      else families.set(first, [source]);
    }
  // A family is taken apart when an address first asks for it: most visits need two of hundreds.
  const known = new Map<string, readonly Pattern<T>[]>();
  const familyOf = (first: string): readonly Pattern<T>[] => {
    const found =
      known.get(first) ??
      (families.get(first) ?? [])
        .flatMap(entriesOf)
        .map((entry) => ({ entry, parts: partsOf(entry.path) }))
        .map((one) => ({ ...one, rank: rankOf(one.parts) }))
        .sort((a, b) => (a.rank < b.rank ? 1 : a.rank > b.rank ? -1 : 0));
    known.set(first, found);
    return found;
  };
  return (pathname) => {
    const at = partsOf(pathname);
    for (const { entry, parts } of familyOf(at[0]?.toLowerCase() ?? '')) {
      const params = paramsOf(parts, at);
      if (params) return { entry, params };
    }
    return undefined;
  };
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

const firstOf = (path: string): string => (/[^/]+/.exec(path)?.[0] ?? '').toLowerCase();

/** Segment by segment: the end of a pattern comes before a fixed segment, that before a parameter, that before `*`. */
const rankOf = (parts: readonly string[]): string =>
  [...parts.map((part) => (part === '*' ? '0' : part.startsWith(':') ? '1' : '2')), '3'].join('');

function paramsOf(pattern: readonly string[], at: readonly string[]): Record<string, string> | undefined {
  const isOpen = pattern.at(-1) === '*';
  if (isOpen ? at.length < pattern.length - 1 : at.length !== pattern.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const here = at[index] ?? '';
    if (part === '*') params['*'] = at.slice(index).join('/');
    else if (part.startsWith(':')) params[part.slice(1)] = decoded(here);
    else if (part.toLowerCase() !== here.toLowerCase()) return undefined;
  }
  return params;
}

/** An address with an invalid escape sequence is used undecoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
