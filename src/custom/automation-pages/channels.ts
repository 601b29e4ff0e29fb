import type { TemplateChannel } from '../../schemas/calls/message-templates';

/** What differs between the channels' templates. */
export interface ChannelTemplates {
  readonly label: string;
  /** The catalogue of their templates. */
  readonly resource: 'sms-templates' | 'campaign-templates' | 'whatsapp-templates';
  /** Fields that can contain placeholders, and the one that gets them before any was edited. */
  readonly texts: readonly string[];
  readonly main: string;
  readonly columns: readonly string[];
  readonly address: string;
}
export const channels: Readonly<Record<TemplateChannel, ChannelTemplates>> = {
  sms: {
    label: 'SMS',
    resource: 'sms-templates',
    texts: ['body'],
    main: 'body',
    columns: ['name', 'sender_id', 'dlt_category', 'language', 'updated_at', 'status'],
    address: 'Phone number',
  },
  email: {
    label: 'Email',
    resource: 'campaign-templates',
    texts: ['body_html', 'subject', 'body_text'],
    main: 'body_html',
    columns: ['name', 'subject', 'category', 'updated_at', 'status'],
    address: 'Email address',
  },
  whatsapp: {
    label: 'WhatsApp',
    resource: 'whatsapp-templates',
    texts: ['template_body'],
    main: 'template_body',
    columns: ['template_name', 'category', 'language', 'provider_status', 'updated_at', 'status'],
    address: 'Phone number',
  },
};
export const channelNames = ['sms', 'email', 'whatsapp'] as const satisfies readonly TemplateChannel[];
