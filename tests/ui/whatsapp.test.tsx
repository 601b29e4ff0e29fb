import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ChatPage from '../../src/custom/whatsapp/chat-page';
import { frameAddress, tabOf } from '../../src/custom/whatsapp/frame-address';
import { screens } from '../../src/custom/whatsapp/screen';
import { pagePolicy } from '../../server/http/headers';
import { currentSession } from '../../src/providers/session/session';
import { json, signedIn, stubNetwork, type Asked } from './browser-fixture';
import { setUp, tearDown } from './whatsapp-world';

beforeEach(setUp);
afterEach(tearDown);
const base = 'https://chat.example/client';
function Place() {
  const { pathname, search } = useLocation();
  return <output aria-label="Place">{pathname + search}</output>;
}
const place = (): string => screen.getByRole('status', { name: 'Place' }).textContent!;
async function openChat(
  at: string,
  project: () => Response = () => json({ code: 200, data: 'project-7' }),
  client = base,
): Promise<Asked[]> {
  signedIn({ wp_access: 1, wp_token: 'wp-token', role: 1 });
  let tickets = 0;
  const asked = stubNetwork(({ path }) => {
    if (path === 'tenant-config') return json({ code: 200, data: { whatsapp_client_base: client } });
    if (path === 'whatsapp/frame/ticket') return json({ code: 200, data: { ticket: `ticket-${++tickets}` } });
    if (path === 'whatsapp/frame/token') return json({ code: 200, data: { token: `short-${++tickets}` } });
    if (path.startsWith('whatsapp-project-id')) return project();
    return undefined;
  });
  render(
    <App>
      <MemoryRouter initialEntries={[at]}>
        <ChatPage />
        <Place />
      </MemoryRouter>
    </App>,
  );
  await screen.findByTitle(/^WhatsApp: /);
  await act(async () => undefined);
  return asked;
}
const frame = (): HTMLIFrameElement => screen.getByTitle(/^WhatsApp: /);
const chosen = (): string => screen.getByRole('tab', { selected: true }).textContent!;
const queryOf = (address: string): Record<string, string> => Object.fromEntries(new URL(address).searchParams);

