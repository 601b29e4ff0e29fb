import { listViews } from '../../schemas/calls/views';
import { customNamesWire } from '../../schemas/kit/custom-fields';
import type { ListFilter } from '../../schemas/kit/list-query';
import { byWireName, listValues } from '../../schemas/kit/list-values';
import { wiresOf, type AnyResource, type AnyRow } from '../../schemas/kit/resource';
import { addressOf, parseWire } from '../../schemas/kit/wire';
import type { ListSort } from './list-address';

/** Rows per page where neither the address nor the page says how many. */
export const defaultSize = 10;
export const orderOf = ({ order }: AnyResource): readonly ListSort[] =>
  order ? [{ field: order.replace(/^-/, ''), down: order.startsWith('-') }] : [];

/** The address of a read by its wire and values. */
export const readAddressOf = (wire: string, values: Readonly<AnyRow> = {}): string => addressOf(parseWire(wire), values);

/** What a list page reads first if its address says nothing of the list: rows, custom fields, saved views. */
export function listReads(resource: AnyResource, fixed: readonly ListFilter[] = []): string[] {
  const [list = ''] = wiresOf(resource, 'list');
  const wire = parseWire(list);
  const sorters = orderOf(resource).map(({ field, down }) => ({ field, order: down ? ('desc' as const) : ('asc' as const) }));
  const rows = listValues(wire, { filters: fixed, sorters, page: { limit: defaultSize, start: 0 } });
  return [
    readAddressOf(list, byWireName(wire, rows)),
    ...(resource.customFields ? [readAddressOf(customNamesWire, { entity: resource.customFields })] : []),
    readAddressOf(listViews.wire, { resource: resource.name }),
  ];
}
