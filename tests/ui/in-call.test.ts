import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useInCall } from '../../src/providers/live/in-call';
import { tellLive, type DialerCall } from '../../src/providers/live/live';
import { endSession } from '../../src/providers/session/session';
import { serverNow } from '../../src/ui/time/server-clock';
import { signedIn } from './browser-fixture';

const now = '2026-11-29T10:00:00.000Z';
const incoming = (call_id: string, state: 'ringing' | 'answered'): DialerCall => ({
  call_id,
  state,
  at: now,
  requestBody: { id: 'l-1', name: 'Ravi', email: null, phone: '+919822012345', user_id: 'u-4' },
});

it('a call goes on until it ends, whichever other call ends meanwhile, and after a reload', () => {
  signedIn();
  const { result } = renderHook(useInCall);
  const state = (call_id: string, to: string) => act(() => tellLive('call_state', { call_id, state: to }));
  const asked = (calls: DialerCall[], placed: string[], at = now) =>
    act(() => tellLive('live_calls', { calls, placed, now: at }));
  expect(result.current).toBe(false);
  state('c-1', 'ringing');
  state('c-2', 'ended');
  expect(result.current).toBe(true);
  state('c-1', 'wrap_up');
  expect(result.current).toBe(false);

  asked([incoming('c-3', 'ringing')], []);
  expect(result.current).toBe(false);
  asked([], ['c-4']);
  expect(result.current).toBe(true);
  asked([incoming('c-3', 'answered')], []);
  state('c-4', 'ended');
  expect(result.current).toBe(true);
  state('c-3', 'ended');
  expect(result.current).toBe(false);

  asked([], ['c-4']); // an answer from before it ended
  expect(result.current).toBe(false);
  state('c-5', 'ringing');
  asked([], []); // from before it rang
  expect(result.current).toBe(true);
  asked([], [], new Date(serverNow() + 60_000).toISOString()); // its end was missed
  expect(result.current).toBe(false);

  state('c-6', 'answered');
  act(() => endSession({ comeBack: false }));
  expect(result.current).toBe(false);
});
