import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import type { ListState } from './list-address';

export interface UnknownNoteProps {
  readonly state: Pick<ListState, 'unknown' | 'unknownColumns'>;
  readonly onDrop: () => void;
}

/** What the address asks and the list does not know. */
export default function UnknownNote({ state: { unknown, unknownColumns }, onDrop }: UnknownNoteProps): ReactNode {
  return (
    <p className="p-list-unknown" role="alert">
      <Icon name="warning" size={14} />
      <span>
        {unknown.length ? `This list has no filter ${quoted(unknown)}. The rows are not filtered by it. ` : null}
        {unknownColumns.length ? `This list has no column ${quoted(unknownColumns)}. ` : null}
        <button type="button" className="p-link" onClick={onDrop}>
          Remove from the address
        </button>
      </span>
    </p>
  );
}

const quoted = (names: readonly string[]): string => names.map((one) => `'${one}'`).join(', ');
