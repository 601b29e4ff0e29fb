import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leadRead, refreshBehind, refreshLeadWork } from '../../src/providers/calls/lead-calls';
import { callKey } from '../../src/providers/calls/use-call';
import { pendingFollowUps } from '../../src/schemas/calls/call-actions';
import { leadCounts, leadJourney } from '../../src/schemas/calls/leads';

const keys = {
  mine: callKey(leadRead, { id: 'a' }),
  pages: [...callKey(leadJourney, { id: 'a', limit: 30 }), 'pages'],
  followUps: callKey(pendingFollowUps, { leadId: 'a' }),
  others: callKey(leadRead, { id: 'b' }),
  othersFollowUps: callKey(pendingFollowUps, { leadId: 'b' }),
  counts: callKey(leadCounts, {}),
  list: ['data', 'default', 'leads', 'list', {}],
} as const;

function known(): { readonly client: QueryClient; readonly stale: () => string[] } {
  const client = new QueryClient();
  for (const key of Object.values(keys)) client.setQueryData(key, {});
  const isStale = (key: readonly unknown[]): boolean => client.getQueryState(key)?.isInvalidated === true;
  return { client, stale: () => Object.entries(keys).flatMap(([name, key]) => (isStale(key) ? [name] : [])) };
}
const ofTheLead = ['mine', 'pages', 'followUps', 'counts', 'list'];

afterEach(() => vi.useRealTimers());

describe('what is read again after work on a lead', () => {
  it('is all that shows any lead, or only what shows this one', () => {
    const { client, stale } = known();
    refreshLeadWork(client, 'a');
    expect(stale()).toEqual(ofTheLead);
    refreshLeadWork(client);
    expect(stale()).toEqual(Object.keys(keys));
  });

  it('is marked at once and read a moment later behind the next lead’s form', () => {
    vi.useFakeTimers();
    const { client, stale } = known();
    const read = vi.spyOn(client, 'refetchQueries');
    refreshBehind(client, 'a');
    expect(stale()).toEqual(ofTheLead);
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(read).toHaveBeenCalledOnce();
  });
});
