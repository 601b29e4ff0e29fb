import type { ChatMessage } from '../../../src/schemas/calls/whatsapp-chats';
import { countSending } from '../../channels/count-sending';
import { queueWhatsapp } from '../../channels/queue-whatsapp';
import type { KnownChat, Outgoing } from '../../channels/whatsapp-chats';
import type { Context } from '../../context/context';

/** One message that a person sends (queueWhatsapp). */
export async function sendWhatsapp(
  context: Context,
  chat: KnownChat,
  said: { to: string; subject?: string; body: string },
  message: Omit<Outgoing, 'providerId'>,
): Promise<{ kept: ChatMessage; providerId: string | null }> {
  await countSending(context, 'whatsapp');
  const { tx, session, services } = context;
  return queueWhatsapp(tx, services, session, chat, said, { ...message, sentBy: session.userId });
}
