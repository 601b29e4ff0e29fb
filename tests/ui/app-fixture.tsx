import { StyleProvider, type Transformer } from '@ant-design/cssinjs';
import { AbilityProvider } from '@casl/react';
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import { ability } from '../../src/providers/rights';
import { leaveSelectsByTab } from '../../src/ui/fields/leave-by-tab';
import { Questions } from '../../src/ui/dialogs/questions-host';
import { PlainToasts } from '../../src/ui/toasts/plain-toasts';

/**
 * Tests get only those of antd's styles that hide elements: a query by role or label checks of each element whether it is
 * visible, and with all of antd's rules that takes a third of a form test's time. Looks are tested in a real browser.
 */
const hides = new Set(['display', 'visibility']);
const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('value' in value) && !('_keyframe' in value);
const onlyWhatHides: Transformer = {
  visit: (css) => Object.fromEntries(Object.entries(css).filter(([name, value]) => hides.has(name) || isNested(value))),
};

/** What the product puts around every page: rights, queries, and the hosts of dialogs and toasts. */
export function App({ children }: { children: ReactNode }): ReactNode {
  const around = useContext(QueryClientContext);
  const [own] = useState(() => new QueryClient());
  useEffect(leaveSelectsByTab, []);
  return (
    <AbilityProvider value={ability}>
      <QueryClientProvider client={around ?? own}>
        <StyleProvider transformers={[onlyWhatHides]}>
          {children}
          <Questions />
          <PlainToasts />
        </StyleProvider>
      </QueryClientProvider>
    </AbilityProvider>
  );
}
