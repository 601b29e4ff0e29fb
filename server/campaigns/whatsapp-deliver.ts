import sql, { type Sql } from 'sql-template-tag';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { askOnce } from '../channels/ask-once';
import { leadGone, verdictOfChat, type ChatWaiting } from '../channels/held-messages';
import { deliverWhatsapp, keepInSandbox } from '../channels/queue-whatsapp';
import { providerOf, type Provider } from '../channels/providers';
import { whatsappOf } from '../channels/whatsapp-provider';
import type { OutgoingTemplate } from '../channels/sender';
import type { WhatsappMessage } from '../channels/whatsapp';
import { tellOwner } from '../channels/whatsapp-chats';
import type { Tx } from '../store/store';

export const jobKinds: JobKinds = runs(deliverWhatsapp, run);

interface Waiting extends ChatWaiting {
  readonly chat_id: string;
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

type Job = RunningJob<{ readonly message_id: string }>;

/**
 * Sends one stored message through the tenant's provider, once; a refusal is marked failed with the reason, an open result
 * unknown. The gate is asked when its turn has come: hours, consent and opt-outs can have changed while it waited.
 */
async function run(job: Job, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const id = job.payload.message_id;
  // It left the message to another job, and was stopped before it could say so.
  if (job.cursor) return { state: 'waiting' };
  const outcome = await askOnce<{ message: Waiting; provider: Provider | undefined }, string>(steps, {
    async begin(tx) {
      const message = await lockMessage(tx, tenantId, id);
      if (!message) return { value: undefined };
      const wasAsked = message.was === 'sending';
      if (!wasAsked && (await isHeld(tx, job, message))) return { cursor: { waits: true }, value: undefined };
      const provider = await providerOf(tx, services, tenantId, 'whatsapp');
      if (!wasAsked && !provider) return { value: await toSandbox(tx, job, message) };
      await tx.run(
        sql`update "whatsapp_messages" set "status" = 'sending', "reason" = null, "error" = null
            where "tenant_id" = ${tenantId} and "id" = ${id}`,
        'whatsapp-sending',
      );
      return { value: { one: { message, provider }, wasAsked } };
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
        update "whatsapp_messages" set "provider_id" = coalesce("provider_id", ${providerId}), "error" = ${error}, "status" = ${status},
          "sent_at" = ${leftAt(told.state, services.now())}
        where "tenant_id" = ${tenantId} and "id" = ${id} and "status" in ('sending', 'unknown')`);
      await tellOwner(tx, tenantId, message.chat_id, { message: id, status });
    },
  });
  return { state: outcome ? { done: 'sent', refused: 'failed', unknown: 'unknown' }[outcome.state] : 'gone' };
}

function lockMessage(tx: Tx, tenantId: string, id: string): Promise<Waiting | undefined> {
  return tx.row<Waiting>(
    sql`select m."chat_id", c."wa_user_id", m."type", m."text", m."media_id", m."params", t."template_name", t."language", t."header_type",
          t."header_media_url", m."status" as "was", m."promotional", m."sent_by", c."lead_id", coalesce(l."whatsapp_number", l."phone") as "phone",
          l."do_not_disturb", l."consent", ${leadGone}
        from "whatsapp_messages" m
        join "whatsapp_chats" c on c."tenant_id" = m."tenant_id" and c."id" = m."chat_id"
        left join "leads" l on l."tenant_id" = m."tenant_id" and l."id" = c."lead_id" and l."deleted_at" is null
        left join "whatsapp_templates" t on t."tenant_id" = m."tenant_id" and t."id" = m."template_id"
        where m."tenant_id" = ${tenantId} and m."id" = ${id} and m."provider_id" is null and m."status" in ('queued', 'sent', 'sending')
          and m."deleted_at" is null for update of m`,
    'whatsapp-turn',
  );
}

/** It waits for its hours once more, or is not sent: the chat says why. */
async function isHeld(tx: Tx, job: Job, message: Waiting): Promise<boolean> {
  const { tenantId, userId, payload, services } = job;
  const verdict = await verdictOfChat(tx, tenantId, message, services.now());
  if (verdict.send) return false;
  const status = verdict.until ? 'queued' : 'failed';
  await tx.run(
    sql`update "whatsapp_messages" set "status" = ${status}, "reason" = ${verdict.reason}
        where "tenant_id" = ${tenantId} and "id" = ${payload.message_id}`,
    'whatsapp-held',
  );
  if (verdict.until) {
    await services.jobs.add(tx, { tenantId, userId }, { kind: deliverWhatsapp, payload, runAt: verdict.until });
    tx.afterCommit(() => services.jobs.wake());
  }
  await tellOwner(tx, tenantId, message.chat_id, { message: payload.message_id, status });
  return true;
}

/** It waited for its hour, and there is no provider. */
async function toSandbox(tx: Tx, { tenantId, payload, services }: Job, message: Waiting): Promise<undefined> {
  const subject = message.template_name === null ? {} : { subject: message.template_name };
  const said = { to: `+${message.wa_user_id}`, ...subject, body: message.text ?? '' };
  const providerId = await keepInSandbox(tx, services, tenantId, said, message.lead_id);
  await tx.run(
    sql`update "whatsapp_messages" set "status" = 'sent', "reason" = null, "provider_id" = ${providerId},
          "sent_at" = ${leftAt('done', services.now())}
        where "tenant_id" = ${tenantId} and "id" = ${payload.message_id}`,
    'whatsapp-to-sandbox',
  );
  await tellOwner(tx, tenantId, message.chat_id, { message: payload.message_id, status: 'sent' });
}

/** A message that waited is in its chat when it left; one that left at once keeps its place among the others. */
const leftAt = (state: string, now: Date): Sql =>
  state === 'done'
    ? sql`case when "sent_at" < ${now.toISOString()}::timestamptz - interval '1 minute' then ${now.toISOString()}::timestamptz else "sent_at" end`
    : sql`"sent_at"`;

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
