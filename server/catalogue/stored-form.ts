import type { FieldAt, Kind } from '../../src/kinds/kind';
import { kindAt } from '../../src/kinds/kind-of';
import { isRecord } from '../../src/schemas/kit/is-record';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { rowsOf } from '../../src/schemas/kit/row-resource';
import type { Values } from '../../src/schemas/kit/values';

type Form = (value: unknown) => unknown;

/** The values as they are stored where a kind takes several ways to write one (`Kind.stored`), those in rows too. */
export function inStoredForm<V extends Values>(resource: AnyResource, values: V): V {
  const changed = [...formsOf(resource)].flatMap(([name, form]) =>
    values[name] === undefined || values[name] === null ? [] : [[name, form(values[name])] as const],
  );
  return changed.length ? { ...values, ...Object.fromEntries(changed) } : values;
}

const known = new WeakMap<AnyResource, ReadonlyMap<string, Form>>();
function formsOf(resource: AnyResource): ReadonlyMap<string, Form> {
  const forms = known.get(resource) ?? new Map(Object.keys(resource.fields.properties).flatMap((name) => formOf(resource, name)));
  known.set(resource, forms);
  return forms;
}

function formOf(resource: AnyResource, name: string): (readonly [string, Form])[] {
  const own = asForm(kindAt(resource, name));
  if (own) return [[name, own]];
  const inner = resource.fields.properties[name]?.items?.properties;
  if (!inner) return [];
  const rows = rowsOf(resource, name);
  const inRows = new Map(
    Object.keys(inner).flatMap((one) => {
      const form = asForm(kindAt(rows, one));
      return form ? [[one, form] as const] : [];
    }),
  );
  if (!inRows.size) return [];
  const inRow = (row: unknown): unknown =>
    isRecord(row) ? Object.fromEntries(Object.entries(row).map(([one, value]) => [one, inRows.get(one)?.(value) ?? value])) : row;
  return [[name, (value) => (Array.isArray(value) ? value.map(inRow) : value)]];
}

const asForm = ({ kind, at }: { readonly kind: Kind; readonly at: FieldAt }): Form | undefined =>
  kind.stored && ((value) => kind.stored?.(value, at));
