import { dataOf, defineCall } from '../kit/call';
import { month } from '../kit/shared-fields';
import { dayCodes, type DayCode } from '../kit/day-codes';

/** Everyone whose attendance the reader may see, narrowed to a team, people, or those with a day of one code. */
const filters = {
  month,
  user_ids: { type: 'array', items: { type: 'string', maxLength: 26 }, maxItems: 200 },
  team_id: { type: 'string', maxLength: 26 },
  code: { type: 'string', enum: dayCodes },
  inactive: { type: 'boolean', default: false },
} as const;

/** A month as a grid of people and days (D-012: one's own record, and those of the role's scope). */
export const attendanceReport = defineCall({
  name: 'attendance-report',
  wire: 'GET users/attendance/report?month,user_ids[],team_id,code,inactive,page',
  access: 'signed-in',
  as: 'read',
  data: dataOf<AttendanceMonth>(),
  query: {
    type: 'object',
    required: ['month'],
    properties: { ...filters, page: { type: 'integer', minimum: 1, maximum: 1000, default: 1 } },
  },
});
export interface AttendanceMonth {
  readonly month: string;
  /** Every day of the month, 'YYYY-MM-DD'. */
  readonly days: readonly string[];
  readonly lock: { readonly id: string; readonly by: string | null; readonly at: string } | null;
  readonly as_of: string;
  readonly leave_types: readonly { readonly id: string; readonly name: string; readonly paid: boolean }[];
  /** One page of them, by name. */
  readonly people: readonly PersonMonth[];
  /** Of all pages. */
  readonly count: number;
  readonly page_size: number;
  readonly totals: MonthTotals;
  /** Of all pages, by day: people who were there, whole or half. */
  readonly present_by_day: readonly number[];
}
export interface PersonMonth {
  readonly user_id: string;
  readonly name: string;
  readonly employee_code: string | null;
  readonly active: boolean;
  /** By day of the month; none for a day that is still open, or outside the person's time here. */
  readonly codes: readonly (readonly DayCode[])[];
  readonly totals: MonthTotals;
}
/** Days, unless the name says something else. Averages are recomputed from the days, never from other averages. */
export interface MonthTotals {
  readonly present: number;
  readonly half: number;
  readonly absent: number;
  readonly late: number;
  readonly early: number;
  /** By leave type. */
  readonly leave: Readonly<Record<string, number>>;
  readonly week_offs: number;
  readonly holidays: number;
  readonly payable: number;
  /** Minutes after midnight, of the days that have the time. */
  readonly avg_in: number | null;
  readonly avg_out: number | null;
  readonly work_seconds: number;
  readonly break_seconds: number;
  readonly overtime_minutes: number;
}

export const attendanceReportExport = defineCall({
  name: 'attendance-report-export',
  wire: 'POST users/attendance/report/export',
  access: 'signed-in',
  as: 'export',
  data: dataOf<{ readonly export_id: string; readonly job_id: string }>(),
  body: {
    type: 'object',
    required: ['format', 'month'],
    additionalProperties: false,
    properties: { format: { type: 'string', enum: ['csv', 'xlsx'] }, ...filters },
  },
});

/** One cell of the grid in full: times, breaks, what was done on leads, and calls. */
export const attendanceDay = defineCall({
  name: 'attendance-day',
  wire: 'GET users/attendance/day?user_id,date',
  access: 'signed-in',
  as: 'read',
  data: dataOf<AttendanceDayDetail>(),
  query: {
    type: 'object',
    required: ['user_id', 'date'],
    properties: { user_id: { type: 'string', maxLength: 26 }, date: { type: 'string', format: 'date' } },
  },
});
export interface AttendanceDayDetail {
  readonly user_id: string;
  readonly name: string;
  readonly date: string;
  readonly codes: readonly DayCode[];
  /** Why there is nothing else to say: the holiday's name, or the leave's type. */
  readonly note: string | null;
  readonly shift: { readonly name: string; readonly start: string; readonly end: string } | null;
  readonly check_in: string | null;
  readonly check_out: string | null;
  readonly mode: string | null;
  readonly late_minutes: number;
  readonly early_minutes: number;
  readonly overtime_minutes: number;
  readonly remark: string | null;
  readonly first_login: string | null;
  readonly last_seen: string | null;
  readonly work_seconds: number;
  readonly breaks: readonly {
    readonly reason: string;
    readonly from: string;
    readonly to: string | null;
    readonly seconds: number;
  }[];
  readonly break_seconds: number;
  readonly idle_seconds: number | null;
  /** Every check-in and check-out of the day, from the audit trail, oldest first. */
  readonly times: readonly { readonly at: string; readonly what: 'in' | 'out' }[];
  readonly acts: readonly { readonly what: string; readonly count: number }[];
  readonly calls: {
    readonly dialled: number;
    readonly connected: number;
    readonly answered: number;
    readonly talk_seconds: number;
  };
}

/** Who is in, late, on a break, on leave or missing now, of the people whose attendance the reader may see. */
export const teamToday = defineCall({
  name: 'team-today',
  wire: 'GET users/attendance/today',
  access: 'signed-in',
  as: 'read',
  data: dataOf<TeamToday>(),
});
export interface TeamToday {
  readonly date: string;
  readonly as_of: string;
  readonly complete: boolean;
  readonly people: readonly PersonToday[];
}
export const presences = ['in', 'break', 'out', 'leave', 'absent', 'off'] as const;
export interface PersonToday {
  readonly user_id: string;
  readonly name: string;
  readonly presence: (typeof presences)[number];
  readonly late_minutes: number;
  readonly check_in: string | null;
  readonly check_out: string | null;
  readonly mode: string | null;
  readonly break_reason: string | null;
  readonly break_since: string | null;
  readonly work_seconds: number;
  readonly break_seconds: number;
  readonly shift: string | null;
  readonly note: string | null;
}

/** Approves or rejects several corrections at once; those that cannot be decided are named with the reason. */
export const decideCorrections = defineCall({
  name: 'decide-corrections',
  wire: 'POST users/attendance/corrections/decision',
  access: { roles: [1, 2, 3] },
  as: 'update',
  data: dataOf<CorrectionsDecided>(),
  idempotent: true,
  body: {
    type: 'object',
    required: ['ids', 'status'],
    additionalProperties: false,
    properties: {
      ids: { type: 'array', items: { type: 'string', maxLength: 26 }, minItems: 1, maxItems: 200, uniqueItems: true },
      status: { type: 'string', enum: ['approved', 'rejected'] },
      remark: { type: 'string', maxLength: 300 },
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
});
export interface CorrectionsDecided {
  readonly done: number;
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
}
