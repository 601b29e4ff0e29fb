import { isDeepStrictEqual } from 'node:util';
import { kindAt } from '../../src/kinds/kind-of';
import { resourceNamed } from '../../src/schemas/kit/all';
import { derivedPaths, namesInRows } from '../../src/schemas/kit/derived';
import { derivedSteps, type DerivedStep } from '../../src/schemas/kit/derived-order';
import { valueOf } from '../../src/schemas/kit/formula-value';
import { isRecord } from '../../src/schemas/kit/is-record';
import { titleOfPath } from '../../src/schemas/kit/messages';
import type { FieldError } from '../../src/schemas/kit/problem';
import { refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { rowsOf } from '../../src/schemas/kit/row-resource';
import { hiddenFields } from '../../src/schemas/kit/validation-schema';
import type { Values } from '../../src/schemas/kit/values';
import type { Saver } from '../context/context';
import { isKey, type Key } from './drafts';
import { fetchedRows, type FetchedRows } from './fetched-rows';
import { errorsOf, refuseInvalid } from './validate';

/**
 * The values of the fields that a save fills in (`fetched`, `computed`), for the record as it will be. Throws Problem 422 for a
 * referenced record that this person may not see and has just chosen, and for a result that its field cannot hold.
 */
export async function derivedValues(
  resource: AnyResource,
  record: Values,
  before: Values | null,
  context: Saver,
): Promise<Values> {
  if (!resource.fetched && !resource.computed) return {};
  const rows = fetchedRows(context);
  let now = record;
  for (const step of derivedSteps(resource)) now = await withStep(resource, step, now, before, rows);
  const names = new Set(derivedPaths(resource).map((path) => path.split('.')[0] ?? ''));
  const values = Object.fromEntries([...names].map((name) => [name, now[name] ?? null]));
  refuseInvalid(errorsOf(resultsOf(resource, names), values));
  return values;
}

/** What a save changes beyond what was sent: results that are no longer those stored. */
export async function derivedPatch(
  resource: AnyResource,
  before: Values,
  patch: Values,
  context: Saver,
): Promise<{ readonly values: Values; readonly same: readonly string[] }> {
  const derived = Object.entries(await derivedValues(resource, { ...before, ...patch }, before, context));
  const isSame = ([name, value]: readonly [string, unknown]): boolean => isDeepStrictEqual(before[name] ?? null, value);
  return {
    values: Object.fromEntries(derived.filter((one) => !isSame(one))),
    same: derived.filter(isSame).map(([name]) => name),
  };
}

/** What was sent without the values in rows that are filled in anyway, or have no place in the database. */
export const withoutDerivedRows = <T extends Values>(resource: AnyResource, values: T): T =>
  withoutInRows([...derivedPaths(resource), ...(resource.virtual ?? [])], values);

/** Without these fields of rows: 'items.*.price'. */
export function withoutInRows<T extends Values>(all: readonly string[], values: T): T {
  const paths = all.filter((path) => path.includes('.'));
  if (!paths.length) return values;
  const lists = Object.entries(values).flatMap(([name, rows]) => {
    const names = namesInRows(paths, name);
    return names.length && Array.isArray(rows) ? [[name, rows.map((row: unknown) => without(row, names))] as const] : [];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

const without = (row: unknown, names: readonly string[]): unknown =>
  isRecord(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) : row;

async function withStep(
  resource: AnyResource,
  step: DerivedStep,
  record: Values,
  before: Values | null,
  rows: FetchedRows,
): Promise<Values> {
  const hidden = hiddenFields(resource, record);
  if (step.fetch) await rows.load(sourceIn(resource, step), keysAt(record, step.fetch.ref));
  const refused: FieldError[] = [];
  const valueIn = (own: Values, at: string): unknown => {
    if (step.formula) return fitting(resource, step, valueOf(step.formula, { own, record }));
    if (!step.fetch) return null;
    const { ref, from } = step.fetch;
    const key = own[ref.split('.').at(-1) ?? ''];
    const found = isKey(key) ? rows.of(sourceIn(resource, step), key) : undefined;
    if (found && !found.seen && isKey(key) && !keysAt(before ?? {}, ref).includes(key)) {
      const path = at + (ref.split('.').at(-1) ?? '');
      refused.push({ path, message: `${titleOfPath(resource, path.split('.'))} does not exist` });
    }
    return found?.row[from] ?? null;
  };
  const { list } = step;
  const inner: unknown = list === undefined ? undefined : record[list];
  const next =
    list === undefined
      ? { ...record, [step.name]: hidden.has(step.name) ? null : valueIn(record, '') }
      : Array.isArray(inner)
        ? {
            ...record,
            [list]: inner.map((row: unknown, index) => {
              if (!isRecord(row)) return row;
              const isHidden = hiddenFields(resource, row, list).has(step.name);
              const value = isHidden ? null : valueIn(row, `${list}.${index}.`);
              return value === null ? without(row, [step.name]) : { ...row, [step.name]: value };
            }),
          }
        : record;
  refuseInvalid(refused);
  return next;
}

const sourceIn = (resource: AnyResource, { fetch }: DerivedStep): AnyResource =>
  resourceNamed(refOf(resource, fetch?.ref ?? '')?.to ?? '');

/** A whole number or an amount of money is rounded: its field holds no other. */
function fitting(resource: AnyResource, { list, name }: DerivedStep, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  const { kind, at } = kindAt(list === undefined ? resource : rowsOf(resource, list), name);
  if (kind.fit) return kind.fit(value, at);
  return [at.field.type].flat().includes('integer') ? Math.round(value) : value;
}

/** The keys of references at 'clg_id' or 'items.*.stream_id'. */
function keysAt(record: Values, path: string): Key[] {
  const [first = '', , inner] = path.split('.');
  const at = record[first];
  if (inner === undefined) return isKey(at) ? [at] : [];
  return Array.isArray(at) ? at.map((row: unknown) => (isRecord(row) ? row[inner] : undefined)).filter(isKey) : [];
}

const results = new WeakMap<AnyResource, AnyResource>();
/** The resource with these fields alone, as a client could send them: for their limits. */
function resultsOf(resource: AnyResource, names: ReadonlySet<string>): AnyResource {
  const properties = Object.fromEntries(Object.entries(resource.fields.properties).filter(([name]) => names.has(name)));
  const { fields, name, label, access, refs = {}, ui = {}, messages = {} } = resource;
  const found = results.get(resource) ?? {
    name,
    label,
    access,
    refs,
    ui,
    messages,
    fields: { ...fields, required: [], properties },
  };
  results.set(resource, found);
  return found;
}
