import { invalid, Problem } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { isPlain } from '../../src/schemas/kit/wire';
import type { Context, Handler } from '../context/context';
import type { Hooks } from '../context/hooks';
import { refuseOtherFilters } from '../store/list-request';
import { presentRow, presentRows, readReply, writeReply } from './answers';
import { createRecord } from './create';
import { dashboardHandler } from './dashboard';
import { deletedRecords, deleteRecord, restoreRecord, usageOfRecord } from './delete';
import { draftOf, keyFrom } from './drafts';
import { duplicateRecord } from './duplicate';
import { hasFiles, uploadFile } from './file-fields';
import { historyOf } from './history';
import { listHandler, lookUpHandler } from './list';
import { fetchRow } from './rows';
import { updateRecord } from './update';

/** 'list', 'read', …; further lists as `list:<name>`. Actions have handlers in server/calls. */
export type CatalogueOperation =
  | 'list'
  | 'read'
  | 'create'
  | 'update'
  | 'status'
  | 'delete'
  | 'history'
  | 'usage'
  | 'restore'
  | 'deleted'
  | 'upload'
  | 'duplicate'
  | 'dashboard'
  | `list:${string}`;
export type CatalogueHandlers = Partial<Record<CatalogueOperation, Handler>>;

/**
 * The calls of a resource, made once from its schema; `hooks` is what server/hooks/<subject>/<name>.ts exports. The router has done
 * access, anti-forgery and the transaction; under `res/` it sends `data` bare with the reply's headers (D-045, D-048).
 *
 * Rows answer references as ids under the field's own name. `_labels` alongside them says their texts by field, so that no list
 * asks again: `{ clg_id: 104, _labels: { clg_id: 'Fergusson College' } }`; of an array of references a list in its order.
 * Lists label their columns, a read every reference; one statement for all. Secrets never leave: '••••' and the last four
 * characters in a read, dots in a list, for a password `password_set`. Every row carries `id` alongside its key (D-049).
 */
export function catalogueHandlers(resource: AnyResource, hooks: Hooks = {}): CatalogueHandlers {
  if (resource.store === 'none') return {};
  const lists = Object.entries(resource.lists ?? {}).map(([name, list]) => [
    `list:${name}`,
    lookUpHandler(resource, hooks, list),
  ]);
  const list = listHandler(resource, hooks);
  if (resource.store === 'view') return { ...Object.fromEntries(lists), list };
  const read: Handler = async (context) =>
    readReply(
      resource,
      context,
      await shown(
        await fetchRow(resource, keyFrom(resource, context), context, { marks: hooks.marks, also: hooks.alsoRead?.(context) }),
        context,
      ),
    );
  if (resource.store === 'shared') return { ...Object.fromEntries(lists), list, read };

  const shown = async (row: AnyRow, context: Context): Promise<AnyRow> => presentRow(resource, hooks, row, context);
  const written = async (row: AnyRow, context: Context, word: string) =>
    writeReply(resource, context, isPlain(context.wire) || resource.reply?.create ? await shown(row, context) : row, word);
  const update: Handler = async (context) => {
    const draft = draftOf(resource, context);
    const row = await inItsWords(hooks, 'update', draft.values, async () =>
      updateRecord(resource, hooks, keyFrom(resource, context), draft, context),
    );
    return written(row, context, 'saved');
  };
  return {
    ...Object.fromEntries(lists),
    list,
    read,
    create: async (context) => {
      const { values } = draftOf(resource, context);
      const row = await inItsWords(hooks, 'create', values, () => createRecord(resource, hooks, values, context));
      return written(row, context, 'added');
    },
    update,
    status: async (context) => {
      const { values, version } = draftOf(resource, context);
      const row = await updateRecord(
        resource,
        hooks,
        keyFrom(resource, context),
        { values: onlyStatus(values), version },
        context,
      );
      return written(row, context, row['status'] === 1 ? 'activated' : 'deactivated');
    },
    delete: async (context) => {
      const key = keyFrom(resource, context);
      await deleteRecord(resource, hooks, key, context);
      return { message: `${resource.label} deleted.`, data: { id: key } };
    },
    restore: async (context) => {
      const row = await restoreRecord(resource, keyFrom(resource, context), context);
      return written(row, context, 'restored');
    },
    deleted: async (context) => {
      refuseOtherFilters(context.query, []);
      const rows = await presentRows(resource, hooks, await deletedRecords(resource, context), context, 'read');
      return { data: rows, count: rows.length };
    },
    ...(hasFiles(resource) ? { upload: (context: Context) => uploadFile(resource, context) } : {}),
    duplicate: async (context) => {
      const row = await duplicateRecord(resource, hooks, keyFrom(resource, context), context);
      return written(row, context, 'copied');
    },
    usage: async (context) => ({ data: await usageOfRecord(resource, keyFrom(resource, context), context) }),
    ...(resource.dashboard ? { dashboard: dashboardHandler(resource, hooks) } : {}),
    history: async (context) => historyOf(resource, keyFrom(resource, context), context),
  };
}

async function inItsWords<T>(
  hooks: Hooks,
  operation: 'create' | 'update',
  values: Readonly<AnyRow>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw hooks.refused && error instanceof Problem ? hooks.refused(error, values, operation) : error;
  }
}

/** A status call that does not say which one switches nothing. */
function onlyStatus(values: AnyRow): AnyRow {
  if (values['status'] === undefined || values['status'] === null) throw invalid('status', 'Active is required');
  return values;
}
