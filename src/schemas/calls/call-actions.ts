import { dataOf, defineCall } from '../kit/call';
import type { FollowUpDone } from '../kit/follow-up-outcomes';

export const pendingFollowUps = defineCall({
  name: 'pending-follow-ups',
  wire: 'GET followup/lead/{leadId}',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<PendingFollowUp[]>(),
});
export const markFollowUpDone = defineCall({
  // D-051: a GET that writes; `as` makes it need bearer and anti-forgery headers. source: D-067.
  name: 'mark-follow-up-done',
  wire: 'GET followup/lead/mark-status/{id}?source',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<FollowUpDone>(),
  query: { type: 'object', properties: { source: { type: 'string', enum: ['', 'call_action', 'followup_list', 'dialer'] } } },
});
export const reopenFollowUp = defineCall({
  // Takes back the marking that `done_at` names; one that is pending stays as it is.
  name: 'reopen-follow-up',
  wire: 'POST followup/lead/reopen/{id}',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<FollowUpReopened>(),
  body: { type: 'object', required: ['done_at'], properties: { done_at: { type: 'string', format: 'date-time' } } },
});
/**
 * `overdue`: pending, its time has passed. `today`: pending, due on the tenant's day (the overdue ones of today too).
 * `week`: after tomorrow, up to Sunday. `later`: after that. `upcoming`: pending, still to come. `done`: newest first.
 */
export const followUpTypes = ['overdue', 'today', 'tomorrow', 'week', 'later', 'upcoming', 'done', 'all'] as const;
export type FollowUpType = (typeof followUpTypes)[number];
export const followUpList = defineCall({
  name: 'follow-up-list',
  wire: 'GET followup/list?type,page_number,limit,user_id',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<FollowUpRow[]>(),
  members: dataOf<{ readonly counts: FollowUpCounts }>(),
  // `today` counts the tenant's day; the tabs of /myfollowup.
  query: {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        enum: followUpTypes,
        default: 'today',
      },
      page_number: { type: 'integer', minimum: 1, default: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      user_id: { type: 'string', maxLength: 26 },
    },
  },
  reply: { type: 'object', properties: { data: { type: 'array' }, count: { type: 'integer' }, counts: { type: 'object' } } },
});

/** The stage of a lead as a form showed it. */
export interface SeenStage {
  readonly stage_id: string | null;
  readonly sub_stage: string | null;
}
/** A row of `pending-follow-ups`, oldest first. */
export interface PendingFollowUp {
  id: string;
  /** The id that `mark-follow-up-done` takes: of the call action, or the follow-up's own if it was added without a call action. */
  call_action_id: string;
  call_date_time: string;
  btn_message: string | null;
  created_date: string;
  note: string | null;
  user_id: string | null;
  user_name: string | null;
}
/** `data` of `reopen-follow-up`. */
export interface FollowUpReopened {
  call_action_id: string;
  lead_id: string;
}

/** `data` of `follow-up-list`; `count` is the tab's own, `counts` all tabs' (each stops at 10,001: then the screen shows '10,000+'). */
export interface FollowUpRow {
  id: string;
  call_action_id: string;
  lead_id: string;
  lead_name: string;
  lead_phone: string | null;
  call_date_time: string;
  btn_message: string | null;
  sub_stage: string | null;
  clg_id: number | null;
  clg_name: string | null;
  /** The comment of the call action, else the follow-up's own note. */
  note: string | null;
  user_id: string | null;
  user_name: string | null;
  created_by_name: string | null;
  created_date: string;
  state: 'pending' | 'done';
  done_at: string | null;
  done_source: string | null;
  /** How often it was moved. */
  reschedule_count: number;
  overdue: boolean;
}
export type FollowUpCounts = Record<FollowUpType, number>;
