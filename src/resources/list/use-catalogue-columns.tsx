import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { mayEditNow } from '../../schemas/kit/may-change';
import type { AnyResource, AnyRow } from '../../schemas/kit/resource';
import { countedPath, offers, recordPath } from '../resource-paths';
import type { Column } from './data-table';
import { InlineCell, isQuick } from './inline-cell';
import { columnOf } from './list-columns';
import type { ListRow } from './list-page';

/** The columns of a catalogue: the first links to the record; simple values can be edited in their cells. */
export function useCatalogueColumns(resource: AnyResource, names: readonly string[]): readonly Column<ListRow & AnyRow>[] {
  const may = useMayDo(resource);
  const { search } = useLocation();
  const mayRead = offers(resource, 'read') && may('read');
  const mayUpdate = offers(resource, 'update') && may('update');
  const shown = names.join();
  return useMemo(
    () =>
      shown.split(',').map((name, index) => {
        const quick = index > 0 && mayUpdate && isQuick(resource, name);
        const column = columnOf<ListRow & AnyRow>(resource, name, index === 0, (row, cell) => {
          if (index === 0) return mayRead ? <Link to={{ pathname: recordPath(resource, row.id), search }}>{cell}</Link> : cell;
          const counted = countedPath(resource, name, row.id, row[name]);
          if (counted) return <Link to={counted}>{cell}</Link>;
          return quick && mayEditNow(resource, row) ? (
            <InlineCell resource={resource} name={name} row={row}>
              {cell}
            </InlineCell>
          ) : (
            cell
          );
        });
        return quick ? { ...column, quick } : column;
      }),
    [resource, shown, mayRead, mayUpdate, search],
  );
}
