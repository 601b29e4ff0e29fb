import { dataOf, defineCall } from '../kit/call';
import type { PushAnswer } from '../kit/college-push';
import type { LeadChannel } from '../kit/lead-channels';
import { url } from '../kit/shared-fields';

/** What a course of a college asks for, or the lead wishes; `unknown`: college or lead have not said. */
export const fitParts = ['course', 'education', 'marks', 'exam', 'last_date', 'fee', 'city', 'hostel'] as const;
export type FitPartName = (typeof fitParts)[number];
/** Those that decide whether the lead may apply at all. */
export const eligibilityRules: readonly FitPartName[] = ['education', 'marks', 'exam', 'last_date'];
export type Verdict = 'passed' | 'partly' | 'failed' | 'unknown';
export interface FitPart {
  readonly name: FitPartName;
  readonly verdict: Verdict;
  /** Why, as a sentence. */
  readonly why: string;
  readonly points: number;
  /** The points that can be had; 0: it decides eligibility alone. */
  readonly of: number;
}

/** What is shared of a college, and whether the lead can apply. */
export interface Offered {
  readonly website: string | null;
  /** The college's open application form; null: there is none, or the user cannot add applications. */
  readonly form_id: string | null;
}
/** When and how it was last shared with the lead. */
export interface Shared {
  readonly shared_at: string | null;
  readonly shared_via: LeadChannel | null;
}

/** A course of a college for a lead. */
export interface CollegeMatch extends Offered {
  readonly clg_id: number;
  readonly clg_name: string;
  readonly course_id: string;
  readonly course_name: string;
  readonly stream_name: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly fee_total: number | null;
  readonly seats: number | null;
  readonly intake: string | null;
  readonly last_date: string | null;
  readonly exams: readonly string[];
  readonly hostel: boolean | null;
  readonly is_partner: boolean;
  /** Null: none, or not for this role. */
  readonly commission: { readonly type: string; readonly value: number } | null;
  /** 0 to 100: the sum of the parts' points. */
  readonly fit: number;
  readonly eligible: 'yes' | 'no' | 'unknown';
  readonly parts: readonly FitPart[];
  /** The lead's choice of this college, if there is one. */
  readonly choice:
    | ({
        readonly id: string;
        readonly relation: 'recommended' | 'shortlisted';
        readonly course_id: string | null;
      } & Shared)
    | null;
}

/** The courses that fit a lead, best first. Colleges that the lead does not want are left out. */
export const collegeMatches = defineCall({
  name: 'college-matches',
  wire: 'GET leads/{id}/college-matches?stream,course,city,fee_from,fee_to,eligible,exam,hostel,partner,page',
  access: { code: 'LEADS', feature: 'partner_college' },
  as: 'read',
  data: dataOf<readonly CollegeMatch[]>(),
  members: dataOf<{ readonly total: number; readonly exact: boolean }>(),
  query: {
    type: 'object',
    properties: {
      stream: { type: 'string', maxLength: 26 },
      course: { type: 'string', maxLength: 26 },
      city: { type: 'integer', minimum: 1 },
      fee_from: { type: 'number', minimum: 0 },
      fee_to: { type: 'number', minimum: 0 },
      eligible: { type: 'string', enum: ['yes', 'not_no'] },
      exam: { type: 'string', maxLength: 60 },
      hostel: { type: 'boolean' },
      partner: { type: 'boolean' },
      page: { type: 'integer', minimum: 1, maximum: 500, default: 1 },
    },
  },
});
export const matchesPerPage = 20;

/** What the filters of `college-matches` offer: what an active college has. */
export const collegeMatchChoices = defineCall({
  name: 'college-match-choices',
  wire: 'GET college-match-choices',
  access: { code: 'LEADS', feature: 'partner_college' },
  as: 'read',
  data: dataOf<MatchChoices>(),
});
export interface MatchChoices {
  readonly streams: readonly { readonly id: string; readonly name: string }[];
  readonly courses: readonly { readonly id: string; readonly name: string; readonly stream_id: string }[];
  readonly cities: readonly { readonly id: number; readonly name: string }[];
  readonly exams: readonly string[];
}

