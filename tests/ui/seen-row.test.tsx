import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { formFields } from '../../src/resources/form/form-fields';
import { useSeenRow } from '../../src/resources/form/use-seen-row';
import { resourceNamed } from '../../src/schemas/kit/all';

/** The record that a form finds in the answer of a list. */
function seenOf(row: object): unknown {
  const client = new QueryClient();
  client.setQueryData(['data', 'forms', 'list'], { data: [row], total: 1 });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useSeenRow(resourceNamed('forms'), 'f-1'), { wrapper }).result.current;
}

it('TRUST-S35 a form waits for the record if the list left a value out', () => {
  const whole = Object.fromEntries([
    ...formFields(resourceNamed('forms')).map((name) => [name, null]),
    ['id', 'f-1'],
    ['row_version', 1],
  ]) as object;
  expect(seenOf(whole)).toEqual(whole);
  const { ui_schema: _, ...part } = whole as { ui_schema: null };
  expect(seenOf(part)).toBeUndefined();
});
