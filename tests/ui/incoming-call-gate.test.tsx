import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import IncomingCallGate from '../../src/custom/incoming-call/incoming-call-gate';
import { tellLive } from '../../src/providers/live/live';
import { takeHere } from '../../src/providers/live/taken-here';
import { announcement, popup, ring, setUp, stand, tearDown } from './incoming-call-world';

beforeEach(setUp);
afterEach(tearDown);
const boxes = (): HTMLElement[] => screen.queryAllByRole('region');
const talked = () => ({ ...announcement(), at: new Date().toISOString(), state: 'answered' as const });
const listed = (calls: readonly ReturnType<typeof talked>[]): void =>
  act(() => tellLive('live_calls', { calls, placed: [], now: new Date().toISOString() }));

it('the first call that rings is shown when its code is here', async () => {
  stand(<IncomingCallGate />);
  listed([]);
  expect(boxes()).toEqual([]);
  ring(announcement());
  await popup();
});

it('a call that is taken over here is in this window, one that was taken in another is not', async () => {
  const asked = stand(<IncomingCallGate />);
  listed([]);
  const other = talked();
  const own = { ...talked(), requestBody: { ...announcement().requestBody, name: 'Zoya Khan' } };
  listed([other]);
  await waitFor(() => expect(asked.some(({ path }) => /^events\b/.test(path))).toBe(true)); // its code is here
  listed([other]);
  expect(boxes()).toEqual([]);
  act(() => tellLive('call_claimed', { call_id: own.call_id }));
  listed([other, own]);
  expect((await screen.findByRole('region', { name: 'Call in progress' })).textContent).toContain('Zoya Khan');
});

it('a window that opens while its call is talked on shows it', async () => {
  takeHere(talked());
  stand(<IncomingCallGate />);
  listed([talked()]);
  await screen.findByRole('region', { name: 'Call in progress' });
});
