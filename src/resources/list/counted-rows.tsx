import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useResourceNow } from '../../providers/screens/use-resource';
import { leadPath } from '../../schemas/kit/lead-page';
import { pluralOf, type AnyRow } from '../../schemas/kit/resource';
import { EmptyState } from '../../ui/page/states';
import { ListPage, type ListRow } from './list-page';
import { useCatalogueColumns } from './use-catalogue-columns';
import { useList } from './use-list';

/** The rows behind a number of a report, of a list that has no page of its own; one opens its lead. */
export function CountedRows({ name, crumb }: { name: string; crumb: ReactNode }): ReactNode {
  const { resource } = useResourceNow(name, name);
  const list = useList({ resource });
  const columns = useCatalogueColumns({ ...resource, wire: { ...resource.wire, read: 'none' } }, list.columns.names);
  const navigate = useNavigate();
  return (
    <ListPage<ListRow & AnyRow>
      list={list}
      title={pluralOf(resource)}
      crumb={crumb}
      columns={columns}
      selects={false}
      onOpen={(row) => {
        if (row.lead_id) void navigate(leadPath(row.lead_id));
      }}
      empty={
        <EmptyState title="No rows" icon="search">
          They may have changed since the report was counted.
        </EmptyState>
      }
    />
  );
}
