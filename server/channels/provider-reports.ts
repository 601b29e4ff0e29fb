import { recordIn } from '../../src/schemas/kit/is-record';
import type { RequestInfo } from '../context/context';
import { customReplies, customReports } from './custom-sms';
import { isMailgunSigned, mailgunReports, smtpReports } from './mail-reports';
import { msg91Reports } from './msg91-sms';
import type { Provider } from './providers';
import type { DeliveryReport, Reply } from './sender';
import { isTwilioSigned } from './twilio-reports';
import { twilioReplies, twilioReports } from './twilio-sms';
import { isSigned } from './whatsapp-webhook';

/** A report as it came, at the secret address `url`. */
export interface SentReport {
  readonly url: string;
  readonly body: object;
  readonly request: RequestInfo;
  readonly at: Date;
}
/** How a provider proves its reports, and what they say. */
interface Reporting {
  isGenuine(provider: Provider, sent: SentReport): boolean;
  read(provider: Provider, sent: SentReport): DeliveryReport[];
  /** Messages of people, at the same address. */
  replies?(provider: Provider, sent: SentReport): Reply[];
}

/** By channel and provider's name. MSG91 signs nothing: there the address alone is the secret. */
const reporting: Readonly<Record<string, Reporting>> = {
  'sms twilio': {
    isGenuine: ({ credentials }, { url, body, request }) =>
      isTwilioSigned(url, recordIn(body), request.headers['x-twilio-signature'], credentials['report'] ?? credentials['secret']),
    read: (_, { body, at }) => twilioReports(body, at),
    replies: (_, { body }) => twilioReplies(body),
  },
  'sms msg91': { isGenuine: () => true, read: (_, { body, at }) => msg91Reports(body, at) },
  'sms custom': {
    isGenuine: ({ credentials }, { request }) =>
      credentials['report'] === undefined || isSignedBody(credentials['report'], request),
    read: ({ settings }, { body, at }) => customReports(body, settings, at),
    replies: ({ settings }, { body }) => customReplies(body, settings),
  },
  'email mailgun': {
    isGenuine: ({ credentials }, { body, at }) => isMailgunSigned(body, credentials['report'], at),
    read: (_, { body, at }) => mailgunReports(body, at),
  },
  'email smtp': {
    isGenuine: ({ credentials }, { request }) => isSignedBody(credentials['report'], request),
    read: (_, { body, at }) => smtpReports(body, at),
  },
};
export const reportsOf = (channel: string, name: string): Reporting | undefined =>
  Object.hasOwn(reporting, `${channel} ${name}`) ? reporting[`${channel} ${name}`] : undefined;

/** `X-Signature: sha256=<hex>`, the HMAC of the body's bytes. */
const isSignedBody = (key: string | undefined, { rawBody, headers }: RequestInfo): boolean =>
  isSigned(rawBody, headers['x-signature'], key);
