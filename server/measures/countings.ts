import sql, { type Sql } from 'sql-template-tag';
import type { ActKind } from '../../src/schemas/kit/act-kinds';
import type { MeasureId } from '../../src/schemas/kit/measures';
import { nowOf, reportSetting, type Asked } from './asked';
import { approvedPayments, queries, startedApplications, submittedApplications } from './facts/applications';
import { assignments, departures } from './facts/assignments';
import { calls, missedCalls } from './facts/calls';
import { collegeCaptures, collegeChoices, collegePushes, collegeTargets, firstChoices } from './facts/colleges';
import { campaignCosts } from './facts/costs';
import { datedLeads, earlierCaptures } from './facts/dated-leads';
import { enrolments } from './facts/enrolments';
import type { FactPart, FactTable } from './facts/fact-table';
import { addedFollowUps, dueFollowUps, upcomingFollowUps } from './facts/follow-ups';
import { captures, leadsNow, owners } from './facts/leads';
import { callActions, ownedLeads, unplannedLeads } from './facts/stages';
import { allActs, sentMessages, workDays } from './facts/work';

/** Facts of one table that meet a condition, and how they become a number. The total rule follows: nothing but sums is added up. */
export interface Counted {
  readonly of: FactTable;
  /** On the fact `f` and its lead `l`. */
  readonly where?: (asked: Asked) => Sql;
  /** 'rows' and 'leads' are counted, each once; the others are made of `value`; 'oldest': the days since it, 'most': the most usual. */
  readonly by: 'rows' | 'leads' | 'sum' | 'average' | 'median' | 'p90' | 'first' | 'last' | 'oldest' | 'most';
  /** Of a count nothing. */
  readonly value?: Sql;
  readonly parts?: readonly FactPart[];
}
/** A number that follows from two others of the same group. */
export type Derived =
  | {
      readonly ratio: readonly [MeasureId, MeasureId];
      /** The ratio is multiplied by this; 100 unless it says another. */
      readonly times?: number;
    }
  /** Leads or rows of the first that are not among those of the second, which is a part of it. */
  | { readonly minus: readonly [MeasureId, MeasureId] };
/** The two numbers that it follows from. */
export const sourcesOf = (counting: Derived): readonly [MeasureId, MeasureId] =>
  'ratio' in counting ? counting.ratio : counting.minus;
export type Counting = Counted | Derived;
export const isCounted = (counting: Counting): counting is Counted => 'of' in counting;

const ofKind = (of: FactTable, kind: ActKind): Counted => ({ of, by: 'rows', where: () => sql`f."kind" = ${kind}` });
const dialled = sql`f."direction" = 'outbound'`;
const byUser = sql`(f."direction" = 'outbound' or f."talk" > 0)`;
const notConnected = (...outcomes: string[]): Counted => ({
  of: calls,
  by: 'rows',
  where: () => sql`${dialled} and f."talk" = 0 and f."outcome" = any(${outcomes}::text[])`,
});
const otherwise = ['no_answer', 'missed', 'voicemail', 'busy', 'unreachable', 'invalid'];

