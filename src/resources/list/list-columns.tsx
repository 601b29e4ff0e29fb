import type { ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { ability } from '../../providers/rights';
import { currentWho } from '../../providers/session/who';
import { askedNames, withAskedFields } from '../../schemas/kit/asked-columns';
import { keyOf, type AnyResource } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';
import { isCounted } from '../resource-paths';
import { cellOf, columnTitle, type AnyRow } from '../kind-looks';
import type { Column } from './data-table';

/** The default columns of a list: the schema's. */
export const ownColumns = (resource: AnyResource): readonly string[] => [
  ...(resource.columns?.length ? resource.columns : [keyOf(resource).name]),
  ...askedColumns(resource).filter((name) => resource.asked?.[name]?.shown),
];

/** Every column that can be selected, the schema's own first. */
export function offeredColumns(resource: AnyResource): readonly string[] {
  const further = Object.keys(resource.fields.properties).filter(
    (name) => !kindAt(resource, name).kind.pageOnly && (!resource.virtual?.includes(name) || name.startsWith('custom.')),
  );
  return [...new Set([...ownColumns(resource), ...further, ...askedColumns(resource), 'created_at', 'updated_at', 'created_by'])];
}

/** Those that the list reads only where they are chosen, as far as this person may see what they tell of. */
function askedColumns(resource: AnyResource): readonly string[] {
  const who = currentWho();
  return askedNames(resource, isAdministrator(who) ? [] : (who?.fieldRules ?? []), (of) => ability.can('list', of));
}

/** The resource as its list is asked: those columns are filters and orders of it too. */
export const listedResource = <R extends AnyResource>(resource: R): R => withAskedFields(resource, askedColumns(resource)) as R;

/** One column of any list; the first names the record. */
export function columnOf<T extends AnyRow>(
  resource: AnyResource,
  name: string,
  first: boolean,
  around: (row: T, cell: ReactNode) => ReactNode = (_, cell) => cell,
): Column<T> {
  const { kind } = kindAt(resource, name);
  const title = columnTitle(resource, name);
  return {
    name,
    title,
    width: resource.ui?.[name]?.width ?? resource.asked?.[name]?.width ?? (first ? undefined : widthFor(kind.width, title)),
    align: first ? undefined : kind.align,
    ...(isCounted(resource, name) ? { counts: true } : {}),
    sortable: resource.sort?.includes(name) ?? false,
    cell: (row) => around(row, cellOf(resource, name, row)),
  };
}

/** A header is never cut: about 7.5 pixels per letter, plus sort arrow and padding. */
const widthFor = (wanted: number | undefined, title: string): number | undefined =>
  wanted === undefined ? undefined : Math.max(wanted, Math.round(title.length * 7.5) + 46);
