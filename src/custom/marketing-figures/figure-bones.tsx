import type { ReactNode } from 'react';

/** As high as what comes, so that nothing jumps. */
export const FigureBones = (): ReactNode => (
  <div role="status" aria-label="Loading figures" aria-busy="true">
    <span className="p-bone mf-bone-tiles" />
    <span className="p-bone mf-bone-card" />
    <span className="p-bone mf-bone-table" />
  </div>
);
