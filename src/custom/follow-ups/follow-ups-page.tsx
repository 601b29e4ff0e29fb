import { useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSearchParams } from 'react-router-dom';
import { useFollowUpCounts, useStageColor } from '../../providers/calls/lead-calls';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useShownList } from '../../providers/screens/list-on-page';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { useSession } from '../../providers/session/session';
import { useMayDo } from '../../providers/rights';
import { ListPage } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import type { ListFilter } from '../../schemas/kit/list-query';
import type { FollowUp, followUps } from '../../schemas/leads/follow-ups';
import { FollowUpDialog } from '../../ui/leads/follow-up-on-demand';
import { labelOf } from '../../ui/leads/lead-text';
import { FollowUpActions } from './follow-up-actions';
import { FollowUpCard } from './follow-up-card';
import { columnNames, useFollowUpColumns } from './follow-up-columns';
import { FollowUpTabs, NoFollowUps, tabAt } from './follow-up-tabs';
import './follow-ups.css';
import { useMarkDone } from './use-mark-done';

/** /myfollowup?stage=today: the user's own follow-ups by day. */
export default function FollowUpsPage(): ReactNode {
  const { resource } = useResourceNow('follow-ups', useLocation().key);
  const [query] = useSearchParams();
  const { type } = tabAt(query.get('stage'));
  return isOf<typeof followUps>(resource, 'follow-ups') ? <FollowUpsList key={type} resource={resource} /> : null;
}

function FollowUpsList({ resource }: { resource: typeof followUps }): ReactNode {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const tab = tabAt(query.get('stage'));
  const me = useSession()?.persisted.id ?? '';
  const may = useMayDo(resource);
  const fixed = useMemo(() => [eq('tab', tab.type), eq('user_id', String(me))], [tab.type, me]);
  const found = useList({ resource, fixed, keep: ['stage'], columns: columnNames, size: 25, sort: tab.sort });
  useShownList('FollowUps', found);
  const counts = useFollowUpCounts().data;
  const { list, finish } = useMarkDone(found);
  const [moving, setMoving] = useState<FollowUp>();
  const colorOf = useStageColor();
  const offered = { onDone: finish, onMove: setMoving };
  return (
    <>
      <ListPage<FollowUp>
        list={list}
        title="FollowUps"
        columns={useFollowUpColumns(resource, list.columns.names, colorOf)}
        onOpen={(row) => void navigate(leadPath(row.lead_id))}
        bar={<FollowUpTabs now={tab.type} counts={counts} onChoose={(stage) => setQuery({ stage })} />}
        selects={may('update') && may('export')}
        empty={<NoFollowUps tab={tab} overdue={counts?.overdue ?? 0} onOverdue={() => setQuery({ stage: 'overdue' })} />}
        rowActions={(row) => <FollowUpActions row={row} {...offered} />}
        card={(row) => <FollowUpCard row={row} {...offered} colorOf={colorOf} />}
        keys={(row) => ({
          s: ['Add Lead Stage', () => openLeadStage({ leadId: row.lead_id })],
          d: row.state === 'pending' ? ['Mark as done', () => finish(row)] : undefined,
          r: row.state === 'pending' ? ['Reschedule', () => setMoving(row)] : undefined,
        })}
      />
      {moving ? (
        <FollowUpDialog
          leadId={moving.lead_id}
          leadName={labelOf(moving, 'lead_id')}
          followUpId={moving.id}
          onClose={() => setMoving(undefined)}
        />
      ) : null}
    </>
  );
}

const eq = (field: string, value: string): ListFilter => ({ field, operator: 'eq', values: [value] });
