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

/**
 * Could another engine, which goes back and tries again, need exponential time for this pattern? True when a group that is
 * repeated without end holds a repetition without end or a choice: (a+)+, (a|aa)*.
 */
export function isRunaway(source: string): boolean {
  const open: boolean[] = [false];
  const plain = source.replace(/\\./g, 'x').replace(/\[\^?\]?[^\]]*\]/g, 'x');
  let closed = false;
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at]!;
    const endless = char === '*' || char === '+' || (char === '{' && /^\{\d+,\}/.test(plain.slice(at)));
    if (endless && closed) return true;
    if (endless || char === '|') open[open.length - 1] = true;
    closed = false;
    if (char === '(') open.push(false);
    else if (char === ')' && open.length > 1) {
      closed = open.pop()!;
      if (closed) open[open.length - 1] = true;
    }
  }
  return false;
}
