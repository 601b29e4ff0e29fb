import type { ReactNode } from 'react';
import { Questions } from '../../src/ui/ask';
import { PlainToasts } from '../../src/ui/plain-toasts';

/** What the product puts around every page: where questions and short messages appear. */
export function App({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      {children}
      <Questions />
      <PlainToasts />
    </>
  );
}
