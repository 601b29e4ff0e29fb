import { problem } from '../../src/schemas/kit/problem';
import type { ProviderServices } from './provider-request';
import { httpVoice } from './http-voice';
import type { Provider } from './providers';
import { sandboxVoice } from './sandbox-voice';
import type { Voice } from './voice';

export function voiceOf(provider: Provider | undefined, services: ProviderServices): Voice {
  if (!provider) return sandboxVoice;
  if (provider.name === 'http') return httpVoice(provider, services);
  throw problem(409, `Unknown voice provider '${provider.name}'. Use http or sandbox.`);
}
