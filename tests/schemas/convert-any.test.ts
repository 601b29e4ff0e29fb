import { expect, it } from 'vitest';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { errorsOf } from '../../server/catalogue/validate';
import type { AnyRow } from '../../src/schemas/kit/resource';
import '../../src/kinds/every-kind';
import { convert } from '../fixtures/strangers/converted';

/** Schemas that are valid and odd, each as a property of a record and as the whole document. */
const odd: Record<string, unknown> = {
  constNull: { const: null },
  constObject: { const: { x: 1 } },
  emptySet: { enum: [] },
  onlyNull: { enum: [null] },
  mixedSet: { enum: [1, '1', true] },
  noTypes: { type: [] },
  nullType: { type: ['null'] },
  several: { type: ['string', 'integer', 'object', 'null'] },
  tuple: { items: [{}, false], additionalItems: true },
  prefix: { type: 'array', prefixItems: [true, { type: 'string' }], items: false },
  anyName: { patternProperties: { '^x-': { type: 'string' } }, properties: { a: { type: 'string' } } },
  mapOf: { type: 'object', additionalProperties: { type: 'integer' } },
  yes: true,
  no: false,
  conditional: { type: 'string', if: { minLength: 2 }, then: { pattern: '^a' }, else: false },
  negated: { not: {} },
  notText: { not: { type: 'string' } },
  selfish: { $ref: '#/properties/selfish' },
  missing: { $ref: '#/$defs/missing' },
  away: { $ref: 'https://other.example/schema#/x' },
  noChoice: { anyOf: [] },
  nullOrText: { oneOf: [{ type: 'null' }, { type: 'string', format: 'email', maxLength: 5 }] },
  allOfNone: { allOf: [] },
  impossible: { type: 'string', minLength: 5, maxLength: 2 },
  brokenPattern: { type: 'string', pattern: '(' },
  wildPattern: { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d).{30,}$', minLength: 30 },
  dayChoice: { type: 'string', format: 'date', enum: ['2026-01-01'], default: '2026-01-01' },
  halves: { type: 'integer', multipleOf: 0.5 },
  tiny: { type: 'number', multipleOf: 0.01, minimum: 0.07, maximum: 0.08 },
  huge: { type: 'number', minimum: 1e300, exclusiveMaximum: -1e300 },
  shortUri: { type: 'string', format: 'uri', maxLength: 9 },
  manyItems: { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 3, uniqueItems: true },
  noItems: { type: 'array', maxItems: 0, items: { type: 'string' } },
  deep: { type: 'array', items: { type: 'array', items: { type: 'object', properties: { a: {} } } } },
  deepObject: {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { c: { type: 'string' } } } } } },
  },
  strangeWords: { type: 'string', title: 5, description: { a: 1 }, default: { b: 2 }, examples: { c: 3 }, example: null },
  draftThree: { type: 'any', required: true, divisibleBy: 2 },
  nullable: { type: 'string', nullable: true, 'x-nullable': true, readOnly: true, deprecated: true, xml: { name: 'x' } },
  longSet: { enum: Array.from({ length: 2000 }, (_, at) => `choice ${at}`) },
  spacedSet: { enum: [' a', 'a ', '', 'b\nc', '"', '</script>', '__proto__', 'constructor'] },
  floats: { enum: [0.1, 2, -3] },
  nothing: null,
  number: 7,
};
const names = [
  '',
  ' ',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'a.b',
  '1',
  'नाम',
  'x'.repeat(200),
  'id',
  'ID',
  'Id',
  'status',
  'when',
  'custom',
  'x-y',
  'emoji 😀',
  '"',
  "it's",
  '\\',
  'name\nline',
];

it.each(Object.keys(odd))('a schema becomes a file that starts: %s', (key) => {
  for (const source of [
    odd[key],
    { type: 'object', properties: { [key]: odd[key], name: { type: 'string' } }, required: [key] },
  ]) {
    if (source === null || typeof source === 'number') continue;
    const { resource, written } = convert(JSON.stringify(source), 'odd.json', 'odd-records');
    expect(() => checkResource(resource)).not.toThrow();
    expect(written).toEqual(resource);
    const example: AnyRow = { ...resource.examples?.[0] };
    expect(errorsOf(resource, example)).toEqual([]);
  }
});

it('whatever its properties are called', () => {
  const source = `{"type":"object","properties":{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join(',')}},"required":${JSON.stringify(names)}}`;
  const { resource, written } = convert(source, 'odd.json', 'odd-records');
  expect(() => checkResource(resource)).not.toThrow();
  expect(written).toEqual(resource);
  expect(Object.keys(resource.fields.properties)).toHaveLength(names.length + 1);
});
