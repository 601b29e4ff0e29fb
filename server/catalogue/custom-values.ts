import sql, { empty, type Sql } from 'sql-template-tag';
import { isDeepStrictEqual } from 'node:util';
import { customName, withCustomFields } from '../../src/schemas/kit/custom-fields';
import { checkCustomValues, isShown, type CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import { isRecord } from '../../src/schemas/kit/is-record';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { keyOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { patternOf } from '../domain/patterns';
import type { Context } from '../context/context';
import { hasValue, lockValue, valueText } from '../store/custom-locks';
import { keysText } from '../store/custom-lookup';
import { ident, table } from '../store/identifiers';
import { customSpecs } from './custom-specs';
import { refuseInvalid } from './validate';

/** Does a text match a tenant's pattern? An invalid pattern accepts everything. */
export const matchesPattern = (pattern: string, text: string): boolean => patternOf(pattern)?.matches(text) ?? true;

/** The custom values of a new record: defaults filled, everything checked; 422 and 409 name `custom.<key>`. */
export async function newCustom(resource: AnyResource, given: unknown, context: Context): Promise<AnyRow | null> {
  const specs = await customSpecs(resource.customFields!, context, given === undefined ? 'remembered' : 'fresh');
  const values = objectOf(given);
  const filled = { ...values };
  for (const spec of specs) {
    const start = spec.default_value;
    if (filled[spec.key] === undefined && start !== null && start !== undefined && spec.status !== 0) filled[spec.key] = start;
  }
  const shown = Object.fromEntries(
    Object.entries(filled).filter(([key]) => {
      const spec = specs.find((one) => one.key === key);
      return !spec || isShown(spec, filled);
    }),
  );
  const checked = checkedBy(specs, shown);
  await refuseTaken(resource, specs, {}, checked, undefined, context);
  return Object.keys(checked).length ? checked : null;
}

/**
 * What is stored after a change: the sent values over the stored ones, null takes one away. Values of deleted fields stay as
 * they are, hidden, for 90 days (D-136).
 */
export async function changedCustom(
  resource: AnyResource,
  before: Readonly<AnyRow>,
  given: unknown,
  context: Context,
): Promise<AnyRow | null> {
  const specs = await customSpecs(resource.customFields!, context);
  const live = new Set(specs.map((spec) => spec.key));
  const stored = objectOf(before['custom']);
  const gone = Object.fromEntries(Object.entries(stored).filter(([key]) => !live.has(key)));
  const old = Object.fromEntries(Object.entries(stored).filter(([key]) => live.has(key)));
  const sent = given === null ? Object.fromEntries(Object.keys(old).map((key) => [key, null])) : objectOf(given);
  const checked = checkedBy(specs, { ...old, ...sent });
  await refuseTaken(resource, specs, old, checked, before[keyOf(resource).name], context);
  const all = { ...gone, ...checked };
  return Object.keys(all).length ? all : null;
}

function checkedBy(specs: readonly CustomFieldSpec[], values: AnyRow): AnyRow {
  const { values: checked, errors } = checkCustomValues(specs, values, matchesPattern);
  refuseInvalid(errors);
  return checked;
}

async function refuseTaken(
  resource: AnyResource,
  specs: readonly CustomFieldSpec[],
  before: AnyRow,
  now: AnyRow,
  own: unknown,
  { tx, session }: Context,
): Promise<void> {
  for (const spec of specs.filter((one) => one.unique)) {
    const value = now[spec.key];
    if (value === undefined || isDeepStrictEqual(value, before[spec.key])) continue;
    await lockValue(tx, session.tenantId, resource.name, spec.key, valueText(value));
    const key = ident(keyOf(resource).name);
    const taken = await tx.row(sql`
      select 1 as "taken" from ${table(resource)} where "tenant_id" = ${session.tenantId} and "deleted_at" is null
        and ${hasValue(spec.key, value)} and ${key}::text <> ${String(own ?? '')}${amongKeys(resource, spec, value, session.tenantId)} limit 1`);
    if (taken) {
      const message = `${spec.label} is already taken`;
      throw problem(409, `${message}.`, [{ path: `custom.${spec.key}`, message }]);
    }
  }
}

/** The rows that the index of custom values names, where it keeps the field: nobody reads a million leads for one value. */
function amongKeys(resource: AnyResource, spec: CustomFieldSpec, value: unknown, tenantId: string): Sql {
  if (Array.isArray(value)) return empty;
  const filter = { field: customName(spec.key), operator: 'eq', values: [String(value)] } as const;
  const keys = keysText(withCustomFields(resource, [{ ...spec, status: 1 }]), tenantId, filter, {
    most: mostSame,
    filters: [filter],
  });
  return keys ? sql` and ${ident(keyOf(resource).name)} = any(array(select "row_key" from (${keys}) as "~keys"))` : empty;
}
/** Rows that agree in all that the index keeps of a text. */
const mostSame = 10_000;

function objectOf(given: unknown): AnyRow {
  if (given === undefined || given === null) return {};
  if (!isRecord(given)) throw invalid('custom', 'Custom fields are not in the expected format');
  return given;
}
