import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { outcomeOf } from './ask-once';
import { mailServerOf, operatorMail } from './mail-server';
import { metaWhatsapp } from './meta-whatsapp';
import { providerOf, type Provider } from './providers';
import type { LedgerChannel, Outgoing, Sender, Taken } from './sender';
import { simulator, type Simulation } from './simulator';
import { sendMail } from './smtp-mail';
import { twilioSms } from './twilio-sms';

/** Who sends a channel's campaigns, as it was read in a transaction; `messageSender` makes the port of it. */
export interface Chosen {
  readonly channel: LedgerChannel;
  readonly provider: Provider | undefined;
  readonly simulation: Simulation | undefined;
}

/** The tenant's provider of the channel, else the operator's mail server, else the simulator. */
export async function chooseSender(
  tx: Tx,
  services: Services,
  tenantId: string,
  channel: LedgerChannel,
  { fault, delay }: Pick<Simulation, 'fault' | 'delay'>,
): Promise<Chosen> {
  const provider = await providerOf(tx, services, tenantId, channel);
  const isOperator = channel === 'email' && services.config.mail !== undefined;
  const simulation = provider || isOperator ? undefined : { tenantId, channel, fault, delay };
  return { channel, provider, simulation };
}

export function messageSender({ channel, provider, simulation }: Chosen, services: Services): Sender {
  if (simulation) return simulator(simulation, services);
  const name = provider?.name ?? 'operator';
  const asking = requestOf(channel, provider, services);
  return {
    name,
    send: (messages) => Promise.all(messages.map((one) => outcomeOf(() => asking(one)))),
  };
}

type Asking = (one: Outgoing) => (() => Promise<Taken>) | Promise<() => Promise<Taken>>;

function requestOf(channel: LedgerChannel, provider: Provider | undefined, services: Services): Asking {
  if (channel === 'email')
    return async (one) => {
      const server = provider ? await mailServerOf(provider, services) : operatorMail(services);
      const { from, replyTo, unsubscribe, key, to, subject, body, html } = one;
      const extras = {
        ...(from ? { from: { name: from.name ?? '', address: from.address } } : {}),
        ...(replyTo ? { replyTo } : {}),
        ...(unsubscribe ? { unsubscribe } : {}),
      };
      const mail = { to, body, ...(subject ? { subject } : {}), ...(html ? { html } : {}) };
      return async () => ({ providerId: await sendMail(server, key, mail, extras) });
    };
  if (!provider) throw problem(409, 'There is no provider for this channel.');
  if (channel === 'sms')
    return ({ key, to, body, from }) => {
      const ask = twilioSms(provider, key, { to, body, ...(from ? { from: from.address } : {}) }, services);
      return async () => ({ providerId: (await ask()) || null });
    };
  const whatsapp = metaWhatsapp(provider, services);
  return ({ key, to, body, template }) => {
    const content = { key, to: to.replace(/\D/g, ''), mediaId: null, text: body };
    const message = template ? { ...content, type: 'template' as const, template } : { ...content, type: 'text' as const };
    return async () => ({ providerId: await whatsapp.send(message) });
  };
}
