import type { Session } from '../../providers/session';
import { isPublicAddress, noChats, type Attachment, type Chat, type Chats, type Message } from './chat';

const prefix = 'aibot:';
const limits = { chats: 50, bytes: 2 * 1024 * 1024 };

export const keptUnder = ({ user, persisted }: Session): string => `${prefix}${persisted.tid}:${user.id}`;

/** What this user's browser kept; what was edited by hand and cannot be read counts as nothing. */
export function readKeptChats(key: string): Chats {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? { ...noChats, chats: kept.filter(isChat).map(withoutFiles) } : noChats;
  } catch {
    return noChats;
  }
}

/** Keeps at most 50 chats and 2 MiB: the oldest archived ones go first, then the oldest (D-127). Answers what was kept. */
export function keepChats(key: string, chats: readonly Chat[]): readonly Chat[] {
  let kept = chats;
  let text = JSON.stringify(kept.map(withoutFiles));
  while (kept.length > limits.chats || text.length * 2 > limits.bytes) {
    const oldest = Math.max(
      0,
      kept.findIndex((chat) => chat.archived),
    );
    kept = kept.filter((_, at) => at !== oldest);
    text = JSON.stringify(kept.map(withoutFiles));
  }
  localStorage.setItem(key, text);
  return kept;
}

export function forgetKeptChats(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

/** Files live as long as the page; their names stay, and the address of one that lies elsewhere. */
const withoutFiles = (chat: Chat): Chat => ({
  ...chat,
  messages: chat.messages.map((message) =>
    message.attachments ? { ...message, attachments: message.attachments.map(named) } : message,
  ),
});
const named = ({ file: { name, type, size }, type: kind, previewUrl }: Attachment): Attachment => ({
  file: { name, type, size },
  previewUrl: isPublicAddress(previewUrl) ? previewUrl : '',
  safeUrl: '',
  type: kind,
});

const isChat = (value: unknown): value is Chat => {
  const chat = value as Partial<Chat> | null;
  return (
    typeof chat === 'object' &&
    chat !== null &&
    [chat.id, chat.title, chat.fullTitle, chat.preview].every((text) => typeof text === 'string') &&
    typeof chat.archived === 'boolean' &&
    Array.isArray(chat.messages) &&
    chat.messages.every(isMessage)
  );
};
const isMessage = (one: Partial<Message> | null): boolean =>
  [one?.text, one?.timestamp].every((text) => typeof text === 'string') &&
  (one?.sender === 'user' || one?.sender === 'bot') &&
  (one.attachments === undefined || (Array.isArray(one.attachments) && one.attachments.every(isAttachment)));
const isAttachment = (one: Partial<Attachment> | null): boolean =>
  [one?.file?.name, one?.file?.type, one?.previewUrl, one?.type].every((text) => typeof text === 'string') &&
  typeof one?.file?.size === 'number';
