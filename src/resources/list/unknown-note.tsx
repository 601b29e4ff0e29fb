import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import type { Unknown } from './list-address';

export interface UnknownNoteProps {
  readonly unknown: Unknown;
  readonly onDrop: () => void;
}

/** What the address asks and the list does not know. */
export default function UnknownNote({ unknown: { filters, columns, sorts, places }, onDrop }: UnknownNoteProps): ReactNode {
  return (
    <p className="p-list-unknown" role="alert">
      <Icon name="warning" size={14} />
      <span>
        {filters.length ? `This list has no filter ${quoted(filters)}. The rows are not filtered by it. ` : null}
        {columns.length ? `This list has no column ${quoted(columns)}. ` : null}
        {sorts.length ? `This list cannot be sorted by ${quoted(sorts)}. ` : null}
        {places.length ? `This list has no page or page size ${quoted(places)}. ` : null}
        <button type="button" className="p-link" onClick={onDrop}>
          Remove from the address
        </button>
      </span>
    </p>
  );
}

const quoted = (names: readonly string[]): string => names.map((one) => `'${one}'`).join(', ');
