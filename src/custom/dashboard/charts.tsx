import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MyDay } from '../../schemas/calls/leads';
import { localInput, plainDate } from '../../ui/time/dates';
import { numberWords } from '../../kinds/number-words';

const firstHour = 8;
const lastHour = 21;

/** Whether they were answered is not said to a role that does not see it. */
const callsIn = ({ dialled, connected }: { dialled: number; connected?: number }): string =>
  connected === undefined ? `${dialled} dialled` : `${dialled} dialled, ${connected} connected`;

/** Today's outbound calls, one cell per hour; future hours are dashed. */
export function HourStrip({ day }: { day: MyDay }): ReactNode {
  const now = Number(localInput(day.as_of).slice(11, 13));
  const shown = day.hours.filter(({ hour, dialled }) => (hour >= firstHour && hour <= lastHour) || dialled > 0);
  const most = Math.max(...shown.map((one) => one.dialled), 0);
  const best = most > 0 ? shown.find((one) => one.dialled === most) : undefined;
  return (
    <section className="db-card" aria-label="Calls by hour">
      <header className="db-head">
        <h2>Calls by hour</h2>
        <span className="p-quiet">{best ? `best today ${best.hour} to ${best.hour + 1}` : 'no calls yet today'}</span>
      </header>
      <ol className="db-hours">
        {shown.map(({ hour, dialled, connected }) => {
          const heat = most ? Math.ceil((dialled / most) * 4) : 0;
          return (
            <li key={hour} title={`${hour}:00 to ${hour + 1}:00: ${callsIn({ dialled, connected })}`}>
              <span className={hour > now ? 'db-cell db-ahead' : `db-cell db-heat-${heat}`}>{hour > now ? '' : dialled}</span>
              <span className="db-hour">{String(hour).padStart(2, '0')}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Dialled and connected calls of the last six working days; screen readers read the table behind it. */
export function DayBars({ day }: { day: MyDay }): ReactNode {
  const most = Math.max(...day.days.map((one) => one.dialled), 1);
  const any = day.days.some((one) => one.dialled > 0);
  return (
    <section className="db-card" aria-label="Last 6 working days">
      <header className="db-head">
        <h2>Last 6 working days</h2>
        <span className="db-legend">
          {day.tiles.C2 ? (
            <>
              <i className="db-key-connected" /> Connected{' '}
            </>
          ) : null}
          <i className="db-key-dialled" /> Dialled
        </span>
      </header>
      {any ? (
        <ol className="db-bars">
          {day.days.map((one) => (
            <li key={one.date} title={`${plainDate(one.date)}: ${callsIn(one)}`}>
              <span className="db-bar" style={{ height: `${(one.dialled / most) * 100}%` }}>
                <span style={{ height: one.dialled ? `${((one.connected ?? 0) / one.dialled) * 100}%` : 0 }} />
              </span>
              <span className="db-hour">{weekday(one.date)}</span>
              <span className="p-visually-hidden">{callsIn(one)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="db-none">No calls in the last six working days.</p>
      )}
    </section>
  );
}

export function StageBars({ day, userId }: { day: MyDay; userId: string }): ReactNode {
  const total = day.stages.reduce((sum, one) => sum + one.count, 0);
  const most = Math.max(...day.stages.map((one) => one.count), 1);
  const own = `/leads?type=all&user_id=${encodeURIComponent(userId)}`;
  return (
    <section className="db-card" aria-label="My leads by stage">
      <header className="db-head">
        <h2>My leads by stage</h2>
        <Link to={own} className="p-num">
          {numberWords(total)}
        </Link>
      </header>
      {total ? (
        <ul className="db-stages">
          {day.stages
            .filter((one) => one.count > 0)
            .map((one) => (
              <li key={one.stage_id ?? ''}>
                <Link to={one.stage_id ? `${own}&stage_id=${one.stage_id}` : `${own}&view=fresh`}>
                  <span className="p-cut" title={one.stage_name}>
                    {one.stage_name}
                  </span>
                  <span className="db-meter">
                    <i style={{ width: `${(one.count / most) * 100}%` }} />
                  </span>
                  <span className="p-num">{numberWords(one.count)}</span>
                </Link>
              </li>
            ))}
        </ul>
      ) : (
        <p className="db-none">No leads are assigned to you.</p>
      )}
    </section>
  );
}

const weekday = (date: string): string =>
  ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(`${date}T00:00:00Z`).getUTCDay()]!;
