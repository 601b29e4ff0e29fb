import type { Services } from '../http/context';
import { askProvider } from './provider-request';
import type { Provider } from './providers';
import type { ProviderTemplate, Whatsapp, WhatsappMessage } from './whatsapp';

const graph = 'https://graph.facebook.com/v21.0';

/**
 * Meta's Cloud API. settings.account is the WhatsApp business account, settings.sender the phone number id, credentials.secret
 * the access token, credentials.key the app's secret (it signs the webhook); settings.endpoint another base address (a regional or test host).
 */
export function metaWhatsapp({ settings, credentials }: Provider, services: Pick<Services, 'log'>): Whatsapp {
  const base = (settings['endpoint'] ?? graph).replace(/\/$/, '');
  const headers = { authorization: `Bearer ${credentials['secret'] ?? ''}` };
  const ask = <T>(path: string, init: RequestInit = {}): Promise<T> =>
    askProvider<T>('WhatsApp', `${base}/${path}`, { ...init, headers: { ...headers, ...init.headers } }, services);
  return {
    async templates() {
      const { data } = await ask<{ data: ProviderTemplate[] }>(
        `${settings['account'] ?? ''}/message_templates?fields=name,category,language,status,components&limit=500`,
      );
      return data;
    },
    async upload({ bytes, mime, name }) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), name);
      return (await ask<{ id: string }>(`${settings['sender'] ?? ''}/media`, { method: 'POST', body: form })).id;
    },
    async customer(phone) {
      const { contacts } = await ask<{ contacts: { status: string; wa_id?: string }[] }>(`${settings['sender'] ?? ''}/contacts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ blocking: 'wait', contacts: [phone] }),
      });
      const [contact] = contacts;
      return { waUserId: contact?.status === 'valid' ? (contact.wa_id ?? null) : null };
    },
    async send(message) {
      const { messages } = await ask<{ messages: { id: string }[] }>(`${settings['sender'] ?? ''}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: message.to,
          ...contentOf(message),
        }),
      });
      return messages[0]!.id;
    },
  };
}

function contentOf({ type, text, mediaId, template }: WhatsappMessage): Record<string, unknown> {
  if (type === 'text') return { type, text: { body: text } };
  if (type !== 'template') return { type, [type]: { id: mediaId, ...(text && type !== 'audio' ? { caption: text } : {}) } };
  const parameters = template?.params.map((value) => ({ type: 'text', text: value })) ?? [];
  return {
    type,
    template: {
      name: template?.name,
      language: { code: template?.language },
      ...(parameters.length ? { components: [{ type: 'body', parameters }] } : {}),
    },
  };
}
