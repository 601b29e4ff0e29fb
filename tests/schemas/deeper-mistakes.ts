import type { Mistake } from './mistake';

const text = "description: { type: 'string', maxLength: 2000 }";
const instead = (field: string): string => `description: ${field}`;

/** Limits that nothing is within: no record could be saved. */
const impossible: readonly (readonly [what: string, field: string, says: RegExp, inEditor?: true])[] = [
  [
    'a whole number from 1.2 to 1.8',
    "{ type: 'integer', minimum: 1.2, maximum: 1.8 }",
    /minimum: no value fits: no whole number is between minimum 1.2 and maximum 1.8/,
  ],
  [
    'a whole number from 9 to 3',
    "{ type: 'integer', minimum: 9, maximum: 3 }",
    /minimum: no value fits: minimum 9 is above maximum 3; swap the two/,
  ],
  [
    'a multiple of 10 from 11 to 19',
    "{ type: 'number', multipleOf: 10, minimum: 11, maximum: 19 }",
    /minimum: no value fits: no multiple of 10 is between minimum 11 and maximum 19/,
  ],
  [
    'a text of 5 to 2 characters',
    "{ type: 'string', minLength: 5, maxLength: 2 }",
    /minLength: no value fits: minLength 5 is above maxLength 2/,
  ],
  [
    'a text of no characters',
    "{ type: 'string', maxLength: 0 }",
    /maxLength: 0 allows nothing to be filled in; write maxLength: 1, or remove it/,
  ],
  [
    'a list of 3 to 2 entries',
    "{ type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 2 }",
    /minItems: no value fits: minItems 3 is above maxItems 2/,
  ],
  [
    'a list of 3 of 2 choices',
    "{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true, minItems: 3 }",
    /minItems: no list fits: there are only 2 choices, and each can be chosen once/,
  ],
  [
    'a limit that is not allowed itself',
    "{ type: 'integer', exclusiveMinimum: 5 }",
    /exclusiveMinimum: is not a keyword here; write minimum: 6/,
    true,
  ],
  [
    'a limit of decimals that is not allowed itself',
    "{ type: 'number', exclusiveMaximum: 1.5 }",
    /exclusiveMaximum: is not a keyword here; write maximum: 1.5, which itself is allowed/,
    true,
  ],
  ['a constant', "{ type: 'string', const: 'x' }", /const: is not a keyword here; write enum: \["x"\]/, true],
  ['a choice beyond the maximum', "{ type: 'integer', enum: [5, 20], maximum: 10 }", /enum: 20 is outside minimum and maximum/],
  [
    'a choice that is too long',
    "{ type: 'string', enum: ['ok', 'too long'], maxLength: 4 }",
    /enum: "too long" is shorter or longer than the field allows/,
  ],
  [
    'a choice that is no email address',
    "{ type: 'string', format: 'email', enum: ['a@example.com', 'b'] }",
    /enum: "b" is not an email address/,
  ],
  ['a default beyond the maximum', "{ type: 'integer', maximum: 10, default: 11 }", /default: 11 is outside minimum and maximum/],
  [
    'limits in a row',
    "{ type: 'array', items: { type: 'object', properties: { a: { type: 'integer', minimum: 2, maximum: 1 } } } }",
    /items\.properties\.a\.minimum: no value fits/,
  ],
];

const name = "name: { type: 'string', minLength: 1, maxLength: 120 }";
const columns = "columns: ['name'";
/** Fields that cannot name a record in titles and references. */
const unfit: readonly (readonly [what: string, find: string, put: string, says: RegExp])[] = [
  [
    'a list that names the record',
    name,
    "name: { type: 'array', items: { type: 'string' } }",
    /columns: 'name' is a list and cannot name a record in titles and references; write display: 'description'/,
  ],
  ['JSON that names the record', name, 'name: {}', /columns: 'name' is JSON of any shape and cannot name a record/],
  [
    'a secret that names the record',
    columns,
    `display: 'description',\n  secret: ['description'],\n  ${columns}`,
    /display: 'description' is secret and cannot name a record in titles and references; write display: 'name'/,
  ],
  [
    'a virtual field that names the record',
    columns,
    `display: 'description',\n  virtual: ['description'],\n  readOnly: ['description'],\n  ${columns}`,
    /display: 'description' is virtual and cannot name a record/,
  ],
];

