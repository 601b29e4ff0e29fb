import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WaClient from '../../src/custom/wa-client/client';
import { leftOfWindow } from '../../src/custom/wa-client/window-left';
import type { ChatItem, ChatMessage } from '../../src/schemas/calls/whatsapp-chats';
import { freshBrowser, json, stubNetwork, tokenFor, type Asked } from './browser-fixture';
import { down, setDown, setUp, tearDown } from './whatsapp-world';

beforeEach(setUp);
afterEach(tearDown);
const wpToken = 'a-ticket';
const session = tokenFor(900, 'frame');
const chat = (change: Partial<ChatItem> = {}): ChatItem => ({
  wa_user_id: '919811100001',
  name: 'Asha Rao',
  phone: '+919811100001',
  last_message: 'Hello',
  last_message_at: new Date().toISOString(),
  unseen: 0,
  conversation_status: 'open',
  owner_id: 'u-4',
  lead_id: null,
  is_business_initiated: false,
  last_in_at: new Date().toISOString(),
  ...change,
});
const message = (n: number, change: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: `m-${n}`,
  direction: 'in',
  type: 'text',
  text: `Message ${n}`,
  media_url: null,
  status: 'delivered',
  created_at: new Date(Date.now() - n * 60_000).toISOString(),
  is_business_initiated: false,
  ...change,
});
async function openClient(
  at: string,
  mine: ChatItem[],
  total = 45,
  waiting: ChatItem[] = [],
  change: Partial<ChatMessage> = {},
): Promise<Asked[]> {
  freshBrowser(at);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const asked = stubNetwork(({ path, method, body }) => {
    if (down(path)) return json({ code: 503, message: 'down' }, 503);
    if (path === 'whatsapp/frame/session')
      return (body as { ticket: string }).ticket === wpToken
        ? json({ code: 200, data: { token: session, user_id: 'u-4' } })
        : json({ code: 401, message: 'This chat window has expired.' }, 401);
    if (path.startsWith('chats_list?')) return json({ code: 200, data: mine });
    if (path.startsWith('requesting_chats_list')) return json({ code: 200, data: waiting });
    if (path.startsWith('chat_history')) {
      const query = new URLSearchParams(path.split('?')[1]);
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      const data = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, i) => message(offset + i, change));
      return json({ code: 200, data, count: total });
    }
    if (path.startsWith('whatsapp/chat/templates'))
      return json({
        code: 200,
        data: [{ id: 't-1', template_name: 'come_back', language: 'en', template_body: 'Hi {{1}}', sample_values: null }],
      });
    if (method === 'POST') return json({ code: 200, message: 'ok', data: {} });
    return undefined;
  });
  await act(async () => void render(<WaClient />));
  return asked;
}
const sent = (asked: readonly Asked[]): Asked | undefined => asked.find(({ path }) => path.startsWith('send_wa_message'));

