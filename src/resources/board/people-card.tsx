import type { ReactNode } from 'react';
import { Tag } from '../../ui/marks/tag';
import type { PersonNow } from '../../schemas/kit/report';
import { shortTime } from '../../ui/time/dates';
import type { CardProps } from './card-props';
import { CardNumber } from './card-number';

const words = { in: 'Online', break: 'On break', out: 'Offline', leave: 'On leave', absent: 'Absent', off: 'Day off' } as const;
const tones = { in: 'green', break: 'amber', out: 'grey', leave: 'grey', absent: 'red', off: 'grey' } as const;

/** Users with where they are now, and their numbers. */
export function PeopleCard({ card, days }: CardProps): ReactNode {
  const now = new Map((card.people ?? []).map((one) => [one.user_id, one]));
  const rows = card.rows.filter(({ value }) => value !== '');
  if (!rows.length) return <p className="bd-none">Nobody works here yet. Add users under Access Control.</p>;
  return (
    <div className="bd-scroll" role="region" aria-label={`${card.title}, table`} tabIndex={0}>
      <table className="bd-matrix">
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col" className="bd-start">
              Now
            </th>
            {card.columns.map(({ key, title, definition }) => (
              <th key={key} scope="col" title={definition}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <th scope="row">{row.title}</th>
              <td className="bd-start">
                <Presence of={now.get(row.value)} />
              </td>
              {row.cells.map((cell, at) => (
                <td key={card.columns[at]?.key ?? at} className={cell.value === 0 ? 'p-quiet' : ''}>
                  <CardNumber cell={cell} column={card.columns[at]} days={days} row={{ user: [row.value] }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td />
            {card.totals.map((cell, at) => (
              <td key={card.columns[at]?.key ?? at}>
                <CardNumber cell={cell} column={card.columns[at]} days={days} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Presence({ of }: { of: PersonNow | undefined }): ReactNode {
  if (!of) return '–';
  return (
    <>
      <Tag tone={tones[of.presence]}>{words[of.presence]}</Tag>{' '}
      {of.since ? <span className="p-quiet">since {shortTime(of.since)}</span> : null}
    </>
  );
}
