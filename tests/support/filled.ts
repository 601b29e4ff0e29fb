import { isRecord } from '../../src/schemas/kit/is-record';

/** A value of an example with keys in place of '$colleges', in lists and in their rows too. */
export async function filled(value: unknown, keyOf: (resource: string) => Promise<unknown>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => filled(one, keyOf)));
  if (isRecord(value)) return filledRow(value, keyOf);
  const to = typeof value === 'string' ? /^\$([a-z-]+)$/.exec(value)?.[1] : undefined;
  return to ? keyOf(to) : value;
}

/** The same of a whole example. Field by field: two fields may need the same record, which is made once. */
export async function filledRow(
  row: Readonly<Record<string, unknown>>,
  keyOf: (resource: string) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) made[field] = await filled(value, keyOf);
  return made;
}
