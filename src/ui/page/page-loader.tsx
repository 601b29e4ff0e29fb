import type { ReactNode } from 'react';

/** Shown while a page's code loads. */
export const pageLoader: ReactNode = <div className="p-loader" role="status" aria-label="Loading" />;
