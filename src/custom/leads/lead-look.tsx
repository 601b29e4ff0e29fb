import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { List } from '../../resources/list/use-list';
import type { Lead } from '../../schemas/leads/leads';
import { onDemand } from '../../ui/dialogs/on-demand';
import { lookParameters, type Look } from './use-look';

const LeadBoard = onDemand('lead-board', () => import('./board/lead-board'));
const LeadCalendar = onDemand('lead-calendar', () => import('./lead-calendar'));

/** The leads of the list as a board or a calendar; a day's count opens the list of that day. */
export default function LeadLook({
  look,
  list,
  mayChange,
}: {
  look: Exclude<Look, 'table'>;
  list: List<Lead>;
  mayChange: (lead: Lead) => boolean;
}): ReactNode {
  const navigate = useNavigate();
  const showDay = (edges: readonly string[]): void => {
    const next = new URLSearchParams(window.location.search);
    for (const name of [...lookParameters, 'page', 'after', 'before', 'next_followup_at_between']) next.delete(name);
    for (const edge of edges) next.append('next_followup_at_between', edge);
    void navigate({ search: `?${next}` });
  };
  return look === 'board' ? (
    <LeadBoard query={list.query} mayChange={mayChange} />
  ) : (
    <LeadCalendar query={list.query} onDay={({ from, to }) => showDay([from, to])} />
  );
}
