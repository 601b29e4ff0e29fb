import { recordIn } from '../../src/schemas/kit/is-record';
import { askProvider, type ProviderServices } from './provider-request';
import type { Provider } from './providers';
import { Unanswered } from './unanswered';
import type { Voice, VoiceBalance, VoiceFileState, VoiceResult } from './voice';

/**
 * A voice gateway over plain HTTP and JSON, as most Indian OBD providers can be asked through a small bridge:
 * GET {endpoint}/files/{id}, GET {endpoint}/balance, POST {endpoint}/calls with an Idempotency-Key, and where it remembers keys
 * GET {endpoint}/calls/{key}; credentials.key and .secret as Basic.
 */
export function httpVoice({ settings, credentials }: Provider, services: ProviderServices): Voice {
  const base = (settings['endpoint'] ?? '').replace(/\/$/, '');
  const basic = Buffer.from(`${credentials['key'] ?? ''}:${credentials['secret'] ?? ''}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
  const ask = <T>(path: string, read: (answer: unknown) => T | undefined, body?: object, key?: string): Promise<T> => {
    const asked = body ? { method: 'POST' as const, body: JSON.stringify(body) } : {};
    const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key };
    return askProvider('The voice provider', { url: `${base}/${path}`, ...asked, headers: keyed }, services, read);
  };
  return {
    fileState: ({ id, providerId }) =>
      ask(`files/${encodeURIComponent(providerId ?? id)}`, (answer) => fileStateOf(answer, providerId)),
    balance: () => ask('balance', balanceOf),
    dial: ({ key, ...call }) => ask('calls', resultOf, call, key),
    async outcome({ key }) {
      // A gateway that stores no calls answers 404, and so does one that never got this call.
      const known = await ask(`calls/${encodeURIComponent(key)}`, (answer) => ({ answer })).catch(() => undefined);
      return known && resultOf(known.answer);
    },
  };
}

const approvals: readonly VoiceFileState['approval'][] = ['pending', 'approved', 'rejected'];
/** A bridge may leave out the id, while the recording waits or because it was asked by it: what is known stays. */
function fileStateOf(answer: unknown, known: string | null): VoiceFileState | undefined {
  const { approval, providerId, rejectedReason } = recordIn(answer);
  const state = approvals.find((one) => one === approval);
  if (!state) return undefined;
  const given = typeof providerId === 'string' || typeof providerId === 'number' ? String(providerId) : known;
  return { approval: state, providerId: given, ...(typeof rejectedReason === 'string' ? { rejectedReason } : {}) };
}

/** Many gateways write amounts as text. */
function balanceOf(answer: unknown): VoiceBalance | undefined {
  const { balance, currency } = recordIn(answer);
  const amount = typeof balance === 'string' && balance.trim() ? Number(balance) : balance;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined;
  return { balance: amount, ...(typeof currency === 'string' ? { currency } : {}) };
}

const ends: readonly VoiceResult['status'][] = ['answered', 'busy', 'failed', 'no_answer'];

/** A call was made, whatever the answer; without an outcome in it the call is unknown. */
function resultOf(answer: unknown): VoiceResult {
  const { status, seconds, response } = recordIn(answer);
  const end = ends.find((one) => one === status);
  if (!end) throw new Unanswered('The voice provider did not report how the call ended.');
  return {
    status: end,
    seconds: Number.isFinite(Number(seconds)) ? Math.max(0, Math.round(Number(seconds))) : 0,
    ...(typeof response === 'string' ? { response: response.slice(0, 60) } : {}),
  };
}