/** Mistakes that a schema compiler, PostgreSQL or a page would stumble over later. */
export const deeperMistakes: readonly Mistake[] = [
  [
    'a search in a date',
    text,
    `${instead("{ type: 'string', format: 'date' }")}`,
    /search: 'description' is not a text field; remove it, and add it to filter/,
    false,
  ],
  [
    'an order by a virtual field',
    "order: 'name'",
    "virtual: ['name'],\n  order: 'name'",
    /order: 'name' is virtual, and the database cannot sort by it/,
    false,
  ],
  [
    'a default that is no date',
    text,
    instead("{ type: 'string', format: 'date', default: 'soon' }"),
    /fields\.description\.default: "soon" is not a date such as '2026-12-31'; the day of writing is 'today' in defaults/,
    false,
  ],
  [
    'a default beside the pattern',
    text,
    instead("{ type: 'string', pattern: '^[A-Z]+$', default: 'abc' }"),
    /fields\.description\.default: "abc" does not match the field's pattern/,
    false,
  ],
  [
    'a default of null',
    text,
    instead("{ type: 'string', default: null }"),
    /fields\.description\.default: null is what a field has without a default; remove it/,
    false,
  ],
  [
    'a default that is no choice of a list',
    text,
    instead("{ type: 'array', items: { type: 'string', enum: ['a'] }, default: ['z'] }"),
    /fields\.description\.default: "z" is not one of a/,
    false,
  ],
  [
    'a choice twice',
    text,
    instead("{ type: 'string', enum: ['a', 'b', 'a'] }"),
    /fields\.description\.enum: "a" appears twice; remove one/,
    false,
  ],
  ['a required field twice', "required: ['name']", "required: ['name', 'name']", /fields\.required: 'name' appears twice/, false],
  [
    'a required field that rows do not have',
    text,
    instead("{ type: 'array', items: { type: 'object', required: ['b'], properties: { a: { type: 'string' } } } }"),
    /fields\.description\.items\.required: 'b' is not a field; write 'a'/,
    false,
  ],
  [
    'a field of rows with a space in its name',
    text,
    instead("{ type: 'array', items: { type: 'object', properties: { 'a b': { type: 'string' } } } }"),
    /fields\.description\.items\.properties\.a b: a field name can contain letters, digits and underscores only/,
    false,
  ],
  [
    'a multiple of nothing',
    text,
    instead("{ type: 'number', multipleOf: 0 }"),
    /fields\.description\.multipleOf: must be above 0/,
    false,
  ],
  [
    'a title that is a number',
    text,
    instead("{ type: 'string', title: 5 }"),
    /fields\.description\.title: must be a text; write title: '5'/,
    true,
  ],
  [
    'a field called as the text that searches read',
    'properties: {',
    "properties: {\n      search_text: { type: 'string' },",
    /fields\.search_text: is a name of the product's own; write own_search_text/,
    false,
  ],
  [
    'a field called as the key',
    'properties: {',
    "properties: {\n      id: { type: 'string' },",
    /fields\.id: each record has a key 'id' of its own; remove it, or write key:/,
    false,
  ],
  [
    'a name too long for a table',
    "name: 'hostel-rooms'",
    `name: '${'a'.repeat(51)}'`,
    /name: can have up to 50 characters/,
    false,
  ],
  [
    'a group without fields',
    'examples:',
    "groups: [{ title: 'First' }],\n  examples:",
    /groups\.0\.fields: must be a list of fields; write fields: \['name'\]/,
    true,
  ],
  [
    'a field in two groups',
    'examples:',
    "groups: [{ title: 'First', fields: ['name'] }, { title: 'Second', fields: ['name'] }],\n  examples:",
    /groups\.1\.fields: 'name' appears twice; remove one/,
    false,
  ],
  ['a reference to null', 'examples:', 'refs: { name: null },\n  examples:', /refs\.name: is null; remove it/, true],
  [
    'a condition on a value that a field never has',
    'examples:',
    "when: [{ if: { field: 'status', is: true }, require: ['description'] }],\n  examples:",
    /when\.0\.if: status is never true/,
    false,
  ],
  [
    'a condition on a value of another type',
    'examples:',
    "when: [{ if: { field: 'name', is: 3 }, require: ['description'] }],\n  examples:",
    /when\.0\.if: name is never 3; it is of type 'string'/,
    false,
  ],
  [
    'a control for another type',
    "description: { widget: 'textarea' }",
    "description: { widget: 'switch' }",
    /ui\.description\.widget: 'switch' is for another type of field; remove it/,
    false,
  ],
  ...impossible.map(([what, field, says, inEditor]): Mistake => [what, text, instead(field), says, inEditor ?? false]),
  [
    'a condition whose limits leave nothing',
    'examples:',
    "when: [{ if: { field: 'name', is: 'x' }, then: { field: 'status', minimum: 5, maximum: 2 } }],\n  examples:",
    /when\.0\.then: no value of 'status' fits: minimum 5 is above maximum 2/,
    false,
  ],
  ...unfit.map(([what, find, put, says]): Mistake => [what, find, put, says, false]),
];
