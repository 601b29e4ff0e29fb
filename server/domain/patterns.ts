import { RE2JS } from 're2js';

/** A tenant's pattern in an engine whose time grows with the text alone (D-102). */
export interface Pattern {
  /** Somewhere in the text, as JavaScript's test() does. */
  finds(text: string): boolean;
  /** The whole text. */
  matches(text: string): boolean;
}

const known = new Map<string, Pattern | null>();
/** Null when the pattern does not compile. */
export function patternOf(source: string): Pattern | null {
  const cached = known.get(source);
  if (cached !== undefined) return cached;
  if (known.size > 500) known.clear();
  const pattern = compile(source);
  known.set(source, pattern);
  return pattern;
}

function compile(source: string): Pattern | null {
  try {
    const re = RE2JS.compile(source);
    return { finds: (text) => re.matcher(text).find(), matches: (text) => re.matcher(text).matches() };
  } catch {
    return null;
  }
}
