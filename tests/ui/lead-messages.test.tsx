import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LeadMessagesHost from '../../src/custom/lead-messages/lead-messages-host';
import { messageDrafts } from '../../src/custom/lead-messages/message-drafts';
import { closeThread, writeToLead } from '../../src/providers/screens/lead-reach';
import { setWho } from '../../src/providers/session/who';
import type { LeadMessage, LeadMessages } from '../../src/schemas/calls/lead-messages';
import { levelsOf } from '../../src/schemas/kit/access';
import { recordIn } from '../../src/schemas/kit/is-record';
import { MailLink } from '../../src/ui/leads/contact';
import { Reach } from '../../src/ui/leads/reach';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

const message = (change: Partial<LeadMessage> = {}): LeadMessage => ({
  id: 'm-1',
  direction: 'out',
  type: 'text',
  subject: null,
  text: 'Your brochure',
  status: 'read',
  error: null,
  at: '2026-11-20T10:00:00.000Z',
  user_name: 'Rohini Deshpande',
  ...change,
});
let state: LeadMessages;
let missing: string[];
let sending: () => Response | Promise<Response>;
const answers: Answers = ({ path, method }) => {
  if (path.startsWith('leads/lead-1/messages/preview'))
    return json({ code: 200, data: { subject: 'For Aarav', text: 'Hello Aarav', missing } });
  if (path === 'leads/lead-1/messages' && method === 'POST') return sending();
  if (path.startsWith('leads/lead-1/messages?')) return json({ code: 200, data: state });
  return undefined;
};

beforeEach(() => {
  freshBrowser('/leads');
  windowWidth(1366);
  signedIn();
  setWho({ role: 1, type: 'org', levels: levelsOf([]) });
  state = { messages: [message()], more: false, refused: null, open_until: null, templates: [{ id: 't-1', name: 'Open day' }] };
  missing = [];
  sending = () => json({ code: 200, message: 'Message sent.', data: message({ id: 'm-2', text: 'Hello' }) });
});
afterEach(() => {
  act(() => closeThread());
  cleanup();
  vi.unstubAllGlobals();
});

