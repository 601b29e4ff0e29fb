import { forms, postForms } from '../../../src/schemas/applications/forms';
import { catalogueHandlers, type CatalogueOperation } from '../../catalogue/catalogue';
import { keyFrom, notFound } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import type { Handler, Handlers } from '../../context/context';
import { handleAction } from '../../context/handle-action';
import { hooks } from '../../hooks/applications/forms';

const generic = catalogueHandlers(forms, hooks);
const kind = 'post_application';

/** Forms of the one kind, under an address of their own: the same rows, hooks, history. */
export const handlers: Handlers = {
  ...handleAction(postForms, 'list', (context) => generic.list!({ ...context, query: { ...context.query, kind } })),
  ...handleAction(postForms, 'create', (context) => generic.create!({ ...context, body: { ...context.body, kind } })),
  ...handleAction(postForms, 'read', ofTheKind('read')),
  ...handleAction(postForms, 'update', ofTheKind('update')),
  ...handleAction(postForms, 'delete', ofTheKind('delete')),
  ...handleAction(postForms, 'history', ofTheKind('history')),
  ...handleAction(postForms, 'usage', ofTheKind('usage')),
  ...handleAction(postForms, 'restore', ofTheKind('restore')),
  ...handleAction(postForms, 'duplicate', ofTheKind('duplicate')),
};

function ofTheKind(operation: CatalogueOperation): Handler {
  return async (context) => {
    const row = await fetchRow(forms, keyFrom(forms, context), context, { deleted: operation === 'restore' });
    if (row.kind !== kind) throw notFound(postForms);
    return generic[operation]!(context);
  };
}
