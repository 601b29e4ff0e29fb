import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screens } from '../../src/custom/chatbot/screen';
import { pagePolicy } from '../../server/http/headers';
import { json, stubNetwork } from './browser-fixture';
import { asked, box, enter, open, press, say, setAsked, setUp, side, tearDown, type, wait } from './chatbot-world';

beforeEach(setUp);
afterEach(tearDown);
const choose = (...files: File[]): void => {
  fireEvent.change(screen.getByLabelText('Files'), { target: { files } });
};
const pdf = new File(['x'], 'fees.doc', { type: 'application/msword' });

describe('the chatbot', () => {
  it('PRODUCT-019 BOT-001 ROUTE-076 MENU-072 is at /aibot for everyone who is signed in', () => {
    expect(screens).toMatchObject([
      { path: '/aibot', access: { route: 'signed-in', menu: 'org' }, menu: { group: 'Access Control', entry: 'Chat with AI' } },
    ]);
  });

  it('BOT-014 BOT-015 BOT-016 BOT-017 BOT-018 shows a welcome until there are messages', () => {
    open();
    expect(screen.getByText('Welcome to Northstar Chat Bot')).toBeDefined();
    for (const name of ['Marketing Query', 'Sales Query', 'Tech Support'])
      expect(screen.getByRole('button', { name })).toBeDefined();
    say('hello');
    expect(screen.queryByText('Welcome to Northstar Chat Bot')).toBeNull();
    expect(within(screen.getByRole('log')).getByText('hello')).toBeDefined();
  });

  it.each([
    ['BOT-082', 'Marketing Query', 'Marketing campaign details'],
    ['BOT-083', 'Sales Query', 'Sales query'],
    ['BOT-084', 'Tech Support', 'Technical support'],
  ])('%s %s sends its text', (_id, name, text) => {
    open();
    press(name);
    expect(within(screen.getByRole('log')).getByText(text)).toBeDefined();
  });

  it('BOT-002 BOT-065 BOT-085 BOT-086 BOT-061 CONST-043 answers after a second as the brand, without a call', async () => {
    open();
    say('Hi');
    expect(within(screen.getByRole('log')).getByText(/^You\b/)).toBeDefined();
    await wait(990);
    expect(screen.queryByText('Hello! Welcome to Northstar. How can I help you today?')).toBeNull();
    await wait(20);
    const log = within(screen.getByRole('log'));
    expect(log.getByText('Hello! Welcome to Northstar. How can I help you today?')).toBeDefined();
    expect(log.getByText(/^Northstar Bot/)).toBeDefined();
    expect(within(side()).getByText('Bot: Hello! Welcome to Northstar. How can I help you today?')).toBeDefined();
    expect(asked).toEqual([]);
  });

  it('BOT-064 CONST-043 scrolls to the bottom after 100 ms', async () => {
    const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    open();
    say('hello');
    await wait(90);
    expect(scroll).not.toHaveBeenCalled();
    await wait(20);
    expect(scroll).toHaveBeenCalledTimes(1);
    scroll.mockRestore();
  });

  it('CONST-043 scrolls 100 ms and answers 1000 ms after a message', async () => {
    const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    open();
    say('hello');
    await wait(99);
    expect(scroll).not.toHaveBeenCalled();
    await wait(1);
    expect(scroll).toHaveBeenCalledTimes(1);
    await wait(899);
    expect(within(screen.getByRole('log')).queryByText(/How can I help you/)).toBeNull();
    await wait(1);
    expect(within(screen.getByRole('log')).getByText(/How can I help you/)).toBeDefined();
    scroll.mockRestore();
  });

  describe('a document with a public address', () => {
    const address = 'https://files.example/fees.doc';
    const keep = (previewUrl: string): void =>
      localStorage.setItem(
        'aibot:t-1:u-4',
        JSON.stringify([
          {
            id: 'c-1',
            title: 'Fees',
            fullTitle: 'Fees',
            preview: 'You sent an attachment',
            archived: false,
            messages: [
              {
                sender: 'user',
                text: '',
                timestamp: '2026-11-21T04:00:00.000Z',
                attachments: [
                  { file: { name: 'fees.doc', type: 'application/msword', size: 2048 }, previewUrl, safeUrl: '', type: 'doc' },
                ],
              },
            ],
          },
        ]),
      );
    const show = async (previewUrl: string, viewer?: string): Promise<void> => {
      keep(previewUrl);
      setAsked(
        stubNetwork(({ path }) =>
          path === 'tenant-config' ? json({ code: 200, data: viewer ? { office_viewer_base: viewer } : {} }) : undefined,
        ),
      );
      open();
      fireEvent.click(within(side()).getByText('Fees'));
      await wait(50);
    };
    const viewer = 'https://viewer.example/embed?src=';

    it('BOT-032 TRUST-S24 is shown by the configured viewer once the user agreed to share the address', async () => {
      await show(address, viewer);
      expect(document.querySelector('iframe')).toBeNull();
      expect(screen.getByText('A preview gives the address of this file to viewer.example.')).toBeDefined();
      press('Preview online');
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="fees.doc"]')!;
      expect(frame.getAttribute('src')).toBe(`${viewer}${encodeURIComponent(address)}`);
      expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
      expect(frame.className).toContain('p-bot-frame');
      expect(pagePolicy('n', { officeViewerBase: viewer })).toContain("frame-src 'self' blob: https://viewer.example;");
      expect(pagePolicy('n')).toContain("frame-src 'self' blob:;");
    });

    it('BOT-032 without a viewer, or for a local file, the same frame has name, size and Download', async () => {
      await show(address);
      const box = within(screen.getByRole('group', { name: 'fees.doc' }));
      expect(box.getByText('2 KB')).toBeDefined();
      expect(box.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(address);
      expect(box.queryByRole('button')).toBeNull();
      expect(document.querySelector('iframe')).toBeNull();
      choose(pdf);
      enter();
      const local = within(screen.getAllByRole('group', { name: 'fees.doc' })[1]!);
      expect(local.getByText('Preview is not available for local files.')).toBeDefined();
      expect(local.getByRole('link', { name: 'Download' }).getAttribute('href')).toMatch(/^blob:/);
    });
  });

  it('BOT-023 BOT-024 BOT-025 BOT-026 Enter sends and empties the box, Shift+Enter does not', () => {
    open();
    type('first line');
    expect(enter({ shiftKey: true })).toBe(true); // the browser adds the line break itself
    expect(screen.queryByRole('log')).toBeNull();
    expect(enter()).toBe(false);
    expect(box().value).toBe('');
    expect(box().tagName).toBe('TEXTAREA');
  });

  it('BOT-027 BOT-063 BOT-019 BOT-021 BOT-022 BOT-060 files are listed above the box; without text only Enter sends them', () => {
    open();
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
    type('   ');
    expect(send.disabled).toBe(true);
    enter();
    expect(screen.queryByRole('log')).toBeNull();
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Files').multiple).toBe(true);
    choose(pdf, new File(['x'], 'photo.png', { type: 'image/png' }));
    const pending = screen.getByRole('list', { name: 'Files to send' });
    expect(within(pending).getByText('fees.doc')).toBeDefined();
    expect(within(pending).getByText('photo.png')).toBeDefined();
    expect(pending.compareDocumentPosition(box()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(send.disabled).toBe(true);
    enter();
    expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull();
    expect(screen.getByAltText('photo.png')).toBeDefined();
    expect(within(side()).getByText('You sent an attachment')).toBeDefined();
    type('x');
    expect(send.disabled).toBe(false);
  });

  it('BOT-020 offers pdf, images, doc, docx, xls, xlsx, txt and video', () => {
    open();
    expect(screen.getByLabelText<HTMLInputElement>('Files').accept.split(',')).toEqual([
      '.pdf',
      'image/*',
      '.doc',
      '.docx',
      '.xls',
      '.xlsx',
      '.txt',
      'video/*',
    ]);
  });

  it('a Word file shows its name, size and a download, and is sent nowhere', () => {
    open();
    choose(new File(['x'.repeat(3000)], 'offer.doc', { type: 'application/msword' }));
    enter();
    const frame = within(screen.getByRole('group', { name: 'offer.doc' }));
    expect(frame.getByText('3 KB')).toBeDefined();
    expect(frame.getByRole<HTMLAnchorElement>('link', { name: 'Download' }).download).toBe('offer.doc');
    expect(frame.getByText('Preview is not available for local files.')).toBeDefined();
    expect(asked).toEqual([]);
  });
});
