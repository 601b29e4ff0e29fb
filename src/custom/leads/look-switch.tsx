import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/marks/icon';
import { looks, type Look } from './use-look';

const icons: Readonly<Record<Look, IconName>> = { table: 'file', board: 'columns', calendar: 'calendar' };
const all: readonly Look[] = ['table', 'board', 'calendar'];

/** Table, board or calendar. */
export function LookSwitch({ look, onLook }: { look: Look; onLook: (look: Look) => void }): ReactNode {
  return (
    <span className="ld-looks" role="group" aria-label="View">
      {all.map((one) => (
        <button
          key={one}
          type="button"
          className="p-icon-button"
          aria-pressed={one === look}
          aria-label={looks[one]}
          title={looks[one]}
          onClick={() => onLook(one)}
        >
          <Icon name={icons[one]} />
        </button>
      ))}
    </span>
  );
}
