import type { Field } from '../../src/schemas/kit/field';
import type { Sample } from './call-samples';

/** How a good request is made bad: one value in one place. */
export interface Change {
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly params?: Record<string, string>;
}

export function changed(sample: Sample, path: string, id: unknown, place: number): Change {
  const [where, ...steps] = path.split('.') as ['params' | 'query' | 'body', ...string[]];
  if (where === 'params') return { params: { [steps[0]!]: String(id) } };
  if (where === 'query') return { query: { [steps[0]!]: id } };
  if (steps.at(-1) !== '*') return { body: withValue(sample.body!, steps.join('.'), id) };
  const name = steps.slice(0, -1).join('.');
  const known = [name.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], sample.body)].flat();
  const one = known.length === 3 ? [...known] : [known[0], known[0], known[0]];
  one[place] = id;
  return {
    body: withValue(
      sample.body!,
      name,
      known.length === 3 ? one : one.filter((_value, i) => i === place || i === (place + 1) % 3),
    ),
  };
}

export function withValue(base: Readonly<Record<string, unknown>>, path: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  const inner = rest.length ? withValue((base[first] ?? {}) as Record<string, unknown>, rest.join('.'), value) : value;
  const { [first]: _, ...others } = base;
  return inner === undefined ? others : { ...others, [first]: inner };
}

export function fieldsOf(fields: Readonly<Record<string, Field>>, at = ''): [string, Field][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [at + name, field] as [string, Field],
    ...(field.properties ? fieldsOf(field.properties, `${at}${name}.`) : []),
  ]);
}

export function wrongFor(field: Field): unknown[] {
  const types = [field.type ?? 'string'].flat();
  const isText = types.includes('string');
  const wrong: unknown[] = [];
  if (!types.includes('array'))
    wrong.push(
      ['x'],
      Array.from({ length: 10_000 }, () => 'x'),
    );
  else if (field.maxItems !== undefined) wrong.push(Array.from({ length: 10_000 }, (_, i) => `x${i}`));
  if (!types.includes('object')) wrong.push({ a: 1 });
  if (!isText) wrong.push('x');
  else wrong.push(7);
  if (!types.includes('boolean')) wrong.push(true);
  if (isText && field.maxLength) wrong.push('x'.repeat(field.maxLength + 1));
  if (types.includes('integer')) wrong.push(1.5, 1e308, -1e308);
  if (field.enum) wrong.push(isText ? 'zzz' : 77);
  return wrong;
}
