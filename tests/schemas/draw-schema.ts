import fc, { type Arbitrary } from 'fast-check';

export type Schema = Record<string, unknown> | boolean;

const name = fc.oneof(
  fc.constantFrom(
    'name',
    'id',
    'status',
    'createdAt',
    'order no',
    'URL',
    'constructor',
    '__proto__',
    'phone',
    'e-mail',
    '1st',
    'ü',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== ''),
);
const small = fc.integer({ min: -5, max: 12 });
const count = fc.integer({ min: 0, max: 8 });
const maybe = <T>(one: Arbitrary<T>): Arbitrary<T | undefined> => fc.option(one, { nil: undefined, freq: 2 });
/** An object without the keywords that were not drawn. */
const keywords = (shape: Record<string, Arbitrary<unknown>>): Arbitrary<Record<string, unknown>> =>
  fc.record(shape).map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

const words = { title: maybe(fc.string({ maxLength: 70 })), description: maybe(fc.lorem({ mode: 'sentences', maxCount: 3 })) };
const text = keywords({
  type: fc.constant('string'),
  minLength: maybe(count),
  maxLength: maybe(count),
  pattern: maybe(fc.constantFrom('^[a-z]+$', '^\\d{4}-\\d{2}$', '\\p{Lu}', '([', '^(?!x)x$', '^[\\w\\-\\_]*$', 'a|b')),
  format: maybe(fc.constantFrom('email', 'uri', 'date', 'date-time', 'time', 'uuid', 'hostname', 'password')),
  default: maybe(fc.constantFrom('', 'a', 'abc', 7, null)),
  ...words,
});
const number = keywords({
  type: fc.constantFrom('integer', 'number'),
  minimum: maybe(fc.oneof(small, fc.double({ noNaN: true, noDefaultInfinity: true }))),
  maximum: maybe(small),
  exclusiveMinimum: maybe(fc.oneof(small, fc.boolean())),
  exclusiveMaximum: maybe(small),
  multipleOf: maybe(fc.constantFrom(1, 2, 5, 0.01, 0.5)),
  default: maybe(fc.oneof(small, fc.constant('x'))),
  ...words,
});
const closed = keywords({
  enum: fc.array(fc.constantFrom('draft', 'in_progress', 'IN_PROGRESS', '', ' a', null, 1, 2.5, true), {
    minLength: 1,
    maxLength: 5,
  }),
  type: maybe(fc.constantFrom('string', 'integer')),
  default: maybe(fc.constantFrom('draft', 1)),
});
const ref = fc
  .constantFrom('#', '#/$defs/one', '#/$defs/two', '#/nowhere', '#anchor', 'https://other.example/x')
  .map(($ref) => ({ $ref }));

/** A schema with everything that the drafts allow, references in circles included. */
export const drawSchema: Arbitrary<Schema> = fc
  .record({ whole: schemaTo(3, true), one: schemaTo(2), two: schemaTo(2) })
  .map(({ whole, one, two }) => (typeof whole === 'boolean' ? whole : { ...whole, $defs: { one, two } }));

function schemaTo(depth: number, root = false): Arbitrary<Schema> {
  const leaf: Arbitrary<Schema>[] = [
    text,
    number,
    closed,
    ref,
    keywords({ type: fc.constantFrom('boolean', 'null', ['string', 'null']) }),
  ];
  if (depth === 0) return fc.oneof(...leaf);
  const inner = schemaTo(depth - 1);
  const object = keywords({
    type: maybe(fc.constant('object')),
    properties: fc.dictionary(name, inner, { maxKeys: root ? 8 : 4, noNullPrototype: true }),
    required: maybe(fc.array(name, { maxLength: 3 })),
    additionalProperties: maybe(fc.oneof(fc.boolean(), inner)),
    patternProperties: maybe(fc.constant({ '^x-': {} })),
    dependentRequired: maybe(fc.constant({ a: ['b'] })),
    ...words,
  });
  const list = keywords({
    type: fc.constant('array'),
    items: maybe(fc.oneof(inner, fc.array(inner, { maxLength: 2 }))),
    minItems: maybe(count),
    maxItems: maybe(count),
    uniqueItems: maybe(fc.boolean()),
  });
  const several = fc
    .tuple(fc.constantFrom('oneOf', 'anyOf', 'allOf'), fc.array(inner, { minLength: 1, maxLength: 3 }), maybe(object))
    .map(([key, choices, more]) => ({ ...more, [key]: choices }));
  const parts: Arbitrary<Schema>[] = [object, list, several, fc.boolean(), fc.constant({}), fc.constant({ not: {} })];
  return root ? fc.oneof({ arbitrary: object, weight: 4 }, ...parts) : fc.oneof(...leaf, ...parts);
}
