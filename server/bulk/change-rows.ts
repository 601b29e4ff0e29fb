import sql from 'sql-template-tag';
import { recordIn } from '../../src/schemas/kit/is-record';
import { Problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import { isDeepStrictEqual } from 'node:util';
import { shownNameOf } from '../catalogue/answers';
import { deleteRecord, restoreRecord } from '../catalogue/delete';
import type { Key } from '../catalogue/drafts';
import { fetchRow } from '../catalogue/rows';
import { updateRecord } from '../catalogue/update';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import type { DbRow, Tx } from '../store/store';

type Values = DbRow;
export type Change =
  | {
      readonly action: 'update';
      readonly values: Values;
      /** By the record's key, where not every record gets the same. */
      readonly each?: Readonly<Record<string, Values>>;
    }
  | { readonly action: 'delete' }
  | { readonly action: 'done'; readonly reason: string };
/** What became of one record. */
export interface RowResult {
  readonly key: Key;
  readonly name: string | null;
  readonly outcome: 'done' | 'skipped';
  readonly reason: string | null;
  /** The previous values of the changed fields, and the version that the change created: needed for undo. */
  readonly before: Values | null;
  readonly version: number | null;
}

/**
 * Changes one record as its own call would, with its rules and hooks; a refusal becomes the row's reason and does not affect the
 * other rows.
 */
export async function changeRow(
  resource: AnyResource,
  hooks: Hooks,
  key: Key,
  change: Change,
  context: Context,
): Promise<RowResult> {
  let name: string | null = null;
  const skipped = (reason: string): RowResult => ({ key, name, outcome: 'skipped', reason, before: null, version: null });
  return attempt(
    context.tx,
    async () => {
      const row = await fetchRow(resource, key, context);
      name = shownNameOf(resource, row, context.session).slice(0, 200);
      if (change.action === 'delete') {
        await deleteRecord(resource, hooks, key, context);
        return { key, name, outcome: 'done', reason: null, before: {}, version: null };
      }
      if (change.action === 'done') {
        await hooks.finish?.done(row, change.reason, context);
        return { key, name, outcome: 'done', reason: null, before: {}, version: null };
      }
      const after = await updateRecord(
        resource,
        hooks,
        key,
        { values: { ...change.values, ...change.each?.[String(key)] } },
        context,
      );
      if (after.row_version === row.row_version) return skipped('It already has this value.');
      const kept = { before: changedFrom(resource, row, after), version: after.row_version ?? null };
      return { key, name, outcome: 'done', reason: null, ...kept };
    },
    skipped,
  );
}

/** What was changed as it was, also what the change emptied because it hides it: an update that writes it takes all of it back. */
export function changedFrom(resource: AnyResource, before: Readonly<Values>, after: Readonly<Values>): Values {
  const names = writableFields(resource).filter((name) => !resource.virtual?.includes(name) && !resource.secret?.includes(name));
  const changed = names.filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null));
  return Object.fromEntries(
    changed.map((name) => [
      name,
      name === 'custom' ? { ...emptied(after[name]), ...recordIn(before[name]) } : (before[name] ?? null),
    ]),
  );
}
/** Custom values merge: one that was not there is taken away by name. */
const emptied = (values: unknown): Values => Object.fromEntries(Object.keys(values ?? {}).map((name) => [name, null]));

/** Undoes one change, unless the record was changed since. */
export async function undoRow(
  resource: AnyResource,
  hooks: Hooks,
  done: {
    readonly key: Key;
    readonly name: string | null;
    readonly made: 'created' | 'updated' | 'deleted' | 'finished';
    readonly before: Values | null;
    readonly version: number | null;
  },
  context: Context,
): Promise<RowResult> {
  const { key, name, made, version } = done;
  const result = (outcome: 'done' | 'skipped', reason: string | null): RowResult => ({
    key,
    name,
    outcome,
    reason,
    before: null,
    version: null,
  });
  return attempt(
    context.tx,
    async () => {
      if (made === 'deleted') {
        await restoreRecord(resource, key, context);
        return result('done', null);
      }
      const row = await fetchRow(resource, key, context, { lock: true });
      if (made === 'finished') {
        await hooks.finish?.reopen(row, context);
        return result('done', null);
      }
      if (version !== null && row.row_version !== version) return result('skipped', 'It has been changed since.');
      if (made === 'created') await deleteRecord(resource, hooks, key, context);
      else await updateRecord(resource, hooks, key, { values: done.before ?? {} }, context);
      return result('done', null);
    },
    (reason) => result('skipped', reason),
  );
}

/** Runs `work` so that its writes are undone if it is refused, while other writes of the same transaction stay. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>, refused: (reason: string, error: Problem) => T): Promise<T> {
  await tx.run(sql`savepoint one_row`, 'savepoint_one_row');
  try {
    const result = await work();
    await tx.run(sql`release savepoint one_row`, 'release_one_row');
    return result;
  } catch (error) {
    if (!(error instanceof Problem) || error.code >= 500) throw error;
    await tx.run(sql`rollback to savepoint one_row`, 'rollback_one_row');
    await tx.run(sql`release savepoint one_row`, 'release_one_row');
    return refused(error.message.slice(0, 300), error);
  }
}
