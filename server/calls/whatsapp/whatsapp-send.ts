import type { ChatMessage } from '../../../src/schemas/calls/whatsapp-chats';
import { problem } from '../../../src/schemas/kit/problem';
import { countSending } from '../../channels/count-sending';
import { queueWhatsapp } from '../../channels/queue-whatsapp';
import type { KnownChat, Outgoing } from '../../channels/whatsapp-chats';
import type { Context } from '../../context/context';
import { gateForChat } from '../../lead-events/lead-gate';

/** One message that a person sends (queueWhatsapp). An answer within the 24 hours goes; the gate is asked about templates. */
export async function sendWhatsapp(
  context: Context,
  chat: KnownChat,
  said: { to: string; subject?: string; body: string },
  message: Omit<Outgoing, 'providerId'>,
): Promise<{ kept: ChatMessage; providerId: string | null }> {
  const { tx, session, services } = context;
  const reached = message.type === 'template' ? await gateForChat(tx, session.tenantId, chat, message.at) : said;
  if ('why' in reached) throw problem(409, reached.why);
  const about = message.type === 'template' ? { promotional: false } : {};
  await countSending(context, 'whatsapp');
  return queueWhatsapp(tx, services, session, chat, said, { ...message, ...about, sentBy: session.userId });
}