/** The colleges on a lead's shortlist in their order, or those it does not want, newest first. */
export const collegeChoices = defineCall({
  name: 'college-choices',
  wire: 'GET leads/{id}/college-choices?relation',
  access: { code: 'LEADS', feature: 'partner_college' },
  as: 'read',
  data: dataOf<readonly CollegeChoice[]>(),
  query: {
    type: 'object',
    required: ['relation'],
    properties: { relation: { type: 'string', enum: ['shortlisted', 'not_interested'] } },
  },
});
export interface CollegeChoice extends Offered, Shared {
  readonly id: string;
  readonly row_version: number;
  readonly clg_id: number;
  readonly clg_name: string;
  readonly city: string | null;
  readonly course_id: string | null;
  readonly course_name: string | null;
  readonly fee_total: number | null;
  readonly last_date: string | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  /** When the lead first opened the link of a share. */
  readonly opened_at: string | null;
  readonly response: 'interested' | 'undecided' | 'visit' | 'declined' | null;
  readonly next_step: string | null;
  readonly chosen_by_name: string | null;
  readonly chosen_at: string;
  /** State of the lead's newest application to this college. */
  readonly application_state: string | null;
  /** An active partner with a lead push address: the lead can be sent there. */
  readonly takes_push: boolean;
}

/** The figures of a college's page: of the leads that the caller sees. */
export const collegeFigures = defineCall({
  name: 'college-figures',
  wire: 'GET colleges/{clg_id}/figures',
  access: { code: 'PATNER_COLLEGES', feature: 'partner_college' },
  as: 'read',
  data: dataOf<CollegeFigures>(),
});
export interface CollegeFigures extends Readonly<Record<CollegeFigure, number | null>> {
  /** What the list of leads is narrowed to (`cell`) to show the rows that a number counts. */
  readonly cells: Readonly<Record<CollegeFigure, string>>;
  /** The college's targets for this month's leads and for all enrolments; null to those who see only some of its leads. */
  readonly target_leads: number | null;
  readonly target_enrolled: number | null;
}
/** A number is null where it would tell of a field that the reader's role does not see. */
export type CollegeFigure = 'leads' | 'leads_this_month' | 'shortlisted' | 'not_interested' | 'applications' | 'enrolled';

/** The leads that were sent to the college's push address, newest first: of those that the caller sees. */
export const collegePushes = defineCall({
  name: 'college-pushes',
  wire: 'GET colleges/{clg_id}/pushes?page',
  access: { code: 'PATNER_COLLEGES', feature: 'partner_college' },
  as: 'read',
  data: dataOf<readonly CollegePush[]>(),
  members: dataOf<{ readonly total: number }>(),
  query: { type: 'object', properties: { page: { type: 'integer', minimum: 1, maximum: 1000, default: 1 } } },
});
export const pushesPerPage = 20;
export interface CollegePush {
  readonly id: string;
  readonly lead_id: string;
  readonly lead_name: string | null;
  readonly at: string;
  readonly finished_at: string | null;
  readonly state: PushAnswer;
  readonly status: number | null;
  readonly message: string | null;
  readonly attempts: number;
}

/** What a video provider reports of a meeting that it made, with the credentials that it is asked with. */
export const meetingWebhook = defineCall({
  name: 'meeting-webhook',
  wire: 'POST meetings/webhook/{tenant}',
  access: 'public',
  as: 'update',
  outside: true,
  forgery: false,
  limit: 'provider',
  body: {
    type: 'object',
    required: ['id'],
    additionalProperties: true,
    properties: {
      id: { type: 'string', maxLength: 26 },
      status: { type: 'string', enum: ['held', 'no_show'] },
      joined_at: { type: 'string', format: 'date-time' },
      left_at: { type: 'string', format: 'date-time' },
      recording_link: url,
    },
  },
});

/** Whether meetings can get their link from a provider, and from which. */
export const meetingLinks = defineCall({
  name: 'meeting-links',
  wire: 'GET meeting-links',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<{ readonly provider: 'http' | 'sandbox' | null }>(),
});
