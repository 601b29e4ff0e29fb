import { createHash, randomUUID } from 'node:crypto';
import { problem } from '../../src/schemas/kit/problem';
import type { Whatsapp } from './whatsapp';

/** The built-in provider: it has the tenant's own submitted templates, accepts every picture and knows most numbers. */
export const sandboxWhatsapp: Whatsapp = {
  templates: async (known) => known,
  submit: async () => 'APPROVED',
  upload: async ({ bytes }) => `sandbox-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`,
  media: async () => {
    throw problem(404, "The sandbox does not store customers' files.");
  },
  // Numbers that end in 0 stand for those without WhatsApp, so that a screen can show both.
  customer: async (phone) => ({ waUserId: phone.endsWith('0') ? null : phone.replace(/\D/g, '') }),
  send: async () => `sandbox-${randomUUID()}`,
};