function stand(): Asked[] {
  const asked = stubNetwork(answers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={['/leads']}>
          <Reach leadId="lead-1" name="Aarav Deshmukh" phone="98xxxxxx10" />
          <MailLink value="a***@example.com" of={{ leadId: 'lead-1', name: 'Aarav Deshmukh' }} />
          <LeadMessagesHost />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return asked;
}
/** Only what the browser stores remains. */
function reload(): void {
  act(() => closeThread());
  cleanup();
}
const openMail = (): void => {
  const link = screen.getByRole('button', { name: 'a***@example.com' });
  link.focus();
  fireEvent.click(link);
};
const field = (name: string): Promise<HTMLElement> => screen.findByRole('textbox', { name });
const sent = (asked: readonly Asked[]): unknown[] => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
const sendButton = (): HTMLButtonElement => screen.getByRole('button', { name: /Send$/ }); // its loading mark fades out
const type = (into: HTMLElement, value: string): void => void fireEvent.change(into, { target: { value } });

describe('messages with a lead', () => {
  it('offers WhatsApp for a lead that has a number for that alone, and no call', () => {
    render(<Reach leadId="lead-2" name="Diya Rao" phone={null} chat="+919811600001" />);
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['WhatsApp Diya Rao']);
    cleanup();
    render(<Reach leadId="lead-2" name="Diya Rao" phone={null} chat={null} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('begins with the college that is shared, behind what was typed, and sends which one it is', async () => {
    const asked = stand();
    const shares = { clg_id: 7, name: 'Sahyadri', text: 'Sahyadri: B.Tech' };
    act(() => writeToLead({ leadId: 'lead-1', name: 'Aarav Deshmukh', channel: 'sms' }));
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    fireEvent.change(box, { target: { value: 'Good morning' } });
    act(() => writeToLead({ leadId: 'lead-1', name: 'Aarav Deshmukh', channel: 'sms', shares }));
    await screen.findByText('Shares Sahyadri', { exact: false });
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Good morning\n\nSahyadri: B.Tech');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    const sent = asked.find(({ method }) => method === 'POST')!;
    expect(sent.body).toMatchObject({ channel: 'sms', text: 'Good morning\n\nSahyadri: B.Tech', clg_id: 7 });
    await waitFor(() => expect(screen.queryByText('Shares Sahyadri', { exact: false })).toBeNull());
  });

  it('shows who wrote what and its state, and sends an email with its subject; an error keeps the text and the key', async () => {
    const asked = stand();
    openMail();
    const log = await screen.findByRole('log', { name: 'Messages' });
    expect(log.textContent).toContain('Your brochure');
    expect(log.textContent).toContain('Rohini Deshpande');
    expect(log.textContent).toContain('Read');
    type(await field('Message'), 'Hello');
    expect(sendButton().disabled).toBe(true);
    type(await field('Subject'), 'Your visit');
    sending = () => json({ code: 409, message: 'The lead is marked do not disturb.' }, 409);
    fireEvent.click(sendButton());
    expect((await screen.findByText(/do not disturb/)).textContent).toContain('Your message is still here.');
    sending = () => json({ code: 200, data: message({ id: 'm-2' }) });
    await waitFor(() => expect(sendButton().className).not.toContain('loading'));
    fireEvent.click(sendButton());
    await waitFor(async () => expect(await field('Message')).toHaveProperty('value', ''));
    const [first, second] = sent(asked);
    expect(first).toMatchObject({ channel: 'email', subject: 'Your visit', text: 'Hello' });
    expect(second).toEqual(first);
  });

  it('sends once what was sent before a reload whose answer did not come', async () => {
    const first = stand();
    openMail();
    type(await field('Subject'), 'Your visit');
    type(await field('Message'), 'Hello');
    sending = () => new Promise(() => undefined);
    fireEvent.click(sendButton());
    await waitFor(() => expect(sent(first)).toHaveLength(1));
    reload();
    const again = stand();
    sending = () => json({ code: 200, data: message({ id: 'm-2' }) });
    openMail();
    expect(await field('Message')).toHaveProperty('value', 'Hello');
    fireEvent.click(sendButton());
    await waitFor(async () => expect(await field('Message')).toHaveProperty('value', ''));
    expect(sent(again)).toEqual(sent(first));
  });

  it('keeps what is written while the message before is on its way, and sends it as another one', async () => {
    const asked = stand();
    openMail();
    type(await field('Subject'), 'Your visit');
    type(await field('Message'), 'Hello');
    let answer: (response: Response) => void = () => undefined;
    sending = () => new Promise((resolve) => (answer = resolve));
    fireEvent.click(sendButton());
    type(await field('Message'), 'Hello, and one thing more');
    answer(json({ code: 200, data: message({ id: 'm-2' }) }));
    await waitFor(() => expect(asked.filter(({ path }) => path.startsWith('leads/lead-1/messages?'))).toHaveLength(2));
    expect(await field('Message')).toHaveProperty('value', 'Hello, and one thing more');
    sending = () => json({ code: 200, data: message({ id: 'm-3' }) });
    await waitFor(() => expect(sendButton().className).not.toContain('loading'));
    fireEvent.click(sendButton());
    await waitFor(async () => expect(await field('Message')).toHaveProperty('value', ''));
    const refs = sent(asked).map((body) => recordIn(body)['client_ref']);
    expect(new Set(refs).size).toBe(2);
  });

  it('keeps the draft of each channel when it is closed; Escape closes it and the focus returns', async () => {
    stand();
    openMail();
    type(await field('Message'), 'Half a thought');
    fireEvent.keyDown(await field('Message'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('log')).toBeNull());
    expect(document.activeElement?.textContent).toBe('a***@example.com');
    openMail();
    expect(await field('Message')).toHaveProperty('value', 'Half a thought');
    fireEvent.click(within(await screen.findByRole('radiogroup')).getByText('SMS'));
    await waitFor(async () => expect(await field('Message')).toHaveProperty('value', ''));
  });

  it('on WhatsApp offers templates alone after 24 hours; a value that the lead lacks is named and stops the sending', async () => {
    missing = ['{{city}}'];
    messageDrafts.change('whatsapp:lead-1', (now) => ({ ...now, template_id: 't-1' }));
    stand();
    fireEvent.click(screen.getByRole('button', { name: 'WhatsApp Aarav Deshmukh' }));
    expect(await screen.findByText(/You can send a template only/)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect((await screen.findByText(/no value for \{\{city\}\}/)).getAttribute('role')).toBe('alert');
    expect(screen.getByRole('group', { name: 'Preview' }).textContent).toContain('Hello Aarav');
    expect(sendButton().disabled).toBe(true);
  });

  it('says why nothing can be sent, and shows the reason at a message that failed', async () => {
    state = {
      ...state,
      refused: 'The lead has opted out of emails.',
      messages: [message({ status: 'failed', error: 'Mailbox is full' })],
    };
    stand();
    openMail();
    expect(await screen.findByText('The lead has opted out of emails.')).toBeTruthy();
    expect(screen.getByText('Mailbox is full')).toBeTruthy();
    expect(screen.getByRole('log').textContent).toContain('Not sent');
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });
});