describe('our own WhatsApp client', () => {
  it('TRUST-S23 WADATA-001 WADATA-002 WADATA-003 WADATA-004 WADATA-007 exchanges the ticket, removes it from the address, and loads chats and history with its session', async () => {
    const asked = await openClient(`/wa-client/inbox?source=external&token=${wpToken}&phoneNumber=9811100001&projectId=p`, [
      chat(),
    ]);
    expect(window.location.search).toBe('?source=external&phoneNumber=9811100001&projectId=p');
    await screen.findByText('Message 0');
    const of = (start: string): Asked => asked.find(({ path }) => path.startsWith(start))!;
    expect(of('chats_list?').path).toBe('chats_list?id=u-4');
    expect(of('requesting_chats_list').method).toBe('GET');
    const first = new URLSearchParams(of('chat_history').path.split('?')[1]);
    expect([first.get('chat_id'), first.get('userId'), first.get('limit'), first.get('offset'), first.get('type') ?? '']).toEqual(
      ['919811100001', 'u-4', '20', '0', ''],
    );
    await waitFor(() => expect(asked.some(({ path }) => /chat_history.*[?&]offset=20\b/.test(path))).toBe(true)); // at its top
    expect(asked[0]).toMatchObject({ method: 'POST', path: 'whatsapp/frame/session', body: { ticket: wpToken } });
    expect(asked.slice(1).every(({ headers }) => headers.get('Authorization') === `Bearer ${session}`)).toBe(true);
  });

  it('TRUST-S23 shows no chat with a used ticket and without a signed-in user', async () => {
    const asked = await openClient('/wa-client/inbox?token=used', [chat()]);
    await screen.findByText('Please sign in to use WhatsApp.');
    expect(asked.map(({ path }) => path)).toEqual(['whatsapp/frame/session']);
  });

  it('WADATA-005 sends text with send_wa_message?ctype=text, once per Enter', async () => {
    const asked = await openClient(`/wa-client/inbox?token=${wpToken}&phoneNumber=9811100001`, [chat()], 1);
    const field = await screen.findByLabelText('Message');
    fireEvent.change(field, { target: { value: ' Good morning ' } });
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
    expect(sent(asked)).toMatchObject({
      method: 'POST',
      path: 'send_wa_message?ctype=text',
      body: { wa_user_id: '919811100001', userId: 'u-4', text: 'Good morning' },
    });
    expect(asked.filter(({ path }) => path.startsWith('send_wa_message'))).toHaveLength(1);
  });

  it('WADATA-005 after 24 hours only a template can be sent', async () => {
    const day = 24 * 3600 * 1000;
    expect(leftOfWindow(new Date(1000).toISOString(), day + 999)).toBe(1);
    expect(leftOfWindow(new Date(1000).toISOString(), day + 1000)).toBe(0);
    const old = chat({ last_in_at: new Date(Date.now() - day - 1000).toISOString() });
    const asked = await openClient(`/wa-client/inbox?token=${wpToken}&phoneNumber=9811100001`, [old], 1);
    await screen.findByText('come_back (en)');
    expect(screen.queryByLabelText('Message')).toBeNull();
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 't-1' } });
    fireEvent.change(screen.getByLabelText('Value {{1}}'), { target: { value: 'Asha' } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send template' })));
    expect(sent(asked)).toMatchObject({ path: 'send_wa_message?ctype=template', body: { template_id: 't-1', params: ['Asha'] } });
  });

  it('renders only the rows near the visible part, whatever the length of the thread', async () => {
    await openClient(`/wa-client/inbox?token=${wpToken}&phoneNumber=9811100001`, [chat()], 10_000);
    await screen.findByText('Message 0');
    await waitFor(() => expect(document.querySelectorAll('.p-wa-row').length).toBeGreaterThan(5));
    expect(document.querySelectorAll('.p-wa-row').length).toBeLessThan(60);
  });

  it('older messages that cannot be loaded are requested once, and again only on request', async () => {
    setDown((path) => /chat_history.*offset=[1-9]/.test(path));
    const asked = await openClient(`/wa-client/inbox?token=${wpToken}&phoneNumber=9811100001`, [chat()]);
    const older = (): number => asked.filter(({ path }) => down(path) || /chat_history.*offset=[1-9]/.test(path)).length;
    await screen.findByText('Older messages could not be loaded.');
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(older()).toBe(1);
    expect(screen.getByText('Message 0')).toBeTruthy();
    setDown(() => false);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    await waitFor(() => expect(screen.queryByText('Older messages could not be loaded.')).toBeNull());
    expect(older()).toBe(2);
  });

  it('shows when its list may be out of date, keeps what it has, and offers Try again', async () => {
    await openClient(`/wa-client/inbox?token=${wpToken}`, [chat()], 1);
    setDown((path) => path.startsWith('chats_list'));
    await act(async () => void window.dispatchEvent(new Event('focus')));
    await screen.findByText('This list may be out of date.');
    expect(screen.getByText('Asha Rao')).toBeTruthy();
    setDown(() => false);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    await waitFor(() => expect(screen.queryByText('This list may be out of date.')).toBeNull());
  });

  it('shows no gap after a long pause: the messages in between are loaded', async () => {
    const total = { n: 45 };
    const asked = await openClient(`/wa-client/inbox?token=${wpToken}&phoneNumber=9811100001`, [chat()], 45);
    await screen.findByText('Message 0');
    // forty new messages arrived meanwhile: the newest page does not overlap with the loaded ones
    const history = (path: string): Response => {
      const query = new URLSearchParams(path.split('?')[1]);
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      total.n = 85;
      const data = Array.from({ length: Math.max(0, Math.min(limit, total.n - offset)) }, (_, i) => message(offset + i - 40));
      return json({ code: 200, data, count: total.n });
    };
    const before = asked.length;
    const later = stubNetwork(({ path }) => {
      if (path.startsWith('chat_history')) return history(path);
      if (path.startsWith('chats_list?')) return json({ code: 200, data: [chat()] });
      return json({ code: 200, data: [] });
    });
    await act(async () => {
      const told = new MessageEvent('message', { data: { type: 'wa_message' }, origin: window.location.origin });
      Object.defineProperty(told, 'source', { value: window.parent });
      window.dispatchEvent(told);
    });
    await screen.findByText('Message -40');
    await waitFor(() => {
      const offsets = later
        .filter(({ path }) => path.startsWith('chat_history'))
        .map(({ path }) => Number(/offset=(\d+)/.exec(path)![1]));
      expect(offsets).toContain(20); // not from 45, which would skip the forty new messages
    });
    expect(asked).toHaveLength(before);
  });

  it('renews the file addresses of a thread that stays open, before they expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1600); // more rows than a page holds
    let signed = 0;
    const asked = await openClient(`/wa-client/inbox?token=${wpToken}&phoneNumber=9811100001`, [chat()], 30, [], {
      type: 'document',
      get media_url() {
        return `/api/files/1?s=${++signed}`;
      },
    });
    await screen.findByText('Message 0');
    const address = (): string | null => screen.getByText('Message 0').closest('li')!.querySelector('a')!.getAttribute('href');
    const before = address();
    await waitFor(() => expect(asked.some(({ path }) => /chat_history.*offset=20/.test(path))).toBe(true));
    const whole = (): number => asked.filter(({ path }) => /chat_history.*limit=(2[1-9]|30)&offset=0/.test(path)).length;
    const look = (): Promise<void> =>
      act(async () => {
        const told = new MessageEvent('message', { data: { type: 'wa_message' }, origin: window.location.origin });
        Object.defineProperty(told, 'source', { value: window.parent });
        window.dispatchEvent(told);
      });
    await look();
    expect(whole()).toBe(0);
    expect(address()).toBe(before); // new messages do not reload a picture or interrupt a voice message
    vi.setSystemTime(Date.now() + 13 * 60_000);
    await look();
    await waitFor(() => expect(whole()).toBe(1));
    expect(address()).not.toBe(before);
    await look();
    expect(whole()).toBe(1);
  });

  it('TRUST-S23 is notified of new messages by the page around it alone', async () => {
    const asked = await openClient(`/wa-client/inbox?token=${wpToken}`, [chat()], 1);
    const lists = (): number => asked.filter(({ path }) => path.startsWith('chats_list?')).length;
    const before = lists();
    const tell = (source: unknown, origin: string, data: unknown): Promise<void> =>
      act(async () => {
        const event = new MessageEvent('message', { data, origin });
        Object.defineProperty(event, 'source', { value: source });
        window.dispatchEvent(event);
      });
    const other = { postMessage: () => undefined };
    await tell(other, window.location.origin, { type: 'wa_message' });
    await tell(window.parent, 'https://evil.example', { type: 'wa_message' });
    for (const data of [null, 'wa_message', { type: 'wa_ticket', ticket: 'x' }, 7])
      await tell(window.parent, window.location.origin, data);
    expect(lists()).toBe(before);
    await tell(window.parent, window.location.origin, { type: 'wa_message' });
    await waitFor(() => expect(lists()).toBe(before + 1));
  });

  it('shows markup as text, and a waiting chat can be taken', async () => {
    const hostile = chat({ wa_user_id: '919811100009', name: '<img src=x onerror=alert(1)>', owner_id: null, unseen: 1 });
    const asked = await openClient(`/wa-client/inbox?token=${wpToken}`, [], 1, [hostile]);
    fireEvent.click(await screen.findByRole('button', { name: 'Requests (1)' }));
    await act(async () => void fireEvent.click(screen.getByText('<img src=x onerror=alert(1)>')));
    expect(document.querySelector('img[src="x"]')).toBeNull();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Take this chat' })));
    expect(asked.find(({ path }) => path === 'whatsapp/chat/update')?.body).toEqual({ wa_user_id: '919811100009', take: true });
  });
});
