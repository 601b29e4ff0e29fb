import { pointers } from '../../src/schemas/kit/links';
import { keyOf, type AnyResource, type AnyRow, type AnyStored } from '../../src/schemas/kit/resource';
import { isPlain } from '../../src/schemas/kit/wire';
import type { Context, Reply } from '../context/context';
import type { Hooks } from '../context/hooks';
import { veil } from './field-rules';
import { withAddresses } from './file-fields';
import { withoutGone } from './gone-fields';
import { addLabels } from './references';
import { hideOutOfScopeLeads } from './out-of-scope-leads';
import { isHashed, maskOf } from './secret-fields';

/**
 * Rows ready to be sent: virtual fields filled, secrets masked, the role's field rules applied, `id` added to the key, labels of
 * the references. The given rows are changed where nothing of them is secret.
 */
export async function presentRows(
  resource: AnyResource,
  hooks: Hooks,
  rows: readonly Readonly<AnyRow>[],
  context: Context,
  of: 'list' | 'read',
): Promise<AnyStored[]> {
  const plain = rows.map((row) => withoutGone(resource, withoutSecrets(resource, row, context, of)));
  await addLabels(resource, hooks, plain, labelled(resource, of), context);
  await hideOutOfScopeLeads(resource, plain, context);
  const shown = hooks.present ? await hooks.present(plain, context, of) : plain;
  return shown.map((row) => veil(resource, context.session, withAddresses(resource, row, context)));
}

/** The same of one record that is read. */
export async function presentRow(
  resource: AnyResource,
  hooks: Hooks,
  row: Readonly<AnyRow>,
  context: Context,
): Promise<AnyStored> {
  const [shown] = await presentRows(resource, hooks, [row], context, 'read');
  return shown!;
}

/**
 * A list's answer: under `res/` bare (the router makes headers of `more`), else the envelope in the shape that `reply` of its
 * schema gives (D-046, D-047).
 */
export function listReply(
  resource: AnyResource,
  context: Context,
  list: {
    readonly rows: readonly Readonly<AnyRow>[];
    readonly total: number;
    readonly totalExact: boolean;
    readonly next?: string | null;
    readonly prev?: string | null;
  },
): Reply {
  const more = {
    ...(list.totalExact && !isPlain(context.wire) ? {} : { total_exact: list.totalExact }),
    ...(list.next ? { next: list.next } : {}),
    ...(list.prev ? { prev: list.prev } : {}),
  };
  switch (isPlain(context.wire) ? 'data+count' : (resource.reply?.list ?? 'data+count')) {
    case 'data':
      return { data: list.rows };
    case 'data.data+count':
      return { data: { data: list.rows, count: list.total }, more };
    case 'data+totalDocuments':
      return { data: list.rows, more: { totalDocuments: list.total, ...more } };
    default:
      return { data: list.rows, count: list.total, more };
  }
}

export function readReply(resource: AnyResource, context: Context, row: Readonly<AnyRow>): Reply {
  return { data: !isPlain(context.wire) && resource.reply?.read === 'data[0]' ? [row] : row };
}

/** Calls with an envelope answer what `reply` of the schema names, mostly the id; the generic ones answer the record. */
export function writeReply(resource: AnyResource, context: Context, row: Readonly<AnyRow>, word: string): Reply {
  const message = `${resource.label} ${word}.`;
  const named = resource.reply?.create ?? ['id'];
  if (isPlain(context.wire) || named === 'row') return { message, data: row };
  const shown = veil(resource, context.session, row);
  const picked = [...named, 'row_version'].filter((name) => shown[name] !== undefined);
  return { message, data: Object.fromEntries(picked.map((name) => [name, shown[name]])) };
}

/** The name of a record in a sentence, as this person can see it: its display text, else 'Follow-up 01H…'. */
export function shownNameOf(resource: AnyResource, row: Readonly<AnyRow>, session: Context['session']): string {
  const text = veil(resource, session, row)[resource.display ?? resource.columns?.[0] ?? ''];
  return typeof text === 'string' && text ? text : `${resource.label} ${String(row[keyOf(resource).name])}`;
}

function withoutSecrets(resource: AnyResource, row: Readonly<AnyRow>, context: Context, of: 'list' | 'read'): AnyStored {
  if (!resource.secret?.length && keyOf(resource).name === 'id') return row; // a list copies no row for nothing
  const plain = { ...row };
  for (const field of resource.secret ?? []) {
    const stored = row[field];
    delete plain[field];
    if (isHashed(resource, field)) plain[`${field}_set`] = typeof stored === 'string';
    else if (typeof stored === 'string') plain[field] = maskOf(resource, field, row, stored, context, of);
  }
  plain['id'] = row[keyOf(resource).name];
  return plain;
}

/** Lists label what they show; a record labels every reference of its own. */
function labelled(resource: AnyResource, of: 'list' | 'read'): string[] {
  const refs = pointers(resource);
  if (of === 'read') return [...refs, 'created_by', 'updated_by'];
  return (resource.columns ?? []).filter((name) => refs.includes(name) || name === 'created_by' || name === 'updated_by');
}
