import { recordIn } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import { smsLength } from '../../src/schemas/kit/sms-parts';
import type { DeliveryReport } from './sender';
import { askProvider, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import type { SmsText } from './sms-text';
import { withCountry } from './sms-text';

/**
 * MSG91's Send SMS (https://docs.msg91.com): credentials.secret is the auth key, settings.sender the registered header. The DLT
 * template id goes along. It answers 200 with an error inside. Returns MSG91's id of the request.
 */
export function msg91Sms(
  { settings, credentials }: Provider,
  id: string,
  text: SmsText,
  services: ProviderServices,
): () => Promise<string> {
  const { to, body, from, dlt } = text;
  const asked = {
    sender: from ?? settings['sender'] ?? '',
    route: '4',
    country: '0',
    ...(smsLength(body).encoding === 'Unicode' ? { unicode: '1' } : {}),
    ...(dlt?.template ? { DLT_TE_ID: dlt.template } : {}),
    sms: [{ message: body, to: [withCountry(to).replace(/\D/g, '')] }],
  };
  const base = (settings['endpoint'] ?? 'https://api.msg91.com').replace(/\/$/, '');
  const headers = { authkey: credentials['secret'] ?? '', 'content-type': 'application/json', 'idempotency-key': id };
  const request = { url: `${base}/api/v2/sendsms`, method: 'POST', headers, body: JSON.stringify(asked) } as const;
  return () =>
    askProvider('The SMS provider', request, services, (answer) => {
      const { type, message } = recordIn(answer);
      if (type === 'error')
        throw problem(422, 'The SMS provider accepted the request but not the message. See its log for the reason.');
      return type === 'success' && typeof message === 'string' ? message : undefined;
    });
}

/** What its reports mean: 1 delivered; failed, rejected, blocked and do-not-disturb numbers were not reached. */
const states: Readonly<Record<string, DeliveryReport['state']>> = {
  1: 'delivered',
  2: 'failed',
  9: 'failed',
  16: 'failed',
  17: 'failed',
  25: 'failed',
};

/** Version 2 of its webhook sends a form whose `data` is JSON, version 3 one report as JSON. */
export function msg91Reports(body: object, at: Date): DeliveryReport[] {
  return groupsIn(body).flatMap((group) => {
    const { requestId, report } = recordIn(group);
    if (typeof requestId !== 'string') return [];
    const lines: unknown[] = Array.isArray(report) ? report : [group];
    return lines.flatMap((line) => {
      const { status, failedReason, desc } = recordIn(line);
      const state = states[String(status)];
      if (!state) return [];
      const why = typeof failedReason === 'string' && failedReason ? failedReason : typeof desc === 'string' ? desc : null;
      return [{ providerId: requestId, state, error: state === 'failed' ? why : null, at }];
    });
  });
}

function groupsIn(body: object): readonly unknown[] {
  const { data } = recordIn(body);
  if (typeof data !== 'string') return [body];
  try {
    const groups: unknown = JSON.parse(data);
    return Array.isArray(groups) ? groups : [groups];
  } catch {
    return [];
  }
}
