import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSearchParams } from 'react-router-dom';
import { useStageColor } from '../../providers/calls/lead-calls';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { useSession } from '../../providers/session/session';
import { isDay } from '../../schemas/kit/day-ranges';
import { isOneOf } from '../../schemas/kit/is-one-of';
import { isTeamLeaderOrAbove } from '../../schemas/kit/roles';
import type { followUps } from '../../schemas/leads/follow-ups';
import { calendarViews, type CalendarView } from '../../ui/calendar/calendar-days';
import { onDemand } from '../../ui/dialogs/on-demand';
import { PageFrame } from '../../ui/page/page-frame';
import { today } from '../../ui/time/today';
import { tabAt } from './follow-up-tabs';
import './follow-ups.css';
import { FollowUpsList } from './follow-ups-list';
import { PersonSelect } from './person-select';

const Calendar = onDemand('follow-up-calendar', () => import('./calendar'), <div className="fu-waits" aria-busy="true" />);
const FeedDialog = onDemand('calendar-feed', async () => ({ default: (await import('./feed-dialog')).FeedDialog }));

type View = 'list' | CalendarView;
const views: { value: View; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

/** /myfollowup?stage=today: the user's own follow-ups by day, or those of someone below them; as a list or a calendar. */
export default function FollowUpsPage(): ReactNode {
  const { resource } = useResourceNow('follow-ups', useLocation().key);
  const [feed, setFeed] = useState(false);
  const colorOf = useStageColor();
  const { me, person, view, day, tab, set } = usePlace();
  const actions = <PageActions me={me} person={person} view={view} onChange={set} />;
  const more = [{ label: 'Show in my calendar…', choose: () => setFeed(true) }];
  return (
    <>
      {view !== 'list' ? (
        <PageFrame title="FollowUps" fill actions={actions}>
          <Calendar view={view} day={day} userId={person} colorOf={colorOf} onMove={(to, on) => set({ view: to, day: on })} />
        </PageFrame>
      ) : isOf<typeof followUps>(resource, 'follow-ups') ? (
        <FollowUpsList key={`${tab} ${person}`} resource={resource} person={person} me={me} actions={actions} more={more} />
      ) : null}
      {feed ? <FeedDialog onClose={() => setFeed(false)} /> : null}
    </>
  );
}

type Change = (values: Readonly<Record<string, string | undefined>>) => void;
/** What the address says: whose follow-ups, which tab, which view, around which day. */
function usePlace() {
  const [query, setQuery] = useSearchParams();
  const me = String(useSession()?.persisted.id ?? '');
  const asked = query.get('view');
  const view: View = isOneOf(calendarViews, asked) ? asked : 'list';
  const other = query.get('user') ?? undefined;
  const day = query.get('day') ?? '';
  const set: Change = (values) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(values))
        if (value) next.set(name, value);
        else next.delete(name);
      return next;
    });
  const person = other === me ? undefined : other;
  return { me, person, view, day: isDay(day) ? day : today(), tab: tabAt(query.get('stage')).type, set };
}

function PageActions(props: { me: string; person: string | undefined; view: View; onChange: Change }): ReactNode {
  const { me, person, view, onChange } = props;
  const isManager = isTeamLeaderOrAbove(useSession()?.user.role);
  return (
    <>
      {isManager ? (
        <PersonSelect me={me} value={person} onChange={(user) => onChange({ user, page: undefined, cursor: undefined })} />
      ) : null}
      <Segmented<View>
        aria-label="View"
        options={views}
        value={view}
        onChange={(to) => onChange({ view: to === 'list' ? undefined : to, day: undefined })}
      />
    </>
  );
}
