import { defineResource, type Row } from '../kit/resource';

/** A list as someone arranged it, kept under a name. Read and written by the calls of calls/views.ts. */
export const savedViews = defineResource({
  name: 'saved-views',
  label: 'Saved view',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['resource', 'name', 'shared_with', 'user_id'],
    additionalProperties: false,
    properties: {
      resource: { type: 'string', maxLength: 60 },
      name: { type: 'string', minLength: 1, maxLength: 60 },
      shared_with: { type: 'string', title: 'Seen by', enum: ['private', 'team', 'everyone'], default: 'private' },
      user_id: { type: 'string' },
      /** Filters, search, order and columns as the list's own address says them. */
      address: { type: 'string', maxLength: 4000 },
    },
  },
  messages: { shared_with: { required: 'Choose who sees the view' } },
  refs: { user_id: 'users' },
  unique: [['resource', 'user_id', 'name']],
  filter: ['resource', 'user_id'],
  order: 'name',
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type SavedView = Row<typeof savedViews>;
