import type { FastifyReply } from 'fastify';
import type { Config } from '../config';

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self), display-capture=(self)',
};
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every answer (TRUST-S26); a page replaces the policy by its own. */
export function setHeaders(reply: FastifyReply, isApi: boolean, secure: boolean): void {
  reply.headers(fixed).header('content-security-policy', apiPolicy);
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (isApi) reply.header('cache-control', 'no-store');
}

export type PageConfig = Pick<Config, 'push' | 'whatsappClientBase'>;

/**
 * The policy of a page: scripts from this origin alone, styles also with the nonce of this answer. Of foreign origins only the
 * configured WhatsApp client may be framed, and only the built-in client (`framed`) may stand in a frame of our own.
 */
export function pagePolicy(nonce: string, { push, whatsappClientBase }: PageConfig = {}, framed = false): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self' blob:${whatsappClientBase ? ` ${new URL(whatsappClientBase).origin}` : ''}`,
    `connect-src 'self'${push ? ` ${push.wsUrl ?? `wss://ws-${push.cluster}.pusher.com`}` : ''}`,
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}
