import { problem } from '../../src/schemas/kit/problem';
import { askProvider, reachProvider, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import { Unanswered } from './unanswered';
import type { ProviderTemplate, Whatsapp, WhatsappMessage } from './whatsapp';
import { mostMedia } from './whatsapp-kinds';

const graph = 'https://graph.facebook.com/v21.0';
const what = 'WhatsApp';
const fileSeconds = 30;

/**
 * Meta's Cloud API. settings.account is the WhatsApp business account, settings.sender the phone number id, credentials.secret
 * the access token, credentials.key the app's secret (it signs the webhook); settings.endpoint another base address (a regional or test host).
 */
export function metaWhatsapp({ settings, credentials }: Provider, services: ProviderServices): Whatsapp {
  const base = (settings['endpoint'] ?? graph).replace(/\/$/, '');
  const sender = settings['sender'] ?? '';
  const headers = { authorization: `Bearer ${credentials['secret'] ?? ''}` };
  const get = <T>(path: string): Promise<T> => askProvider<T>(what, { url: `${base}/${path}`, headers }, services);
  const post = <T>(path: string, body: object): Promise<T> => {
    const json = { ...headers, 'content-type': 'application/json' };
    return askProvider<T>(what, { url: `${base}/${path}`, method: 'POST', headers: json, body: JSON.stringify(body) }, services);
  };
  return {
    async templates() {
      const { data } = await get<{ data: ProviderTemplate[] }>(
        `${settings['account'] ?? ''}/message_templates?fields=name,category,language,status,components&limit=500`,
      );
      return data;
    },
    async upload({ bytes, mime, name }) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), name);
      const packed = new Response(form);
      const { id } = await askProvider<{ id: string }>(
        what,
        {
          url: `${base}/${sender}/media`,
          method: 'POST',
          headers: { ...headers, 'content-type': packed.headers.get('content-type')! },
          body: Buffer.from(await packed.arrayBuffer()),
          seconds: fileSeconds,
        },
        services,
      );
      return id;
    },
    async media(id) {
      const { url, file_size: size } = await get<{ url: string; file_size?: number }>(encodeURIComponent(id));
      if ((size ?? 0) > mostMedia) throw problem(413, 'The file is larger than 16 MB.');
      if (!isOfMeta(url, base)) throw problem(422, 'The file lies at an address that is not of WhatsApp.');
      return (await reachProvider(what, { url, headers, seconds: fileSeconds, mostBytes: mostMedia }, services)).bytes;
    },
    async customer(phone) {
      const { contacts } = await post<{ contacts: { status: string; wa_id?: string }[] }>(`${sender}/contacts`, {
        blocking: 'wait',
        contacts: [phone],
      });
      const [contact] = contacts;
      return { waUserId: contact?.status === 'valid' ? (contact.wa_id ?? null) : null };
    },
    async send(message) {
      const { messages } = await post<{ messages?: { id: string }[] }>(`${sender}/messages`, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: message.to,
        biz_opaque_callback_data: message.key,
        ...contentOf(message),
      });
      const id = messages?.[0]?.id;
      if (!id) throw new Unanswered('WhatsApp gave an answer that could not be read.');
      return id;
    },
  };
}

/** The access token goes with the request, so it goes to Meta's own hosts (over TLS) and the configured one alone. */
function isOfMeta(address: string, base: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, host } = new URL(address);
  const isMeta = /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net|fbcdn\.net)$/.test(hostname);
  return (isMeta && protocol === 'https:') || host === new URL(base).host;
}

function contentOf({ type, text, mediaId, template }: WhatsappMessage): object {
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
