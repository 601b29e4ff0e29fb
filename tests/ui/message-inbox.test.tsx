import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import InboxPage from '../../src/custom/message-inbox/inbox-page';
import { screens } from '../../src/custom/message-inbox/screen';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const at = '2026-03-12T06:00:00.000Z';
const boxes = [
  { to: '+919800000001', channel: 'sms', messages: 1, last_at: at, lead_name: 'Meera' },
  { to: 'ravi@example.com', channel: 'email', messages: 2, last_at: at, lead_name: null },
];
const threads: Readonly<Record<string, object[]>> = {
  '+919800000001': [{ id: 'm1', subject: null, body: 'Dear Meera', html: false, state: 'Delivered', times: 1, at }],
  'ravi@example.com': [
    { id: 'm2', subject: 'Offer', body: '<p>Hello</p>', html: true, state: 'Delivered', times: 2, at },
    { id: 'm3', subject: 'Reminder', body: '<p>Again</p>', html: true, state: 'Sent', times: 1, at },
  ],
};
let asked: Asked[];
let list: () => Response;
beforeEach(() => {
  freshBrowser('/config/inbox');
  list = () => json({ code: 200, data: boxes });
  asked = stubNetwork(({ path }) => {
    if (path.startsWith('simulated-inboxes')) return list();
    if (path.startsWith('simulated-inbox'))
      return json({ code: 200, data: threads[new URL(path, 'http://x').searchParams.get('to')!] });
    return path === 'simulated-reply' ? json({ code: 200, message: 'Reply received.' }) : undefined;
  });
  signedIn();
  render(
    <App>
      <MemoryRouter initialEntries={['/config/inbox']}>
        <InboxPage />
      </MemoryRouter>
    </App>,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the simulated phones and mailboxes', () => {
  it('is a page for those who may read them', () =>
    expect(screens).toMatchObject([{ path: '/config/inbox', access: { of: 'simulated-inboxes' } }]));

  it('shows the first phone, and the mailbox that is chosen', async () => {
    const phone = await screen.findByRole('region', { name: 'Messages to +919800000001' });
    expect(await within(phone).findByText('Dear Meera')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /ravi@example.com/ }));
    const mailbox = await screen.findByRole('region', { name: 'Messages to ravi@example.com' });
    const frame = await within(mailbox).findByTitle('Offer');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(within(mailbox).getByText(/received 2 times/)).toBeDefined();
  });

  it('sends a reply in the name of the phone', async () => {
    const field = await screen.findByPlaceholderText(/^Reply as this person/);
    fireEvent.change(field, { target: { value: 'STOP' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reply' }));
    await vi.waitFor(() =>
      expect(asked.find(({ path }) => path === 'simulated-reply')?.body).toEqual({
        to: '+919800000001',
        channel: 'sms',
        text: 'STOP',
      }),
    );
  });

  it('says so when nothing was delivered', async () => {
    cleanup();
    list = () => json({ code: 200, data: [] });
    render(
      <App>
        <MemoryRouter>
          <InboxPage />
        </MemoryRouter>
      </App>,
    );
    expect(await screen.findByText('Nothing delivered yet')).toBeDefined();
  });
});
