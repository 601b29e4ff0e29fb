import { Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { words } from '../../kinds/kind';
import { useSession } from '../../providers/session/session';
import { tickets } from '../../schemas/support/tickets';
import { ColleagueSelect } from '../../ui/fields/colleague-select';
import { Tag } from '../../ui/marks/tag';
import { fullTime } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';
import { changeTicket, slaLeft, type TicketRow } from './ticket-calls';

/** State, priority and assignee, which people with the right can change in place, and the other facts of the ticket. */
export function TicketFacts(props: { ticket: TicketRow; works: boolean; now: Date; onDone: () => void }): ReactNode {
  const { ticket, works, now, onDone } = props;
  const id = useId();
  const user = useSession()?.user;
  const raised = ticket.created_by === user?.id;
  const sla = slaLeft(ticket, now);
  const change = async (values: Parameters<typeof changeTicket>[1]): Promise<void> => {
    try {
      await changeTicket(ticket, values);
    } catch (error) {
      toasts.error(error);
    }
    onDone();
  };
  const state = ticket.state ?? 'open';
  const states: readonly State[] = works ? statesOf(state) : raised && state !== 'closed' ? [state, 'closed'] : [state];
  return (
    <>
      {sla ? <Tag tone={sla.late ? 'red' : 'green'}>{sla.text}</Tag> : null}
      <div className="p-ticket-field">
        <label htmlFor={`${id}-state`}>Status</label>
        <Select
          id={`${id}-state`}
          value={state}
          disabled={states.length < 2}
          options={states.map((value) => ({ value, label: stateLabel(value) }))}
          onChange={(next) => void change({ state: next })}
        />
      </div>
      <div className="p-ticket-field">
        <label htmlFor={`${id}-priority`}>Priority</label>
        <Select
          id={`${id}-priority`}
          value={ticket.priority ?? 'medium'}
          disabled={!works && !raised}
          options={tickets.fields.properties.priority.enum.map((value) => ({ value, label: words(value) }))}
          onChange={(priority) => void change({ priority })}
        />
      </div>
      <div className="p-ticket-field">
        <label htmlFor={`${id}-assigned`}>Assigned to</label>
        <ColleagueSelect
          id={`${id}-assigned`}
          value={ticket.assigned_to ?? undefined}
          label={[ticket._labels?.['assigned_to']].flat()[0]}
          disabled={!works}
          placeholder="Unassigned"
          onChange={(to) => void change({ assigned_to: to ?? null })}
        />
      </div>
      <dl className="p-ticket-facts">
        {facts(ticket).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const stateLabel = (value: string): string => (value === 'waiting' ? 'Waiting on you' : words(value));
type State = NonNullable<TicketRow['state']>;
/** The states that can follow a state; the server uses the same table. */
function statesOf(state: State): State[] {
  const open = tickets.fields.properties.state.enum;
  if (state === 'resolved') return ['resolved', 'open', 'closed'];
  if (state === 'closed') return ['closed', 'open'];
  return open.filter((next) => next === state || next !== 'open' || state !== 'open');
}

const facts = (ticket: TicketRow): (readonly [string, string])[] =>
  (
    [
      ['Type', words(ticket.category)],
      ['Module', ticket.module],
      ['Page', ticket.page_url],
      ['Browser', ticket.browser],
      ['Raised by', ticket._labels?.['created_by']],
      ['Raised', fullTime(ticket.created_at)],
      ['Resolved', ticket.resolved_at ? fullTime(ticket.resolved_at) : ''],
    ] as const
  ).flatMap(([label, text]) => (text ? [[label, String(text)] as const] : []));
