import { useMemo, type ReactNode } from 'react';
import { accessOf } from '../../providers/rights';
import { ColumnChooser } from '../../resources/list/column-chooser';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { useListColumns } from '../../resources/list/use-list-columns';
import type { ListPage } from '../../resources/use-list-page';
import type { AnyResource } from '../../schemas/kit/resource';
import type { Lead } from '../../schemas/leads/leads';

/** The chosen columns of the lead list: those of the picture as they were drawn, any other field as its kind shows it. */
export function useLeadColumns(
  resource: AnyResource | undefined,
  page: ListPage<Lead>,
  designed: readonly Column<Lead>[],
  labels: string,
  setLabels: (labels: string) => void,
): { columns: readonly Column<Lead>[]; names: readonly string[]; chooser: ReactNode } {
  const own = useMemo(() => designed.map((column) => column.name), [designed]);
  const shown = useListColumns(resource ?? pending, page, own);
  const names = resource ? shown.names.join() : own.join();
  const further = names
    .split(',')
    .filter((name) => !own.includes(name))
    .join();
  if (further !== labels) setLabels(further);
  const columns = useMemo(
    () =>
      names
        .split(',')
        .flatMap(
          (name, index) =>
            designed.find((column) => column.name === name) ?? (resource ? columnOf<Lead>(resource, name, index === 0) : []),
        ),
    [names, designed, resource],
  );
  return { columns, names: names.split(','), chooser: resource ? <ColumnChooser resource={resource} columns={shown} /> : null };
}

/** Until the schema is here, the list is asked for and drawn with the designed columns. */
const pending: AnyResource = {
  name: 'leads',
  label: 'Lead',
  access: accessOf('leads'),
  fields: { type: 'object', additionalProperties: false, properties: {} },
  columns: [],
};
