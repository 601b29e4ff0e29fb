import sql from 'sql-template-tag';
import { recordIn } from '../../src/schemas/kit/is-record';
import { invalid, Problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import { isDeepStrictEqual } from 'node:util';
import { shownNameOf } from '../catalogue/answers';
import { deleteRecord } from '../catalogue/delete';
import type { Key } from '../catalogue/drafts';
import { labelsIn } from '../catalogue/references';
import { fetchRow } from '../catalogue/rows';
import { updateRecord } from '../catalogue/update';
import type { Context } from '../context/context';
import type { ActPlace, BulkAct, Hooks } from '../context/hooks';
import type { DbRow, Tx } from '../store/store';

type Values = DbRow;
export type Change =
  | {
      readonly action: 'update';
      readonly values: Values;
      /** By the record's key, where not every record gets the same. */
      readonly each?: Readonly<Record<string, Values>>;
      /** What was done, before the number of records, where the fields do not say it: 'Spread'. */
      readonly done?: string;
    }
  | { readonly action: 'delete' }
  | { readonly action: 'done'; readonly reason: string }
  | { readonly action: 'act'; readonly act: string; readonly values: Values };
/** What became of one record. */
export interface RowResult {
  readonly key: Key;
  readonly name: string | null;
  readonly outcome: 'done' | 'skipped';
  readonly reason: string | null;
  /** The changed fields before and after, and the version that the change created: needed for undo. */
  readonly before: Values | null;
  readonly after?: Values | null;
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
  place: ActPlace,
): Promise<RowResult> {
  let name: string | null = null;
  const skipped = (reason: string): RowResult => ({ key, name, outcome: 'skipped', reason, before: null, version: null });
  return attempt(
    context.tx,
    async () => {
      // a row that may be read but not changed is refused by its name
      if (resource.rows?.change) name = await nameIn(resource, await fetchRow(resource, key, context), context);
      const row = await fetchRow(resource, key, context, { lock: true });
      name = await nameIn(resource, row, context);
      if (change.action === 'delete') {
        await deleteRecord(resource, hooks, key, context);
        return { key, name, outcome: 'done', reason: null, before: {}, version: null };
      }
      if (change.action === 'done') {
        const after = await hooks.finish?.done(row, change.reason, context);
        return { key, name, outcome: 'done', reason: null, before: {}, after: after ?? null, version: null };
      }
      const made = change.action === 'act' ? await actOf(hooks, change.act).run(row, change.values, context, place) : change;
      if (!('values' in made)) return { key, name, outcome: 'done', reason: null, version: null, ...made };
      const own = change.action === 'update' ? change.each?.[String(key)] : undefined;
      const after = await updateRecord(resource, hooks, key, { values: { ...made.values, ...own } }, context);
      if (after.row_version === row.row_version) return skipped('It already has this value.');
      const before = changedFrom(resource, row, after);
      const kept = { before, after: namedIn(after, before), version: after.row_version ?? null };
      return { key, name, outcome: 'done', reason: null, ...kept };
    },
    skipped,
  );
}

/** What has no name of its own, a follow-up say, is known by the record that it belongs to. */
async function nameIn(resource: AnyResource, row: Readonly<Values>, context: Context): Promise<string> {
  const { scope, display } = resource;
  const through = display === undefined && scope && 'through' in scope ? scope.through : undefined;
  const [labels] = through === undefined ? [] : await labelsIn(resource, [row], [through], context);
  const label = through === undefined ? undefined : labels?.[through];
  return (typeof label === 'string' && label ? label : shownNameOf(resource, row, context.session)).slice(0, 200);
}

/** What was changed as it was, also what the change emptied because it hides it: an update that writes it takes all of it back. */
export function changedFrom(resource: AnyResource, before: Readonly<Values>, after: Readonly<Values>): Values {
  const names = writableFields(resource).filter((name) => !resource.virtual?.includes(name) && !resource.secret?.includes(name));
  const changed = names.filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null));
  return Object.fromEntries(
    changed.map((name) => [name, name === 'custom' ? changedValues(before[name], after[name]) : (before[name] ?? null)]),
  );
}
/** The custom values that differ, as they were: null where there was none, which takes it away again. */
function changedValues(before: unknown, after: unknown): Values {
  const [was, is] = [recordIn(before), recordIn(after)];
  const keys = Object.keys({ ...was, ...is }).filter((key) => !isDeepStrictEqual(was[key] ?? null, is[key] ?? null));
  return Object.fromEntries(keys.map((key) => [key, was[key] ?? null]));
}
/** The same fields, and of the custom values the same ones, as they are in `row`. */
export function namedIn(row: Readonly<Values>, fields: Readonly<Values>): Values {
  const custom = recordIn(row['custom']);
  return Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      name === 'custom'
        ? Object.fromEntries(Object.keys(recordIn(fields[name])).map((key) => [key, custom[key] ?? null]))
        : (row[name] ?? null),
    ]),
  );
}

/** What a resource offers besides, by its name. Throws Problem 422 where it offers no such thing. */
export function actOf(hooks: Hooks, name: string): BulkAct {
  const act = Object.hasOwn(hooks.acts ?? {}, name) ? hooks.acts?.[name] : undefined;
  if (!act) throw invalid('act', 'This cannot be done with these rows');
  return act;
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
