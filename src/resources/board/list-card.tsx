import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { leadPath } from '../../schemas/kit/lead-page';
import { phoneText } from '../../schemas/kit/phone-text';
import { Reach } from '../../ui/leads/reach';
import { StageTag } from '../../ui/leads/stage-tag';
import { Time } from '../../ui/time/time';
import type { CardProps } from './card-props';
import { CardNumber } from './card-number';

/** The oldest rows that a measure counted; the number above them opens all. */
export function ListCard({ card, days }: CardProps): ReactNode {
  const { columns, totals, list = [] } = card;
  return (
    <>
      <p className="bd-all bd-next-to-words">
        <CardNumber cell={totals[0]} column={columns[0]} days={days} />
        {list.length ? <span className="p-quiet"> oldest first</span> : null}
      </p>
      {list.length ? (
        <ul className="bd-list">
          {list.map(({ id, lead_id, name, phone, at, stage_name, color, note }) => (
            <li key={id}>
              {lead_id ? (
                <Link className="p-cut" to={leadPath(lead_id)}>
                  {name}
                </Link>
              ) : (
                <span className="p-cut">{name}</span>
              )}
              <span className="bd-when">
                <Time at={at} />
              </span>
              <span className="bd-about p-cut" title={note ?? undefined}>
                {lead_id ? <StageTag name={stage_name ?? 'Fresh'} color={color} /> : phoneText(phone)}
              </span>
              <span className="bd-do">
                <Reach look="box" leadId={lead_id} name={name} phone={phone} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="bd-none">Nothing is open.</p>
      )}
    </>
  );
}
