import sql, { join } from 'sql-template-tag';

import {
  keyOf,
  refOf,
  type AnyResource,
  type AnyRow,
  type AnyStored,
  type Draft,
  type Stored,
} from '../../src/schemas/kit/resource';
import { Problem } from '../../src/schemas/kit/problem';
import { hiddenFields, pruneHidden, withoutNulls } from '../../src/schemas/kit/validation-schema';
import { resourceNamed } from '../../src/schemas/kit/all';
import type { Values } from '../../src/schemas/kit/values';
import { StandIn, type Hooks } from '../context/hooks';
import type { Context } from '../context/context';
import { derivedValues, withoutDerivedRows } from './derived-values';
import { AppearedMeanwhile } from '../store/failures';
import { ident, table } from '../store/identifiers';
import { statementName } from '../store/statement-name';
import { plainly } from './database-errors';
import { beginningOf, isKey, keyIn, withDefaults, type Key } from './drafts';
import { newCustom } from './custom-values';
import { keepInner, seenBy } from './field-rules';
import { storedFileValues, withUpload } from './file-fields';
import { largeJson } from './json-size';
import { linkedIn } from './links';
import { savedByKinds } from './kind-saves';
import { newKey } from './keys';
import { lockedRowErrors } from './locked-rows';
import { withinReach } from './reach';
import { unknownReferences } from './references';
import { answeredMarks, columnValue, fetchRow, tellChange, writtenColumns } from './rows';
import { isMask, sealField } from './secret-fields';
import { beginErrors } from './states';
import { inStoredForm } from './stored-form';
import { clientsPart, errorsOf, refuseInvalid, unknownFields } from './validate';
import { recordConditionErrors } from './condition-access';

/** Stores a client's draft and returns the row; 422 lists wrong fields, 409 a value already taken, 403 a parent out of scope. */
export async function createRecord(resource: AnyResource, hooks: Hooks, sent: Values, context: Context): Promise<AnyStored> {
  const values = withoutDerivedRows(resource, sent);
  refuseInvalid(unknownFields(seenBy(resource, context.session), values));
  refuseInvalid(largeJson(resource, values));
  const files = await storedFileValues(resource, withoutNulls(values, resource.fields.properties), context);
  refuseInvalid([...files.errors, ...lockedRowErrors(resource, {}, files.values)]);
  const filled = inStoredForm(resource, withDefaults(resource, files.values, { beginning: beginningOf(context), sent: values }));
  refuseInvalid(errorsOf(resource, clientsPart(resource, filled)));
  refuseInvalid(beginErrors(resource, filled));
  const inner = keepInner(resource, context.session, {}, filled);
  refuseInvalid(inner.errors);
  const draft = pruneHidden(resource, inner.values);
  refuseInvalid(recordConditionErrors(resource, draft, context.session));
  hooks.askAhead?.(context);
  refuseInvalid(await unknownReferences(context, resource, draft));
  await refuseOutsideParent(resource, draft, context);
  if (resource.customFields) {
    const custom = await newCustom(resource, draft['custom'], context);
    if (custom) draft['custom'] = custom;
    else delete draft['custom'];
  }
  const hooked = hooks.beforeCreate ? await hooks.beforeCreate(draft, context) : draft;
  if (hooked instanceof StandIn) return standIn(resource, hooked.id, context);
  const checked = await savedByKinds(resource, hooked, null, context);
  const derived = await derivedValues(resource, checked, null, context);
  const whole = await withUpload(resource, { ...emptyWhereHidden(resource, checked), ...checked, ...derived }, context);
  return withinReach(resource, Object.keys(checked), whole, context, async () => {
    const row = await (hooks.looksFirst ? orAgain : asItIs)(() =>
      insertRow(resource, whole, context, answeredMarks(hooks, context)),
    );
    await hooks.afterWrite?.({ ...pickVirtual(resource, checked), ...row }, null, context);
    return row;
  });
}

const asItIs = <T>(work: () => Promise<T>): Promise<T> => work();
const orAgain = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw error instanceof Problem && error.code === 409 ? new AppearedMeanwhile(error) : error;
  });

/** Writes the row as it stands: key, stamps and sealed secrets added. For hooks and handlers that made a whole record. */
export const insertRecord = <R extends AnyResource>(
  resource: R,
  values: Readonly<Draft<R>>,
  context: Context,
): Promise<Stored<R>> => insertRow(resource, values, context);

async function insertRow<R extends AnyResource>(
  resource: R,
  values: Values,
  context: Context,
  marks?: Hooks['marks'],
): Promise<Stored<R>> {
  const { tx, session } = context;
  const key = keyOf(resource).name;
  const id = values[key] ?? (await newKey(tx, session.tenantId, resource));
  const stored: AnyRow = {};
  for (const [name, value] of Object.entries(values)) {
    if (resource.virtual?.includes(name) || value === undefined) continue;
    if (!resource.secret?.includes(name)) stored[name] = value;
    else if (!isMask(value)) stored[name] = await sealField(resource, name, id, value, context);
  }
  const all: AnyRow = { ...stored, [key]: id, tenant_id: session.tenantId };
  const columns = Object.keys(all);
  const statement = sql`
      insert into ${table(resource)} (${join(columns.map(ident))})
      values (${join(columns.map((name) => columnValue(resource, name, all[name])))}) returning ${writtenColumns(resource, marks, keyIn(resource, all), context)}`;
  const row = await plainly(resource, () => tx.one<Stored<R>>(statement, statementName(statement)), all);
  tellChange(tx, resource, row, 'created');
  return row;
}

/** A column's default does not fill what the record's other values hide. */
function emptyWhereHidden(resource: AnyResource, values: Values): AnyRow {
  const names = [...hiddenFields(resource, values)].filter((name) => !resource.fields.required?.includes(name));
  return Object.fromEntries(names.map((name) => [name, null]));
}

function pickVirtual(resource: AnyResource, values: Values): AnyRow {
  return Object.fromEntries(
    (resource.virtual ?? []).filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

/** A child record can only be added to a parent in the user's scope. */
async function refuseOutsideParent(resource: AnyResource, draft: Values, context: Context): Promise<void> {
  const { scope } = resource;
  if (!scope || !('through' in scope)) return;
  for (const name of [scope.through, ...(scope.also ?? [])]) {
    const ref = refOf(resource, name);
    const key = draft[name];
    const parent = ref ? (isKey(key) ? { to: resourceNamed(ref.to), value: key } : undefined) : linkedIn(resource, name, draft);
    if (parent) await fetchRow(parent.to, parent.value, context);
  }
}

async function standIn(resource: AnyResource, id: Key, context: Context): Promise<AnyStored> {
  try {
    return await fetchRow(resource, id, context);
  } catch (error) {
    if (error instanceof Problem && error.code === 403) return { [keyOf(resource).name]: id };
    throw error;
  }
}
