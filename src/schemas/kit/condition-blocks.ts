import type { Field } from './field';

/**
 * The shared condition format of dialer rules, assignment rules, rule engine, audiences and workflows (catalogue, head): rows of
 * a block are joined by the block's condition, blocks by `globleCondtion` (D-097). What a row may say is kit/conditions.
 */
export const conditionBlocks = {
  type: 'array',
  title: 'Conditions',
  minItems: 1,
  maxItems: 20,
  items: {
    type: 'object',
    required: ['condition', 'rules'],
    additionalProperties: false,
    properties: {
      condition: { type: 'string', enum: ['And', 'Or'], default: 'And' },
      rules: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        items: {
          type: 'object',
          required: ['columnName', 'operator', 'value'],
          additionalProperties: false,
          properties: {
            columnName: { type: 'string', maxLength: 60 },
            operator: { type: 'string', enum: ['in', 'NOT IN', '<', '>', 'between'] },
            value: {},
            valueAry: { type: 'array', maxItems: 1000 },
            displayName: { type: 'string', maxLength: 20_000 },
            belongsTo: { type: 'string', maxLength: 60 },
            type: { type: 'string', enum: ['select', 'multiselect', 'date', 'daterange'] },
          },
        },
      },
    },
  },
} as const satisfies Field;

export const globleCondtion = {
  type: 'string',
  title: 'Blocks are joined by',
  enum: ['And', 'Or'],
  default: 'And',
} as const satisfies Field;

/** Valid blocks for examples: leads without a verified number. */
export const exampleBlocks = [
  {
    condition: 'And',
    rules: [{ columnName: 'is_verified', operator: 'in', value: 0, displayName: 'Not Verified', type: 'select' }],
  },
] as const;
