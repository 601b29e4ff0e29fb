import sql from 'sql-template-tag';
import type { ChatMessage } from '../../../src/schemas/calls/whatsapp-chats';
import { problem } from '../../../src/schemas/kit/problem';
import { queueWhatsapp } from '../../channels/queue-whatsapp';
import type { KnownChat, Outgoing } from '../../channels/whatsapp-chats';
import type { Context } from '../../context/context';

const perHour = 200;

/** One message that a person sends (queueWhatsapp). Throws 429 past the hourly share of the caller. */
export async function sendWhatsapp(
  { tx, session, services }: Context,
  chat: KnownChat,
  said: { to: string; subject?: string; body: string },
  message: Omit<Outgoing, 'providerId'>,
): Promise<{ kept: ChatMessage; providerId: string | null }> {
  const counted = await tx.row<{ n: number }>(
    sql`select add_attempt(${`whatsapp-send:${session.tenantId}:${session.userId}`}, 3600) as n`,
  );
  if (Number(counted?.n) > perHour)
    throw problem(429, `You can send up to ${perHour} messages per hour. Please try again later.`);
  return queueWhatsapp(tx, services, session, chat, said, message);
}
