import pgTypes from 'pg-types';

/**
 * A JavaScript value as both drivers take it: text in PostgreSQL's input form. A list becomes an array literal (for
 * `= any(…)`), a plain object JSON, bytes stay bytes (bytea); a value for a jsonb column that may be a list goes through `json()`.
 */
export function toParameter(value: unknown): string | null | Buffer {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return JSON.stringify(value);
}

/** A value for a jsonb column; null and undefined stay SQL null. */
export const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

function element(value: unknown): string {
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  const text = toParameter(value);
  if (text === null) return 'null';
  const plain = String(text);
  return special.test(plain) ? `"${plain.replace(specials, '\\$&')}"` : `"${plain}"`;
}

const special = /["\\]/;
const specials = /["\\]/g;

/** A text as an SQL literal, for the few statements that carry no parameters. */
export function literal(text: string | null | undefined): string {
  if (text === null || text === undefined) return 'null';
  const clean = text.replaceAll('\0', '').replaceAll("'", "''");
  return clean.includes('\\') ? ` E'${clean.replaceAll('\\', '\\\\')}'` : `'${clean}'`;
}

/** How a value of a type is read, for both drivers. */
export const readerOf = (oid: number): ((text: string) => unknown) => readers[oid] ?? pgTypes.getTypeParser(oid, 'text');

/** By type oid: int8 and numeric as numbers, dates as text, timestamps as ISO with Z. */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1700: Number,
  1082: (text) => text,
  1114: (text) => `${text.replace(' ', 'T')}Z`,
  1184: isoTime,
};

function isoTime(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/.exec(text);
  if (!match) return new Date(text).toISOString();
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0')}Z`;
}

/** How a unique rule that folds compares texts: lower case, no outer spaces, one space between words, letters written in one way. */
export const foldedText = (text: string): string => `lower(btrim(regexp_replace(normalize(${text}, nfkc), '\\s+', ' ', 'g')))`;
