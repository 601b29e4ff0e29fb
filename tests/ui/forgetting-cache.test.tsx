import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { forgettingCache } from '../../src/providers/forgetting-cache';
import { problem } from '../../src/schemas/kit/problem';

let refusal: 403 | 404 | 500 | undefined;
const read = async (): Promise<string> => {
  if (refusal) throw problem(refusal, 'Refused');
  return 'Sai Lakshmi';
};
function Lead(): ReactNode {
  const { data, status } = useQuery({ queryKey: ['lead'], queryFn: read, retry: false });
  return <p role="status">{`${status}: ${data ?? 'nothing'}`}</p>;
}
function show(client: QueryClient): void {
  render(
    <QueryClientProvider client={client}>
      <Lead />
    </QueryClientProvider>,
  );
}
const shown = (): string => screen.getByRole('status').textContent;
afterEach(cleanup);

describe('what the server refuses', () => {
  it.each([403, 404] as const)('with %s is shown no longer, nor for a moment when its page is opened once more', async (code) => {
    refusal = undefined;
    const client = new QueryClient({ queryCache: forgettingCache() });
    show(client);
    await waitFor(() => expect(shown()).toBe('success: Sai Lakshmi'));
    refusal = code;
    void client.invalidateQueries();
    await waitFor(() => expect(shown()).toBe('error: nothing'));
    cleanup();
    show(client);
    expect(shown()).toBe('pending: nothing');
    await waitFor(() => expect(shown()).toBe('error: nothing'));
  });

  it('is not what only failed: that stays on the screen', async () => {
    refusal = undefined;
    const client = new QueryClient({ queryCache: forgettingCache() });
    show(client);
    await waitFor(() => expect(shown()).toBe('success: Sai Lakshmi'));
    refusal = 500;
    void client.invalidateQueries();
    await waitFor(() => expect(shown()).toBe('error: Sai Lakshmi'));
  });
});
