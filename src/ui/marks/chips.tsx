import type { ReactNode } from 'react';
import '../theme/ui.css';
import { Icon } from './icon';

/** An active filter: 'Stage  Fresh, Counselled ×'. Clicking the text edits it, the cross removes it. */
export function FilterChip({
  label,
  value,
  onOpen,
  onRemove,
}: {
  label: string;
  value: string;
  onOpen: (chip: HTMLElement) => void;
  onRemove: () => void;
}): ReactNode {
  return (
    <span className="p-chip-pair">
      <button
        type="button"
        className="p-chip"
        onClick={({ currentTarget }) => onOpen(currentTarget)}
        title={`${label}: ${value}`}
      >
        {label} <b>{value}</b>
      </button>
      <button type="button" className="p-chip" onClick={onRemove} aria-label={`Remove filter ${label}`}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

/** A switchable chip, for quick views: 'Overdue 17'. */
export function Chip({
  on = false,
  count,
  onClick,
  children,
}: {
  on?: boolean;
  count?: number | string;
  onClick: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button type="button" className={on ? 'p-chip p-on' : 'p-chip'} aria-pressed={on} onClick={onClick}>
      {children}
      {count === undefined ? null : <b className="p-num">{count}</b>}
    </button>
  );
}
