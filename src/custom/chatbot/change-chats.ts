import type { Attachment, Chat, Chats, Message } from './chat';

const emptyTitle = 'New Chat';

/** Adds a new, empty chat and selects it. */
export function startChat({ chats }: Chats): Chats {
  const chat: Chat = {
    id: crypto.randomUUID(),
    title: emptyTitle,
    fullTitle: emptyTitle,
    preview: '',
    messages: [],
    archived: false,
  };
  return { chats: [...chats, chat], current: chats.length };
}

export const openChat = (state: Chats, index: number): Chats => ({ ...state, current: index });

/** Has text that is not blank, or a file. */
export const maySend = (text: string, attachments: readonly Attachment[]): boolean =>
  text.trim() !== '' || attachments.length > 0;

/** Adds the user's message to the current chat, or to a new one. */
export function sendMessage(state: Chats, text: string, attachments: readonly Attachment[], at: string): Chats {
  if (!maySend(text, attachments)) return state;
  const from = state.chats[state.current] ? state : startChat(state);
  const trimmed = text.trim();
  const message: Message = { sender: 'user', text: trimmed, timestamp: at, ...(attachments.length ? { attachments } : {}) };
  return change(from, from.current, (chat) => ({
    ...chat,
    ...(chat.messages.length ? {} : titled(trimmed || attachments[0]!.file.name)),
    preview: trimmed ? `You: ${trimmed}` : 'You sent an attachment',
    messages: [...chat.messages, message],
  }));
}

/** Adds the bot's reply to the chat that asked, whichever chat is open now; a deleted chat gets none. */
export function addReply(state: Chats, id: string, text: string, at: string): Chats {
  const index = state.chats.findIndex((chat) => chat.id === id);
  return change(state, index, (chat) => ({
    ...chat,
    preview: `Bot: ${text}`,
    messages: [...chat.messages, { sender: 'bot', text, timestamp: at }],
  }));
}

export const archiveChat = (state: Chats, index: number, archived: boolean): Chats =>
  change(state, index, (chat) => ({ ...chat, archived }));

/** Deleting the current chat clears the selection; deleting an earlier one shifts the index so that the same chat stays open. */
export function deleteChat({ chats, current }: Chats, index: number): Chats {
  return {
    chats: chats.filter((_, at) => at !== index),
    current: index === current ? -1 : index < current ? current - 1 : current,
  };
}

/** The first four words, cut to 20 characters with an ellipsis (D-126). */
export function chatTitle(text: string): string {
  const words = text.trim().split(/\s+/).slice(0, 4).join(' ');
  return words.length > 20 ? `${words.slice(0, 20)}…` : words;
}

const titled = (text: string): Pick<Chat, 'title' | 'fullTitle'> => ({ title: chatTitle(text), fullTitle: text });

function change(state: Chats, index: number, to: (chat: Chat) => Chat): Chats {
  return { ...state, chats: state.chats.map((chat, at) => (at === index ? to(chat) : chat)) };
}
