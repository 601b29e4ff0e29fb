import type { Session } from '../../providers/session/session';
import { browserStored, readJson } from '../../providers/stored';
import { isRecord } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';
import { isPublicAddress, noChats, type Attachment, type Chat, type Chats, type Message } from './chat';

const prefix = 'aibot:';
const limits = { chats: 50, bytes: 2 * 1024 * 1024 };

export const storageKey = ({ user, persisted }: Session): string => `${prefix}${persisted.tid}:${user.id}`;

/** The chats stored in this user's browser; empty if the storage was edited by hand and cannot be read. */
export function readStoredChats(key: string): Chats {
  const kept = readJson(browserStored.read(key));
  return Array.isArray(kept) ? { ...noChats, chats: kept.filter(isChat).map(withoutFiles) } : noChats;
}

/**
 * Stores up to 50 chats and 2 MiB: the oldest archived chats are dropped first, then the oldest others (D-127). Returns what was
 * stored.
 */
export function storeChats(key: string, chats: readonly Chat[]): readonly Chat[] {
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
  browserStored.write(key, text);
  return kept;
}

export function clearStoredChats(): void {
  for (const key of browserStored.keys()) if (key.startsWith(prefix)) browserStored.write(key, undefined);
}

/** Files last as long as the page; what is stored is their names, and the URL of a file on another server. */
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

const isChat = (value: unknown): value is Chat =>
  isRecord(value) &&
  hasTexts(value, ['id', 'title', 'fullTitle', 'preview']) &&
  typeof value['archived'] === 'boolean' &&
  Array.isArray(value['messages']) &&
  value['messages'].every(isMessage);
const isMessage = (value: unknown): value is Message =>
  isRecord(value) &&
  hasTexts(value, ['text', 'timestamp']) &&
  (value['sender'] === 'user' || value['sender'] === 'bot') &&
  (value['attachments'] === undefined || (Array.isArray(value['attachments']) && value['attachments'].every(isAttachment)));
const isAttachment = (value: unknown): value is Attachment =>
  isRecord(value) &&
  hasTexts(value, ['previewUrl', 'type']) &&
  isRecord(value['file']) &&
  hasTexts(value['file'], ['name', 'type']) &&
  typeof value['file']['size'] === 'number';
const hasTexts = (value: AnyRow, names: readonly string[]): boolean => names.every((name) => typeof value[name] === 'string');
