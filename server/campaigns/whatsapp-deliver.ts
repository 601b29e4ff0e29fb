import sql from 'sql-template-tag';
import { Problem } from '../../src/schemas/kit/problem';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import { providerOf } from '../channels/providers';
import { whatsappOf } from '../channels/whatsapp';
import { tellOwner } from '../channels/whatsapp-chats';

export const deliverWhatsapp = 'whatsapp-deliver';
export const jobKinds: JobKinds = { [deliverWhatsapp]: run };

interface Waiting {
  readonly chat_id: string;
  readonly wa_user_id: string;
  readonly type: 'text' | 'image' | 'document' | 'video' | 'audio' | 'template';
  readonly text: string | null;
  readonly media_id: string | null;
  readonly params: readonly string[] | null;
  readonly template_name: string | null;
  readonly language: string | null;
}

/** Hands one kept message to the tenant's provider, outside any transaction; what it refuses stands as failed with the reason. */
async function run(job: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { tenantId, services } = job;
  const id = String(job.payload['message_id']);
  const { message, provider } = await steps.read(async (tx) => ({
    message: await tx.row<Waiting>(sql`
      select m."chat_id", c."wa_user_id", m."type", m."text", m."media_id", m."params", t."template_name", t."language"
      from "whatsapp_messages" m
      join "whatsapp_chats" c on c."tenant_id" = m."tenant_id" and c."id" = m."chat_id"
      left join "whatsapp_templates" t on t."tenant_id" = m."tenant_id" and t."id" = m."template_id"
      where m."tenant_id" = ${tenantId} and m."id" = ${id} and m."provider_id" is null and m."status" = 'sent' and m."deleted_at" is null`),
    provider: await providerOf(tx, services, tenantId, 'whatsapp'),
  }));
  if (!message) return { state: 'gone' };
  const told = await whatsappOf(provider, services)
    .send({
      to: message.wa_user_id,
      type: message.type,
      text: message.text,
      mediaId: message.media_id,
      ...(message.template_name
        ? { template: { name: message.template_name, language: message.language ?? 'en', params: message.params ?? [] } }
        : {}),
    })
    .then(
      (providerId) => ({ providerId, error: null }),
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return { providerId: null, error: error.message };
      },
    );
  await steps.commit(async (tx) => {
    await tx.run(sql`
      update "whatsapp_messages" set "provider_id" = ${told.providerId}, "error" = ${told.error},
        "status" = ${told.error === null ? 'sent' : 'failed'}
      where "tenant_id" = ${tenantId} and "id" = ${id}`);
    await tellOwner(tx, tenantId, message.chat_id, { message: id });
    return { done: 1 };
  });
  return { state: told.error === null ? 'sent' : 'failed' };
}
