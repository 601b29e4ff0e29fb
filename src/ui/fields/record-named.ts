import type { CrudFilter } from '@refinedev/core';
import { dataProvider } from '../../providers/data-provider';
import { loadResource } from '../../providers/screens/resource-chunk';
import { fold } from '../../schemas/kit/checks';
import type { ListMeta } from '../../schemas/kit/list';
import { displayOf } from '../../schemas/kit/resource';
import type { Values } from '../../schemas/kit/values';

/** The key of the record of that name among the options; undefined if there is none, or more than one. */
export async function recordNamed(to: string, text: string, where: Values): Promise<unknown> {
  const { resource } = await loadResource(to);
  const { data } = await dataProvider.getList({
    resource: to,
    pagination: { mode: 'off' },
    filters: Object.entries(where).map(([field, value]): CrudFilter => ({ field, operator: 'eq', value })),
    meta: { limit: 50, search: text } satisfies ListMeta,
  });
  const same = data.filter((row) => row['status'] !== 0 && fold(row[displayOf(resource)]) === fold(text));
  return same.length === 1 ? same[0]?.id : undefined;
}
