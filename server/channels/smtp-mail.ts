import { createTransport } from 'nodemailer';
import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { Message } from '../context/channels';
import { htmlText } from '../domain/html-text';
import { Unanswered } from './unanswered';

/** A mail server and who the mail is from. `connect` is the address to connect to when it is not `host` itself. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly secure: boolean;
  readonly connect?: string;
  readonly user?: string;
  readonly password?: string;
  readonly from: { readonly name: string; readonly address: string };
}

/** What a campaign's mail has in addition: its own sender, where replies go, and the one-click address to unsubscribe (RFC 8058). */
export interface MailExtras {
  readonly from?: MailServer['from'];
  readonly replyTo?: string;
  readonly unsubscribe?: string;
  /** The plain text alongside HTML; without it, the HTML's own text. */
  readonly plain?: string;
  readonly attachments?: readonly { readonly filename: string; readonly contentType: string; readonly content: Buffer }[];
}

/**
 * One mail, plain text unless it says HTML. `id` becomes the Message-ID, by which a mail that came twice is known, and is
 * returned. Throws Problem 422 or 503 in words.
 */
export async function sendMail(
  server: MailServer,
  id: string,
  { to, subject, body, html }: Pick<Message, 'to' | 'subject' | 'body' | 'html'>,
  { from, replyTo, unsubscribe, plain, attachments = [] }: MailExtras = {},
): Promise<string> {
  const messageId = `<${id}@${server.from.address.split('@')[1] ?? 'prospectus'}>`;
  const transport = createTransport({
    host: server.connect ?? server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: !server.secure && server.password !== undefined, // a password never goes in the clear
    tls: { servername: server.host },
    ...(server.user ? { auth: { user: server.user, pass: server.password ?? '' } } : {}),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: from ?? server.from,
      ...(replyTo ? { replyTo } : {}),
      ...(unsubscribe
        ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
        : {}),
      to: { name: '', address: to },
      subject: subject ?? '',
      ...(html ? { html: body, text: plain ?? htmlText(body) } : { text: body }),
      attachments: [...attachments],
      messageId,
    });
    return messageId;
  } catch (error) {
    throw asProblem(error);
  } finally {
    transport.close();
  }
}

/** If the connection was never made, or broke before the greeting, nothing can have arrived. */
const unsent = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EDNS',
  'ETLS',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
];

/** Errors in the mail itself or the settings: nothing was sent. */
const unfit = ['ECONFIG', 'EENVELOPE', 'ENOAUTH', 'EREQUIRETLS'];

/** A permanent refusal ends the job, a temporary one is retried; a server that goes silent may have accepted the mail. */
function asProblem(error: unknown): Error {
  const { responseCode: status, code, originalCode, timeoutType } = isRecord(error) ? error : {};
  const responseCode = typeof status === 'number' ? status : undefined;
  if (code === 'EAUTH') return problem(422, 'The mail server rejected the user name or password.');
  if (responseCode !== undefined && responseCode >= 500)
    return problem(422, `The mail server rejected the email (${responseCode}).`);
  if (responseCode === undefined && unfit.some((one) => one === code))
    return problem(422, 'The email has no valid sender or recipient.');
  const isUnsent = unsent.some((one) => one === code || one === originalCode || one === timeoutType);
  if (responseCode !== undefined || isUnsent) return problem(503, 'The mail server did not reply.');
  return new Unanswered('The mail server did not confirm whether it accepted the email.');
}
