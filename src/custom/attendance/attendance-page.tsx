import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { onDemand, type OnDemand } from '../../ui/dialogs/on-demand';
import { pageLoader } from '../../ui/page/page-loader';
import MonthPage from './month-page';

const contents: { readonly [name: string]: OnDemand<object> } = {
  team: onDemand('attendance-team', () => import('./team-page'), pageLoader),
  corrections: onDemand('attendance-corrections', () => import('./corrections-page'), pageLoader),
  days: onDemand('attendance-days', () => import('./days-page'), pageLoader),
};

/** The page of attendance that the address names. */
export default function AttendancePage(): ReactNode {
  const [, name = ''] = /\/attendance\/(\w+)/.exec(useLocation().pathname) ?? [];
  const Content = contents[name] ?? MonthPage;
  return <Content />;
}
