import { askProvider, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import { Unanswered } from './unanswered';
import type { Voice, VoiceFileState, VoiceResult } from './voice';

/**
 * A voice gateway over plain HTTP and JSON, as most Indian OBD providers can be asked through a small bridge:
 * GET {endpoint}/files/{id}, GET {endpoint}/balance, POST {endpoint}/calls with an Idempotency-Key, and where it remembers keys
 * GET {endpoint}/calls/{key}; credentials.key and .secret as Basic.
 */
export function httpVoice({ settings, credentials }: Provider, services: ProviderServices): Voice {
  const base = (settings['endpoint'] ?? '').replace(/\/$/, '');
  const basic = Buffer.from(`${credentials['key'] ?? ''}:${credentials['secret'] ?? ''}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
  const ask = <T>(path: string, body?: object, key?: string): Promise<T> => {
    const asked = body ? { method: 'POST' as const, body: JSON.stringify(body) } : {};
    const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key };
    return askProvider<T>('The voice provider', { url: `${base}/${path}`, ...asked, headers: keyed }, services);
  };
  return {
    fileState: ({ id, providerId }) => ask<VoiceFileState>(`files/${encodeURIComponent(providerId ?? id)}`),
    balance: () => ask<{ balance: number; currency: string }>('balance'),
    dial: async ({ key, ...call }) => resultOf(await ask('calls', call, key)),
    async outcome({ key }) {
      // A gateway that keeps no calls answers 404 as well as one that never heard of this one.
      const known = await ask(`calls/${encodeURIComponent(key)}`).catch(() => undefined);
      return known === undefined ? undefined : resultOf(known);
    },
  };
}

const ends: readonly VoiceResult['status'][] = ['answered', 'busy', 'failed', 'no_answer'];

/** A call was made, however the answer looks; one that says nothing of its end is unknown. */
function resultOf(answer: unknown): VoiceResult {
  const { status, seconds, response } = (answer ?? {}) as Partial<Record<keyof VoiceResult, unknown>>;
  const end = ends.find((one) => one === status);
  if (!end) throw new Unanswered('The voice provider did not say how the call ended.');
  return {
    status: end,
    seconds: Number.isFinite(Number(seconds)) ? Math.max(0, Math.round(Number(seconds))) : 0,
    ...(typeof response === 'string' ? { response: response.slice(0, 60) } : {}),
  };
}
