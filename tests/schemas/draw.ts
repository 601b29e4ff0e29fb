import fc, { type Arbitrary } from 'fast-check';
import type { Field } from '../../src/schemas/kit/field';
import { refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';

/** A record of the resource: most values fit their field, some are arbitrary JSON, some are missing or null. */
export function drawRecord(
  resource: AnyResource,
  keysOf: (resource: string) => readonly unknown[],
): Arbitrary<Record<string, unknown>> {
  const fields = writableFields(resource);
  const required = new Set(resource.fields.required);
  const fitting = fc.record(
    Object.fromEntries(
      fields.map((name) => [name, drawField(resource.fields.properties[name]!, refsUnder(resource, name), keysOf)]),
    ),
    { requiredKeys: fields.filter((name) => required.has(name)) },
  );
  const odd = fc.dictionary(
    fc.constantFrom(...fields, 'unknown_field'),
    fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 2 }), wildText),
    {
      maxKeys: 2,
      noNullPrototype: true,
    },
  );
  return fc
    .tuple(fitting, fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: odd, weight: 1 }))
    .map(([record, oddities]) => ({ ...record, ...oddities }));
}

/** Targets of the references in a field, by the path inside it ('' for the field itself, '*' for its elements). */
function refsUnder(resource: AnyResource, name: string): (path: string) => string | undefined {
  return (path) => refOf(resource, [name, path].filter(Boolean).join('.'))?.to;
}

const wildText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('\u0000', '\ud800', '', ' ', "'; drop table x; --", '0000-01-01', '9e999'),
);

function drawField(
  field: Field,
  refAt: (path: string) => string | undefined,
  keysOf: (resource: string) => readonly unknown[],
  path = '',
): Arbitrary<unknown> {
  const to = refAt(path);
  const types = [field.type ?? []].flat();
  if (types[0] === 'array' && field.items) {
    const inner = drawField(field.items, to ? () => to : refAt, keysOf, path ? `${path}.*` : '*');
    return fc.uniqueArray(inner, {
      minLength: field.minItems ?? 0,
      maxLength: Math.min(field.maxItems ?? 3, 3),
      selector: (one) => JSON.stringify(one),
    });
  }
  if (to) {
    const keys = keysOf(to);
    return keys.length ? fc.constantFrom(...keys) : fc.constant(null);
  }
  if (field.enum) return fc.constantFrom(...field.enum);
  switch (types[0]) {
    case 'string':
      return drawText(field);
    case 'integer':
      return fc.integer({ min: field.minimum ?? -1_000_000, max: field.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: field.minimum ?? -1e9, max: field.maximum ?? 1e9, noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'object': {
      const inner = Object.entries(field.properties ?? {}).map(([name, one]) => [
        name,
        drawField(one, refAt, keysOf, path ? `${path}.${name}` : name),
      ]);
      return fc.record(Object.fromEntries(inner) as Record<string, Arbitrary<unknown>>, {
        requiredKeys: [...(field.required ?? [])],
      });
    }
    default:
      return fc.oneof(fc.string({ maxLength: 10 }), fc.integer(), fc.boolean());
  }
}

function drawText(field: Field): Arbitrary<string> {
  if (field.format === 'email')
    return fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), fc.stringMatching(/^[a-z]{2,8}$/)).map(([a, b]) => `${a}@${b}.example`);
  if (field.format === 'date')
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  if (field.format === 'date-time')
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString());
  if (field.format === 'uri') return fc.stringMatching(/^[a-z]{1,10}$/).map((name) => `https://${name}.example/a?b=c`);
  if (field.format === 'uri-reference') return fc.constantFrom('/files/a', 'a.png');
  if (field.pattern) return matching(field.pattern);
  const { minLength = 0, maxLength = 30 } = field;
  return fc
    .string({ unit: 'grapheme', minLength: minLength || 1, maxLength: Math.max(minLength, Math.min(maxLength, 30)) })
    .filter((text) => [...text].length <= maxLength);
}

/** Texts that match the pattern; any text for a pattern with lookaround, which cannot be drawn. */
const matching = (pattern: string): Arbitrary<string> =>
  /\(\?[=!<]/.test(pattern) ? fc.string({ minLength: 1, maxLength: 20 }) : fc.stringMatching(new RegExp(pattern));
