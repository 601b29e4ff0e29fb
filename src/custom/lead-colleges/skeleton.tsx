import type { ReactNode } from 'react';

export function Skeleton(): ReactNode {
  return (
    <div aria-busy="true" aria-label="Loading" className="lc-bones">
      {[70, 52, 64, 48].map((width) => (
        <span key={width} className="p-bone" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
