import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Link } from 'react-router-dom';
import { manifest } from 'virtual:manifest';
import { useResourceNow } from '../../providers/screens/use-resource';
import { ListPage, type ListRow } from '../../resources/list/list-page';
import { useCatalogueColumns } from '../../resources/list/use-catalogue-columns';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import { pluralOf, type AnyRow } from '../../schemas/kit/resource';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState } from '../../ui/page/states';
import { ActsPage } from './acts-page';

const crumb = <Link to="/lead-reports">Reports</Link>;

/** /lead-reports/calls?cell=…: the rows behind a number, of a list that has no page of its own. */
export default function RowsPage(): ReactNode {
  const { list = '' } = useParams();
  if (list === 'acts') return <ActsPage crumb={crumb} />;
  if (manifest.some(({ name, menu }) => name === list && !menu)) return <Rows key={list} name={list} />;
  return (
    <PageFrame title="Rows of a report" crumb={crumb}>
      <EmptyState title="There is no such list" icon="search" next={<Link to="/lead-reports">All reports</Link>} />
    </PageFrame>
  );
}

function Rows({ name }: { name: string }): ReactNode {
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
