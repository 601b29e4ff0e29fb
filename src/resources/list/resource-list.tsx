import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, type To } from 'react-router';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { hasJobs, pluralOf, type AnyResource, type AnyRow } from '../../schemas/kit/resource';
import { lowerFirst } from '../../ui/marks/lower-first';
import { EmptyState } from '../../ui/page/states';
import { useReturnFocus } from '../return-focus';
import { pageNote } from '../page-note';
import { PlaceTabs } from '../place-tabs';
import { importPath, newPath, offers, recordPath, takesImport } from '../resource-paths';
import { useTools } from '../use-tools';
import { DashboardLink } from './dashboard-link';
import { DeletedLink } from './deleted-link';
import { ListPage, type ListRow } from './list-page';
import { RowActions } from './row-actions';
import { RowMenu } from './row-menu';
import { useCatalogueColumns } from './use-catalogue-columns';
import { useList } from './use-list';
import { editKey, useRowOffer } from './use-row-offer';

export interface ResourceListProps {
  readonly resource: AnyResource;
  /** Under the title, instead of the tabs of related pages. */
  readonly bar?: ReactNode;
  /** The page that adds a record, if it is not the generic form; the list's own address is passed along. */
  readonly addPath?: { readonly pathname: string; readonly search: string };
  /** Parameters of the address that belong to the page, not to the list. */
  readonly keep?: readonly string[];
}

/** The list of any resource, from its schema. Its forms open in front of it as child routes. */
export function ResourceList({ resource, bar, addPath, keep }: ResourceListProps): ReactNode {
  const may = useMayDo(resource);
  const navigate = useNavigate();
  const { search } = useLocation();
  const list = useList({ resource, ...(keep ? { keep } : {}) });
  const mayCreate = offers(resource, 'create') && may('create');
  const mayUpdate = offers(resource, 'update') && may('update');
  const mayDelete = offers(resource, 'delete') && may('delete');
  const columns = useCatalogueColumns(resource, list.columns.names);
  const offer = useRowOffer(resource, columns[0]!.name);
  const tools = useTools(resource, 'list');
  const addButton = useReturnFocus('new');
  const title = pluralOf(resource);
  const add: To = addPath ?? { pathname: newPath(resource), search };
  const imports = mayCreate && may('export') && takesImport(resource);
  const more = [{ label: `Import ${lowerFirst(title)}`, choose: () => void navigate(importPath(resource)) }];
  return (
    <ListPage<ListRow & AnyRow>
      list={list}
      title={title}
      columns={columns}
      crumb={resource.menu?.under === 'Configuration' ? <Link to="/config">Configuration</Link> : undefined}
      figure={tools.figure}
      note={pageNote(resource)}
      bar={bar ?? <PlaceTabs resource={resource} />}
      actions={
        <>
          {resource.dashboard ? <DashboardLink resource={resource} /> : null}
          <DeletedLink resource={resource} />
        </>
      }
      more={[...(imports ? more : []), ...tools.choices]}
      add={
        mayCreate ? { label: `Add ${lowerFirst(resource.label)}`, open: () => void navigate(add), button: addButton } : undefined
      }
      onOpen={
        offers(resource, 'read') && may('read')
          ? (row) => void navigate({ pathname: recordPath(resource, row.id), search })
          : undefined
      }
      selects={hasJobs(resource) && may('export') && (mayUpdate || mayDelete)}
      empty={<Nothing resource={resource} create={mayCreate ? add : undefined} />}
      rowActions={mayUpdate || mayDelete ? (row) => <RowActions {...offer(row)} /> : undefined}
      cardMenu={(row) => <RowMenu {...offer(row)} />}
      keys={(row) => ({ e: editKey(offer(row), navigate) })}
    />
  );
}

function Nothing({ resource, create }: { resource: AnyResource; create: To | undefined }): ReactNode {
  const next = create ? (
    <Link to={create}>
      <Button type="primary" tabIndex={-1}>
        Add {lowerFirst(resource.label)}
      </Button>
    </Link>
  ) : null;
  return (
    <EmptyState title={`No ${lowerFirst(pluralOf(resource))} yet`} next={next}>
      {create ? 'Add the first one to get started.' : null}
    </EmptyState>
  );
}
