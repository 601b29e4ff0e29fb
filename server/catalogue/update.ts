import sql from 'sql-template-tag';
import { isDeepStrictEqual } from 'node:util';
import { problem, type FieldError } from '../../src/schemas/kit/problem';
import { keyOf, titleOf, type AnyResource, type AnyRow, type Draft, type Stored } from '../../src/schemas/kit/resource';
import { pruneHidden, withoutNulls, writableFields } from '../../src/schemas/kit/validation-schema';
import type { Values } from '../../src/schemas/kit/values';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import { keyColumn, table, tableName } from '../store/identifiers';
import { statementName } from '../store/statement-name';
import { presentRows } from './answers';
import { derivedPatch, withoutDerivedRows } from './derived-values';
import { plainly } from './database-errors';
import { changedCustom } from './custom-values';
import { keepInner, rulesOf, seenBy, shownValue } from './field-rules';
import type { Draft as SentDraft, Key } from './drafts';
import { storedFileValues, withUpload } from './file-fields';
import { withoutGone } from './gone-fields';
import { largeJson } from './json-size';
import { savedByKinds } from './kind-saves';
import { lockedRowErrors, withBegunRows } from './locked-rows';
import { withinReach } from './reach';
import { unknownReferences } from './references';
import { answeredMarks, assignments, fetchRow, tellChange, writtenColumns } from './rows';
import { isMask, movedSecrets, sealField } from './secret-fields';
import { keepOutOfScopeLeads } from './out-of-scope-leads';
import { moveErrors } from './states';
import { inStoredForm } from './stored-form';
import { errorsOf, refuseInvalid, unknownFields } from './validate';
import { recordConditionErrors } from './condition-access';

/**
 * Changes the named fields of one record. With a version that is no longer the stored one: 409 and `current`, what the client
 * would overwrite. Without one, fields merge: what two people changed apart survives. Nothing changed, nothing written.
 */
export async function updateRecord<R extends AnyResource>(
  resource: R,
  hooks: Hooks,
  key: Key,
  draft: SentDraft,
  context: Context,
): Promise<Stored<R>> {
  refuseInvalid(unknownFields(resource, draft.values));
  const before = withoutGone(resource, await fetchRow(resource, key, context, { lock: true }));
  if (draft.version !== undefined && draft.version !== before['row_version'])
    throw await conflict(resource, hooks, before, { ...draft, version: draft.version }, context);
  const files = await storedFileValues(resource, withoutDerivedRows(resource, draft.values), context);
  const inner = keepInner(resource, context.session, before, withoutShown(resource, before, files.values, context));
  // what an undo brings back was the server's own before
  const locked = context.undoes ? [] : lockedRowErrors(resource, before, inner.values);
  refuseInvalid([...files.errors, ...inner.errors, ...locked]);
  const values = inStoredForm(resource, withBegunRows(resource, before, inner.values, context));
  refuseInvalid(unknownFields(seenBy(resource, context.session), values));
  if (resource.customFields && values['custom'] !== undefined)
    values['custom'] = await changedCustom(resource, before, values['custom'], context);
  await keepOutOfScopeLeads(resource, before, values, context);
  let patch = changedFields(resource, before, values);
  refuseInvalid(fixedErrors(resource, patch));
  refuseInvalid(moveErrors(resource, before, patch, context.session));
  refuseInvalid(largeJson(resource, patch));
  refuseInvalid(mergedErrors(resource, before, patch));
  refuseInvalid(movedSecrets(resource, before, patch));
  refuseInvalid(recordConditionErrors(resource, patch, context.session));
  patch = { ...patch, ...hiddenNow(resource, before, patch) };
  refuseInvalid(await unknownReferences(context, resource, patch, before));
  if (hooks.beforeUpdate) patch = await hooks.beforeUpdate(patch, before, context);
  if (!Object.keys(patch).length) return before;
  patch = await savedByKinds(resource, patch, before, context);
  patch = await withDerived(resource, before, patch, context);
  if (!Object.keys(patch).length) return before;
  patch = await withUpload(resource, patch, context);
  const changes = patch;
  return withinReach(resource, Object.keys(changes), { ...before, ...changes }, context, async () => {
    const row = await writeRow(resource, key, changes, context, answeredMarks(hooks, context));
    await hooks.afterWrite?.({ ...virtualOf(resource, changes), ...row }, before, context);
    return row;
  });
}

/** With what the save fills in. Rows that differ only because their results were not sent have not changed. */
async function withDerived(resource: AnyResource, before: Values, patch: Values, context: Context): Promise<Values> {
  if (!resource.fetched && !resource.computed) return patch;
  const { values, same } = await derivedPatch(resource, before, patch, context);
  return { ...Object.fromEntries(Object.entries(patch).filter(([name]) => !same.includes(name))), ...values };
}

/** Writes the patch as it stands, secrets sealed; for hooks and handlers. An empty patch only moves the version. */
export const updateRow = <R extends AnyResource>(
  resource: R,
  key: Key,
  patch: Readonly<Draft<R>>,
  context: Context,
): Promise<Stored<R>> => writeRow(resource, key, patch, context);

