import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Link } from 'react-router-dom';
import { manifest } from 'virtual:manifest';
import { CountedRows } from '../../resources/list/counted-rows';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState } from '../../ui/page/states';
import { onDemand } from '../../ui/dialogs/on-demand';
import { ActivitiesPage } from './activities-page';

const FollowUpList = onDemand('follow-up-list', () => import('./follow-up-list'));
const crumb = <Link to="/lead-reports">Reports</Link>;

/** /lead-reports/calls?cell=…: the rows behind a number, of a list that has no page of its own. */
export default function RowsPage(): ReactNode {
  const { list = '' } = useParams();
  if (list === 'acts') return <ActivitiesPage crumb={crumb} />;
  if (list === 'follow-ups') return <FollowUpList title="Follow-ups" crumb={crumb} />;
  if (manifest.some(({ name, menu }) => name === list && !menu)) return <CountedRows key={list} name={list} crumb={crumb} />;
  return (
    <PageFrame title="Rows of a report" crumb={crumb}>
      <EmptyState title="There is no such list" icon="search" next={<Link to="/lead-reports">All reports</Link>} />
    </PageFrame>
  );
}
