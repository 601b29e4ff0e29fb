import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { Provider } from './providers';
import { ownPhones, sandboxTelephony } from './sandbox-telephony';
import type { Telephony } from './telephony';
import { twilioTelephony } from './twilio-telephony';

/** The provider of channel `telephony` in /config/providers; without one the sandbox (D-143). */
export function telephonyOf(provider: Provider | undefined, services: Pick<Services, 'config' | 'log' | 'outbound'>): Telephony {
  if (!provider) return sandboxTelephony;
  if (provider.name === 'none') return ownPhones;
  if (provider.name === 'twilio') return twilioTelephony(provider, services);
  throw problem(409, `Unknown phone provider '${provider.name}'. Use twilio, none or sandbox.`);
}
