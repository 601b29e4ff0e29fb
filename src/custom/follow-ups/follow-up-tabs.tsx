import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ListSort } from '../../resources/list/list-address';
import type { FollowUpCounts, FollowUpType } from '../../schemas/calls/call-actions';
import { CountTabs } from '../../ui/page/count-tabs';
import { EmptyState } from '../../ui/page/states';

interface Tab {
  readonly type: FollowUpType;
  readonly text: string;
  readonly empty: string;
  readonly sort: readonly ListSort[];
}
const soonest = [{ field: 'call_date_time', down: false }];
const latestDone = [{ field: 'done_at', down: true }];
const tabs: readonly Tab[] = [
  { type: 'overdue', text: 'Overdue', empty: 'Nothing is overdue', sort: soonest },
  { type: 'today', text: 'Today', empty: 'Nothing more is due today', sort: soonest },
  { type: 'tomorrow', text: 'Tomorrow', empty: 'Nothing is planned for tomorrow', sort: soonest },
  { type: 'week', text: 'This week', empty: 'Nothing more is planned for this week', sort: soonest },
  { type: 'later', text: 'Later', empty: 'Nothing is planned after this week', sort: soonest },
  { type: 'done', text: 'Done', empty: 'Nothing is done yet', sort: latestDone },
];
export const tabNames = tabs.map(({ type }): string => type);
/** The tab in the address; Today if there is none. */
export const tabAt = (stage: string | null): Tab => tabs.find(({ type }) => type === stage) ?? tabs[1]!;

export function FollowUpTabs(props: {
  now: FollowUpType;
  counts: FollowUpCounts | undefined;
  onChoose: (type: FollowUpType) => void;
}): ReactNode {
  const { now, counts, onChoose } = props;
  const shown = tabs.map(({ type, text }) => ({ name: type, text, count: counts?.[type], alarm: type === 'overdue' }));
  return <CountTabs label="When" now={now} tabs={shown} onChoose={onChoose} />;
}

export function NoFollowUps({ tab, overdue, onOverdue }: { tab: Tab; overdue: number; onOverdue: () => void }): ReactNode {
  const next =
    tab.type !== 'overdue' && overdue ? (
      <Button onClick={onOverdue}>{overdue} overdue</Button>
    ) : (
      <Link to="/leads?type=all">
        <Button tabIndex={-1}>All leads</Button>
      </Link>
    );
  return (
    <EmptyState title={tab.empty} icon="calendar" next={next}>
      Follow-ups come from Add Lead Stage, or from Add follow-up on a lead.
    </EmptyState>
  );
}
