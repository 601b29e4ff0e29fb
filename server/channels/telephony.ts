import { problem } from '../../src/schemas/kit/problem';
import type { CallAbility } from '../../src/schemas/calls/dialer';
import type { Services } from '../context/services';
import type { Provider } from './providers';
import { sandboxTelephony } from './sandbox-telephony';
import { twilioTelephony } from './twilio-telephony';

/** A call that an agent asked for: the agent's own telephone rings first, then the lead's. */
export interface OutgoingCall {
  /** Ours; the provider tells its news under it. */
  readonly id: string;
  readonly tenantId: string;
  /** E.164. */
  readonly to: string;
  /** The agent's telephone or extension. */
  readonly agent: string | null;
}
/** What is asked of a telephone provider. Every call may take seconds: never inside a transaction. */
export interface Telephony {
  readonly can: readonly CallAbility[];
  /** The provider's id of the call. Throws Problem when it is not placed. */
  connect(call: OutgoingCall): Promise<string>;
  hangUp(providerCallId: string): Promise<void>;
  /** The bytes of a recording whose address the provider told. */
  recording(address: string): Promise<{ readonly bytes: Buffer; readonly mime: string }>;
}

/** The provider of channel `telephony` in /config/providers; without one the sandbox (D-143). */
export function telephonyOf(provider: Provider | undefined, services: Pick<Services, 'config' | 'log' | 'outbound'>): Telephony {
  if (!provider) return sandboxTelephony;
  if (provider.name === 'twilio') return twilioTelephony(provider, services);
  throw problem(409, `The telephone provider '${provider.name}' is not known. Known are twilio and sandbox.`);
}
