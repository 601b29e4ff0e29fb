/** An incoming call that rings, or that its user talks on; as `dialer_call` announces it, with the state it has by now. */
export interface LiveCall {
  readonly call_id: string;
  readonly at: string;
  readonly state: 'ringing' | 'answered';
  readonly answered_at: string | null;
  readonly on_hold: boolean;
  readonly muted: boolean;
  /** What its user has written meanwhile. */
  readonly note: string | null;
  readonly requestBody: {
    readonly id: string | null;
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly user_id: string;
  };
}
/** How long an incoming call rings until it is missed. */
export const ringsForSeconds = 60;
