import { Button } from 'antd';
import { Fragment, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNavigate } from 'react-router';
import { useMyDay } from '../../providers/calls/lead-calls';
import { useShownList } from '../../providers/screens/list-on-page';
import { useSession } from '../../providers/session/session';
import { Can } from '@casl/react';
import type { Ability } from '../../providers/ability';
import type { MyDay } from '../../schemas/calls/leads';
import { localInput, plainDate } from '../../ui/time/dates';
import { Icon } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import { usePageTitle } from '../../ui/page/page-title';
import { ErrorState } from '../../ui/page/states';
import { onDemand } from '../../ui/dialogs/on-demand';
import { useKeys } from '../../ui/actions/use-keys';
import { DayBars, HourStrip, StageBars } from './charts';
import './dashboard.css';
import { Queue } from './queue';
import { ScopeCounts } from './scope-counts';
import { useLiveDay } from './use-live-day';
import { queueOf, waiting } from './work-queue';
import { leadPath } from '../../schemas/kit/lead-page';

const AnnouncementCard = onDemand('announcement-card', () => import('./announcement-card'));
const AddedCard = onDemand('added-card', () => import('./added-card'));
const LayoutEditor = onDemand('layout-editor', () => import('./layout-editor'));
const OfficeCard = onDemand('office-card', () => import('./office-card'), <div className="db-card db-bones" />);
const TargetsCard = onDemand('targets-card', () => import('./targets-card'));
const Tiles = onDemand('tiles', () => import('./tiles'), <div className="db-tiles db-tiles-bones" />);
const TeamView = onDemand('team-view', () => import('./team-view'), <div className="db-card db-bones" />);

// what nearly every day shows, loaded while its numbers are read
for (const card of [Tiles, TargetsCard, AnnouncementCard]) void card.warm();

/** The counsellor's day: what to do next, then today's figures. */
export default function DashboardPage(): ReactNode {
  const { data, error, isPending, refetch } = useMyDay();
  useLiveDay(data?.day);
  usePageTitle('Dashboard');
  if (isPending) return <Bones />;
  if (!data) return <ErrorState what="Your day could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <Day day={data} />;
}

function Day({ day }: { day: MyDay }): ReactNode {
  const navigate = useNavigate();
  useShownList('Your work now');
  const user = useSession()?.user;
  const parts = queueOf(day);
  const total = waiting(day);
  const next = parts.flatMap((part) => part.rows).find((row) => row.leadId);
  const open = next ? () => void navigate(leadPath(next.leadId)) : undefined;
  useKeys({ n: open ? ['Open the next lead', open] : undefined });
  const at = localInput(day.as_of);
  const [query, setQuery] = useSearchParams();
  const ownsNone = day.stages.every((stage) => stage.count === 0);
  const [arranging, setArranging] = useState(false);
  const view = day.team ? (query.get('view') ?? (ownsNone ? 'team' : 'day')) : 'day';
  return (
    <div className="db">
      <header className="db-top">
        <h1>
          {greeting(Number(at.slice(11, 13)))}
          {user?.name ? `, ${user.name.split(' ')[0]}` : ''}
        </h1>
        <span className="p-quiet">
          {weekdays[new Date(`${day.day}T00:00:00Z`).getUTCDay()]}, {plainDate(day.day)} · {at.slice(11, 16)}
        </span>
        {day.team ? (
          <span className="p-chips" role="group" aria-label="View">
            {views.map(({ name, title }) => (
              <button
                key={name}
                type="button"
                className={view === name ? 'p-chip p-on' : 'p-chip'}
                aria-pressed={view === name}
                onClick={() => setQuery({ view: name })}
              >
                {title}
              </button>
            ))}
          </span>
        ) : null}
        <button type="button" className="p-chip db-arrange" onClick={() => setArranging(true)}>
          Arrange cards
        </button>
        {open ? (
          <Button type="primary" className="db-start" icon={<Icon name="phone" size={14} />} title="Next lead (n)" onClick={open}>
            Start calling · {countText(total)}
          </Button>
        ) : null}
      </header>
      {view === 'team' ? (
        <TeamView />
      ) : (
        <Cards
          day={day}
          queue={<Queue parts={parts} total={total + day.totals.unread} />}
          ownsNone={ownsNone}
          userId={user?.id ?? ''}
        />
      )}
      {arranging ? <LayoutEditor view={view === 'team' ? 'team' : 'day'} onClose={() => setArranging(false)} /> : null}
    </div>
  );
}

interface CardsProps {
  readonly day: MyDay;
  readonly queue: ReactNode;
  readonly ownsNone: boolean;
  readonly userId: string;
}
/** The cards of the layout: wide ones under each other, the others in a column of their own. */
function Cards({ day, queue, ownsNone, userId }: CardsProps): ReactNode {
  const made: Readonly<Record<string, ReactNode>> = {
    queue,
    office: day.office && <OfficeCard counts={day.office} />,
    targets: day.targets && <TargetsCard targets={day.targets} />,
    hours: <HourStrip day={day} />,
    days: <DayBars day={day} />,
    stages: ownsNone ? (
      <Can<Ability> I="list" a="leads">
        <ScopeCounts />
      </Can>
    ) : (
      <StageBars day={day} userId={userId} />
    ),
    announcements: <AnnouncementCard />,
  };
  const shown = day.layout.cards.filter(({ hidden }) => !hidden);
  const inWidth = (wanted: boolean): ReactNode =>
    shown
      .filter(({ id, wide = false }) => wide === wanted && id !== 'numbers')
      .map(({ id }) => <Fragment key={id}>{id in made ? made[id] : <AddedCard id={id} day={day} />}</Fragment>);
  return (
    <div className="db-grid">
      {shown.some(({ id }) => id === 'numbers') ? <Tiles day={day} userId={userId} /> : null}
      <div className="db-side">{inWidth(true)}</div>
      <div className="db-side">{inWidth(false)}</div>
    </div>
  );
}

const views = [
  { name: 'team', title: 'Team' },
  { name: 'day', title: 'My day' },
] as const;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const greeting = (hour: number): string => (hour < 12 ? 'Good morning' : hour < 17 ? 'Good afternoon' : 'Good evening');

function Bones(): ReactNode {
  return (
    <div className="db" aria-busy="true" aria-label="Loading">
      <div className="db-top">
        <span className="p-bone" style={{ width: 240, height: 20 }} />
      </div>
      <div className="db-grid">
        <div className="db-tiles db-tiles-bones" />
        <div className="db-card db-queue db-bones">
          {[52, 70, 46, 64, 58, 49, 66].map((width) => (
            <span key={width} className="p-bone" style={{ width: `${width}%` }} />
          ))}
        </div>
        <div className="db-side">
          <div className="db-card db-bones" />
        </div>
      </div>
    </div>
  );
}
