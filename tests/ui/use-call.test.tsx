import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callKey, changeKnown, useCall } from '../../src/providers/calls/use-call';
import { dataOf } from '../../src/schemas/kit/call';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

const notes = { wire: 'GET notes/{id}?limit', data: dataOf<string[]>() } as const;
const rows = { wire: 'GET res/notes', data: dataOf<string[]>() } as const;
let client: QueryClient;
const around = ({ children }: { children: ReactNode }): ReactNode => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
beforeEach(() => {
  freshBrowser('/');
  signedIn();
  client = new QueryClient();
});
afterEach(() => vi.unstubAllGlobals());

describe('useCall', () => {
  it('reads data of an envelope and a bare answer, under a key of call and values', async () => {
    const asked = stubNetwork(({ path }) => json(path.startsWith('res/') ? ['bare'] : { code: 200, data: ['in data'] }));
    const { result } = renderHook(() => [useCall(notes, { id: 'n-1', limit: 3 }).data, useCall(rows, {}).data], {
      wrapper: around,
    });
    await waitFor(() => expect(result.current).toEqual([['in data'], ['bare']]));
    expect(asked.map(({ path }) => path)).toEqual(['notes/n-1?limit=3', 'res/notes']);
    expect(client.getQueryState(callKey(notes, { limit: 3, id: 'n-1' }))).toBeDefined();
    changeKnown(client, notes, { id: 'n-1', limit: 3 }, (data) => [...data, 'more']);
    await waitFor(() => expect(result.current[0]).toEqual(['in data', 'more']));
    await client.invalidateQueries({ queryKey: callKey(notes) });
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[2]!.path).toBe('notes/n-1?limit=3');
  });

  it('returns a refusal by the server as its error', async () => {
    stubNetwork(() => json({ code: 409, message: 'Not now' }));
    const { result } = renderHook(() => useCall(notes, { id: 'n-1' }, { retry: false }), { wrapper: around });
    await waitFor(() => expect(result.current.error?.message).toBe('Not now'));
  });

  it('cancels a request that is no longer needed', async () => {
    const asked = stubNetwork(() => new Promise(() => undefined));
    const { unmount } = renderHook(() => useCall(notes, { id: 'n-1' }), { wrapper: around });
    await waitFor(() => expect(asked).toHaveLength(1));
    unmount();
    expect(asked[0]!.init.signal?.aborted).toBe(true);
  });
});
