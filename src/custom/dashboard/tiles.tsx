import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MyDay } from '../../schemas/calls/leads';
import { numberWords } from '../../kinds/number-words';

interface TileProps {
  readonly title: string;
  readonly value: string;
  readonly below: string;
  readonly to?: string;
  /** The last six working days; the last one is today, which is not over. */
  readonly trend?: readonly number[];
}

/** Today's figures, each with a comparison. */
export function Tiles({ day }: { day: MyDay }): ReactNode {
  const { C1, C2, C9, F2, F3, L3, L5, P4 } = day.tiles;
  const percent = (part: number, of: number): string => (of ? `${Math.round((part / of) * 100)} %` : '–');
  return (
    <div className="db-tiles">
      <Tile
        title="Dialled"
        value={numberWords(C1.today)}
        below={`yesterday ${numberWords(C1.yesterday)}`}
        trend={day.days.map((one) => one.dialled)}
      />
      <Tile
        title="Connected"
        value={numberWords(C2.today)}
        below={`${percent(C2.today, C1.today)} · yesterday ${percent(C2.yesterday, C1.yesterday)}`}
        trend={day.days.map((one) => one.connected)}
      />
      <Tile title="Talk time" value={talk(C9.today)} below={`yesterday ${talk(C9.yesterday)}`} />
      <Tile
        title="Follow-ups done"
        value={`${numberWords(F3.today)} of ${numberWords(F2.today)}`}
        below={`yesterday ${numberWords(F3.yesterday)} of ${numberWords(F2.yesterday)}`}
        to="/myfollowup?stage=today"
      />
      <Tile
        title="Leads assigned"
        value={numberWords(L3.today)}
        below={`${numberWords(L5.today)} untouched`}
        to="/leads?type=all&view=untouched"
      />
      <Tile
        title="Enrolled"
        value={numberWords(P4.today)}
        below={`yesterday ${numberWords(P4.yesterday)}`}
        to="/leads?type=all&view=enrolled"
      />
    </div>
  );
}

function Tile({ title, value, below, to, trend }: TileProps): ReactNode {
  const inside = (
    <>
      <span className="db-tile-title">{title}</span>
      <span className="db-tile-value p-num">{value}</span>
      <span className="db-tile-below p-cut" title={below}>
        {below}
      </span>
      {trend ? <Spark values={trend} title={title} /> : null}
    </>
  );
  return to ? (
    <Link className="db-tile" to={to}>
      {inside}
    </Link>
  ) : (
    <div className="db-tile">{inside}</div>
  );
}

/** Five whole days as a line; today is dashed, with a dot. */
function Spark({ values, title }: { values: readonly number[]; title: string }): ReactNode {
  const most = Math.max(...values, 0);
  if (values.length < 2 || most === 0) return null;
  const points = values.map((value, index) => [3 + (index * 50) / (values.length - 1), 15 - (value / most) * 12] as const);
  const line = (some: typeof points): string => some.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [x, y] = points.at(-1)!;
  return (
    <svg
      className="db-spark"
      width="56"
      height="18"
      role="img"
      aria-label={`${title}, last six working days: ${values.join(', ')}`}
    >
      <polyline points={line(points.slice(0, -1))} />
      <polyline points={line(points.slice(-2))} strokeDasharray="2 2" />
      <circle cx={x} cy={y} r="2.5" />
    </svg>
  );
}

export function talk(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} m` : `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}
