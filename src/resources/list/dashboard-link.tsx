import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/marks/icon';
import { dashboardPath } from '../resource-paths';

/** To the counts and charts of the list's rows. */
export const DashboardLink = ({ resource }: { resource: AnyResource }): ReactNode => (
  <Link className="p-icon-button" to={dashboardPath(resource)} aria-label="Dashboard" title="Dashboard">
    <Icon name="chart" />
  </Link>
);
