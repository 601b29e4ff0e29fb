import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { leadPath } from '../../../schemas/kit/lead-page';
import type { Lead } from '../../../schemas/leads/leads';
import { MenuButton, type MenuChoice } from '../../../ui/actions/menu-button';
import { labelOf, leadName } from '../../../ui/leads/lead-text';
import { Avatar } from '../../../ui/marks/avatar';
import { Icon } from '../../../ui/marks/icon';
import { DueTime } from '../../../ui/time/time';

/** A lead on the board. It is dragged to another stage, or moved there from its menu. */
export function BoardCard({
  lead,
  top,
  moves,
  onDrag,
}: {
  lead: Lead;
  top: number;
  /** The stages it can be moved to; none for someone who only reads. */
  moves: readonly MenuChoice[];
  onDrag: (lead: Lead | undefined) => void;
}): ReactNode {
  const name = leadName(lead);
  const owner = labelOf(lead, 'user_id');
  const what = [labelOf(lead, 'course'), labelOf(lead, 'clg_id')].filter(Boolean).join(' · ') || labelOf(lead, 'source');
  return (
    <li
      className="lb-card"
      style={{ top }}
      draggable={moves.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', String(lead.id));
        event.dataTransfer.effectAllowed = 'move';
        onDrag(lead);
      }}
      onDragEnd={() => onDrag(undefined)}
      onKeyDown={moveFocus}
    >
      <span className="lb-card-head">
        <Link className="p-cut" to={leadPath(lead.id)} draggable={false} title={name}>
          {name}
        </Link>
        {moves.length ? (
          <MenuButton label={`Move ${name}`} title="Move to a stage" choices={moves}>
            <Icon name="flag" size={14} />
          </MenuButton>
        ) : null}
      </span>
      <span className="p-cut p-quiet">{what || '–'}</span>
      <span className="lb-card-foot">
        {lead.next_followup_at ? <DueTime at={lead.next_followup_at} /> : <span className="p-quiet">No follow-up</span>}
        {owner ? (
          <span title={owner}>
            <Avatar name={owner} />
            <span className="p-visually-hidden">Owner: {owner}</span>
          </span>
        ) : null}
      </span>
    </li>
  );
}

/** Arrow keys go from name to name: up and down in the stage, left and right to the next one. */
function moveFocus(event: KeyboardEvent<HTMLLIElement>): void {
  const card = event.currentTarget;
  const column = card.closest('.lb-column');
  const to = {
    ArrowDown: card.nextElementSibling,
    ArrowUp: card.previousElementSibling,
    ArrowRight: column?.nextElementSibling?.querySelector('.lb-card'),
    ArrowLeft: column?.previousElementSibling?.querySelector('.lb-card'),
  }[event.key];
  if (!to || (event.target instanceof Element && event.target.closest('[role=menu]'))) return;
  event.preventDefault();
  event.stopPropagation();
  const link = to.querySelector('a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
