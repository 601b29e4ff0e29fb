import type { ReactNode } from 'react';
import type { BrowserPart, Look } from '../kinds/kind-parts';
import { isEmpty } from '../kinds/kind';
import { kindAt } from '../kinds/kind-of';
import { titleOf, type AnyResource, type AnyRow as Values, type Labels } from '../schemas/kit/resource';

const browserParts = new Map(
  Object.entries(import.meta.glob<BrowserPart>('../kinds/*/browser.tsx', { eager: true, import: 'browser' })).map(
    ([path, part]) => [path.split('/').at(-2)!, part],
  ),
);

/** A record, or some of its fields. */
export type AnyRow = Readonly<Values> & { readonly id?: string | number; readonly _labels?: Labels };

/** A value in a list's cell. */
export function cellOf(resource: AnyResource, name: string, row: AnyRow): ReactNode {
  const { kind, at } = kindAt(resource, name);
  const label = row._labels?.[name];
  if (isEmpty(row[name]) && resource.ui?.[name]?.empty) return resource.ui[name].empty;
  return browserParts.get(kind.name)?.cell?.({ value: row[name], at, label, record: row }) ?? kind.text(row[name], at, label);
}

/** The same on the record's page. */
export function valueOf(resource: AnyResource, name: string, row: AnyRow): ReactNode {
  const { kind, at } = kindAt(resource, name);
  const look = { value: row[name], at, label: row._labels?.[name], record: row };
  if (!kind.writeOnly && isEmpty(row[name])) return resource.ui?.[name]?.empty ?? '–';
  const part = browserParts.get(kind.name);
  return part?.value?.(look) ?? part?.cell?.(look) ?? kind.text(row[name], at, look.label);
}

/** As plain text. */
export function textOf(resource: AnyResource, name: string, row: AnyRow): string {
  if (isEmpty(row[name]) && resource.ui?.[name]?.empty) return resource.ui[name].empty;
  return plainText(resource, name, row[name], row._labels?.[name]);
}

/** One value of a field as text; `label` names a reference. */
export function plainText(resource: AnyResource, name: string, value: unknown, label?: Look['label']): string {
  const { kind, at } = kindAt(resource, name);
  return browserParts.get(kind.name)?.text?.({ value, at, label }) ?? kind.text(value, at, label);
}

/** The title of a column or filter: the switch 'Active' of a form is the 'Status' of a list. */
export const columnTitle = (resource: AnyResource, name: string): string =>
  name === 'status' ? 'Status' : titleOf(resource, name);
