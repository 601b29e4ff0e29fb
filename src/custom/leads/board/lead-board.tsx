import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshLeadWork, useLeadStages } from '../../../providers/calls/lead-calls';
import { useCall } from '../../../providers/calls/use-call';
import { openLeadStage } from '../../../providers/screens/lead-stage-modal';
import { leadBoard } from '../../../schemas/calls/lead-looks';
import { noStage } from '../../../schemas/kit/no-stage';
import type { Lead } from '../../../schemas/leads/leads';
import type { MenuChoice } from '../../../ui/actions/menu-button';
import { ErrorState } from '../../../ui/page/states';
import { BoardColumn, type ShownStage } from './board-column';
import './lead-board.css';
import type { ListQuery } from './use-stage-leads';

/**
 * The leads of the list by stage. A card that is dropped on another stage, or moved there from its menu, opens Add Lead Stage with
 * that stage: what the stage asks for is asked, and nothing moves before it is saved.
 */
export default function LeadBoard({
  query,
  mayChange,
}: {
  /** Of the list, without its page. */
  query: ListQuery;
  mayChange: (lead: Lead) => boolean;
}): ReactNode {
  const client = useQueryClient();
  const stages = useLeadStages().data ?? [];
  const counts = useCall(leadBoard, { query }, { retry: false, keepPrevious: true, version: 'leads' });
  const [dragged, setDragged] = useState<Lead>();
  useSubscription({ channel: 'resources/leads', onLiveEvent: () => refreshLeadWork(client) });
  if (counts.isError)
    return <ErrorState what="The board could not be loaded" error={counts.error} onRetry={() => void counts.refetch()} />;
  const countOf = (id: string | null) => counts.data?.find(({ stage_id }) => stage_id === id);
  const shown: ShownStage[] = [{ id: null, name: noStage, color: null }, ...stages.map(asColumn)].map((stage) => ({
    ...stage,
    count: countOf(stage.id)?.count ?? 0,
    exact: countOf(stage.id)?.exact ?? true,
  }));
  const move = (lead: Lead, stageId: string): void => openLeadStage({ leadId: String(lead.id), stageId });
  const movesOf = (lead: Lead): MenuChoice[] =>
    mayChange(lead)
      ? stages
          .filter(({ id }) => id !== lead.stage_id)
          .map((stage) => ({ label: stage.stage_name ?? '–', choose: () => move(lead, String(stage.id)) }))
      : [];
  return (
    <div className="lb-board" aria-busy={counts.isPending || undefined}>
      {shown.map((stage) => (
        <BoardColumn
          key={stage.id ?? 'none'}
          stage={stage}
          query={query}
          dragged={dragged}
          movesOf={movesOf}
          onDrag={setDragged}
          onDropped={(lead) => {
            setDragged(undefined);
            if (stage.id !== null) move(lead, stage.id);
          }}
        />
      ))}
    </div>
  );
}

const asColumn = (stage: { readonly id: unknown; readonly stage_name?: string | null; readonly color?: string | null }) => ({
  id: String(stage.id),
  name: stage.stage_name ?? '–',
  color: stage.color ?? null,
});
