import { useState, type ReactNode } from 'react';
import type { Lead } from '../../../schemas/leads/leads';
import type { MenuChoice } from '../../../ui/actions/menu-button';
import { StageTag } from '../../../ui/leads/stage-tag';
import { countText } from '../../../ui/marks/numbers';
import { BoardCard } from './board-card';
import { useStageLeads, type ListQuery } from './use-stage-leads';
import { useWindow } from './use-window';

/** A card and the space under it. */
const cardHeight = 104;

export interface ShownStage {
  /** Null: no stage yet. */
  readonly id: string | null;
  readonly name: string;
  readonly color: string | null;
  readonly count: number;
  readonly exact: boolean;
}

/** One stage: its name, its count and its leads, of which only those that are seen are drawn. Another stage's card can be dropped. */
export function BoardColumn({
  stage,
  query,
  dragged,
  movesOf,
  onDrag,
  onDropped,
}: {
  stage: ShownStage;
  query: ListQuery;
  dragged: Lead | undefined;
  movesOf: (lead: Lead) => readonly MenuChoice[];
  onDrag: (lead: Lead | undefined) => void;
  onDropped: (lead: Lead) => void;
}): ReactNode {
  const { ref, first, last } = useWindow(stage.count, cardHeight);
  const { leadAt, failed, retry } = useStageLeads(query, stage.id, { first, last });
  const [over, setOver] = useState(false);
  const takes = dragged !== undefined && stage.id !== null && (dragged.stage_id ?? null) !== stage.id;
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return (
    <section
      className={`lb-column${takes ? ' lb-takes' : ''}${takes && over ? ' lb-over' : ''}`}
      aria-label={stage.name}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (takes) onDropped(dragged);
      }}
    >
      <h2 className="lb-head">
        <StageTag name={stage.name} color={stage.color} />
        <span className="p-num p-quiet">{countText(stage.count, stage.exact)}</span>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div ref={ref} className="lb-scroll" tabIndex={stage.count ? 0 : -1} role="region" aria-label={`Leads of ${stage.name}`}>
        {failed ? (
          <p role="alert" className="lb-note">
            These leads could not be loaded.{' '}
            <button type="button" className="p-link" onClick={retry}>
              Retry
            </button>
          </p>
        ) : stage.count === 0 ? (
          <p className="lb-note p-quiet">No leads</p>
        ) : null}
        <ul className="lb-cards" style={{ height: stage.count * cardHeight }}>
          {indexes.map((index) => {
            const lead = leadAt(index);
            const top = index * cardHeight;
            if (!lead) return <li key={`place ${index}`} className="lb-card lb-bone" style={{ top }} aria-hidden="true" />;
            return <BoardCard key={lead.id} lead={lead} top={top} moves={movesOf(lead)} onDrag={onDrag} />;
          })}
        </ul>
      </div>
    </section>
  );
}
