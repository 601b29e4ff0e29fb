import type { ReactNode } from 'react';
import './two-lines.css';

/** A table's cell with a quiet second line; what does not fit is in its tooltip. Without a second line it is a plain cell. */
export const twoLines = (first: ReactNode, second: string): ReactNode =>
  second ? (
    <span className="p-two-lines">
      <span>{first}</span>
      <span className="p-quiet" title={second}>
        {second}
      </span>
    </span>
  ) : (
    first
  );
