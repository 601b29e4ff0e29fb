import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';

/** Filters in the address that the list does not know: a mistyped filter must not look as if it had matched everything. */
export function UnknownFilters({ said, onDrop }: { said: readonly string[]; onDrop: () => void }): ReactNode {
  if (!said.length) return null;
  return (
    <p className="p-list-unknown" role="alert">
      <Icon name="warning" size={14} /> This list has no filter {said.map((one) => `'${one}'`).join(', ')}. The rows are not
      filtered by it.{' '}
      <button type="button" className="p-link" onClick={onDrop}>
        Remove from the address
      </button>
    </p>
  );
}
