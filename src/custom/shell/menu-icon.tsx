import type { ReactNode } from 'react';
import { LineIcon } from '../../ui/marks/line-icon';

/** The icon of a group or of an entry without a group. */
export function MenuIcon({ name }: { name: string }): ReactNode {
  return <LineIcon path={shapes[name] ?? 'M3 8h10M8 3v10'} />;
}

const sliders = 'M2.5 4.5h5m3 0h3M2.5 11.5h2m3 0h6M9 3v3M6 10v3';
const people =
  'M6 7.4a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Zm-4.4 5.8c.3-2.3 2-3.6 4.4-3.6s4.1 1.3 4.4 3.6m.2-10.1a2.3 2.3 0 0 1 0 4m1.6 2.9c1.2.6 2 1.7 2.1 3.2';
const clock = 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9.4V8l2.2 1.6';
const bars = 'M3 13V8m5 5V3m5 10V6M1.8 13.2h12.4';
const shapes: Readonly<Record<string, string>> = {
  Dashboard: 'M2.5 7.5 8 3l5.5 4.5v6h-11v-6Zm4 6v-4h3v4',
  Publisher: 'm1.5 6.5 6.5-3 6.5 3L8 9.5l-6.5-3Zm3 1.6v3.4c2 1.6 5 1.6 7 0V8.1',
  Leads: people,
  Notes: 'M3.4 2.4h6.2l3 3v8.2H3.4V2.4ZM5.8 8.4h4.4m-4.4 2.4h3',
  Configuration: sliders,
  Finances: 'M4 3h8M4 6h8M4 3h2.5a3 3 0 0 1 0 6H4l5 5',
  'Employee Workforce': 'M2.5 5h11v8.5h-11V5Zm3.5 0V3h4v2M2.5 9h11',
  'Reports and Activity': bars,
  Automation: 'M9 1.8 3.5 9H8l-1 5.2L12.5 7H8l1-5.2Z',
  Marketing: 'M2.5 6.5v3h2.6l5.4 3.3V3.2L5.1 6.5H2.5Zm10.2 0a2.4 2.4 0 0 1 0 3M5 9.6l.8 3.4',
  'Application Manager': 'M3.5 2.4h9v11.2h-9V2.4ZM6 5.4h4M6 8h4m-4 2.6h2.4',
  Setting: sliders,
  'Access Control': 'M3.6 7.2h8.8v6.4H3.6V7.2Zm2-.2V5.2a2.4 2.4 0 0 1 4.8 0V7',
  'Help and Support': 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.2a1.8 1.8 0 1 1 2.6 1.7c-.5.2-.8.5-.8 1.1m0 2v.1',
  FollowUps: clock,
  Reports: bars,
};
