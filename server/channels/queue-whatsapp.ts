import type { ChatMessage } from '../../src/schemas/calls/whatsapp-chats';
import { JobKind } from '../context/jobs';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { providerOf } from './providers';
import { storeOutgoing, type KnownChat, type Outgoing } from './whatsapp-chats';

/** The kind of job that sends one stored message through the tenant's provider. */
export const deliverWhatsapp = new JobKind<{ readonly message_id: string }>('whatsapp-deliver');

/**
 * Stores one outgoing message in its chat and queues it: as a job for the tenant's provider, or in the outbox if there is no
 * provider. `to` is E.164; `subject` and `body` are what the outbox shows. Returns the message and the outbox's id.
 */
export async function queueWhatsapp(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string | null },
  chat: KnownChat,
  said: { readonly to: string; readonly subject?: string; readonly body: string; readonly notBefore?: Date },
  message: Omit<Outgoing, 'providerId'>,
): Promise<{ kept: ChatMessage; providerId: string | null }> {
  const provider = await providerOf(tx, services, by.tenantId, 'whatsapp');
  const about = chat.lead_id === null ? {} : { leadId: chat.lead_id };
  const providerId = provider
    ? null
    : (await services.channels.send(tx, by.tenantId, { channel: 'whatsapp', ...said, ...about })).id;
  const kept = await storeOutgoing(tx, by.tenantId, chat, { ...message, providerId });
  if (provider) {
    await services.jobs.add(tx, by, {
      kind: deliverWhatsapp,
      payload: { message_id: kept._id },
      ...(said.notBefore ? { runAt: said.notBefore } : {}),
    });
    tx.afterCommit(() => services.jobs.wake());
  }
  return { kept, providerId };
}
