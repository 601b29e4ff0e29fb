import { dataOf, defineCall } from '../kit/call';

const filters = {
  from: { type: 'string', title: 'From', format: 'date' },
  to: { type: 'string', title: 'To', format: 'date' },
  user_ids: { type: 'array', items: { type: 'string', maxLength: 26 }, maxItems: 200 },
  team_id: { type: 'string', maxLength: 26 },
} as const;

/** Working time by person and day, newest first: what the header's timer counted, and the breaks. */
export const authTime = defineCall({
  name: 'auth-time',
  wire: 'GET users/auth-time?from,to,user_ids[],team_id,page',
  access: 'signed-in',
  as: 'read',
  data: dataOf<AuthTime>(),
  query: {
    type: 'object',
    required: ['from', 'to'],
    properties: { ...filters, page: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 } },
  },
});
export interface AuthTime {
  readonly as_of: string;
  readonly rows: readonly AuthTimeRow[];
  /** Of all pages. */
  readonly count: number;
  readonly page_size: number;
  readonly totals: AuthTimeTotals;
}
export interface AuthTimeTotals {
  readonly sessions: number;
  readonly work_seconds: number;
  readonly break_seconds: number;
  readonly idle_seconds: number;
}
export interface AuthTimeRow {
  readonly id: string;
  readonly date: string;
  readonly user_id: string;
  readonly name: string;
  readonly first_login: string | null;
  readonly last_seen: string | null;
  readonly signed_out: boolean;
  readonly work_seconds: number;
  readonly breaks: readonly { readonly reason: string; readonly seconds: number }[];
  readonly break_seconds: number;
  /** Null as long as the day has no sign-in to count from. */
  readonly idle_seconds: number | null;
  readonly sessions: number;
  /** How they ended; those that have not are in none of them. */
  readonly by_user: number;
  readonly forced: number;
  readonly expired: number;
  readonly ips: readonly string[];
  readonly agents: readonly string[];
}

export const authTimeExport = defineCall({
  name: 'auth-time-export',
  wire: 'POST users/auth-time/export',
  access: 'signed-in',
  as: 'export',
  data: dataOf<{ readonly export_id: string; readonly job_id: string }>(),
  body: {
    type: 'object',
    required: ['format', 'from', 'to'],
    additionalProperties: false,
    properties: { format: { type: 'string', enum: ['csv', 'xlsx'] }, ...filters },
  },
});

/** Sign-ins that are still good, of the reader and the people of their scope. */
export const teamSessions = defineCall({
  name: 'team-sessions',
  wire: 'GET users/team-sessions?user_ids[],team_id,page',
  access: 'signed-in',
  as: 'read',
  data: dataOf<TeamSessions>(),
  query: {
    type: 'object',
    properties: {
      user_ids: filters.user_ids,
      team_id: filters.team_id,
      page: { type: 'integer', minimum: 1, maximum: 1000, default: 1 },
    },
  },
});
export interface TeamSessions {
  readonly rows: readonly TeamSession[];
  readonly count: number;
  readonly page_size: number;
}
export interface TeamSession {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly since: string;
  readonly last_seen: string;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly current: boolean;
}
/** Signs a person of the reader's scope out of one device. */
export const endTeamSession = defineCall({
  name: 'end-team-session',
  wire: 'POST users/team-sessions/{id}/end',
  access: 'signed-in',
  as: 'update',
});
