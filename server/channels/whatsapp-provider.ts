import { problem } from '../../src/schemas/kit/problem';
import { metaWhatsapp } from './meta-whatsapp';
import type { ProviderServices } from './provider-request';
import type { Provider } from './providers';
import { sandboxWhatsapp } from './sandbox-whatsapp';
import type { Whatsapp } from './whatsapp';

export function whatsappOf(provider: Provider | undefined, services: ProviderServices): Whatsapp {
  if (!provider) return sandboxWhatsapp;
  if (provider.name === 'meta') return metaWhatsapp(provider, services);
  throw problem(409, `Unknown WhatsApp provider '${provider.name}'. Use meta or sandbox.`);
}
