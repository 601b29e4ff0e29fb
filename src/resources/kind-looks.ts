import type { ReactNode } from 'react';
import type { BrowserPart, Look } from '../kinds/kind-parts';
import { isEmpty, type FieldAt, type Kind } from '../kinds/kind';
import { kindAt, kindMatching, partsOf } from '../kinds/kind-of';
import { partsOf as ownParts } from '../providers/screens/parts';
import { titleOf, type AnyResource, type AnyRow as Values, type Labels } from '../schemas/kit/resource';

const browserParts = new Map(
  Object.entries(import.meta.glob<BrowserPart>('../kinds/*/browser.tsx', { eager: true, import: 'browser' })).map(
    ([path, part]) => [path.split('/').at(-2)!, part],
  ),
);

const browserPart = (kind: Kind): BrowserPart | undefined => browserParts.get(kind.name) ?? partsOf(kind)?.browser;

/** A record, or some of its fields. */
export type AnyRow = Readonly<Values> & { readonly id?: string | number; readonly _labels?: Labels };

/** A value in a list's cell. */
export function cellOf(resource: AnyResource, name: string, row: AnyRow): ReactNode {
  const own = ownParts(resource.name).cells?.[name];
  if (own) return own(row);
  const { kind, at } = kindAt(resource, name);
  const label = row._labels?.[name];
  if (isEmpty(row[name]) && resource.ui?.[name]?.empty) return resource.ui[name].empty;
  return browserPart(kind)?.cell?.({ value: row[name], at, label, record: row }) ?? kind.text(row[name], at, label);
}

/** The same on the record's page. */
export function valueOf(resource: AnyResource, name: string, row: AnyRow): ReactNode {
  const own = ownParts(resource.name).cells?.[name];
  if (own) return own(row);
  const { kind, at } = kindAt(resource, name);
  const look = { value: row[name], at, label: row._labels?.[name], record: row, textOf: textAt };
  if (!kind.writeOnly && isEmpty(row[name])) return resource.ui?.[name]?.empty ?? '–';
  const part = browserPart(kind);
  return part?.value?.(look) ?? part?.cell?.(look) ?? kind.text(row[name], at, look.label);
}

/** As plain text. */
export function textOf(resource: AnyResource, name: string, row: AnyRow): string {
  if (isEmpty(row[name]) && resource.ui?.[name]?.empty) return resource.ui[name].empty;
  return plainText(resource, name, row[name], row._labels?.[name]);
}

/** A field inside a list's row as text. */
const textAt = (at: FieldAt, value: unknown, label?: string): string => {
  const kind = kindMatching(at);
  return browserPart(kind)?.text?.({ value, at, label }) ?? kind.text(value, at, label);
};

/** One value of a field as text; `label` names a reference. */
export function plainText(resource: AnyResource, name: string, value: unknown, label?: Look['label']): string {
  const { kind, at } = kindAt(resource, name);
  return browserPart(kind)?.text?.({ value, at, label }) ?? kind.text(value, at, label);
}

/** The title of a column or filter: the switch 'Active' of a form is the 'Status' of a list. */
export const columnTitle = (resource: AnyResource, name: string): string =>
  name === 'status' ? 'Status' : titleOf(resource, name);
