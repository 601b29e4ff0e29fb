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
/** The lines of a call, by the provider's ids as far as they are known. */
export interface CallLines {
  /** Our name for what connects them. */
  readonly room: string;
  readonly conference: string | null;
  readonly agent: string | null;
  readonly other: string | null;
  /** The other side's number. */
  readonly phone: string | null;
}
/** A telephone that is called into the room of a call. */
export interface JoiningLine {
  readonly tenantId: string;
  /** The call that the provider's reports about this line are for. */
  readonly callId: string;
  readonly room: string;
  readonly side: 'agent' | 'lead';
  readonly to: string;
}
/** The provider's ids of a line that was called, and of what connects it with the others. */
export interface JoinedLine {
  readonly line: string;
  readonly conference: string | null;
}
export type LineControl = 'hold' | 'resume' | 'mute' | 'unmute';
export interface Supervised {
  /** Null: a call that the sandbox plays without a provider's id. */
  readonly lines: CallLines | null;
  /** The supervisor's telephone or extension. */
  readonly supervisor: string | null;
}
/** What a provider charged, in its own currency (ISO 4217). */
export interface CallCost {
  readonly amount: number;
  readonly currency: string;
}
/** What a phone provider must offer. Every call may take seconds: never inside a transaction. */
export interface Telephony {
  /** The number that outgoing calls go through; null: each caller's own. */
  readonly number: string | null;
  readonly can: readonly CallAbility[];
  /** What a supervisor can do on someone else's call. */
  readonly supervises: readonly SupervisorAction[];
  /** The provider's id of the call. Throws Problem when it is not placed, Unanswered when it may be. */
  connect(call: OutgoingCall): Promise<string>;
  /** Calls a further telephone into the room. Absent: the provider connects both sides by itself. */
  join?(line: JoiningLine): Promise<JoinedLine>;
  hangUp(lines: CallLines): Promise<void>;
  /** Present where `can` says so, like the two below it. */
  control?(action: LineControl, lines: CallLines): Promise<void>;
  /** Tones for the other side. */
  keys?(digits: string, lines: CallLines, call: Pick<JoiningLine, 'tenantId' | 'callId'>): Promise<void>;
  /** The agent leaves, the other side waits for a colleague. */
  leave?(lines: CallLines): Promise<void>;
  /** Connects a supervisor's telephone to a call, in one of the ways that `supervises` names; a further way replaces the one before. */
  supervise?(how: SupervisorAction, supervised: Supervised): Promise<void>;
  /** What the lines of a call that is over cost; null: not known yet. Absent: the provider does not say. */
  cost?(lines: CallLines, talkSeconds: number): Promise<CallCost | null>;
  /** The bytes of a recording at the URL that the provider reported. */
  recording(address: string): Promise<{ readonly bytes: Buffer; readonly mime: string }>;
}
