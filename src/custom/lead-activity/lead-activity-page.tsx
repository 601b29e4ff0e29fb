import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShownList } from '../../providers/screens/list-on-page';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { ListPage } from '../../resources/list/list-page';
import { StartingToday } from '../../resources/list/starting-today';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import type { LeadAct, leadActivity } from '../../schemas/leads/lead-activity';
import { EmptyState } from '../../ui/page/states';
import { dayOf, plainDate, shortTime } from '../../ui/time/dates';
import { ActCard } from './act-card';
import { useActColumns } from './act-columns';
import { NewActivity } from './new-activity';
import './lead-activity.css';

/** /lead-activity: what was done on all leads, of today unless the address says otherwise. */
export default function LeadActivityPage(): ReactNode {
  const { resource } = useResourceNow('lead-activity', useLocation().key);
  if (!isOf<typeof leadActivity>(resource, 'lead-activity')) return null;
  return (
    <StartingToday field="at">
      <Acts resource={resource} />
    </StartingToday>
  );
}

function Acts({ resource }: { resource: typeof leadActivity }): ReactNode {
  const navigate = useNavigate();
  const list = useList({ resource, columns: shown, size: 50, live: 'off' });
  const ofLeads = list.rows.flatMap(({ id, lead_id }) => (lead_id ? [{ id, lead_id }] : []));
  useShownList('Lead Activity', { ...list, rows: ofLeads });
  return (
    <ListPage<LeadAct>
      list={list}
      title="Lead Activity"
      columns={useActColumns(resource, list.columns.names)}
      groupOf={dayTitle}
      searches="lead name"
      onOpen={(row) => (row.lead_id ? void navigate(leadPath(row.lead_id)) : undefined)}
      figure={<NewActivity list={list} />}
      selects={false}
      empty={(narrowed) => (
        <EmptyState title={narrowed ? 'No activity matches these filters' : 'No activity yet'} icon="history">
          {narrowed
            ? 'Choose another range of days, or remove a filter.'
            : 'Calls, stages, follow-ups, notes, messages and meetings of all leads appear here.'}
        </EmptyState>
      )}
      card={(row) => <ActCard row={row} />}
    />
  );
}

const shown = ['lead_id', 'at', 'user_id', 'kind', 'to_text', 'message', 'duration_s', 'origin'] as const;

/** 'Today, 12 Mar 2026'. */
function dayTitle({ at }: LeadAct): string {
  const day = dayOf(new Date(at));
  const [near] = shortTime(at, { hour: true }).split(' ');
  return near === 'Today' || near === 'Yesterday' ? `${near}, ${plainDate(day)}` : plainDate(day);
}
