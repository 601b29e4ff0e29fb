import { conditionBlocks } from '../../src/schemas/kit/condition-blocks';
import { permissions } from '../../src/schemas/kit/shared-fields';
import type { Samples } from './sample';

const text = { type: 'string', maxLength: 120 } as const;

/** Kinds of values with an inside, and of what points elsewhere. */
export const recordSamples: Samples = {
  object: {
    field: {
      type: 'object',
      additionalProperties: false,
      properties: { first: text, second: { type: 'integer' }, third: { type: 'array', items: text } },
    },
    values: [{ first: 'A', second: 2, third: ['b', 'c'] }, { first: 'B' }],
    text: 'First: A, Second: 2, Third: b, c',
    bad: [{ second: 'x' }, /must be a whole number/],
    cells: ['{"first":"A","second":2,"third":["b","c"]}'],
    badCell: ['A', /is not JSON/],
  },
  list: {
    field: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: text, count: { type: 'integer' } },
      },
    },
    values: [[{ name: 'A', count: 2 }], [{ name: 'B' }]],
    text: 'A',
    onRecord: 'NameCountA2',
    bad: [[{ count: 2 }], /Name is required/],
    cells: ['[{"name":"A","count":2}]'],
  },
  json: {
    field: {},
    values: [{ a: [1, 'two'] }, [1, 2]],
    text: '{"a":[1,"two"]}',
    typed: ['{"a": 1}', { a: 1 }],
    cell: 'A: 1, two',
    bad: [{ '~not JSON': 'hello world' }, /is not valid JSON/],
    cells: ['{"a": [1, "two"]}'],
    badCell: ['hello world', /is not valid JSON/],
  },
  conditions: {
    field: conditionBlocks,
    keys: { reach: { nothing: 'a test' } },
    values: [
      [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: ['Goa'] }] }],
      [{ condition: 'Or', rules: [{ columnName: 'state', operator: 'in', value: ['Kerala'] }] }],
    ],
    text: 'State include Goa',
    bad: ['all', /must be a list/],
  },
  permissions: {
    field: permissions,
    values: [
      [{ code: 'Lead', level: [1] }],
      [
        { code: 'Lead', level: [1, 2] },
        { code: 'Report', level: [1] },
      ],
    ],
    text: '1 right',
    onRecord: 'LeadRead',
    bad: [[{ code: 'Lead' }], /Choose at least one level/],
  },
  actions: {
    field: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string', enum: ['add_tag', 'wait'] }, params: { type: 'object' } },
      },
    },
    values: [[{ type: 'add_tag', params: { tag: 'Hot' } }], [{ type: 'wait', params: { hours: 2 } }]],
    text: 'Add a tag',
    onRecord: 'Add a tag tag Hot',
    bad: [[{ type: 'fly' }], /must be one of/],
  },
  questions: {
    field: { type: 'object' },
    ui: { widget: 'questions' },
    values: [
      { type: 'object', properties: { city: { type: 'string', title: 'Which city' } } },
      { type: 'object', properties: { year: { type: 'integer', title: 'Which year' } } },
    ],
    text: 'Which city',
    onRecord: 'Which city Short text',
    bad: ['city', /is not in the expected format/],
  },
  answers: {
    field: { type: 'object' },
    ui: { widget: 'answers', questionsOf: 'source_id' },
    beside: { source_id: { type: 'string', maxLength: 40 } },
    keys: { refs: { source_id: 'lead-sources' } },
    values: [{ city: 'Pune' }, { city: 'Nashik' }],
    text: 'City: Pune',
    bad: ['Pune', /is not in the expected format/],
  },
  default: {
    field: {},
    ui: { widget: 'default' },
    beside: { type: { type: 'string', enum: ['text', 'number'] } },
    record: { type: 'text' },
    values: ['Pune', 'Nashik'],
    text: 'Pune',
    bad: ['\0', /contains a character/],
  },
  'field-names': {
    field: { type: 'array', items: text },
    ui: { fieldsOf: 'leads' },
    values: [['first_name', 'city'], ['state']],
    text: 'First name, City',
    bad: ['city', /must be a list/],
    filter: ['eq', 'city'],
    cells: ['first_name, city'],
  },
  reference: {
    field: { type: 'string', maxLength: 40 },
    keys: { refs: { it: 'lead-sources' } },
    of: 'lead-sources',
    values: ['Web', 'Fair'],
    text: 'Web',
    bad: ['nobody', /does not exist/],
  },
  references: {
    field: { type: 'array', items: { type: 'string' } },
    keys: { refs: { it: 'lead-sources' } },
    of: 'lead-sources',
    values: [['Web', 'Fair'], ['Fair']],
    text: 'Web, Fair',
    cell: 'WebFair',
    bad: [['nobody'], /does not exist/],
  },
  'dynamic-link': {
    field: { type: 'string', maxLength: 40 },
    beside: { about: { type: 'string', enum: ['source', 'parent'] } },
    record: { about: 'source' },
    keys: { options: { it: { by: 'about', of: { source: 'lead-sources', parent: 'of-parent' } } } },
    of: 'lead-sources',
    values: ['Web', 'Fair'],
    text: 'Web',
    bad: ['nobody', /does not exist/],
    misused: [{ type: 'integer' }, /options\.it: the key of a linked record is a text; write it: \{ type: 'string' \}/],
  },
  'value-reference': {
    field: text,
    keys: { options: { it: { of: 'lead-sources', store: 'value' } } },
    values: ['Web', 'Fair'],
    text: 'Web',
    bad: [7, /must be text/],
    filter: ['eq', 'Web'],
    cells: ['Web'],
  },
};
