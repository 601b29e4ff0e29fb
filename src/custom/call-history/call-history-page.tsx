import { useEffect, useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { noteOpened } from '../../providers/opened-reports';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { StartingToday } from '../../resources/list/starting-today';
import type { callHistory } from '../../schemas/leads/calls-history';
import { seesCallCosts } from '../../ui/leads/call-cost';
import { HistoryList } from './history-list';
import { useHistory } from './use-history';

/** /lead-calls-history: every call, one row each, of today unless the address says otherwise. */
export default function CallHistoryPage(): ReactNode {
  const { resource } = useResourceNow('calls-history', useLocation().key);
  if (!isOf<typeof callHistory>(resource, 'calls-history')) return null;
  return (
    <StartingToday field="started_at">
      <Calls resource={resource} />
    </StartingToday>
  );
}

function Calls({ resource }: { resource: typeof callHistory }): ReactNode {
  useEffect(() => noteOpened('call-history'), []);
  const history = useHistory(
    resource,
    useMemo(() => shown.filter((name) => name !== 'cost' || seesCallCosts()), []),
  );
  return <HistoryList title="Call History User" history={history} />;
}

const shown = [
  'lead_id',
  'started_at',
  'user_id',
  'phone',
  'virtual_number',
  'outcome',
  'talk_s',
  'stage_id',
  'message',
  'recording_url',
  'cost',
] as const;
