import { dataOf, defineCall } from '../kit/call';
import { chosenLeads } from '../kit/chosen-leads';
import type { JourneyEntry, JourneyType } from '../kit/lead-journey';
import type { DashboardLayout } from '../kit/dashboard-layout';
import type { OfficeCounts } from '../kit/office-work';
import type { ShownCard } from '../kit/report';
import type { ShownTargets } from '../kit/targets';

export const leadReassign = defineCall({
  name: 'lead-reassign',
  wire: 'POST leads/re-assign',
  access: { rule: { code: 'LEADS' }, update: { code: ['LEADS', 'L2_TO_L2_RE-ASSIGNMENT'], level: 3 } },
  as: 'update',
  data: dataOf<LeadsReassigned>(),
  body: {
    type: 'object',
    required: ['user_id'],
    properties: {
      ...chosenLeads,
      user_id: { type: 'string', maxLength: 26 },
      reason: { type: 'string', maxLength: 300 },
    },
  },
});
export const leadFavourite = defineCall({
  name: 'lead-favourite',
  wire: 'PUT leads/{id}/favourite',
  access: { rule: { code: 'LEADS', level: 1 } },
  as: 'update',
  data: dataOf<{ readonly id: string; readonly is_favourite: boolean }>(),
  body: { type: 'object', required: ['value'], properties: { value: { type: 'boolean' } } },
});
/**
 * The counted quick views above the list: {all, fresh, untouched, followup_today, overdue, missed, re_enquired, unassigned,
 * enrolled, not_interested}, each {count, exact}.
 */
export const leadCounts = defineCall({
  name: 'lead-counts',
  wire: 'GET leads/counts',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<LeadCounts>(),
});
/** The lead's history for the conversion page, newest first: everything that is stored about it and that the user may see. */
export const leadJourney = defineCall({
  name: 'lead-journey',
  wire: 'GET leads/{id}/journey?limit,before,group,type,person',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<JourneyEntry[]>(),
  members: dataOf<{ readonly next?: string | null }>(),
  query: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 30 },
      before: { type: 'string', maxLength: 80 },
      group: { type: 'string', enum: ['leads', 'call', 'application'] },
      type: {
        type: 'string',
        enum: [
          'stage',
          'call',
          'message',
          'note',
          'follow_up',
          'enquiry',
          'application',
          'meeting',
          'college',
          'change',
        ] satisfies readonly JourneyType[],
      },
      person: { type: 'string', maxLength: 26 },
    },
  },
});
/** The counsellor's day: tiles, missed calls, overdue and due follow-ups, untouched leads, own stages, hours. */
export const myDay = defineCall({
  name: 'my-day',
  wire: 'GET dashboard/my-day',
  access: 'signed-in',
  as: 'read',
  data: dataOf<MyDay>(),
});

/** The quick views of /leads; `view=` of the lead list takes the same names, `type=` all, fav or assigned-leads. */
export const leadViews = [
  'all',
  'fresh',
  'untouched',
  'followup_today',
  'overdue',
  'missed',
  're_enquired',
  'unassigned',
  'enrolled',
  'not_interested',
] as const;
export type LeadView = (typeof leadViews)[number];
/** `data` of `lead-counts`, without the views that the role may not use; `count` stops at 10,001, then `exact` is false (D-047). */
export type LeadCounts = Partial<Record<LeadView, { count: number; exact: boolean }>>;

/** `data` of `lead-reassign`. */
export interface LeadsReassigned {
  changed: number;
  /** Already with that user. */
  unchanged: number;
}

/** A lead as shown in the work queue. */
export interface QueueLead {
  lead_id: string;
  name: string;
  phone: string | null;
  /** The number for WhatsApp alone. */
  whatsapp_number: string | null;
  stage_id: string | null;
  /** Null: no stage yet, shown as 'Fresh'. */
  stage_name: string | null;
  sub_stage: string | null;
  color: string | null;
  course_name: string | null;
  source_name: string | null;
}
/** A WhatsApp chat with messages that its owner has not seen; `at` is when the first of them came. */
export interface UnreadChat extends QueueLead {
  wa_user_id: string;
  at: string;
  unseen: number;
}
/**
 * `data` of `my-day`: the signed-in user's own work. Each person is in one queue of calls only, the most urgent, whether or not a
 * message of theirs waits too; queues hold at most 20 rows, `totals` says how many there are.
 */
export interface MyDay {
  as_of: string;
  /** The tenant's day, YYYY-MM-DD. */
  day: string;
  /** The user sees leads of others too. */
  team?: true;
  totals: { missed: number; overdue: number; due_today: number; untouched: number; unread: number };
  /** Newest first. A number that is not a lead yet has lead_id ''. */
  missed_calls: (QueueLead & { call_id: string; at: string; ring_s: number })[];
  /** Oldest first. */
  overdue: (QueueLead & { follow_up_id: string; call_action_id: string; call_date_time: string; note: string | null })[];
  /** The rest of today, by time. */
  due_today: (QueueLead & { follow_up_id: string; call_action_id: string; call_date_time: string; note: string | null })[];
  /** Oldest assignment first. */
  untouched: (QueueLead & { assigned_at: string })[];
  /** Waiting longest first. */
  unread: UnreadChat[];
  /** Measures of today and the day before, without those that the user's role does not see. C9 is in seconds, the others are counts. */
  tiles: Partial<
    Record<'L3' | 'L5' | 'C1' | 'C2' | 'C9' | 'F2' | 'F3' | 'F5' | 'P1' | 'P4' | 'A2', { today: number; yesterday: number }>
  >;
  /** Own leads by stage in the order of the stages; the first, with stage_id null, has no stage yet ('Fresh'). */
  stages: { stage_id: string | null; stage_name: string; color: string | null; outcome: string; count: number }[];
  /** Today's outbound calls by hour of the tenant's day, 24 elements; `connected` as with the tiles. */
  hours: { hour: number; dialled: number; connected?: number }[];
  /** The last six days that are not Sundays, today the last. */
  days: { date: string; dialled: number; connected?: number }[];
  /** The user's own targets of this month, if there are any. */
  targets?: ShownTargets;
  layout: DashboardLayout;
  /** Measures that the user or an admin added to the layout, of today. */
  cards?: ShownCard[];
  /** What waits in the office, if the layout shows it. */
  office?: OfficeCounts;
}
/** The existing lead that a new one with this phone or email would match, by the tenant's duplicate rule; null if none. */
export const sameLead = defineCall({
  name: 'same-lead',
  wire: 'GET leads/same?phone,email',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<SameLead | null>(),
  query: { type: 'object', properties: { phone: { type: 'string', maxLength: 20 }, email: { type: 'string', maxLength: 254 } } },
});
/** Id and name of a lead that the caller may not see are left out. */
export interface SameLead {
  readonly id?: string;
  readonly name?: string;
  readonly owner_name: string | null;
}
