import { dataOf, defineCall } from '../kit/call';
import type { SmsLength } from '../kit/sms-parts';

const channel = { type: 'string', title: 'Channel', enum: ['sms', 'email', 'whatsapp'] } as const;
const lead_id = { type: 'string', title: 'Lead', minLength: 1, maxLength: 26 } as const;
export type TemplateChannel = 'sms' | 'email' | 'whatsapp';

/** A message as one lead would get it. */
export interface TemplatePreview {
  /** Null where the tenant has no lead that the reader can see: placeholders are shown as they are written. */
  readonly lead_name: string | null;
  readonly subject: string | null;
  /** Of an email its HTML, safe to show in a frame that runs nothing. */
  readonly body: string;
  /** Of an email, what mail programs without HTML show. */
  readonly plain: string | null;
  /** Placeholders without a value: such a lead gets no message. */
  readonly missing: readonly string[];
  /** Of an SMS. */
  readonly size: SmsLength | null;
}

/** What a template says to a lead before it is saved; without a lead, to the newest one that the reader can see. */
export const templatePreview = defineCall({
  name: 'template-preview',
  wire: 'POST template-previews',
  access: 'signed-in',
  as: 'read',
  data: dataOf<TemplatePreview>(),
  // An email's HTML alone can have 200,000 characters.
  bodyLimit: 1024 * 1024,
  body: {
    type: 'object',
    required: ['channel', 'template'],
    properties: {
      channel,
      lead_id,
      template: { type: 'object', additionalProperties: true, properties: {} },
    },
  },
});

/** Sends a saved template, with the values of a lead, to an address that a person typed. */
export const templateTest = defineCall({
  name: 'template-test',
  wire: 'POST template-tests',
  access: 'signed-in',
  as: 'create',
  perDay: 200,
  body: {
    type: 'object',
    required: ['channel', 'template_id', 'to'],
    properties: {
      channel,
      lead_id,
      template_id: { type: 'string', title: 'Template', minLength: 1, maxLength: 26 },
      to: { type: 'string', title: 'Send to', minLength: 3, maxLength: 254 },
    },
  },
});
