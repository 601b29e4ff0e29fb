import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import { normalisePhone } from '../domain/phone';
import type { OutboundRequest } from '../outbound/outbound';
import type { DeliveryReport, Reply } from './sender';
import { reachProvider, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import type { SmsText } from './sms-text';
import { withCountry } from './sms-text';

/**
 * Any SMS gateway that speaks HTTP: the row in /config/providers says what is sent and how an answer and a report are read. The
 * address is an administrator's, so it passes the guard of all outside requests.
 */
export function customSms(
  { settings, credentials }: Provider,
  id: string,
  { to, body, from, dlt }: SmsText,
  services: ProviderServices,
): () => Promise<string> {
  const values: Readonly<Record<string, string>> = {
    to: withCountry(to),
    digits: withCountry(to).replace(/\D/g, ''),
    text: body,
    sender: from ?? settings['sender'] ?? '',
    key: id,
    dlt_entity_id: dlt?.entity ?? '',
    dlt_template_id: dlt?.template ?? '',
  };
  const written = (settings['body'] ?? '').trim();
  if (!settings['endpoint'] || !written) throw problem(422, 'The SMS provider needs its URL and what is sent to it.');
  const isJson = written.startsWith('{') || written.startsWith('[');
  const inPlace = isJson ? (text: string) => JSON.stringify(text).slice(1, -1) : encodeURIComponent;
  const filled = written.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => inPlace(values[name] ?? ''));
  const auth = credentials['secret'] ? { [settings['auth_header'] || 'authorization']: credentials['secret'] } : {};
  const headers = { ...auth, 'idempotency-key': id };
  const glue = settings['endpoint'].includes('?') ? '&' : '?';
  const request: OutboundRequest =
    settings['method'] === 'GET'
      ? { url: `${settings['endpoint']}${glue}${filled}`, headers }
      : {
          url: settings['endpoint'],
          method: 'POST',
          headers: { ...headers, 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' },
          body: filled,
        };
  return async () => {
    const { text } = await reachProvider('The SMS provider', request, services);
    return acceptedId(text, settings);
  };
}

/** The id in an answer; '' where none is configured. Throws Problem 422 for an answer that is not the one of an accepted message. */
function acceptedId(text: string, settings: Provider['settings']): string {
  const answer = parsed(text);
  const [path = '', ...rest] = (settings['accepted'] ?? '').split('=');
  const expected = rest.join('=').trim();
  const found = path.trim() ? valueAt(answer, path.trim()) : undefined;
  const isAccepted = !path.trim() || (expected ? found === expected : answer === undefined && text.includes(path.trim()));
  if (!isAccepted) throw problem(422, 'The SMS provider answered that it did not accept the message.');
  return (settings['id_at'] && valueAt(answer, settings['id_at'])) || '';
}

/** One report, by the names that the row gives; states that it does not name are left out. */
export function customReports(body: object, settings: Provider['settings'], at: Date): DeliveryReport[] {
  const id = valueAt(body, settings['report_id'] || 'id');
  const state = valueAt(body, settings['report_state'] || 'status')?.toLowerCase();
  if (!id || !state) return [];
  const means = (words: string | undefined, otherwise: string): boolean =>
    (words || otherwise)
      .toLowerCase()
      .split(',')
      .some((word) => word.trim() === state);
  const known = means(settings['delivered_words'], 'delivered')
    ? 'delivered'
    : means(settings['failed_words'], 'failed')
      ? 'failed'
      : undefined;
  return known
    ? [{ providerId: id, state: known, error: known === 'failed' ? `Reported as ${state.slice(0, 60)}` : null, at }]
    : [];
}

/** A message of a person, by the names that the row gives. */
export function customReplies(body: object, settings: Provider['settings']): Reply[] {
  const from = valueAt(body, settings['reply_from'] || 'from');
  const text = valueAt(body, settings['reply_text'] || 'text');
  const number = from === undefined ? undefined : normalisePhone(from);
  return number?.ok && text !== undefined ? [{ from: number.e164, text }] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `data.0.id` of an answer, as a text. */
function valueAt(value: unknown, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : undefined;
}
