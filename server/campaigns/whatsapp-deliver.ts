import sql from 'sql-template-tag';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { askOnce } from '../channels/ask-once';
import { deliverWhatsapp } from '../channels/queue-whatsapp';
import { providerOf, type Provider } from '../channels/providers';
import { whatsappOf } from '../channels/whatsapp-provider';
import type { OutgoingTemplate } from '../channels/sender';
import type { WhatsappMessage } from '../channels/whatsapp';
import { tellOwner } from '../channels/whatsapp-chats';

export const jobKinds: JobKinds = runs(deliverWhatsapp, run);

interface Waiting {
  readonly chat_id: string;
  readonly wa_user_id: string;
  readonly type: 'text' | 'image' | 'document' | 'video' | 'audio' | 'template';
  readonly text: string | null;
  readonly media_id: string | null;
  readonly params: readonly string[] | null;
  readonly template_name: string | null;
  readonly language: string | null;
  readonly header_type: string | null;
  readonly header_media_url: string | null;
  /** Its state before this look. */
  readonly was: string;
}

/**
 * Sends one stored message through the tenant's provider, once; a refusal is marked failed with the reason, an open result
 * unknown.
 */
async function run(job: RunningJob<{ readonly message_id: string }>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const id = job.payload.message_id;
  const outcome = await askOnce<{ message: Waiting; provider: Provider | undefined }, string>(steps, {
    async begin(tx) {
      const message = await tx.row<Waiting>(sql`
        update "whatsapp_messages" m set "status" = 'sending'
        from (select m."id", m."status", c."wa_user_id", t."template_name", t."language", t."header_type", t."header_media_url" from "whatsapp_messages" m
          join "whatsapp_chats" c on c."tenant_id" = m."tenant_id" and c."id" = m."chat_id"
          left join "whatsapp_templates" t on t."tenant_id" = m."tenant_id" and t."id" = m."template_id"
          where m."tenant_id" = ${tenantId} and m."id" = ${id} and m."provider_id" is null and m."status" in ('sent', 'sending')
            and m."deleted_at" is null for update of m) was
        where m."tenant_id" = ${tenantId} and m."id" = was."id"
        returning m."chat_id", was."wa_user_id", m."type", m."text", m."media_id", m."params", was."template_name", was."language",
          was."header_type", was."header_media_url", was."status" as "was"`);
      if (!message) return { value: undefined };
      const provider = await providerOf(tx, services, tenantId, 'whatsapp');
      return { value: { one: { message, provider }, wasAsked: message.was === 'sending' } };
    },
    prepare({ message, provider }) {
      const [port, content] = [whatsappOf(provider, services), contentOf(id, message)];
      return () => port.send(content);
    },
    async note(tx, { message }, told) {
      const [status, providerId, error] =
        told.state === 'done'
          ? ['sent', told.answer, null]
          : told.state === 'unknown'
            ? ['unknown', null, told.why]
            : ['failed', null, told.error.message];
      await tx.run(sql`
        update "whatsapp_messages" set "provider_id" = coalesce("provider_id", ${providerId}), "error" = ${error}, "status" = ${status}
        where "tenant_id" = ${tenantId} and "id" = ${id} and "status" in ('sending', 'unknown')`);
      await tellOwner(tx, tenantId, message.chat_id, { message: id, status });
    },
  });
  return { state: outcome ? { done: 'sent', refused: 'failed', unknown: 'unknown' }[outcome.state] : 'gone' };
}

const contentOf = (key: string, message: Waiting): WhatsappMessage => ({
  key,
  to: message.wa_user_id,
  type: message.type,
  text: message.text,
  mediaId: message.media_id,
  ...(message.template_name
    ? {
        template: {
          name: message.template_name,
          language: message.language ?? 'en',
          params: message.params ?? [],
          ...headerOf(message),
        },
      }
    : {}),
});

function headerOf({ header_type: type, header_media_url: link }: Waiting): Pick<OutgoingTemplate, 'header'> {
  const kind = (['image', 'video', 'document'] as const).find((one) => one === type?.toLowerCase());
  return kind && link ? { header: { type: kind, link } } : {};
}
