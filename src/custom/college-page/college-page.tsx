import { useOne, type HttpError } from '@refinedev/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Link, useSearchParams } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { useResourceNow } from '../../providers/screens/use-resource';
import { useSession } from '../../providers/session/session';
import { RecordBody } from '../../resources/detail/record-body';
import { RecordHead } from '../../resources/detail/record-head';
import { listPath } from '../../resources/resource-paths';
import type { College } from '../../schemas/settings/colleges';
import { ActiveTag } from '../../ui/marks/tag';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, ErrorState, NoPermission, statusOf } from '../../ui/page/states';
import './college-page.css';
import { CollegeTabs, tabs, type TabName } from './college-tabs';
import { Contacts } from './contacts';
import { Courses } from './courses';
import { Documents } from './documents';
import { Figures } from './figures';
import { Pushes } from './pushes';

/** /college-list/{id}/details: what is known of a college, its courses, contacts, documents, and the leads that were sent to it. */
export default function CollegePage(): ReactNode {
  const { id = '' } = useParams();
  const { resource } = useResourceNow('colleges', id);
  const may = useMayDo('colleges');
  const entity = useSession()?.persisted.tenant.entity_name ?? 'College';
  const { data, error, refetch } = useOne<College, HttpError>({
    resource: 'colleges',
    id,
    queryOptions: { enabled: may('read'), staleTime: 0 },
    errorNotification: false,
  }).query;
  const row = data?.data;
  const [open, show] = useTab();
  const crumb = <Link to={listPath(resource)}>{entity} List</Link>;
  if (!may('read') || error || !row)
    return (
      <PageFrame title={entity} crumb={crumb}>
        {!may('read') ? (
          <NoPermission />
        ) : !error ? (
          pageLoader
        ) : statusOf(error) === 404 ? (
          <EmptyState title="This page does not exist" icon="search" next={crumb}>
            It was deleted, or the address is wrong.
          </EmptyState>
        ) : (
          <ErrorState what="It could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
      </PageFrame>
    );
  return (
    <PageFrame
      title={row.clg_name}
      crumb={crumb}
      scope={<ActiveTag active={row.status !== 0} />}
      actions={<RecordHead resource={resource} row={row} name={row.clg_name} />}
      padded
    >
      <Figures id={id} />
      <CollegeTabs open={open} show={show} />
      <div className="cp-tab" role="tabpanel" id="college-tab" aria-labelledby={`college-tab-${open}`}>
        {open === 'details' ? <RecordBody resource={resource} row={row} id={id} /> : null}
        {open === 'courses' ? <Courses id={id} /> : null}
        {open === 'contacts' ? <Contacts college={row} /> : null}
        {open === 'documents' ? <Documents college={row} /> : null}
        {open === 'pushes' ? <Pushes id={id} college={row} /> : null}
      </div>
    </PageFrame>
  );
}

/** The open tab is in the address. */
function useTab(): [TabName, (tab: TabName) => void] {
  const [search, setSearch] = useSearchParams();
  const open = tabs.find(({ name }) => name === search.get('tab'))?.name ?? 'details';
  return [open, (tab) => setSearch(tab === 'details' ? {} : { tab }, { replace: true })];
}
