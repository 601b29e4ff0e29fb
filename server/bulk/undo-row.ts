import { isDeepStrictEqual } from 'node:util';
import { titleOfPath } from '../../src/schemas/kit/messages';
import { recordIn } from '../../src/schemas/kit/is-record';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { deleteRecord, restoreRecord } from '../catalogue/delete';
import type { Key } from '../catalogue/drafts';
import { fetchRow } from '../catalogue/rows';
import { updateRecord } from '../catalogue/update';
import type { Context } from '../context/context';
import type { ActValues, Hooks } from '../context/hooks';
import { actOf, attempt, namedIn, type RowResult } from './change-rows';

/** What a job did with a record. */
export interface DoneRow {
  readonly key: Key;
  readonly name: string | null;
  readonly job: string;
  readonly made: 'created' | 'updated' | 'deleted' | 'finished' | 'acted';
  /** Of 'acted': what was done. */
  readonly act: string | null;
  readonly before: ActValues | null;
  readonly after: ActValues | null;
  readonly version: number | null;
}

/** Undoes one change; what someone has changed since is left as it is, and the row says so. */
export async function undoRow(resource: AnyResource, hooks: Hooks, done: DoneRow, context: Context): Promise<RowResult> {
  const { key, name, made } = done;
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
      const own: Context = { ...seeing(resource, done, context), undoes: { job: done.job } };
      const row = await fetchRow(resource, key, own, { lock: true });
      const since = changedSince(resource, row, done);
      if (since !== undefined) return result('skipped', since);
      if (made === 'finished') {
        await hooks.finish?.reopen(row, context);
        return result('done', null);
      }
      const act = made === 'acted' ? actOf(hooks, done.act ?? '') : undefined;
      if (made === 'created') await deleteRecord(resource, hooks, key, context);
      else if (act?.undoes === 'own') await act.undo?.(row, done.before ?? {}, own);
      else await updateRecord(resource, hooks, key, { values: done.before ?? {} }, own);
      return result('done', null);
    },
    (reason) => result('skipped', reason),
  );
}

/** The person who gave a record to someone else can take it back without seeing it any longer. */
function seeing(resource: AnyResource, { before }: DoneRow, context: Context): Context {
  const { scope } = resource;
  const gave = scope !== undefined && 'owner' in scope && Object.hasOwn(before ?? {}, scope.owner);
  return gave ? { ...context, session: { ...context.session, scope: 'tenant' } } : context;
}

/** Why the change cannot be taken back without losing a later one; undefined where it can. */
function changedSince(resource: AnyResource, row: Readonly<ActValues>, { after, version }: DoneRow): string | undefined {
  if (version !== null && row.row_version === version) return undefined;
  if (after === null) return version === null ? undefined : 'It has been changed since.';
  const now = namedIn(row, after);
  const paths = Object.keys(after).flatMap((name) =>
    name === 'custom' ? Object.keys(recordIn(after[name])).map((key) => `custom.${key}`) : [name],
  );
  const at = (values: Readonly<ActValues>, path: string): unknown =>
    path.startsWith('custom.') ? recordIn(values['custom'])[path.slice(7)] : values[path];
  const lost = paths.filter((path) => !isDeepStrictEqual(at(now, path), at(after, path)));
  if (!lost.length) return undefined;
  return `It has been changed since: ${lost.map((path) => titleOfPath(resource, path.split('.'))).join(', ')}.`;
}
