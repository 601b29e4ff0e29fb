import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import { templateParts } from './meta-template';
import { askProvider, ProviderRefusal, reachProvider, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import type { EnterpriseTemplate } from '../../src/schemas/calls/whatsapp';
import type { Whatsapp, WhatsappMessage } from './whatsapp';
import { mostMedia } from './whatsapp-kinds';

const graph = 'https://graph.facebook.com/v21.0';
const what = 'WhatsApp';
const fileSeconds = 30;

/**
 * Meta's Cloud API. settings.account is the WhatsApp business account, settings.sender the phone number id, credentials.secret
 * the access token, credentials.key the app's secret (it signs the webhook); settings.endpoint another base address (a regional
 * or test host).
 */
export function metaWhatsapp({ settings, credentials }: Provider, services: ProviderServices): Whatsapp {
  const base = (settings['endpoint'] ?? graph).replace(/\/$/, '');
  const sender = settings['sender'] ?? '';
  const headers = { authorization: `Bearer ${credentials['secret'] ?? ''}` };
  type Read<T> = (answer: unknown) => T | undefined;
  const get = <T>(path: string, read: Read<T>): Promise<T> =>
    askProvider(what, { url: `${base}/${path}`, headers }, services, read);
  const post = <T>(path: string, body: object, read: Read<T>): Promise<T> => {
    const json = { ...headers, 'content-type': 'application/json' };
    return askProvider(
      what,
      { url: `${base}/${path}`, method: 'POST', headers: json, body: JSON.stringify(body) },
      services,
      read,
    );
  };
  /** The sample of a file above a template's text: Meta takes it in two steps, as the app's own upload. */
  const sampleOf = async (link: string): Promise<string> => {
    const app = settings['app_id'];
    if (!app)
      throw problem(422, 'Enter the Meta app ID under Configuration, Providers: files above a template are uploaded with it.');
    const file = await reachProvider(
      "The header's file",
      { url: link, seconds: fileSeconds, mostBytes: mostMedia, redirects: 3 },
      services,
    );
    const type = String(file.headers['content-type'] ?? '').split(';')[0] ?? '';
    const about = new URLSearchParams({ file_length: String(file.bytes.length), file_type: type, file_name: 'sample' });
    const session = await post(`${encodeURIComponent(app)}/uploads?${about.toString()}`, {}, (answer) => textIn(answer, 'id'));
    const upload = {
      authorization: `OAuth ${credentials['secret'] ?? ''}`,
      file_offset: '0',
      'content-type': 'application/octet-stream',
    };
    const asked = { url: `${base}/${session}`, method: 'POST', headers: upload, body: file.bytes, seconds: fileSeconds } as const;
    return askProvider(what, asked, services, (answer) => textIn(answer, 'h'));
  };
  return {
    templates: () =>
      get(
        `${settings['account'] ?? ''}/message_templates?fields=id,name,category,language,status,components,rejected_reason&limit=500`,
        (answer) => listIn(answer, 'data')?.filter(isTemplate),
      ),
    async submit(template) {
      const handle = template.header && template.header.type !== 'TEXT' ? await sampleOf(template.header.link) : undefined;
      const { id, name, language, category } = template;
      const components = templateParts(template, handle);
      const asked = id ? { components } : { name, language, category, components };
      const path = id ? encodeURIComponent(id) : `${settings['account'] ?? ''}/message_templates`;
      try {
        return await post(path, asked, (answer) => textIn(answer, 'status') ?? 'PENDING');
      } catch (error) {
        throw error instanceof ProviderRefusal && error.status === 400 ? problem(422, reasonIn(error.text)) : error;
      }
    },
    async upload({ bytes, mime, name }) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), name);
      const packed = new Response(form);
      return askProvider(
        what,
        {
          url: `${base}/${sender}/media`,
          method: 'POST',
          headers: { ...headers, 'content-type': packed.headers.get('content-type')! },
          body: Buffer.from(await packed.arrayBuffer()),
          seconds: fileSeconds,
        },
        services,
        (answer) => textIn(answer, 'id'),
      );
    },
    async media(id) {
      const { url, size } = await get(encodeURIComponent(id), placeOf);
      if (size > mostMedia) throw problem(413, 'The file is larger than 16 MB.');
      if (!isOfMeta(url, base)) throw problem(422, "The file's URL does not belong to WhatsApp.");
      return (await reachProvider(what, { url, headers, seconds: fileSeconds, mostBytes: mostMedia }, services)).bytes;
    },
    async customer(phone) {
      const asked = { blocking: 'wait', contacts: [phone] };
      const [contact] = await post(`${sender}/contacts`, asked, (answer) => listIn(answer, 'contacts'));
      return { waUserId: textIn(contact, 'status') === 'valid' ? (textIn(contact, 'wa_id') ?? null) : null };
    },
    send(message) {
      const asked = {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: message.to,
        biz_opaque_callback_data: message.key,
        ...contentOf(message),
      };
      return post(`${sender}/messages`, asked, (answer) => textIn(listIn(answer, 'messages')?.[0], 'id'));
    },
  };
}

/** Undefined if there is none; an empty text counts as none. */
function textIn(answer: unknown, name: string): string | undefined {
  const found = isRecord(answer) ? answer[name] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}
function listIn(answer: unknown, name: string): readonly unknown[] | undefined {
  const found = isRecord(answer) ? answer[name] : undefined;
  return Array.isArray(found) ? found : undefined;
}
/** Meta's own sentence for people, where it gives one. */
function reasonIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    const error = isRecord(answer) ? answer['error'] : undefined;
    const said = textIn(error, 'error_user_msg') ?? textIn(error, 'message');
    if (said) return `WhatsApp refused the template: ${said.slice(0, 300)}`;
  } catch {
    // Not JSON: the sentence below.
  }
  return 'WhatsApp refused the template.';
}
const isTemplate = (one: unknown): one is EnterpriseTemplate =>
  isRecord(one) &&
  ['name', 'category', 'language', 'status'].every((name) => typeof one[name] === 'string') &&
  Array.isArray(one['components']) &&
  one['components'].every(isRecord);
function placeOf(answer: unknown): { readonly url: string; readonly size: number } | undefined {
  const url = textIn(answer, 'url');
  const size = isRecord(answer) ? Number(answer['file_size'] ?? 0) : 0;
  return url === undefined ? undefined : { url, size };
}

/** The access token goes with the request, so it goes to Meta's own hosts (over TLS) and the configured one only. */
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
  const header = template?.header;
  const components = [
    ...(header ? [{ type: 'header', parameters: [{ type: header.type, [header.type]: { link: header.link } }] }] : []),
    ...(parameters.length ? [{ type: 'body', parameters }] : []),
  ];
  return {
    type,
    template: {
      name: template?.name,
      language: { code: template?.language },
      ...(components.length ? { components } : {}),
    },
  };
}
