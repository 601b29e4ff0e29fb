import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { noStage } from '../../schemas/kit/no-stage';
import { Icon, type IconName } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import { phoneText } from '../../schemas/kit/phone-text';
import { Reach } from '../../ui/leads/reach';
import { StageTag } from '../../ui/leads/stage-tag';
import { EmptyState } from '../../ui/page/states';
import type { QueuePart, QueueRow } from './work-queue';
import { leadPath } from '../../schemas/kit/lead-page';

const icons: Record<QueuePart['name'], IconName> = {
  missed: 'missed',
  overdue: 'warning',
  due: 'clock',
  untouched: 'users',
  unread: 'whatsapp',
};
const shownRows = { missed: 5, overdue: 8, due: 8, untouched: 6, unread: 6 } as const;

/** The work queue: one list, most urgent first. Only the first row has a filled call button. */
export function Queue({ parts, total }: { parts: readonly QueuePart[]; total: number }): ReactNode {
  return (
    <section className="db-card db-queue" aria-label="Your work now">
      <header className="db-head">
        <h2>Your work now</h2>
        <span className="p-quiet">{total ? `${countText(total)} to do, most urgent first` : ''}</span>
        {total ? (
          <span className="db-next p-quiet">
            Next lead <kbd>n</kbd>
          </span>
        ) : null}
      </header>
      {parts.length === 0 ? (
        <EmptyState title="You're all caught up" icon="check" next={<Link to="/leads?type=all">See all leads</Link>}>
          Your missed calls, due follow-ups and untouched leads will appear here.
        </EmptyState>
      ) : (
        parts.map((part, index) => <Part key={part.name} part={part} first={index === 0} />)
      )}
    </section>
  );
}

function Part({ part, first }: { part: QueuePart; first: boolean }): ReactNode {
  const rows = part.rows.slice(0, shownRows[part.name]);
  const alarming = part.name === 'missed' || part.name === 'overdue';
  return (
    <>
      <div className="db-part">
        <span className={alarming ? 'db-part-name db-alarm' : 'db-part-name'}>
          <Icon name={icons[part.name]} size={14} /> {part.title}
          <b className="p-num">{countText(part.total)}</b>
        </span>
        <span className="p-quiet">{part.hint}</span>
        {part.total > rows.length ? (
          <Link className="db-all" to={part.to}>
            All {countText(part.total)}
          </Link>
        ) : null}
      </div>
      <ul className="db-rows">
        {rows.map((row, index) => (
          <Row key={row.key} row={row} strong={first && index === 0} />
        ))}
      </ul>
    </>
  );
}

function Row({
  row: { leadId, when, whenFull, urgent, lead, about, chat },
  strong,
}: {
  row: QueueRow;
  strong: boolean;
}): ReactNode {
  return (
    <li className="db-row">
      <time className={urgent ? 'db-when p-late' : 'db-when'} title={whenFull}>
        {when}
      </time>
      {leadId ? (
        <Link className="db-name p-cut" to={leadPath(leadId)} title={lead.name}>
          {lead.name}
        </Link>
      ) : (
        <span className="db-name p-cut">{lead.name}</span>
      )}
      <span className="db-phone p-num">{phoneText(lead.phone)}</span>
      <span className="db-stage">
        {leadId ? (
          <StageTag name={lead.stage_name ?? noStage} color={lead.color} />
        ) : (
          <span className="p-quiet">Not a lead yet</span>
        )}
      </span>
      <span className="db-about p-cut" title={about}>
        {chat ? <Link to={`/chat?phone=${chat}`}>{about}</Link> : about || '–'}
      </span>
      <span className="db-do">
        <Reach look="box" leadId={leadId} name={lead.name} phone={lead.phone} chat={lead.whatsapp_number} strong={strong} />
        {leadId ? (
          <button
            type="button"
            className="p-icon-button"
            aria-label={`Add Lead Stage for ${lead.name}`}
            title="Add Lead Stage"
            onClick={() => openLeadStage({ leadId })}
          >
            <Icon name="flag" />
          </button>
        ) : null}
      </span>
    </li>
  );
}