describe('/chat', () => {
  it('WACHAT-001 WACHAT-002 is at /chat with three tabs', async () => {
    expect(screens.map(({ path }) => path)).toEqual(['/chat']);
    await openChat('/chat');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Live Chat', 'History', 'BIC-History']);
  });

  it.each([
    ['WACHAT-006 WACHAT-008', 'inbox', 'Live Chat', 'inbox'],
    ['WACHAT-006 WACHAT-009', 'history', 'History', 'history'],
    ['WACHAT-006 WACHAT-010', 'bic-history', 'BIC-History', 'bic-history'],
    ['WACHAT-011', 'elsewhere', 'Live Chat', 'inbox'],
  ])('%s path=%s starts on %s', async (_, path, label, part) => {
    await openChat(`/chat?path=${path}`);
    expect(chosen()).toBe(label);
    expect(new URL(frame().src).pathname).toBe(`/client/${part}`);
  });

  it('WACHAT-011 without a path it starts on Live Chat', async () => {
    await openChat('/chat');
    expect(chosen()).toBe('Live Chat');
    expect(tabOf(null)).toBe('inbox');
  });

  it('WACHAT-003 WACHAT-004 WACHAT-005 WACHAT-007 WACHAT-014 WACHAT-015 WACHAT-020 CONST-045 frames the client, 1080 by 700, with phone, status, token and project', async () => {
    await openChat('/chat?phone=%2B919876543210&status=open&path=history');
    await waitFor(() => expect(queryOf(frame().src)['projectId']).toBe('project-7'));
    for (const [label, part] of [
      ['Live Chat', 'inbox'],
      ['History', 'history'],
      ['BIC-History', 'bic-history'],
    ] as const) {
      fireEvent.click(screen.getByRole('tab', { name: label }));
      await screen.findByTitle(`WhatsApp: ${label}`);
      const { origin, pathname } = new URL(frame().src);
      expect(origin + pathname).toBe(`${base}/${part}`);
      expect(queryOf(frame().src)).toEqual({
        source: 'external',
        phoneNumber: '+919876543210',
        conversationStatus: 'open',
        token: currentSession()!.user.wp_token,
        projectId: 'project-7',
      });
      expect([frame().getAttribute('width'), frame().getAttribute('height')]).toEqual(['1080', '700']);
    }
    expect(frame().getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(frame().getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin allow-popups');
    expect(frame().getAttribute('allow')).toBe('microphone');
  });

  it("TRUST-S23 WACHAT-015 our own client's address has a new ticket each time, which becomes the user's wp_token", async () => {
    const asked = await openChat('/chat?phone=98', undefined, '/wa-client');
    await waitFor(() => expect(queryOf(frame().src)['projectId']).toBe('project-7'));
    const seen = new Set<string>();
    for (const label of ['History', 'BIC-History', 'Live Chat']) {
      fireEvent.click(screen.getByRole('tab', { name: label }));
      const one = await screen.findByTitle(`WhatsApp: ${label}`);
      const { token } = queryOf((one as HTMLIFrameElement).src);
      expect(token).toMatch(/^ticket-\d+$/);
      expect(currentSession()!.user.wp_token).toBe(token);
      seen.add(token!);
    }
    expect(seen.size).toBe(3);
    expect(asked.some(({ headers }) => headers.get('Authorization')?.includes('ticket'))).toBe(false);
    expect(frame().getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin allow-popups allow-downloads');
  });

  it('TRUST-S23 answers only its own frame: neither another window nor another origin gets a ticket', async () => {
    const asked = await openChat('/chat', undefined, '/wa-client');
    await waitFor(() => expect(queryOf(frame().src)['projectId']).toBe('project-7'));
    const tickets = (): number => asked.filter(({ path }) => path === 'whatsapp/frame/ticket').length;
    const before = tickets();
    const told: unknown[][] = [];
    const inside = { postMessage: (...args: unknown[]) => void told.push(args) } as unknown as Window;
    Object.defineProperty(frame(), 'contentWindow', { value: inside });
    const ask = (source: unknown, origin: string, type = 'wa_ticket_wanted'): Promise<void> =>
      act(async () => {
        const event = new MessageEvent('message', { data: { type }, origin });
        Object.defineProperty(event, 'source', { value: source });
        window.dispatchEvent(event);
      });
    await ask(window, window.location.origin);
    await ask(inside, 'https://evil.example');
    await ask(inside, window.location.origin, 'anything');
    expect([tickets(), told]).toEqual([before, []]);
    await ask(inside, window.location.origin);
    await waitFor(() => expect(told).toHaveLength(1));
    expect(told[0]).toEqual([{ type: 'wa_ticket', ticket: `ticket-${before + 1}` }, window.location.origin]);
  });

  describe('a client of another origin', () => {
    const told: unknown[][] = [];
    const inside = { postMessage: (...args: unknown[]) => void told.push(args) } as unknown as Window;
    const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    const taken = (source: unknown, origin: string): Promise<void> =>
      act(async () => {
        const event = new MessageEvent('message', { data: { type: 'wa_token_taken' }, origin });
        Object.defineProperty(event, 'source', { value: source });
        window.dispatchEvent(event);
      });
    /** Opens the page and passes fourteen minutes, when the next token is sent to the frame. */
    async function openLong(): Promise<HTMLIFrameElement> {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      told.length = 0;
      await openChat('/chat');
      await waitFor(() => expect(queryOf(frame().src)['projectId']).toBe('project-7'));
      const one = frame();
      const { token } = queryOf(one.src);
      expect(token).toMatch(/^short-\d+$/);
      Object.defineProperty(one, 'contentWindow', { value: inside });
      await pass(13 * 60_000);
      expect(told).toEqual([]);
      await pass(60_100);
      const next = currentSession()!.user.wp_token;
      expect(told).toEqual([[{ type: 'wa_token', token: next }, 'https://chat.example']]);
      expect([next === token, next === 'wp-token']).toEqual([false, false]);
      return one;
    }

    it('TRUST-S23 WACHAT-015 never gets the sign-in token, and continues with the next one when it accepts it', async () => {
      const one = await openLong();
      await taken(inside, 'https://chat.example');
      await pass(6000);
      expect(frame()).toBe(one);
    });

    it('TRUST-S23 is reloaded with the next one if it does not accept it; other windows cannot accept it instead', async () => {
      const one = await openLong();
      await taken(inside, 'https://evil.example');
      await taken(window, 'https://chat.example');
      await pass(5100);
      await waitFor(() => expect(screen.queryByTitle(/^WhatsApp: /)).not.toBe(one));
      await waitFor(() => expect(queryOf(frame().src)['token']).toBe(currentSession()!.user.wp_token));
    });
  });

  it('WACHAT-012 WACHAT-013 changing the tab changes path in the address and loads the frame again', async () => {
    await openChat('/chat?phone=98');
    const before = frame();
    fireEvent.click(screen.getByRole('tab', { name: 'BIC-History' }));
    await screen.findByTitle('WhatsApp: BIC-History');
    expect(place()).toBe('/chat?phone=98&path=bic-history');
    expect(frame()).not.toBe(before);
    expect(new URL(frame().src).pathname).toBe('/client/bic-history');
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowLeft' });
    await screen.findByTitle('WhatsApp: History');
    expect(place()).toBe('/chat?phone=98&path=history');
  });

  it('WACHAT-016 WACHAT-017 loads the project id with GET whatsapp-project-id; only a 200 rebuilds the address', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let answer!: (response: Response) => void;
    const asked = await openChat('/chat', () => new Promise<Response>((done) => (answer = done)) as never);
    expect(asked.filter(({ path }) => path.startsWith('whatsapp-')).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET whatsapp-project-id',
    ]);
    expect(queryOf(frame().src)['projectId']).toBe('');
    answer(json({ code: 200, data: 'late' }));
    await waitFor(() => expect(queryOf(frame().src)['projectId']).toBe('late'));
    cleanup();
    await openChat('/chat', () => json({ code: 409, data: 'never', message: 'No provider.' }));
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(queryOf(frame().src)['projectId']).toBe('');
  });

  it('WACHAT-018 only the configured base may be framed', () => {
    const framed = (whatsappClientBase?: string): string =>
      /frame-src ([^;]+)/.exec(pagePolicy('n', whatsappClientBase ? { whatsappClientBase } : {}))![1]!;
    expect(framed()).toBe("'self' blob:");
    expect(framed(base)).toBe("'self' blob: https://chat.example");
    for (let i = 0; i < 500; i++) {
      const odd = String.fromCharCode(...Array.from({ length: 12 }, (_, at) => ((i * 31 + at * 17) % 96) + 32));
      const address = new URL(
        frameAddress({ base, tab: 'inbox', phone: odd, status: `@evil.example/${odd}`, token: 't', projectId: '' }),
      );
      expect(`${address.origin}${address.pathname}`).toBe(`${base}/inbox`);
      expect(address.searchParams.get('phoneNumber')).toBe(odd);
    }
  });

  it('WACHAT-019 without wp_access there is a message and no frame', () => {
    signedIn({ wp_access: 0, role: 1 });
    const asked = stubNetwork(() => undefined);
    render(
      <App>
        <MemoryRouter initialEntries={['/chat']}>
          <ChatPage />
        </MemoryRouter>
      </App>,
    );
    expect(screen.getByText('You do not have access to WhatsApp. Please contact the administrator.')).toBeTruthy();
    expect(document.querySelector('iframe')).toBeNull();
    expect(asked).toEqual([]);
  });
});
