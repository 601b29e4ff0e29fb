// What a `check (…)` says about one column, as keywords of JSON Schema.
import { Tokens } from './sql-tokens.mjs';

/** `{ name, says }`; undefined for a condition that one column's keywords cannot say. */
export function limitsOf(condition) {
  const parts = [[]];
  let between = false;
  for (const one of unwrapped(condition)) {
    if (one.is('between')) between = true;
    if (one.is('and') && !between) parts.push([]);
    else {
      if (one.is('and')) between = false;
      parts.at(-1).push(one);
    }
  }
  const all = parts.map((part) => limitOf(unwrapped(part)));
  const [first] = all;
  if (all.some((one) => one === undefined || one.name !== first.name)) return undefined;
  return { name: first.name, says: Object.assign({}, ...all.map(({ says }) => says)) };
}

/** Without the brackets around the whole. */
function unwrapped(tokens) {
  const inner = new Tokens(tokens);
  if (!inner.peek().is('(')) return tokens;
  const all = inner.brackets();
  return inner.ended && all.length === 1 ? unwrapped(all[0]) : tokens;
}

const signs = { '>=': 'minimum', '<=': 'maximum', '>': 'exclusiveMinimum', '<': 'exclusiveMaximum' };

function limitOf(part) {
  const tokens = new Tokens(part.filter((one) => !one.is('any', 'array')));
  const length = ['length', 'char_length', 'len'].some((word) => tokens.takes(word));
  const inner = tokens.brackets();
  const name = (inner ? inner[0]?.[0] : tokens.next())?.text;
  cast(tokens);
  if (name === undefined) return undefined;
  if (tokens.takes('in')) {
    const items = tokens.brackets() ?? [];
    return tokens.ended ? setOf(name, items) : undefined;
  }
  if (tokens.takes('between')) {
    const least = numberIn(tokens);
    const most = tokens.takes('and') ? numberIn(tokens) : undefined;
    return least === undefined || most === undefined || !tokens.ended
      ? undefined
      : limited(name, length, { minimum: least, maximum: most });
  }
  const sign = tokens.next().text;
  if (sign === '=') return pgSet(name, tokens);
  const value = numberIn(tokens);
  cast(tokens);
  const keyword = signs[sign];
  if (value === undefined || !tokens.ended) return undefined;
  if (sign === '<>' || keyword === undefined) return undefined;
  return limited(name, length, { [keyword]: value });
}

function limited(name, length, says) {
  if (!length) return { name, says };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = says;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  return {
    name,
    says: { ...(least === undefined ? {} : { minLength: least }), ...(most === undefined ? {} : { maxLength: most }) },
  };
}

function setOf(name, items) {
  const values = items.map(([one]) => (one?.kind === 'text' ? one.text : one?.kind === 'number' ? Number(one.text) : undefined));
  return values.length && !values.includes(undefined) ? { name, says: { enum: values } } : undefined;
}

/** As pg_dump writes a set: `= any (array['a'::text, 'b'::text])`. */
function pgSet(name, tokens) {
  const values = [];
  while (!tokens.ended) {
    const one = tokens.next();
    if (one.kind === 'text') values.push(one.text);
    else if (one.is('::')) {
      tokens.name();
      tokens.takes('varying');
    } else if (!one.is('[', ']', '(', ')', ',')) return undefined;
  }
  return values.length ? { name, says: { enum: values } } : undefined;
}

function numberIn(tokens) {
  const wrapped = tokens.brackets();
  const inner = wrapped ? new Tokens(wrapped[0] ?? []) : tokens;
  const minus = inner.takes('-') ? -1 : 1;
  return inner.peek().kind === 'number' ? minus * Number(inner.next().text) : undefined;
}

function cast(tokens) {
  while (tokens.takes('::')) {
    tokens.next();
    tokens.takes('varying');
  }
}
