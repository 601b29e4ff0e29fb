import type { CallAbility } from '../../src/schemas/calls/dialer';
import type { SupervisorAction } from '../../src/schemas/kit/supervision';

/** A call that an agent asked for: the agent's own telephone rings first, then the lead's. */
export interface OutgoingCall {
  /** Our own id; the provider's reports carry it. */
  readonly id: string;
  readonly tenantId: string;
  /** E.164. */
  readonly to: string;
  /** The agent's telephone or extension. */
  readonly agent: string | null;
}
export interface Supervised {
  /** Null: a call that the sandbox plays without a provider's id. */
  readonly providerCallId: string | null;
  /** The supervisor's telephone or extension. */
  readonly supervisor: string | null;
}
/** What a phone provider must offer. Every call may take seconds: never inside a transaction. */
export interface Telephony {
  readonly can: readonly CallAbility[];
  /** What a supervisor can do on someone else's call. */
  readonly supervises: readonly SupervisorAction[];
  /** The provider's id of the call. Throws Problem when it is not placed, Unanswered when it may be. */
  connect(call: OutgoingCall): Promise<string>;
  hangUp(providerCallId: string): Promise<void>;
  /** Connects a supervisor's telephone to a call, in one of the ways that `supervises` names; a further way replaces the one before. */
  supervise?(how: SupervisorAction, supervised: Supervised): Promise<void>;
  /** The bytes of a recording at the URL that the provider reported. */
  recording(address: string): Promise<{ readonly bytes: Buffer; readonly mime: string }>;
}
