import type { KeyboardEvent, ReactNode } from 'react';
import { MenuButton } from '../../ui/actions/menu-button';
import { Icon } from '../../ui/marks/icon';

interface RowActs {
  readonly drag: () => void;
  readonly drop: () => void;
  readonly move: (by: number) => void;
  readonly answer: () => void;
  /** Where the college takes leads. */
  readonly push?: () => void;
  readonly notWanted: () => void;
  readonly remove: () => void;
}

/** A place on the shortlist. Its handle is dragged, or moved with the arrow keys. */
export function ShortlistRow({
  name,
  place,
  dragged,
  onDrag,
  acts,
  more,
  children,
}: {
  name: string;
  place: number;
  dragged: boolean;
  onDrag: (id: undefined) => void;
  acts?: RowActs;
  /** Share and Apply. */
  more: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <li
      className={dragged ? 'lc-row lc-ranked lc-dragged' : 'lc-row lc-ranked'}
      aria-label={`${place}. ${name}`}
      onDragOver={(event) => acts && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        acts?.drop();
        onDrag(undefined);
      }}
    >
      {acts ? (
        <button
          type="button"
          className="p-icon-button lc-handle"
          draggable
          aria-label={`Move ${name}`}
          title="Drag, or press the up and down keys"
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', name);
            acts.drag();
          }}
          onDragEnd={() => onDrag(undefined)}
          onKeyDown={(event) => onArrow(event, acts.move)}
        >
          <span className="p-num">{place}</span>
        </button>
      ) : (
        <span className="lc-handle p-num">{place}</span>
      )}
      {children}
      <div className="lc-do">{more}</div>
      {acts ? (
        <MenuButton
          label={`Actions for ${name}`}
          choices={[
            { label: 'Move up', choose: () => acts.move(-1) },
            { label: 'Move down', choose: () => acts.move(1) },
            { label: 'Response, next step, note', choose: acts.answer },
            ...(acts.push ? [{ label: `Push lead to ${name}`, choose: acts.push }] : []),
            { label: 'Not interested', choose: acts.notWanted },
            { label: 'Take off the shortlist', choose: acts.remove },
          ]}
        >
          <Icon name="more" />
        </MenuButton>
      ) : null}
    </li>
  );
}

function onArrow(event: KeyboardEvent, move: (by: number) => void): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  move(by);
}
