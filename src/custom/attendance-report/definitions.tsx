import { useState, type ReactNode } from 'react';
import { Popover } from '../../ui/dialogs/popover';
import { Icon } from '../../ui/marks/icon';
import { totalColumns } from './total-columns';

/** What each column counts. */
export function Definitions(): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className="p-icon-button"
        aria-label="What the columns mean"
        title="What the columns mean"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <Icon name="question" />
      </button>
      {anchor ? (
        <Popover anchor={anchor} label="What the columns mean" onClose={() => setAnchor(null)}>
          <dl className="ar-means">
            {totalColumns({ leave_types: [] }).map(({ name, title, means }) => (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{means}</dd>
              </div>
            ))}
          </dl>
        </Popover>
      ) : null}
    </>
  );
}
