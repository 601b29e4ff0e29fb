import sql from 'sql-template-tag';
import { Problem, problem } from '../../src/schemas/kit/problem';
import type { Services } from '../http/context';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import type { ChannelName, Message } from './channels';
import { Refused } from '../outbound/outbound';
import { providerOf, type Provider } from './providers';
import { sendMail, type MailServer } from './smtp-mail';
import { sendTwilioSms } from './twilio-sms';

/** Payload of the job: a row of the outbox, and the sealed text where that row does not hold it. */
export interface SendWork {
  readonly id: string;
  readonly sealed?: string;
  readonly html?: boolean;
}
export const sealedPlace = (tenantId: string, id: string): string => `${tenantId}/outbox-messages/body/${id}`;
export const jobKinds: JobKinds = { 'send-message': run };

type Send = (provider: Provider, id: string, message: Message, services: Services) => Promise<void>;
/** The adapters by channel and the provider's name in /config/providers. */
const adapters: Readonly<Partial<Record<ChannelName, Readonly<Record<string, Send>>>>> = {
  email: { smtp: async (provider, id, message, services) => sendMail(await mailServerOf(provider, services), id, message) },
  sms: { twilio: (provider, _id, message, services) => sendTwilioSms(provider, message, services) },
};
export const isServed = (channel: ChannelName, name: string): boolean => Object.hasOwn(adapters[channel] ?? {}, name);

/** One message. Its row in the outbox says what became of it; a provider that does not answer is asked again. */
async function run({ tenantId, payload, services }: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { id, sealed, html } = payload as unknown as SendWork;
  const found = await steps.read(async (tx) => {
    const row = await tx.row<{ channel: ChannelName; to: string; subject: string | null; body: string; provider: string }>(
      sql`select "channel", "to", "subject", "body", "provider" from "outbox_messages"
          where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('queued', 'failed')`,
    );
    return row && { row, provider: await providerOf(tx, services, tenantId, row.channel) };
  });
  if (!found) return { sent: false };
  const { row, provider } = found;
  const { subject, ...rest } = row;
  const body = sealed === undefined ? row.body : services.secrets.open(sealed, sealedPlace(tenantId, id));
  const message: Message = { ...rest, body, ...(html ? { html } : {}), ...(subject === null ? {} : { subject }) };
  const settle = (state: 'sent' | 'failed', error: string | null) =>
    steps.commit(async (tx) => {
      await tx.run(sql`update "outbox_messages" set "state" = ${state}, "error" = ${error}
        where "tenant_id" = ${tenantId} and "id" = ${id}`);
      return {};
    });
  try {
    if (row.provider === 'operator') await sendMail(operatorMail(services), id, message);
    else if (provider?.name === row.provider) await adapters[row.channel]![row.provider]!(provider, id, message, services);
    else throw problem(422, `The provider ${row.provider} was switched off before the message left.`);
  } catch (failure) {
    const error = failure instanceof Refused ? problem(422, failure.message) : failure;
    await settle('failed', error instanceof Problem ? error.message : 'It could not be sent.');
    throw error;
  }
  await settle('sent', null);
  return { sent: true };
}

function operatorMail({ config }: Services): MailServer {
  if (!config.mail) throw problem(422, 'SMTP_URL was taken away before the message left.');
  return config.mail;
}

/** settings.endpoint is smtp://host:port or smtps://host:port, settings.sender the address it comes from; credentials user and password. */
async function mailServerOf({ settings, credentials }: Provider, { outbound }: Services): Promise<MailServer> {
  const { endpoint, sender, sender_name: name } = settings;
  if (!endpoint || !URL.canParse(endpoint) || !sender) throw problem(422, 'The mail provider needs its address and a sender.');
  const { protocol, hostname: host, port } = new URL(endpoint);
  const secure = protocol === 'smtps:';
  const at = Number(port) || (secure ? 465 : 587);
  return {
    host,
    port: at,
    secure,
    connect: await outbound.publicAddress(host, at),
    ...(credentials['key'] ? { user: credentials['key'], password: credentials['secret'] ?? '' } : {}),
    from: { name: name ?? '', address: sender },
  };
}