async function writeRow<R extends AnyResource>(
  resource: R,
  key: Key,
  patch: Values,
  context: Context,
  marks?: Hooks['marks'],
): Promise<Stored<R>> {
  const stored: AnyRow = {};
  for (const [name, value] of Object.entries(patch)) {
    if (resource.virtual?.includes(name)) continue;
    stored[name] = resource.secret?.includes(name) ? await sealField(resource, name, key, value, context) : value;
  }
  // The table's trigger moves version, time and user.
  const set = Object.keys(stored).length ? assignments(resource, stored) : sql`row_version = row_version`;
  const statement = sql`
      update ${table(resource)} set ${set}
      where tenant_id = ${context.session.tenantId} and ${keyColumn(resource)} = ${key} returning ${writtenColumns(resource, marks, key, context)}`;
  const row = await plainly(resource, () => context.tx.row<Stored<R>>(statement, statementName(statement)), stored);
  tellChange(context.tx, resource, row!, 'updated', stored);
  return row!;
}

/** What the client changes: unchanged values and masks of secrets left out. Virtual fields always count. */
function changedFields(resource: AnyResource, before: AnyRow, values: Values): AnyRow {
  const known = new Set(writableFields(resource));
  return Object.fromEntries(
    Object.entries(emptiedToDefault(resource, values)).filter(([name, value]) => {
      if (!known.has(name) || value === undefined) return false;
      if (resource.secret?.includes(name)) return !isMask(value);
      return resource.virtual?.includes(name) || !same(before[name], value);
    }),
  );
}

/**
 * A form sends back what it was shown: a masked or read-only value that is still the same changes nothing. It has no hidden ones.
 */
function withoutShown(resource: AnyResource, before: AnyRow, values: Values, { session }: Context): AnyRow {
  const rules = rulesOf(resource, session);
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const rule = rules.get(name);
      return rule === undefined || rule === 'hidden' || !same(shownValue(rule, before[name]), value);
    }),
  );
}

/** A field with a default is never empty. */
function emptiedToDefault(resource: AnyResource, values: Values): AnyRow {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ?? resource.fields.properties[name]?.default ?? value]),
  );
}

function same(stored: unknown, sent: unknown): boolean {
  if (isDeepStrictEqual(stored ?? null, sent ?? null)) return true;
  if (typeof stored !== 'string' || typeof sent !== 'string') return false;
  // A time may be written with another offset or fraction.
  return /^\d{4}-\d\d-\d\dT/.test(stored) && /^\d{4}-\d\d-\d\dT/.test(sent) && Date.parse(stored) === Date.parse(sent);
}

function fixedErrors(resource: AnyResource, patch: AnyRow): FieldError[] {
  return (resource.fixed ?? [])
    .filter((name) => Object.hasOwn(patch, name))
    .map((name) => ({ path: name, message: `${titleOf(resource, name)} cannot be changed later` }));
}

/** The record as it would be. Secrets and virtual fields that are not sent are there already, so they are not missing. */
function mergedErrors(resource: AnyResource, before: AnyRow, patch: AnyRow): FieldError[] {
  const merged: AnyRow = {};
  for (const name of writableFields(resource)) {
    const isHidden = resource.secret?.includes(name) || resource.virtual?.includes(name);
    const value = Object.hasOwn(patch, name) ? patch[name] : isHidden ? undefined : before[name];
    if (value !== undefined && value !== null) merged[name] = value;
  }
  return errorsOf(resource, merged).filter(
    ({ path }) =>
      Object.hasOwn(patch, path) || !((resource.secret?.includes(path) && before[path]) || waits(resource, path, before)),
  );
}

/** A removed choice that is still stored does not block changes of the record's other fields. */
const waits = ({ later }: AnyResource, name: string, before: AnyRow): boolean =>
  Object.hasOwn(later?.choices?.[name] ?? {}, String(before[name]));

/** Values that the change hides are emptied, as the form prunes them. */
function hiddenNow(resource: AnyResource, before: AnyRow, patch: AnyRow): AnyRow {
  const merged = withoutNulls({ ...before, ...patch }, resource.fields.properties);
  const pruned: AnyRow = pruneHidden(resource, merged);
  return Object.fromEntries(
    Object.keys(merged)
      .filter((name) => !isDeepStrictEqual(pruned[name], merged[name]))
      .map((name) => [name, pruned[name] ?? null]),
  );
}

function virtualOf(resource: AnyResource, patch: AnyRow): AnyRow {
  return Object.fromEntries(
    (resource.virtual ?? []).filter((name) => Object.hasOwn(patch, name)).map((name) => [name, patch[name]]),
  );
}

/** Names the fields of the draft that others have changed since its version. */
async function conflict(
  resource: AnyResource,
  hooks: Hooks,
  before: AnyRow,
  draft: { readonly values: AnyRow; readonly version: number },
  context: Context,
): Promise<Error> {
  const since: { name: string }[] = await context.tx.rows(
    sql`select distinct f."name" from "audit" a, jsonb_object_keys(a."new") as f("name")
        where a."tenant_id" = ${context.session.tenantId} and a."table_name" = ${tableName(resource)}
          and a."row_key" = ${String(before[keyOf(resource).name])} and a."op" = 'update' and (a."new"->>'row_version')::int > ${draft.version}`,
    'changed-since',
  );
  const rules = rulesOf(resource, context.session);
  const errors = since
    .filter(({ name }) => Object.hasOwn(draft.values, name) && rules.get(name) !== 'hidden')
    .map(({ name }) => ({ path: name, message: `${titleOf(resource, name)} has been changed` }));
  const [current] = await presentRows(resource, hooks, [before], context, 'read');
  return problem(409, 'Someone else has changed this record. Review their changes and save again.', errors, {
    current,
    row_version: before['row_version'],
  });
}
