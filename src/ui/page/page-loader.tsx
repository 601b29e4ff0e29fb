import type { ReactNode } from 'react';

/** What stands in a page's place while its code comes. */
export const pageLoader: ReactNode = <div className="p-loader" role="status" aria-label="Loading" />;
