import type { CrudFilter } from '@refinedev/core';
import { dataProvider } from '../../providers/data-provider';
import { loadResource } from '../../providers/screens/resource-chunk';
import { fold } from '../../schemas/kit/checks';
import type { ListMeta } from '../../schemas/kit/list';
import { displayOf, titleOf, type AnyRow } from '../../schemas/kit/resource';
import { rowsOf } from '../../schemas/kit/row-resource';
import { inside } from '../inside';
import type { FieldAt } from '../kind';
import { targetOf } from '../kind-target';
import { optionFilter } from '../option-filter';
import type { PastedRows } from './paste-rows';

/** The rows with the keys of the records that their cells name. A name that no record, or more than one, has is `unread`. */
export async function withNamedRecords(at: FieldAt, { rows, unread, named }: PastedRows): Promise<Omit<PastedRows, 'named'>> {
  const found = new Map<string, Promise<unknown>>();
  const keyOf = (row: AnyRow, name: string, text: string): Promise<unknown> => {
    const its = inside(at, name, true);
    const { where } = optionFilter(its, targetOf(its)?.where, row);
    const asked = JSON.stringify([name, fold(text), where]);
    const key = found.get(asked) ?? keyNamed(its, text, where).catch(() => undefined);
    found.set(asked, key);
    return key;
  };
  const missed: string[] = [];
  const whole = [...rows];
  for (const { row, name, text } of named) {
    const key = await keyOf(whole[row] ?? {}, name, text);
    if (key === undefined) missed.push(`${titleOf(rowsOf(at.resource, at.name), name)} '${text}'`);
    else whole[row] = { ...whole[row], [name]: key };
  }
  return { rows: whole, unread: [...unread, ...missed] };
}

async function keyNamed(at: FieldAt, text: string, where: Readonly<AnyRow> = {}): Promise<unknown> {
  const to = targetOf(at)?.to;
  if (!to) return undefined;
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
