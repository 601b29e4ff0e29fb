import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Popover } from '../dialogs/popover';

export interface MenuChoice {
  readonly label: string;
  readonly choose: () => void;
}

/** A button that opens a short menu; the arrow keys move in it. A twentieth of the size of antd's Dropdown. */
export function MenuButton(props: {
  label: string;
  title?: string;
  className?: string;
  choices: readonly MenuChoice[];
  children: ReactNode;
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={props.className ?? 'p-icon-button'}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        title={props.title ?? props.label}
        onClick={({ currentTarget }) => setAnchor((now) => (now ? null : currentTarget))}
      >
        {props.children}
      </button>
      {anchor ? (
        <Popover anchor={anchor} label={props.label} onClose={() => setAnchor(null)}>
          <div className="p-choices" role="menu" aria-label={props.label} onKeyDown={moveFocus}>
            {props.choices.map(({ label, choose }) => (
              <button
                key={label}
                type="button"
                role="menuitem"
                className="p-choice"
                onClick={() => {
                  anchor.focus(); // the dialog that opens now returns the focus to the button
                  setAnchor(null);
                  choose();
                }}
              >
                {label}
              </button>
            ))}
          </div>
        </Popover>
      ) : null}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  items[(at + by + items.length) % items.length]?.focus();
}
