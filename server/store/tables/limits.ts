import type { Field } from '../../../src/schemas/kit/field';
import { isOneOf } from '../../../src/schemas/kit/is-one-of';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import { storedFields, storedSecrets } from '../../../src/schemas/kit/stored-fields';
import { tableName } from '../identifiers';

/** The limits that each table's values must keep, by table and field: what a start compares with the files that it saw last. */
export type Limits = Readonly<Record<string, Readonly<Record<string, Field>>>>;

export const limitsOf = (resources: readonly AnyResource[]): Limits =>
  Object.fromEntries(
    resources
      .filter(({ store }) => store !== 'none' && store !== 'view')
      .map((resource) => [tableName(resource), limitsOfOne(resource)]),
  );

function limitsOfOne(resource: AnyResource): Record<string, Field> {
  const without = new Set<string>([...(resource.virtual ?? []), ...storedSecrets(resource)]);
  return Object.fromEntries(
    Object.entries(storedFields(resource)).flatMap(([name, field]) => {
      const limits = limitsIn(field);
      if (without.has(name) || Object.keys(limits).every((key) => key === 'type')) return [];
      // a choice that waits may still be stored
      const waiting = Object.keys(resource.later?.choices?.[name] ?? {});
      return [[name, limits.enum && waiting.length ? { ...limits, enum: [...limits.enum, ...waiting] } : limits]];
    }),
  );
}

/** The field without its words and its default. */
function limitsIn({ title: _title, description: _description, default: _default, items, properties, ...limits }: Field): Field {
  return {
    ...limits,
    ...(items ? { items: limitsIn(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, limitsIn(inner)])) }
      : {}),
  };
}

const most = ['maxLength', 'maximum', 'maxItems'] as const;
const least = ['minLength', 'minimum', 'minItems'] as const;
const alike = ['type', 'pattern', 'format', 'multipleOf', 'uniqueItems'] as const;

/** Could a value that kept the old limits break the new ones? */
export function isNarrower(now: Field, before: Field = {}): boolean {
  return (
    most.some((key) => (now[key] ?? Infinity) < (before[key] ?? Infinity)) ||
    least.some((key) => (now[key] ?? -Infinity) > (before[key] ?? -Infinity)) ||
    alike.some((key) => now[key] !== undefined && JSON.stringify(now[key]) !== JSON.stringify(before[key])) ||
    (now.enum ? !before.enum?.every((value) => isOneOf(now.enum ?? [], value)) : false) ||
    (now.required ?? []).some((name) => !before.required?.includes(name)) ||
    (now.additionalProperties === false &&
      (before.additionalProperties !== false || Object.keys(before.properties ?? {}).some((name) => !now.properties?.[name]))) ||
    (now.items !== undefined && isNarrower(now.items, before.items)) ||
    Object.entries(now.properties ?? {}).some(([name, inner]) => isNarrower(inner, before.properties?.[name]))
  );
}
