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
 * provider and it need not wait. `to` is E.164; `subject` and `body` are what the outbox shows. Returns the message and the outbox's id.
 */
export async function queueWhatsapp(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string | null },
  chat: KnownChat,
  said: { readonly to: string; readonly subject?: string; readonly body: string; readonly notBefore?: Date },
  message: Omit<Outgoing, 'providerId'>,
): Promise<{ kept: ChatMessage; providerId: string | null }> {
  const { notBefore, ...text } = said;
  const provider = await providerOf(tx, services, by.tenantId, 'whatsapp');
  const waits = provider || notBefore ? { reason: notBefore ? ('outside_hours' as const) : null } : null;
  const providerId = waits ? null : await keepInSandbox(tx, services, by.tenantId, text, chat.lead_id);
  const kept = await storeOutgoing(tx, by.tenantId, chat, { ...message, providerId }, waits);
  if (waits) {
    await services.jobs.add(tx, by, {
      kind: deliverWhatsapp,
      payload: { message_id: kept._id },
      ...(notBefore ? { runAt: notBefore } : {}),
    });
    tx.afterCommit(() => services.jobs.wake());
  }
  return { kept, providerId };
}

/** There is no provider: the outbox shows the message. Returns its id there. */
export async function keepInSandbox(
  tx: Tx,
  services: Services,
  tenantId: string,
  said: { readonly to: string; readonly subject?: string; readonly body: string },
  leadId: string | null,
): Promise<string> {
  const about = leadId === null ? {} : { leadId };
  return (await services.channels.send(tx, tenantId, { channel: 'whatsapp', ...said, ...about })).id;
}
