import { Select } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { teamDashboard, type TeamDashboard } from '../../schemas/calls/team-dashboard';
import type { DimensionValues } from '../../schemas/kit/cells';
import { writeValues } from '../../schemas/kit/write-cell';
import type { DimensionId } from '../../schemas/kit/dimensions';
import { BoardCard } from '../../resources/board/board';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { ErrorState } from '../../ui/page/states';
import { DateRange } from '../../ui/time/date-range';
import { today } from '../../ui/time/today';
import AnnouncementCard from './announcement-card';
import { HealthCard } from './health-card';
import { SetupCard } from './setup-card';
import TargetsCard from './targets-card';

const filters = [
  ['team', 'Team', 'teams'],
  ['college', undefined, 'colleges'],
  ['course', 'Course', 'courses'],
  ['intake', 'Intake', undefined],
  ['source', 'Source', 'lead-sources'],
] as const satisfies readonly (readonly [DimensionId, title: string | undefined, resource: string | undefined])[];

/** Everyone's numbers for those who lead others; days and filters are in the address. */
export default function TeamView(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const entity = useSession()?.persisted.tenant.entity_name ?? 'College';
  const [from, to] = [query.get('from') ?? today(), query.get('to') ?? today()];
  const chosen = (id: DimensionId): string[] => query.get(id)?.split(',').filter(Boolean) ?? [];
  const values: DimensionValues = Object.fromEntries(
    filters.flatMap(([id]) => (chosen(id).length ? [[id, chosen(id)] as const] : [])),
  );
  const asked = { from, to, filters: writeValues(values) };
  const { data, error, isPlaceholderData, refetch } = useCall(teamDashboard, asked, { keepPrevious: true, retry: false });
  const change = (to: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(to)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setQuery(next);
  };
  return (
    <>
      <div className="db-filters">
        <DateRange value={[from, to]} onChange={([first, last]) => change({ from: first, to: last })} />
        {filters.map(([id, title = entity, resource]) => (
          <span key={id} className="db-filter">
            {resource ? (
              <ReferenceSelect
                aria-label={title}
                placeholder={title}
                resource={resource}
                multiple
                value={chosen(id)}
                onChange={(next) => change({ [id]: [next ?? []].flat().map(String).join(',') })}
              />
            ) : (
              <Select<string[]>
                aria-label={title}
                placeholder={title}
                mode="tags"
                tokenSeparators={[',']}
                value={chosen(id)}
                onChange={(next) => change({ [id]: next.join(',') })}
              />
            )}
          </span>
        ))}
      </div>
      {error ? (
        <ErrorState what="The team's numbers could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={isPlaceholderData ? 'db-team db-old' : 'db-team'} aria-busy={isPlaceholderData}>
          {data.setup ? <SetupCard done={data.setup} /> : null}
          <div className="bd">
            {data.layout.cards
              .filter(({ hidden }) => !hidden)
              .map(({ id, wide }) => (
                <Fragment key={id}>{cardOf(data, id, wide === true)}</Fragment>
              ))}
          </div>
        </div>
      ) : (
        <div className="db-card db-bones" role="status" aria-label="Loading" />
      )}
    </>
  );
}

function cardOf(data: TeamDashboard, id: string, wide: boolean): ReactNode {
  const card = data.cards.find((one) => one.id === id);
  if (card) return <BoardCard card={card} days={data} />;
  const own =
    id === 'targets' && data.targets ? (
      <TargetsCard targets={data.targets} named />
    ) : id === 'health' && data.health ? (
      <HealthCard health={data.health} now={data.as_of} />
    ) : id === 'announcements' ? (
      <AnnouncementCard />
    ) : null;
  return own && wide ? <div className="bd-wide">{own}</div> : own;
}
