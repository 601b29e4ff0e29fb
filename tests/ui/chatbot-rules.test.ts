import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attach, attachmentType } from '../../src/custom/chatbot/attach';
import { botReply } from '../../src/custom/chatbot/bot-reply';
import {
  addReply,
  archiveChat,
  chatTitle,
  deleteChat,
  openChat,
  sendMessage,
  startChat,
} from '../../src/custom/chatbot/change-chats';
import { noChats, type Chats } from '../../src/custom/chatbot/chat';
import { clearStoredChats, readStoredChats, storageKey, storeChats } from '../../src/custom/chatbot/stored-chats';
import { currentSession, endSession } from '../../src/providers/session/session';
import '../../src/custom/chatbot/screen';
import { freshBrowser, signedIn } from './browser-fixture';

const at = '2026-11-21T05:00:00.000Z';
const file = (name: string, type: string): File => new File(['x'], name, { type });
const three = ['first', 'second', 'third'].reduce<Chats>((state, text) => sendMessage(startChat(state), text, [], at), noChats);
beforeEach(() => freshBrowser('/aibot'));

describe('chats with the bot', () => {
  it('BOT-036 BOT-037 BOT-038 BOT-039 BOT-040 BOT-041 BOT-042 BOT-043 have title, fullTitle, preview, messages and archived', () => {
    const { chats } = sendMessage(noChats, 'Fees for the MBA course please', [], at);
    expect(chats).toEqual([
      {
        id: expect.any(String) as string,
        title: 'Fees for the MBA',
        fullTitle: 'Fees for the MBA course please',
        preview: 'You: Fees for the MBA course please',
        messages: [{ sender: 'user', text: 'Fees for the MBA course please', timestamp: at }],
        archived: false,
      },
    ]);
    expect(addReply({ chats, current: 0 }, chats[0]!.id, 'Yes', at).chats[0]!.messages[1]).toEqual({
      sender: 'bot',
      text: 'Yes',
      timestamp: at,
    });
  });

  it('BOT-044 BOT-045 BOT-046 BOT-047 BOT-048 keep what was attached', () => {
    const pdf = attach(file('fees.pdf', 'application/pdf'));
    expect(pdf).toEqual({ file: pdf.file, previewUrl: pdf.previewUrl, safeUrl: pdf.previewUrl, type: 'pdf' });
    expect(pdf.previewUrl).toMatch(/^blob:/);
    const page = attach(file('page.html', 'text/html'));
    expect(page).toMatchObject({ type: 'unknown', safeUrl: '' });
    expect(sendMessage(noChats, '', [pdf], at).chats[0]!.messages[0]!.attachments).toEqual([pdf]);
  });

  it.each([
    ['BOT-049 BOT-066 image', 'image/png', 'image'],
    ['BOT-067 pdf', 'application/pdf', 'pdf'],
    ['BOT-068 Word', 'application/msword', 'doc'],
    ['BOT-069 openxml Word', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'doc'],
    ['BOT-070 Excel', 'application/vnd.ms-excel', 'excel'],
    ['BOT-071 openxml Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'excel'],
    ['BOT-072 text', 'text/plain', 'text'],
    ['BOT-073 video', 'video/mp4', 'video'],
    ['BOT-074 anything else', 'application/zip', 'unknown'],
  ])('%s', (_title, mediaType, type) => expect(attachmentType(mediaType)).toBe(type));

  it('BOT-055 BOT-056 BOT-057 BOT-058 CONST-042 are titled New Chat, then by the first four words and 20 characters of the first message', () => {
    const empty = startChat(noChats);
    expect(empty.chats[0]!.title).toBe('New Chat');
    const named = sendMessage(empty, 'one  two three four five', [], at);
    expect(named.chats[0]).toMatchObject({ title: 'one two three four', fullTitle: 'one  two three four five' });
    expect(sendMessage(named, 'another text', [], at).chats[0]!.title).toBe('one two three four');
    expect(chatTitle('Scholarships for international students')).toBe('Scholarships for int…');
    expect(chatTitle('exactly twenty chars')).toBe('exactly twenty chars');
  });

  it('BOT-059 BOT-060 BOT-061 preview the last thing said', () => {
    const said = sendMessage(noChats, 'hello', [], at);
    expect(said.chats[0]!.preview).toBe('You: hello');
    expect(sendMessage(said, ' ', [attach(file('a.png', 'image/png'))], at).chats[0]!.preview).toBe('You sent an attachment');
    expect(addReply(said, said.chats[0]!.id, 'Welcome', at).chats[0]!.preview).toBe('Bot: Welcome');
  });

  it('BOT-062 BOT-063 sending without a chat makes one; blank text without a file sends nothing', () => {
    expect(sendMessage(noChats, ' \n ', [], at)).toBe(noChats);
    expect(sendMessage(noChats, 'x', [], at)).toMatchObject({ current: 0, chats: [{ title: 'x' }] });
  });

  it('BOT-053 BOT-054 deleting the current chat clears the selection; deleting an earlier one keeps the same chat open', () => {
    const second = openChat(three, 1);
    expect(deleteChat(second, 1).current).toBe(-1);
    const shifted = deleteChat(second, 0);
    expect(shifted.current).toBe(0);
    expect(shifted.chats[shifted.current]!.title).toBe('second');
    expect(deleteChat(second, 2)).toMatchObject({ current: 1, chats: [{ title: 'first' }, { title: 'second' }] });
  });

  it('BOT-050 archiving and unarchiving change only that chat', () => {
    const archived = archiveChat(three, 1, true);
    expect(archived.chats.map((chat) => chat.archived)).toEqual([false, true, false]);
    expect(archiveChat(archived, 1, false)).toEqual(three);
  });

  it('an answer to a chat that was deleted meanwhile changes nothing', () =>
    expect(addReply(three, 'gone', 'x', at)).toEqual(three));
});

describe('the script', () => {
  const order = 'Sure! Please share your order number or customer ID so that I can check the status.';
  const sales = 'Happy to help with sales. Could you tell me which product or service you need a quotation for?';
  const support = 'I am connecting you to our technical support team. Please describe the issue in a few words.';
  const more = 'Thank you for your message. Could you please share a few more details?';
  it.each([
    ['BOT-076 BOT-087 order and status', 'What is the status of my order', order],
    ['BOT-076 order alone is not enough', 'I want to order', more],
    ['BOT-077 BOT-087 sales', 'a sales question', sales],
    ['BOT-077 quotation', 'send a quotation', sales],
    ['BOT-078 BOT-087 technical', 'technical problem', support],
    ['BOT-078 support', 'need support', support],
    ['BOT-078 server', 'the server is down', support],
    ['BOT-079 BOT-087 hello', 'hello there', 'Hello! Welcome to North $& Star. How can I help you today?'],
    ['BOT-079 hi', 'hi', 'Hello! Welcome to North $& Star. How can I help you today?'],
    ['BOT-079 hi counts only as a whole word', 'this is which', more],
    ['BOT-080 BOT-087 anything else', 'fees', more],
    ['BOT-075 in capitals', 'ORDER STATUS', order],
    ['BOT-081 order status comes before support', 'support: order status', order],
    ['BOT-081 sales comes before support and greeting', 'hello, sales support', sales],
    ['BOT-081 support comes before the greeting', 'hi, technical', support],
  ])('%s', (_title, text, answer) => expect(botReply(text, 'North $& Star')).toBe(answer));
});

const say = (attachments: string): string => `{"sender":"user","text":"x","timestamp":"${at}","attachments":${attachments}}`;

describe('what the browser keeps', () => {
  it('BOT-088 is kept per user, without files, and cleared at logout', () => {
    signedIn();
    const key = storageKey(currentSession()!);
    storeChats(key, sendMessage(noChats, 'keep me', [attach(file('a.pdf', 'application/pdf'))], at).chats);
    const kept = readStoredChats(key);
    expect(kept.current).toBe(-1);
    expect(kept.chats[0]!.messages[0]!.attachments).toEqual([
      { file: { name: 'a.pdf', type: 'application/pdf', size: 1 }, previewUrl: '', safeUrl: '', type: 'pdf' },
    ]);
    signedIn({ id: 'u-9' });
    expect(readStoredChats(storageKey(currentSession()!))).toEqual(noChats);
    endSession({ comeBack: false });
    expect(Object.keys(localStorage).filter((one) => one.startsWith('aibot:'))).toEqual([]);
  });

  it('BOT-088 is up to 50 chats and 2 MiB; the oldest archived chats are dropped first', () => {
    const many = Array.from({ length: 52 }, (_, n) => `chat ${n}`).reduce<Chats>(
      (state, text) => sendMessage(startChat(state), text, [], at),
      noChats,
    );
    const kept = storeChats('aibot:k', archiveChat(many, 7, true).chats);
    expect(kept).toHaveLength(50);
    expect(kept.map(({ title }) => title)).not.toContain('chat 7');
    expect(kept.map(({ title }) => title)).not.toContain('chat 0');
    expect(kept[0]!.title).toBe('chat 1');
    const long = 'x'.repeat(600_000);
    const heavy = ['a', 'b'].reduce<Chats>((state, name) => sendMessage(startChat(state), `${name} ${long}`, [], at), noChats);
    expect(storeChats('aibot:k', heavy.chats)).toHaveLength(0);
    clearStoredChats();
    expect(localStorage.getItem('aibot:k')).toBeNull();
  });

  it.each([
    'not json',
    '{"a":1}',
    '[{"id":1}]',
    '[null]',
    ...['7', 'null', '{"sender":"user","text":"x"}', say('5'), say('[null]'), say('[{"file":null}]')].map(
      (message) => `[{"id":"a","title":"t","fullTitle":"t","preview":"","archived":false,"messages":[${message}]}]`,
    ),
  ])('is ignored when edited by hand to %s', (text) => {
    vi.spyOn(console, 'error');
    localStorage.setItem('aibot:k', text);
    expect(readStoredChats('aibot:k')).toEqual(noChats);
  });

  it('BOT-088 an address that was put there by hand leads nowhere', () => {
    const [chat] = sendMessage(noChats, 'look', [attach(file('a.bin', 'application/x-thing'))], at).chats;
    const [message] = chat!.messages;
    const [attachment] = message!.attachments!;
    const forged = {
      ...attachment!,
      file: { name: 'a', type: '', size: 1 },
      previewUrl: 'javascript:alert(1)',
      safeUrl: '//evil.example',
    };
    localStorage.setItem('aibot:k', JSON.stringify([{ ...chat!, messages: [{ ...message!, attachments: [forged] }] }]));
    expect(readStoredChats('aibot:k').chats[0]!.messages[0]!.attachments).toMatchObject([{ previewUrl: '', safeUrl: '' }]);
  });
});
