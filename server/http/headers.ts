import type { FastifyReply } from 'fastify';
import type { Config } from '../config';

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': featurePolicy('self'),
};
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A frame of another origin records a voice message only where that origin is named here too. */
function featurePolicy(microphone: string): string {
  return `camera=(), geolocation=(), payment=(), usb=(), microphone=(${microphone}), display-capture=(self)`;
}
export const pageFeatures = ({ whatsappClientBase }: PageConfig): string =>
  featurePolicy(whatsappClientBase ? `self "${new URL(whatsappClientBase).origin}"` : 'self');

/** Headers of every answer (TRUST-S26); a page replaces the policy by its own. */
export function setHeaders(reply: FastifyReply, isApi: boolean, secure: boolean): void {
  reply.headers(fixed).header('content-security-policy', apiPolicy);
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (isApi) reply.header('cache-control', 'no-store');
}

export type PageConfig = Pick<Config, 'push' | 'whatsappClientBase' | 'officeViewerBase'>;

/**
 * The policy of a page: scripts from this origin only, styles also with the nonce of this answer. Of foreign origins only the
 * configured WhatsApp client and office viewer may be framed, and only the built-in client (`framed`) may be in a frame of our own.
 */
export function pagePolicy(nonce: string, config: PageConfig = {}, framed = false): string {
  const { push, whatsappClientBase, officeViewerBase } = config;
  const frames = [whatsappClientBase, officeViewerBase].flatMap((base) => (base ? [` ${new URL(base).origin}`] : []));
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self' blob:${frames.join('')}`,
    `connect-src 'self'${push ? ` ${push.wsUrl ?? `wss://ws-${push.cluster}.pusher.com`}` : ''}`,
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}
