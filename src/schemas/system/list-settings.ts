import { defineResource, type Row } from '../kit/resource';

/**
 * What a person chose for a list: columns, the view it opens with, pinned views; with a role instead, what its users start with.
 */
export const listSettings = defineResource({
  name: 'list-settings',
  label: 'List settings',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['resource', 'owner'],
    additionalProperties: false,
    properties: {
      resource: { type: 'string', maxLength: 60 },
      /** A user's id, or 'role 4'. */
      owner: { type: 'string', maxLength: 40 },
      columns: { type: 'array', items: { type: 'string', maxLength: 80 }, maxItems: 60 },
      default_view: { type: 'string', maxLength: 26 },
      pinned: { type: 'array', items: { type: 'string', maxLength: 26 }, maxItems: 20 },
    },
  },
  unique: [['resource', 'owner']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type ListSetting = Row<typeof listSettings>;
