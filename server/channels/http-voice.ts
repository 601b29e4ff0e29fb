import { askProvider, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import type { Voice, VoiceFileState, VoiceResult } from './voice';

/**
 * A voice gateway over plain HTTP and JSON, as most Indian OBD providers can be asked through a small bridge:
 * GET {endpoint}/files/{id}, GET {endpoint}/balance, POST {endpoint}/calls; credentials.key and .secret as Basic.
 */
export function httpVoice({ settings, credentials }: Provider, services: ProviderServices): Voice {
  const base = (settings['endpoint'] ?? '').replace(/\/$/, '');
  const basic = Buffer.from(`${credentials['key'] ?? ''}:${credentials['secret'] ?? ''}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
  const ask = <T>(path: string, more: { readonly method?: 'POST'; readonly body?: string } = {}): Promise<T> =>
    askProvider<T>('The voice provider', { url: `${base}/${path}`, ...more, headers }, services);
  return {
    fileState: ({ id, providerId }) => ask<VoiceFileState>(`files/${encodeURIComponent(providerId ?? id)}`),
    balance: () => ask<{ balance: number; currency: string }>('balance'),
    dial: (call) => ask<VoiceResult>('calls', { method: 'POST', body: JSON.stringify(call) }),
  };
}
