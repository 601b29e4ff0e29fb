import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { expect, vi } from 'vitest';
import IncomingCallHost from '../../src/custom/incoming-call/incoming-call-host';
import { closeLeadStage, useLeadStageRequest } from '../../src/providers/screens/lead-stage-modal';
import { type DialerCall } from '../../src/providers/live/live';
import { takeDialerCall } from '../../src/providers/live/live-calls';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

// Compiled before the first call rings: a ringing call waits a minute, which is short for the first import on a busy machine.
await import('../../src/custom/incoming-call/incoming-call');

const lead = { id: 'lead-1', name: 'Aarav Deshmukh', user_id: 'u-9', last_callaction_btn_message: 'Interested' };
export const caller = { id: 'lead-1', name: 'Aarav Deshmukh', email: 'aarav@example.in', phone: '+919876543210', user_id: 'u-4' };
export const nobody = { id: null, name: null, email: null, phone: null, user_id: 'u-4' };
let made = 0;
/** Each call has its own id: the channel remembers the calls that it has reported. */
export const announcement = (requestBody: DialerCall['requestBody'] = caller) => ({
  call_id: `c-${++made}`,
  at: new Date().toISOString(),
  requestBody,
});
const ended = (): Response => json({ code: 200, message: 'The call was disconnected.' });
const taken = (): Response => json({ code: 200, message: 'The call was taken.' });
/** What the server answers; a test puts its own. */
export const answer = { hangUp: ended, taking: taken };

const answers: Answers = ({ path, method }) => {
  if (path === 'dialer/hangup') return answer.hangUp();
  if (path === 'dialer/take') return answer.taking();
  if (path === 'dialer/note') return json({ code: 200, data: {} });
  if (path.startsWith('res/leads/')) return json(lead);
  if (path.startsWith('res/leads?')) return json([lead, { id: 'lead-2', name: 'Sunita Deshmukh' }]);
  if (path === 'res/leads' && method === 'POST') return json({ id: 'lead-3', name: 'Meera Iyer' }, 201);
  if (path === 'lead-gen/colleges') return json({ code: 200, data: [{ clg_id: 7, clg_name: 'MIT-WPU, Pune' }] });
  return undefined;
};

export const setUp = (): void => {
  freshBrowser('/leads');
  windowWidth(1366);
  signedIn({}, { entity_name: 'University' });
  setWho({ role: 1, type: 'org', levels: levelsOf([]) });
  Object.assign(answer, { hangUp: ended, taking: taken });
};
export const tearDown = (): void => {
  act(closeLeadStage);
  cleanup();
  vi.unstubAllGlobals();
};

export function Shared(): ReactNode {
  return <output data-testid="shared">{JSON.stringify(useLeadStageRequest())}</output>;
}
export const shared = (): { leadId: string; dialer: boolean; obd_call: object } | null =>
  JSON.parse(screen.getByTestId('shared').textContent!) as never;
export function stand(host: ReactNode = <IncomingCallHost />): Asked[] {
  const asked = stubNetwork(answers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={['/leads']}>
          <Link to="/dashboard">away</Link>
          {host}
          <Shared />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return asked;
}
export const ring = (body: unknown): void => act(() => takeDialerCall(body));
export const popup = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Call Connecting' });
export const gone = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Call Connecting' })).toBeNull());
export async function rung(
  requestBody: DialerCall['requestBody'] = caller,
): Promise<{ asked: Asked[]; box: HTMLElement; body: ReturnType<typeof announcement> }> {
  const asked = stand();
  const body = announcement(requestBody);
  ring(body);
  return { asked, body, box: await popup() };
}
export const disconnect = (box: HTMLElement): boolean => fireEvent.click(within(box).getByRole('button', { name: 'Disconnect' }));
