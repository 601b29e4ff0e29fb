import { StyleProvider, type Transformer } from '@ant-design/cssinjs';
import { AbilityProvider } from '@casl/react';
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { use, useState, type ReactNode } from 'react';
import { ability } from '../../src/providers/rights';
import { Questions } from '../../src/ui/dialogs/questions-host';
import { PlainToasts } from '../../src/ui/toasts/plain-toasts';

/**
 * Of antd's styles the tests' browser gets what hides: a query by role or label asks of each element on the page whether it is
 * seen, and with all of antd's rules that is a third of the time of a test of forms. Looks are looked at in a real browser.
 */
const hides = new Set(['display', 'visibility']);
const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('value' in value) && !('_keyframe' in value);
const onlyWhatHides: Transformer = {
  visit: (css) => Object.fromEntries(Object.entries(css).filter(([name, value]) => hides.has(name) || isNested(value))),
};

/** What the product puts around every page: its rights, what it has read, and where questions and short messages appear. */
export function App({ children }: { children: ReactNode }): ReactNode {
  const own = use(QueryClientContext); // that of a test which looks into it
  const [client] = useState(() => own ?? new QueryClient());
  return (
    <AbilityProvider value={ability}>
      <QueryClientProvider client={client}>
        <StyleProvider transformers={[onlyWhatHides]}>
          {children}
          <Questions />
          <PlainToasts />
        </StyleProvider>
      </QueryClientProvider>
    </AbilityProvider>
  );
}
