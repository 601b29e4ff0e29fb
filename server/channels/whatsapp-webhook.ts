import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../src/schemas/kit/is-record';
import type { Incoming, StateReport } from './whatsapp-chats';

/** `X-Hub-Signature-256: sha256=<hex>` is the HMAC of the body's bytes under the app's secret. */
export function isSigned(rawBody: string | undefined, header: unknown, secret: string | undefined): boolean {
  if (!rawBody || !secret || typeof header !== 'string') return false;
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`);
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(expected, given);
}

export interface WhatsappReport {
  readonly messages: readonly Incoming[];
  readonly states: readonly StateReport[];
  readonly reviews: readonly ReviewReport[];
}
/** What was decided about a template. */
export interface ReviewReport {
  readonly name: string;
  readonly language: string;
  readonly status: (typeof decisions)[number];
  readonly reason: string | null;
}
const decisions = ['APPROVED', 'REJECTED', 'PENDING', 'PAUSED', 'DISABLED', 'IN_APPEAL'] as const;

/** The parts of a Cloud API report that are understood; the rest is skipped. */
export function whatsappReportOf(body: unknown): WhatsappReport {
  const messages: Incoming[] = [];
  const states: StateReport[] = [];
  const reviews: ReviewReport[] = [];
  for (const entry of list(body, 'entry'))
    for (const change of list(entry, 'changes')) {
      const value = field(change, 'value');
      if (text(field(change, 'field')) === 'message_template_status_update') {
        const review = reviewOf(value);
        if (review) reviews.push(review);
        continue;
      }
      const names = new Map(
        list(value, 'contacts').map((one) => [text(field(one, 'wa_id')), text(field(field(one, 'profile'), 'name'))]),
      );
      for (const one of list(value, 'messages')) {
        const incoming = messageOf(one, names);
        if (incoming) messages.push(incoming);
      }
      for (const one of list(value, 'statuses')) {
        const [providerId, state] = [text(field(one, 'id')), text(field(one, 'status'))];
        if (providerId && (state === 'sent' || state === 'delivered' || state === 'read' || state === 'failed'))
          states.push({
            providerId,
            key: text(field(one, 'biz_opaque_callback_data')),
            state,
            error: text(field(list(one, 'errors')[0], 'title')),
          });
      }
    }
  return { messages, states, reviews };
}

function reviewOf(value: unknown): ReviewReport | undefined {
  const [name, language] = [text(field(value, 'message_template_name')), text(field(value, 'message_template_language'))];
  const status = decisions.find((known) => known === text(field(value, 'event')));
  const reason = text(field(value, 'reason'));
  if (!name || !language || !status) return undefined;
  return { name, language, status, reason: reason === null || reason === 'NONE' ? null : reason.slice(0, 500) };
}

const kinds = ['image', 'document', 'video', 'audio'] as const;

function messageOf(one: unknown, names: ReadonlyMap<string | null, string | null>): Incoming | undefined {
  const [from, id, type] = [text(field(one, 'from')), text(field(one, 'id')), text(field(one, 'type'))];
  if (!from || !/^[0-9]{6,15}$/.test(from) || !id || id.length > 200) return undefined;
  const seconds = Number(text(field(one, 'timestamp')));
  // Never from the future: the day in which the customer may be answered begins with it.
  const at = new Date(seconds > 0 ? Math.min(seconds * 1000, Date.now()) : Date.now());
  const base = { waUserId: from, name: names.get(from) ?? null, providerId: id, at };
  const kind = kinds.find((known) => known === type);
  if (kind) {
    const media = field(one, kind);
    const mediaId = text(field(media, 'id'));
    return {
      ...base,
      type: kind,
      text: text(field(media, 'caption')) ?? text(field(media, 'filename')),
      ...(mediaId && mediaId.length <= 100 ? { mediaId } : {}),
    };
  }
  const written =
    text(field(field(one, 'text'), 'body')) ??
    text(field(field(one, 'button'), 'text')) ??
    text(field(field(field(one, 'interactive'), 'button_reply'), 'title')) ??
    text(field(field(field(one, 'interactive'), 'list_reply'), 'title'));
  return written ? { ...base, type: 'text', text: written } : undefined;
}

const field = (of: unknown, name: string): unknown => (isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined);
const list = (of: unknown, name: string): readonly unknown[] => {
  const found = field(of, name);
  return Array.isArray(found) ? found : [];
};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value.replaceAll('\0', '') : null);
