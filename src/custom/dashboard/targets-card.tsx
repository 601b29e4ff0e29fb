import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { monthText } from '../../kinds/day-text';
import { useMayDo } from '../../providers/rights';
import { CardNumber } from '../../resources/board/card-number';
import { numberText } from '../../resources/board/number-text';
import type { Unit } from '../../schemas/kit/measure-kinds';
import { paceOf, type Pace, type ShownTarget, type ShownTargets } from '../../schemas/kit/targets';
import { Tag } from '../../ui/marks/tag';
import './targets.css';

const listPath = '/teams/targets';

/** Targets of a month, each with its number, which opens what it counted, and how it compares with the pace of the working days. */
export default function TargetsCard({ targets, named = false }: { targets: ShownTargets; named?: boolean }): ReactNode {
  const may = useMayDo('targets');
  const { month, rows, is_over: isOver } = targets;
  if (!rows.length && !may('create')) return null;
  return (
    <section className="db-card db-targets" aria-label={`Targets, ${monthText(month)}`}>
      <header className="db-head">
        <h2>Targets</h2>
        <span className="p-quiet">{monthText(month)}</span>
        <Link className="db-all" to={`${listPath}?month=${month}`}>
          {may('create') ? 'Set targets' : 'All targets'}
        </Link>
      </header>
      {rows.length ? (
        <ul>
          {rows.map((row) => (
            <TargetLine key={row.id} of={row} targets={targets} named={named} isOver={isOver} />
          ))}
        </ul>
      ) : (
        <p className="db-none">No targets for this month. Set one for a user or a team, and its pace appears here.</p>
      )}
    </section>
  );
}

interface LineProps {
  readonly of: ShownTarget;
  readonly targets: ShownTargets;
  readonly named: boolean;
  readonly isOver: boolean;
}
function TargetLine({ of, targets, named, isOver }: LineProps): ReactNode {
  const { column, cell, target, kind, days, name } = of;
  const pace = paceOf(of, isOver);
  const part = target > 0 ? Math.min(100, (Number(cell.value ?? 0) / target) * 100) : 0;
  const due = days.all ? Math.min(100, (days.over / days.all) * 100) : 0;
  return (
    <li>
      <span className="db-target-name">
        <span className="p-cut" title={column.definition}>
          {column.title}
        </span>
        {named ? <span className="p-quiet p-cut">{name}</span> : null}
      </span>
      <span className="db-target-number bd-next-to-words">
        <CardNumber
          cell={cell}
          column={{ ...column, key: column.measure }}
          days={{ from: targets.from, to: targets.to, values: {} }}
          row={{ [of.of]: [of.of_id] }}
        />{' '}
        {ofWords[kind]} {numberText(target, column.unit)}
      </span>
      {kind === 'sum' ? (
        <span className="db-target-bar" aria-hidden="true" title={`${days.over} of ${days.all} working days are over`}>
          <i style={{ width: `${part}%` }} />
          {isOver ? null : <b style={{ left: `${due}%` }} />}
        </span>
      ) : (
        <span />
      )}
      <span title={kind === 'sum' ? `${days.over} of ${days.all} working days are over` : undefined}>
        <Tag tone={tones[pace.state]}>{paceText(pace, column.unit)}</Tag>
      </span>
    </li>
  );
}

const ofWords = { sum: 'of', least: '· minimum', most: '· maximum' } as const;
const tones = {
  reached: 'green',
  ahead: 'green',
  on: 'green',
  behind: 'amber',
  short: 'red',
  off: 'amber',
  none: 'grey',
} as const satisfies Record<Pace['state'], string>;

/** '8 behind', rounded so that a part of a lead is not shown: up to what is missing, down to what is done. */
export function paceText({ state, by }: Pace, unit: Unit): string {
  const amount = (): string =>
    numberText(unit === 'count' ? (state === 'ahead' ? Math.floor(by) : Math.ceil(by)) : by, unit === 'percent' ? 'count' : unit);
  if (state === 'reached') return 'Reached';
  if (state === 'on') return 'On track';
  if (state === 'none') return 'No number yet';
  if (state === 'short') return `${amount()} short`;
  if (state === 'off') return `${amount()}${unit === 'percent' ? ' points' : ''} off`;
  return `${amount()} ${state}`;
}
