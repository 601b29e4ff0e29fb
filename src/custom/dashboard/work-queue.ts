import type { MyDay, QueueLead } from '../../schemas/calls/leads';
import { counted } from '../../schemas/kit/counted';
import { fullTime, overdueBy } from '../../ui/time/dates';

export interface QueueRow {
  readonly key: string;
  /** '' for a number that is not a lead yet. */
  readonly leadId: string;
  readonly when: string;
  readonly whenFull: string;
  readonly urgent: boolean;
  readonly lead: QueueLead;
  readonly about: string;
  /** The WhatsApp chat that waits for an answer. */
  readonly chat?: string;
}
export interface QueuePart {
  readonly name: 'missed' | 'overdue' | 'due' | 'untouched' | 'unread';
  readonly title: string;
  readonly hint: string;
  readonly total: number;
  /** The page that lists all of them. */
  readonly to: string;
  readonly rows: readonly QueueRow[];
}

/** Open work, most urgent first: missed calls, overdue, due today, untouched, and chats that were not read. */
export function queueOf(day: MyDay): QueuePart[] {
  const now = new Date(day.as_of);
  const ago = (at: string, word: string): string => `${overdueBy(at, { now }) ?? '1 min'} ${word}`;
  const what = (lead: QueueLead): string => [lead.course_name, lead.source_name].filter(Boolean).join(' · ');
  const row = (key: string, lead: QueueLead, at: string, when: string, urgent: boolean, about: string): QueueRow => ({
    key,
    leadId: lead.lead_id,
    when,
    whenFull: fullTime(at),
    urgent,
    lead,
    about,
  });
  const parts: QueuePart[] = [
    {
      name: 'missed',
      title: 'Missed calls',
      hint: 'call back first',
      total: day.totals.missed,
      to: '/leads?type=all&view=missed',
      rows: day.missed_calls.map((one) =>
        row(one.call_id, one, one.at, ago(one.at, 'ago'), true, one.lead_id ? what(one) : `Rang ${one.ring_s} s`),
      ),
    },
    {
      name: 'overdue',
      title: 'Overdue',
      hint: 'oldest first',
      total: day.totals.overdue,
      to: '/myfollowup?stage=overdue',
      rows: day.overdue.map((one) =>
        row(one.follow_up_id, one, one.call_date_time, ago(one.call_date_time, 'late'), true, one.note || what(one)),
      ),
    },
    {
      name: 'due',
      title: 'Due today',
      hint: 'by time',
      total: day.totals.due_today,
      to: '/myfollowup?stage=today',
      rows: day.due_today.map((one) =>
        row(one.follow_up_id, one, one.call_date_time, fullTime(one.call_date_time).slice(-5), false, one.note || what(one)),
      ),
    },
    {
      name: 'untouched',
      title: 'Untouched',
      hint: 'waiting longest first',
      total: day.totals.untouched,
      to: '/leads?type=all&view=untouched',
      rows: day.untouched.map((one) => row(one.lead_id, one, one.assigned_at, ago(one.assigned_at, 'old'), false, what(one))),
    },
    {
      name: 'unread',
      title: 'Unread WhatsApp',
      hint: 'waiting longest first',
      total: day.totals.unread,
      to: '/chat',
      rows: day.unread.map((one) => ({
        ...row(one.wa_user_id, one, one.at, ago(one.at, 'ago'), false, counted(one.unseen, 'new message')),
        chat: one.wa_user_id,
      })),
    },
  ];
  return parts.filter((part) => part.total > 0);
}
/** The people to call; an unread message alone is not one. */
export const waiting = (day: MyDay): number =>
  day.totals.missed + day.totals.overdue + day.totals.due_today + day.totals.untouched;
