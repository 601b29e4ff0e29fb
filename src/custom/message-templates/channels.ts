import type { TemplateChannel } from '../../schemas/calls/message-templates';

/** What differs between the channels' templates. */
export interface ChannelTemplates {
  readonly label: string;
  /** The catalogue of their templates. */
  readonly resource: 'sms-templates' | 'campaign-templates' | 'whatsapp-templates';
  /** Fields that placeholders can stand in; the first one takes those that are inserted before any field was used. */
  readonly texts: readonly string[];
  readonly columns: readonly string[];
  readonly address: string;
}
export const channels: Readonly<Record<TemplateChannel, ChannelTemplates>> = {
  sms: {
    label: 'SMS',
    resource: 'sms-templates',
    texts: ['body'],
    columns: ['name', 'sender_id', 'dlt_category', 'language', 'updated_at', 'status'],
    address: 'Phone number',
  },
  email: {
    label: 'Email',
    resource: 'campaign-templates',
    texts: ['body_html', 'subject', 'body_text'],
    columns: ['name', 'subject', 'category', 'updated_at', 'status'],
    address: 'Email address',
  },
  whatsapp: {
    label: 'WhatsApp',
    resource: 'whatsapp-templates',
    texts: ['template_body'],
    columns: ['template_name', 'category', 'language', 'provider_status', 'updated_at', 'status'],
    address: 'Phone number',
  },
};
export const channelNames = ['sms', 'email', 'whatsapp'] as const satisfies readonly TemplateChannel[];
