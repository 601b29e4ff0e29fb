import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSearchParams } from 'react-router-dom';
import { useFollowUpCounts, useStageColor } from '../../providers/calls/lead-calls';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useShownList } from '../../providers/screens/list-on-page';
import { useMayDo } from '../../providers/rights';
import { useFollowUpWork } from '../../resources/follow-up-work/use-follow-up-work';
import { ListPage } from '../../resources/list/list-page';
import { unknownIn } from '../../resources/list/list-address';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import type { ListFilter } from '../../schemas/kit/list-query';
import type { FollowUp, followUps } from '../../schemas/leads/follow-ups';
import type { MenuChoice } from '../../ui/actions/menu-button';
import { FollowUpDialog } from '../../ui/leads/follow-up-on-demand';
import { labelOf } from '../../ui/leads/lead-text';
import { useFinishing } from '../../ui/leads/use-finishing';
import { FollowUpActions } from './follow-up-actions';
import { FollowUpCard } from './follow-up-card';
import { columnNames, doneColumns, useFollowUpColumns } from './follow-up-columns';
import { FollowUpTabs, NoFollowUps, tabAt, tabNames } from './follow-up-tabs';

interface FollowUpsListProps {
  readonly resource: typeof followUps;
  readonly me: string;
  readonly person: string | undefined;
  readonly actions: ReactNode;
  readonly more: readonly MenuChoice[];
}
/** The follow-ups of a tab, of the user or of `person`. */
export function FollowUpsList({ resource, me, person, actions, more }: FollowUpsListProps): ReactNode {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const tab = tabAt(query.get('stage'));
  const may = useMayDo(resource);
  const fixed = useMemo(() => [eq('tab', tab.type), eq('user_id', person ?? me)], [tab.type, person, me]);
  const found = useList({
    resource,
    fixed,
    keep: ['stage', 'user'],
    unknown: unknownIn(query, { stage: tabNames }),
    columns: tab.type === 'done' ? doneColumns : columnNames,
    size: 25,
    sort: tab.sort,
  });
  useShownList('FollowUps', found);
  const counts = useFollowUpCounts(person).data;
  const finishing = useFinishing();
  const work = useFollowUpWork(found, person);
  const [moving, setMoving] = useState<FollowUp>();
  const colorOf = useStageColor();
  const rows = found.rows.filter((row) => !finishing.gone.has(actionOf(row)));
  const list = rows.length === found.rows.length ? found : { ...found, rows };
  const finish = (row: FollowUp): void =>
    finishing.finish({ id: actionOf(row), leadId: row.lead_id, leadName: labelOf(row, 'lead_id') });
  const offered = { onDone: finish, onMove: setMoving };
  const turnTo = (stage: string): void => setQuery(person ? { stage, user: person } : { stage });
  return (
    <>
      <ListPage<FollowUp>
        list={list}
        title="FollowUps"
        columns={useFollowUpColumns(resource, list.columns.names, colorOf)}
        onOpen={(row) => void navigate(leadPath(row.lead_id))}
        bar={<FollowUpTabs now={tab.type} counts={counts} onChoose={turnTo} />}
        selects={may('update') && may('export')}
        bulk={work.buttons}
        actions={actions}
        more={more}
        empty={<NoFollowUps tab={tab} overdue={counts?.overdue ?? 0} onOverdue={() => turnTo('overdue')} />}
        rowActions={(row) => <FollowUpActions row={row} {...offered} />}
        card={(row) => <FollowUpCard row={row} {...offered} colorOf={colorOf} />}
        keys={(row) => ({
          s: ['Add Lead Stage', () => openLeadStage({ leadId: row.lead_id })],
          d: row.state === 'pending' ? ['Mark as done', () => finish(row)] : undefined,
          r: row.state === 'pending' ? ['Reschedule', () => setMoving(row)] : undefined,
        })}
      />
      {work.dialog}
      {finishing.dialog}
      {moving ? (
        <FollowUpDialog
          leadId={moving.lead_id}
          leadName={labelOf(moving, 'lead_id')}
          followUpId={moving.id}
          {...(moving.user_id && moving.user_id !== me ? { userId: moving.user_id } : {})}
          onClose={() => setMoving(undefined)}
        />
      ) : null}
    </>
  );
}

const actionOf = (row: FollowUp): string => row.call_action_id ?? row.id;
const eq = (field: string, value: string): ListFilter => ({ field, operator: 'eq', values: [value] });
