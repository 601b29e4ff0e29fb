import sql from 'sql-template-tag';
import type { ChatMessage } from '../../src/schemas/calls/whatsapp-chats';
import { problem } from '../../src/schemas/kit/problem';
import { deliverWhatsapp } from '../campaigns/whatsapp-deliver';
import { providerOf } from '../channels/providers';
import { keepOutgoing, type KnownChat, type Outgoing } from '../channels/whatsapp-chats';
import type { Context } from '../http/context';

const perHour = 200;

/**
 * Keeps one outgoing message and lets it leave: by a job through the tenant's provider, or into the outbox where there is none.
 * `to` is E.164; `subject` and `body` are what the outbox shows. Answers the message and the outbox's id. Throws 429 past the hourly share of the caller.
 */
export async function sendWhatsapp(
  context: Context,
  chat: KnownChat,
  said: { to: string; subject?: string; body: string },
  message: Omit<Outgoing, 'providerId'>,
): Promise<{ kept: ChatMessage; providerId: string | null }> {
  const { tx, session, services } = context;
  const counted = await tx.row<{ n: number }>(
    sql`select add_attempt(${`whatsapp-send:${session.tenantId}:${session.userId}`}, 3600) as n`,
  );
  if (Number(counted?.n) > perHour) throw problem(429, `You can send ${perHour} messages an hour. Please try again later.`);
  const provider = await providerOf(tx, services, session.tenantId, 'whatsapp');
  const providerId = provider ? null : (await services.channels.send(tx, session.tenantId, { channel: 'whatsapp', ...said })).id;
  const kept = await keepOutgoing(tx, session.tenantId, chat, { ...message, providerId });
  if (provider) {
    await services.jobs.add(tx, session, { kind: deliverWhatsapp, payload: { message_id: kept._id } });
    context.afterCommit(() => services.jobs.wake());
  }
  return { kept, providerId };
}
