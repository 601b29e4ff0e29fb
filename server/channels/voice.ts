import { problem } from '../../src/schemas/kit/problem';
import type { ProviderServices } from './provider-request';
import { httpVoice } from './http-voice';
import type { Provider } from './providers';
import { sandboxVoice } from './sandbox-voice';

export interface VoiceFileState {
  readonly approval: 'pending' | 'approved' | 'rejected';
  readonly providerId: string;
  readonly rejectedReason?: string;
}
export interface VoiceResult {
  readonly status: 'answered' | 'busy' | 'failed' | 'no_answer';
  readonly seconds: number;
  /** The key that was pressed, as its meaning. */
  readonly response?: string;
}
/** What is asked of a voice provider; never inside a transaction. */
export interface Voice {
  fileState(file: { readonly id: string; readonly name: string; readonly providerId: string | null }): Promise<VoiceFileState>;
  balance(used: number): Promise<{ readonly balance: number; readonly currency: string }>;
  /** The same key twice is one call and one result, of providers that remember keys. */
  dial(call: VoiceCallAsked): Promise<VoiceResult>;
  /** How the call of this key ended; undefined: the provider cannot say, which is not a no. */
  outcome(call: VoiceCallAsked): Promise<VoiceResult | undefined>;
}
export interface VoiceCallAsked {
  readonly key: string;
  readonly phone: string;
  readonly from: string;
  readonly fileId: string;
  readonly keys: readonly string[];
}

export function voiceOf(provider: Provider | undefined, services: ProviderServices): Voice {
  if (!provider) return sandboxVoice;
  if (provider.name === 'http') return httpVoice(provider, services);
  throw problem(409, `The voice provider '${provider.name}' is not known. Known are http and sandbox.`);
}
