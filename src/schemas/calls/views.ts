import { dataOf, defineCall } from '../kit/call';

/** A view as `GET views/{resource}` answers it; `mine`: the reader may change it. */
export interface ListView {
  readonly id: string;
  readonly name: string;
  readonly shared_with: (typeof viewReaders)[number];
  readonly address: string;
  readonly user_id: string;
  readonly user_name: string | null;
  readonly mine: boolean;
}
/** `data` of `list-views`: the views, and what the reader (or the role, for columns) chose for the list. */
export interface ListViews {
  readonly views: readonly ListView[];
  readonly columns: readonly string[] | null;
  readonly role_columns: readonly string[] | null;
  readonly default_view: string | null;
  readonly pinned: readonly string[];
}

const name = { type: 'string', minLength: 1, maxLength: 60 } as const;
export const viewReaders = ['private', 'team', 'everyone'] as const;
const shared_with = { type: 'string', enum: viewReaders } as const;
const address = { type: 'string', maxLength: 4000 } as const;
const names = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 80 }, maxItems: 60, uniqueItems: true } as const;

export const listViews = defineCall({
  name: 'list-views',
  wire: 'GET views/{resource}',
  access: 'signed-in',
  as: 'read',
  data: dataOf<ListViews>(),
});
export const addView = defineCall({
  name: 'add-view',
  wire: 'POST views/{resource}',
  access: 'signed-in',
  as: 'create',
  data: dataOf<{ readonly id: string }>(),
  body: {
    type: 'object',
    required: ['name', 'address'],
    properties: { name, shared_with: { ...shared_with, default: 'private' }, address },
  },
});
export const changeView = defineCall({
  name: 'change-view',
  wire: 'PATCH views/{resource}?id',
  access: 'signed-in',
  as: 'update',
  data: dataOf<{ readonly id: string }>(),
  query: { type: 'object', required: ['id'], properties: { id: { type: 'string', minLength: 1, maxLength: 26 } } },
  body: { type: 'object', properties: { name, shared_with, address } },
});
export const deleteView = defineCall({
  name: 'delete-view',
  wire: 'DELETE views/{resource}?id',
  access: 'signed-in',
  as: 'delete',
  data: dataOf<{ readonly id: string }>(),
  query: { type: 'object', required: ['id'], properties: { id: { type: 'string', minLength: 1, maxLength: 26 } } },
});
export type KeptSettings = Pick<ListViews, 'columns' | 'default_view' | 'pinned'>;
/**
 * Stores what is sent and leaves the rest; an empty list or null resets the choice. `pin` and `unpin` change one view each, so that
 * two tabs can pin at once. With a role: the columns its users start with (role 1).
 */
export const keepListSettings = defineCall({
  name: 'keep-list-settings',
  wire: 'PUT views/{resource}/settings',
  access: 'signed-in',
  as: 'update',
  data: dataOf<KeptSettings>(),
  body: {
    type: 'object',
    properties: {
      columns: names,
      default_view: { type: ['string', 'null'], maxLength: 26 },
      pin: { type: 'string', minLength: 1, maxLength: 26 },
      unpin: { type: 'string', minLength: 1, maxLength: 26 },
      role: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    },
  },
});
