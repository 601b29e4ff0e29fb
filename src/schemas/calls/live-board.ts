import { dataOf, defineCall } from '../kit/call';
import { supervisorActions, type SupervisorAction } from '../kit/supervision';

export type BoardState = 'ringing' | 'talking' | 'on_hold' | 'wrap_up';
export interface BoardCall {
  readonly call_id: string;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly team_ids: readonly string[];
  readonly state: BoardState;
  readonly direction: 'inbound' | 'outbound';
  /** Null for an unknown caller, and where the lead is not the reader's. */
  readonly lead_id: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  /** The dialer list it comes from. */
  readonly list: string | null;
  readonly started_at: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  readonly supervision: SupervisorAction | null;
  /** Who is on the line besides the agent. */
  readonly supervisor_id: string | null;
  readonly supervisor_name: string | null;
}
export interface BoardBreak {
  readonly user_id: string;
  readonly user_name: string;
  readonly team_ids: readonly string[];
  readonly since: string | null;
  readonly reason: string | null;
}
export interface LiveBoard {
  readonly now: string;
  readonly calls: readonly BoardCall[];
  readonly breaks: readonly BoardBreak[];
  readonly teams: readonly { readonly id: string; readonly name: string }[];
  /** What this reader may do on calls of others, as far as the phone provider can. */
  readonly can: readonly SupervisorAction[];
}

/** Calls in progress of the users whose records the reader sees, and of their own. */
export const liveBoard = defineCall({
  name: 'live-board',
  wire: 'GET calls/live',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<LiveBoard>(),
});
/** Listens in, speaks, takes over or ends a call of someone below; 'leave' ends the listening. For team leaders and above. */
export const superviseCall = defineCall({
  name: 'supervise-call',
  wire: 'POST calls/live/supervise',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<{ readonly call_id: string }>(),
  outside: true,
  body: {
    type: 'object',
    required: ['call_id', 'action'],
    properties: {
      call_id: { type: 'string', minLength: 1, maxLength: 40 },
      action: { type: 'string', title: 'Action', enum: [...supervisorActions, 'leave'] },
    },
  },
});
