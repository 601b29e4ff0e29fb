import { forms, postForms } from '../../../src/schemas/applications/forms';
import { recordIn } from '../../../src/schemas/kit/is-record';
import { catalogueHandlers, type CatalogueOperation } from '../../catalogue/catalogue';
import { keyFrom, notFound } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import type { Context, Handler, Handlers } from '../../context/context';
import { handleAction } from '../../context/handle-action';
import { hooks } from '../../hooks/applications/forms';

const generic = catalogueHandlers(forms, hooks);
const run = (operation: CatalogueOperation, context: Context) => generic[operation]!(context);
const kind = 'post_application';

/** Forms of the one kind, under an address of their own: the same rows, hooks, history. */
export const handlers: Handlers = {
  ...handleAction(postForms, 'list', (context) => run('list', { ...context, query: { ...context.query, kind } })),
  ...handleAction(postForms, 'create', (context) => run('create', { ...context, body: { ...context.body, kind } })),
  ...handleAction(postForms, 'read', ofTheKind('read')),
  ...handleAction(postForms, 'update', ofTheKind('update')),
  ...handleAction(postForms, 'delete', ofTheKind('delete')),
  ...handleAction(postForms, 'history', ofTheKind('history')),
  ...handleAction(postForms, 'usage', ofTheKind('usage')),
  ...handleAction(postForms, 'restore', ofTheKind('restore')),
  ...handleAction(postForms, 'duplicate', ofTheKind('duplicate')),
  ...handleAction(postForms, 'deleted', async (context) => {
    const rows = [(await run('deleted', context)).data].flat().filter((row) => recordIn(row)['kind'] === kind);
    return { data: rows, count: rows.length };
  }),
};

function ofTheKind(operation: CatalogueOperation): Handler {
  return async (context) => {
    const row = await fetchRow(forms, keyFrom(forms, context), context, { deleted: operation === 'restore' });
    if (row.kind !== kind) throw notFound(postForms);
    return run(operation, context);
  };
}
