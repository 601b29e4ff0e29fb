import { isOneOf } from '../../src/schemas/kit/is-one-of';
import { problem } from '../../src/schemas/kit/problem';
import type { ServedBy } from '../../src/schemas/settings/provider-settings';
import type { ChannelName } from '../context/channels';
import type { Services } from '../context/services';
import { htmlText } from '../domain/html-text';
import type { Tx } from '../store/store';
import { outcomeOf } from './ask-once';
import { customSms } from './custom-sms';
import { mailServerOf, operatorMail } from './mail-server';
import { metaWhatsapp } from './meta-whatsapp';
import { msg91Sms } from './msg91-sms';
import type { Provider } from './providers';
import { reportAddress } from './report-address';
import type { LedgerChannel, Outgoing, Sender, Taken } from './sender';
import { takerOf } from './sender-words';
import { simulator, type Simulation } from './simulator';
import { sendMail } from './smtp-mail';
import type { SmsText } from './sms-text';
import { trackedHtml } from './tracked-html';
import { twilioSms } from './twilio-sms';
import { webPush } from './web-push';

/** Who sends a channel's campaigns, as it was read in a transaction; `messageSender` makes the port of it. */
export interface Chosen {
  readonly tenantId: string;
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
  const { provider, simulated } = await takerOf(tx, services, tenantId, channel);
  const simulation = simulated ? { tenantId, channel, fault, delay } : undefined;
  return { tenantId, channel, provider, simulation };
}

/** One request for each message, all of a batch at the same time. */
export const requestsAtOnce = 32;

export function messageSender({ tenantId, channel, provider, simulation }: Chosen, services: Services): Sender {
  if (simulation) return simulator(simulation, services);
  const name = provider?.name ?? 'operator';
  const asking = requestOf({ tenantId, channel, provider }, services);
  return {
    name,
    atOnce: requestsAtOnce,
    send: (messages) => Promise.all(messages.map((one) => outcomeOf(() => asking(one)))),
  };
}

type Asking = (one: Outgoing) => (() => Promise<Taken>) | Promise<() => Promise<Taken>>;
type SmsAdapter = (provider: Provider, id: string, text: SmsText, services: Services) => () => Promise<string>;

/** The adapters by the provider's name in /config/providers: those that its form takes (`ServedBy`), all of them. */
const smsAdapters = { twilio: twilioSms, msg91: msg91Sms, custom: customSms } as const satisfies Readonly<
  Record<ServedBy['sms'][number], SmsAdapter>
>;
const mailProviders: readonly ServedBy['email'][number][] = ['smtp', 'mailgun'];
export const isServed = (channel: ChannelName, name: string): boolean =>
  channel === 'sms' ? isOneOf(Object.keys(smsAdapters), name) : channel === 'email' && isOneOf<string>(mailProviders, name);

/** Prepares one SMS; what it answers sends it and returns the provider's id. */
export function smsRequest(
  { tenantId, provider }: { readonly tenantId: string; readonly provider: Provider },
  key: string,
  text: SmsText,
  services: Services,
): () => Promise<string> {
  const adapter = Object.entries<SmsAdapter>(smsAdapters).find(([name]) => name === provider.name)?.[1];
  if (!adapter) throw problem(409, `There is no SMS provider '${provider.name}'.`);
  return adapter(provider, key, { ...text, reportTo: reportAddress(services, tenantId, provider.id) }, services);
}

function requestOf({ tenantId, channel, provider }: Omit<Chosen, 'simulation'>, services: Services): Asking {
  if (channel === 'email')
    return async (one) => {
      const server = provider ? await mailServerOf(provider, services) : operatorMail(services);
      const { from, replyTo, unsubscribe, plain, key, to, subject, body, html } = one;
      const extras = {
        ...(from ? { from: { name: from.name ?? '', address: from.address } } : {}),
        ...(replyTo ? { replyTo } : {}),
        ...(unsubscribe ? { unsubscribe } : {}),
        ...(plain === undefined ? {} : { plain }),
      };
      // The ledger keeps the text that a person reads; the links that are counted are only in what leaves.
      const isTracked =
        html === true && unsubscribe !== undefined && provider !== undefined && provider.settings['tracking'] !== 'no';
      const said = isTracked ? trackedHtml(body, { tenantId, key, keep: unsubscribe }, services) : body;
      const mail = { to, body: said, ...(subject ? { subject } : {}), ...(html ? { html } : {}) };
      return async () => ({
        providerId: await sendMail(server, key, mail, { ...extras, plain: plain ?? (html ? htmlText(body) : '') }),
      });
    };
  if (!provider) throw problem(409, 'There is no provider for this channel.');
  if (channel === 'sms')
    return ({ key, to, body, from, dlt }) => {
      const text = { to, body, ...(from ? { from: from.address } : {}), ...(dlt ? { dlt } : {}) };
      const ask = smsRequest({ tenantId, provider }, key, text, services);
      return async () => ({ providerId: (await ask()) || null });
    };
  if (channel === 'push') return (one) => webPush({ tenantId, provider }, one, services);
  const whatsapp = metaWhatsapp(provider, services);
  return ({ key, to, body, template }) => {
    const content = { key, to: to.replace(/\D/g, ''), mediaId: null, text: body };
    const message = template ? { ...content, type: 'template' as const, template } : { ...content, type: 'text' as const };
    return async () => ({ providerId: await whatsapp.send(message) });
  };
}
