import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { dataOf } from '../../schemas/kit/call';
import type { ShownCard } from '../../schemas/kit/dashboard';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { PageFrame } from '../../ui/page/page-frame';
import { ErrorState, NoPermission } from '../../ui/page/states';
import { listPath } from '../resource-paths';
import { DashboardBars } from './dashboard-bars';
import { DashboardTrend } from './dashboard-trend';
import { countText, pathOf } from './list-of';
import './dashboard.css';

const dashboard = { wire: 'GET res/{resource}/dashboard', data: dataOf<ShownCard[]>() } as const;
const cardsIn = ({ data }: { readonly data: readonly ShownCard[] }): readonly ShownCard[] => data;

/** The cards that the schema file declares; each number leads to the list with the rows that it counts. */
export default function ResourceDashboard({ resource }: { resource: AnyResource }): ReactNode {
  const may = useMayDo(resource);
  const { data, isPending, error, refetch } = useAnswer(dashboard, { resource: resource.name }, cardsIn, {
    enabled: may('list'),
    retry: false,
    staleTime: 0,
  });
  const plural = pluralOf(resource);
  return (
    <PageFrame title={`${plural}: dashboard`} crumb={<Link to={listPath(resource)}>{plural}</Link>} padded>
      {!may('list') ? (
        <NoPermission />
      ) : error ? (
        <ErrorState what="The dashboard could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <span className="p-bone" style={{ width: '60%' }} aria-busy="true" />
      ) : (
        <div className="p-dashboard">
          {data.map((card, at) => (
            <DashboardCard key={at} resource={resource} card={card} />
          ))}
        </div>
      )}
    </PageFrame>
  );
}

function DashboardCard({ resource, card }: { resource: AnyResource; card: ShownCard }): ReactNode {
  return (
    <section className="p-dashboard-card" data-show={card.show} aria-label={card.title}>
      <h2>
        {card.title}{' '}
        <Link className="p-dashboard-count p-num" to={pathOf(resource, card.query)}>
          {countText(card.count)}
        </Link>
      </h2>
      {card.show === 'bars' ? <DashboardBars resource={resource} card={card} /> : null}
      {card.show === 'trend' ? <DashboardTrend resource={resource} card={card} /> : null}
    </section>
  );
}