/** How each measure of the dictionary is counted. */
export const countings: Readonly<Record<MeasureId, Counting>> = {
  A2: { of: allActs, by: 'rows' },
  A3: { of: allActs, by: 'leads' },
  A4: ofKind(allActs, 'note'),
  A5: ofKind(allActs, 'follow_up_done'),
  A6: ofKind(sentMessages, 'email'),
  A7: ofKind(sentMessages, 'sms'),
  A8: ofKind(sentMessages, 'whatsapp'),
  A9: { ratio: ['A2', 'W1'], times: 3600 },
  A10: { of: allActs, by: 'first', value: sql`f."at"` },
  A11: { of: allActs, by: 'last', value: sql`f."at"` },
  A12: { of: allActs, by: 'last', value: sql`f."gap"`, parts: ['gap'], where: () => sql`f."gap" >= 0` },

  A13: { of: sentMessages, by: 'rows', parts: ['delivery'], where: () => sql`f."delivered"` },
  A14: { of: sentMessages, by: 'rows', parts: ['delivery'], where: () => sql`f."replied"` },

  L1: { of: captures, by: 'leads', where: () => sql`not f."again"` },
  L2: { of: captures, by: 'rows', where: () => sql`f."again"` },
  L1o: { of: captures, by: 'leads', where: () => sql`not f."again" and l."user_id" is not null` },
  L1u: { minus: ['L1', 'L1o'] },
  L1w: { of: earlierCaptures, by: 'sum', value: sql`0.25::float8` },
  L3: { of: assignments, by: 'leads' },
  L4: { of: owners, by: 'rows', where: () => sql`f."user_id" is not null` },
  L5: { minus: ['L3', 'L6'] },
  L6: { of: assignments, by: 'leads', parts: ['response'], where: () => sql`f."first_at" is not null` },
  L7: { of: departures, by: 'leads' },
  L8: { of: captures, by: 'leads', where: () => sql`not f."again" and l."is_verified" = 1` },
  L9: { of: owners, by: 'rows', where: () => sql`f."user_id" is null` },

  L10: { of: captures, by: 'last', value: sql`f."at"` },

  N1: { of: datedLeads, by: 'leads' },
  N2: { of: datedLeads, by: 'average', value: sql`f."dials"::float8` },
  N3: { of: datedLeads, by: 'leads', where: () => sql`f."connected"` },
  N4: { ratio: ['N3', 'N1'] },
  N5: { of: datedLeads, by: 'median', value: sql`f."idle"` },
  N6: { of: datedLeads, by: 'leads', parts: ['enrolled'], where: () => sql`f."enrolled"` },
  N7: { ratio: ['N6', 'N1'] },

  K1: { of: collegeChoices, by: 'leads', where: () => sql`f."relation" = 'shortlisted'` },
  K2: { of: collegeChoices, by: 'leads', where: () => sql`f."relation" = 'not_interested'` },
  K3: { of: collegeChoices, by: 'most', value: sql`f."reason"`, where: () => sql`f."relation" = 'not_interested'` },
  K4: { of: collegeCaptures, by: 'leads' },
  K5: { of: firstChoices, by: 'leads' },
  K6: { of: collegePushes, by: 'leads', where: () => sql`f."answer" <> 'skipped'` },
  K7: { of: collegePushes, by: 'leads', where: () => sql`f."answer" = 'accepted'` },
  K8: { of: collegePushes, by: 'leads', where: () => sql`f."answer" in ('refused', 'duplicate')` },
  K9: { of: collegeTargets, by: 'sum', value: sql`f."target"` },
  K10: { ratio: ['L1', 'K9'] },

  T1: { of: assignments, by: 'median', value: sql`f."response"`, parts: ['response'] },
  T1p90: { of: assignments, by: 'p90', value: sql`f."response"`, parts: ['response'] },
  T2n: {
    of: assignments,
    by: 'leads',
    parts: ['response'],
    where: (asked) => sql`f."response" <= ${reportSetting(asked, 'first_response_min', 15)}`,
  },
  T2late: { minus: ['L6', 'T2n'] },
  T2: { ratio: ['T2n', 'L3'] },

  S1: { of: callActions, by: 'rows', where: () => sql`f."changed"` },
  S2: { of: leadsNow, by: 'rows' },
  S2o: { of: ownedLeads, by: 'rows' },
  S3: { of: callActions, by: 'leads' },
  S4: { of: ownedLeads, by: 'median', value: sql`f."since"`, parts: ['since'] },
  S5: { of: callActions, by: 'rows' },
  S6: { of: callActions, by: 'rows', where: () => sql`f."step" = 1` },
  S7: { of: callActions, by: 'rows', where: () => sql`f."step" = -1` },
  S8: { of: callActions, by: 'rows', where: () => sql`f."stage_id" = f."from_stage_id"` },
  S9: { of: callActions, by: 'median', value: sql`f."waited"`, parts: ['waited'] },

  F1: { of: addedFollowUps, by: 'rows' },
  F2: { of: dueFollowUps, by: 'rows' },
  F3: { of: dueFollowUps, by: 'rows', where: () => sql`f."state" = 'done' and f."in_time"` },
  F4: { of: dueFollowUps, by: 'rows', where: () => sql`f."state" = 'done' and not f."in_time"` },
  F5: { of: dueFollowUps, by: 'rows', where: (asked) => sql`f."state" = 'pending' and f."at" < ${nowOf(asked)}` },
  F6: { of: upcomingFollowUps, by: 'rows' },
  F7: { ratio: ['F3', 'F2'] },
  F8: { of: dueFollowUps, by: 'rows', where: () => sql`f."moved" > 0` },
  F9: {
    of: dueFollowUps,
    by: 'average',
    value: sql`greatest(0, extract(epoch from f."done_at" - f."due") / 3600.0)`,
    where: () => sql`f."state" = 'done'`,
  },
  F10: {
    of: dueFollowUps,
    by: 'oldest',
    value: sql`f."at"`,
    where: (asked) => sql`f."state" = 'pending' and f."at" < ${nowOf(asked)}`,
  },
  F11: { of: unplannedLeads, by: 'rows' },
  F12: { of: dueFollowUps, by: 'rows', parts: ['reached'], where: () => sql`f."reached"` },

  C1: { of: calls, by: 'rows', where: () => dialled },
  C2: { of: calls, by: 'rows', where: () => sql`${dialled} and f."talk" > 0` },
  C3: { of: calls, by: 'rows', where: () => sql`${dialled} and f."talk" = 0` },
  C3a: notConnected('no_answer', 'missed', 'voicemail'),
  C3b: notConnected('busy'),
  C3c: notConnected('unreachable'),
  C3d: notConnected('invalid'),
  C3e: {
    of: calls,
    by: 'rows',
    where: () => sql`${dialled} and f."talk" = 0 and (f."outcome" is null or f."outcome" <> all(${otherwise}::text[]))`,
  },
  C4: { of: calls, by: 'rows', where: () => sql`f."direction" = 'inbound' and f."talk" > 0` },
  C5: { of: missedCalls, by: 'rows' },
  C6: { of: missedCalls, by: 'rows', parts: ['called_back'], where: () => sql`f."called_back"` },
  C6n: { minus: ['C5', 'C6'] },
  C7: { of: calls, by: 'leads', where: () => dialled },
  C8: { of: calls, by: 'leads', where: () => sql`${dialled} and f."talk" > 0` },
  C9: { of: calls, by: 'sum', value: sql`f."talk"`, where: () => sql`f."talk" > 0` },
  C10: { of: calls, by: 'average', value: sql`f."talk"`, where: () => sql`f."talk" > 0` },
  C11: { ratio: ['C2', 'C1'] },
  C12: { of: calls, by: 'rows', where: (asked) => sql`f."talk" >= ${reportSetting(asked, 'conversation_s', 60)}` },
  C13: { of: calls, by: 'first', value: sql`f."at"`, where: () => byUser },
  C14: { of: calls, by: 'last', value: sql`f."at"`, where: () => byUser },
  C16: { of: calls, by: 'last', value: sql`f."talk"`, where: () => sql`f."talk" > 0` },
  C15: { of: calls, by: 'last', value: sql`f."gap"`, parts: ['gap'], where: () => sql`f."gap" >= 0` },

  W1: { of: workDays, by: 'sum', value: sql`f."worked"` },
  W2: { of: workDays, by: 'sum', value: sql`f."breaks"` },
  W3: { of: workDays, by: 'first', value: sql`f."first_login"` },
  W4: { of: workDays, by: 'last', value: sql`f."last_seen"` },
  W5: { of: workDays, by: 'sum', value: sql`f."idle"` },

  P1: { of: startedApplications, by: 'leads' },
  P2: { of: submittedApplications, by: 'leads' },
  P3: { of: approvedPayments, by: 'leads' },
  P4: { of: enrolments, by: 'leads' },
  P4c: { of: assignments, by: 'leads', parts: ['enrolled'], where: () => sql`f."enrolled"` },
  P5: { ratio: ['P4c', 'L3'] },
  P4n: { of: captures, by: 'leads', parts: ['enrolled'], where: () => sql`not f."again" and f."enrolled"` },
  L6n: { of: captures, by: 'leads', where: () => sql`not f."again" and l."last_act_at" is not null` },
  P1n: { of: captures, by: 'leads', parts: ['applied'], where: () => sql`not f."again" and f."started"` },
  P2n: { of: captures, by: 'leads', parts: ['applied'], where: () => sql`not f."again" and f."submitted"` },
  P3n: { of: captures, by: 'leads', parts: ['paid'], where: () => sql`not f."again" and f."paid"` },
  P5n: { ratio: ['P4n', 'L1'] },
  M1: { of: campaignCosts, by: 'sum', value: sql`f."spend"::float8` },
  M2: { of: campaignCosts, by: 'sum', value: sql`f."clicks"::float8` },
  M3: { ratio: ['M1', 'L1'], times: 1 },
  M4: { ratio: ['M1', 'P2'], times: 1 },
  M5: { ratio: ['M1', 'P4'], times: 1 },
  R1: { of: approvedPayments, by: 'sum', value: sql`f."kept"` },

  Q1: { of: queries, by: 'rows' },
  Q2: { of: queries, by: 'rows', where: () => sql`f."state" in ('answered', 'closed')` },
  Q4: { of: queries, by: 'median', value: sql`extract(epoch from f."answered_at" - f."at") / 3600.0` },
  Q3: { of: queries, by: 'rows', where: () => sql`f."state" = 'closed'` },
};

/** The counted measures that a number follows from, or itself. */
function countedIn(id: MeasureId): Counted[] {
  const counting = countings[id];
  return isCounted(counting) ? [counting] : sourcesOf(counting).flatMap(countedIn);
}
/** It tells how things are now or when the range ends: there is no number of each day. */
export const isTimeless = (id: MeasureId): boolean => countedIn(id).some(({ of }) => of.timeless);
/** It tells how things are now: of an earlier period nobody knows. */
export const isOfNow = (id: MeasureId): boolean => countedIn(id).some(({ of }) => of.timeless === 'now');
/** A lead can be answered until the range ends, so that a day within a longer range has another number than the day alone. */
export const endsWithRange = (id: MeasureId): boolean => countedIn(id).some(({ parts }) => parts?.includes('response'));

/** The facts of the measure credit no user, such as captures: in rows of users the owner of the lead stands for one. */
export function creditsNobody(id: MeasureId): boolean {
  const counting = countings[id];
  return isCounted(counting) ? counting.of.credit === 'nobody' : sourcesOf(counting).every(creditsNobody);
}
