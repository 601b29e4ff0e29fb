import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MyDay } from '../../schemas/calls/leads';
import { numberWords } from '../../kinds/number-words';
import { cellLink } from '../../resources/board/cell-links';

interface TileProps {
  readonly title: string;
  readonly value: ReactNode;
  readonly below: readonly ReactNode[];
  /** The last six working days; the last one is today, which is not over. */
  readonly trend?: readonly number[];
}

const opens = {
  C1: 'calls',
  C2: 'calls',
  C9: 'calls',
  F2: 'follow-ups',
  F3: 'follow-ups',
  F5: 'follow-ups',
  L3: 'leads',
  L5: 'leads',
  P1: 'leads',
  P4: 'leads',
} as const;

/** Today's figures, each with a comparison; a number opens what it counted. What a role does not see has no tile. */
export default function Tiles({ day, userId }: { day: MyDay; userId: string }): ReactNode {
  const { C1, C2, C9, F2, F3, F5, L3, L5, P1, P4 } = day.tiles;
  const percent = (part: number, of: number): string => (of ? `${Math.round((part / of) * 100)} %` : '–');
  const counted = (measure: keyof typeof opens, text: (number: number) => string = numberWords): ReactNode => {
    const today = day.tiles[measure]?.today ?? 0;
    const days = { from: day.day, to: day.day, values: {} };
    const to = today ? cellLink({ measure, opens: opens[measure] }, { user: [userId] }, days) : undefined;
    return to ? <Link to={to}>{text(today)}</Link> : text(today);
  };
  const connected = (days: MyDay['days']): number[] => days.flatMap((one) => one.connected ?? []);
  return (
    <div className="db-tiles">
      {C1 ? (
        <Tile
          title="Dialled"
          value={counted('C1')}
          below={[`yesterday ${numberWords(C1.yesterday)}`]}
          trend={day.days.map((one) => one.dialled)}
        />
      ) : null}
      {C1 && C2 ? (
        <Tile
          title="Connected"
          value={counted('C2')}
          below={[`${percent(C2.today, C1.today)} of calls`, `yesterday ${percent(C2.yesterday, C1.yesterday)}`]}
          trend={connected(day.days)}
        />
      ) : null}
      {C9 ? <Tile title="Talk time" value={counted('C9', talk)} below={[`yesterday ${talk(C9.yesterday)}`]} /> : null}
      {F2 && F3 ? (
        <Tile
          title="Follow-ups done"
          value={
            <>
              {counted('F3')} of {counted('F2')}
            </>
          }
          below={[
            ...(F5 ? [<>{counted('F5')} overdue</>] : []),
            `yesterday ${numberWords(F3.yesterday)} of ${numberWords(F2.yesterday)}`,
          ]}
        />
      ) : null}
      {L3 ? (
        <Tile
          title="Leads assigned"
          value={counted('L3')}
          below={[...(L5 ? [<>{counted('L5')} untouched</>] : []), `yesterday ${numberWords(L3.yesterday)}`]}
        />
      ) : null}
      {P4 ? (
        <Tile
          title="Enrolled"
          value={counted('P4')}
          below={[
            ...(P1
              ? [
                  <>
                    {counted('P1')} {P1.today === 1 ? 'application' : 'applications'} started
                  </>,
                ]
              : []),
            `yesterday ${numberWords(P4.yesterday)}`,
          ]}
        />
      ) : null}
    </div>
  );
}

function Tile({ title, value, below, trend }: TileProps): ReactNode {
  return (
    <div className="db-tile">
      <span className="db-tile-title">{title}</span>
      <span className="db-tile-value p-num">{value}</span>
      {below.map((line, at) => (
        <span className="db-tile-below p-cut" key={at} title={typeof line === 'string' ? line : undefined}>
          {line}
        </span>
      ))}
      {trend ? <Spark values={trend} title={title} /> : null}
    </div>
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

function talk(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} m` : `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}
