import { resourceNamed } from '../../src/schemas/kit/all';
import { catalogueHandlers, type CatalogueOperation } from '../catalogue/catalogue';
import { keyFrom, notFound } from '../catalogue/drafts';
import { fetchRow } from '../catalogue/rows';
import { hooks } from '../hooks/forms';
import type { Context, Handler, Handlers } from '../context/context';

const forms = resourceNamed('forms');
const generic = catalogueHandlers(forms, hooks);
const kind = 'post_application';

/** Forms of the one kind, under an address of their own: the same rows, hooks, history. */
export const handlers: Handlers = {
  'post-forms.list': (context: Context) => generic.list!({ ...context, query: { ...context.query, kind } }),
  'post-forms.create': (context: Context) => generic.create!({ ...context, body: { ...context.body, kind } }),
  ...Object.fromEntries(
    (['read', 'update', 'delete', 'history', 'usage', 'restore', 'duplicate'] as const).map((operation) => [
      `post-forms.${operation}`,
      ofTheKind(operation),
    ]),
  ),
};

function ofTheKind(operation: CatalogueOperation): Handler {
  return async (context) => {
    const row = await fetchRow(forms, keyFrom(forms, context), context, { deleted: operation === 'restore' });
    if (row['kind'] !== kind) throw notFound(resourceNamed('post-forms'));
    return generic[operation]!(context);
  };
}
