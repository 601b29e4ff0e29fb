import sql, { type Sql } from 'sql-template-tag';
import type { MeasureId } from '../../src/schemas/kit/measures';
import { nowOf, reportSetting, type Asked } from './asked';
import { approvedPayments, queries, startedApplications, submittedApplications } from './facts/applications';
import { assignments, departures } from './facts/assignments';
import { calls, missedCalls } from './facts/calls';
import { enrolments } from './facts/enrolments';
import type { FactPart, FactTable } from './facts/fact-table';
import { captures, leadsNow, owners } from './facts/leads';
import { addedFollowUps, allActs, callActions, dueFollowUps, upcomingFollowUps, workDays } from './facts/work';

/** Facts of one table that meet a condition, and how they become a number. The total rule follows: nothing but sums is added up. */
export interface Counted {
  readonly of: FactTable;
  /** On the fact `f` and its lead `l`. */
  readonly where?: (asked: Asked) => Sql;
  /** 'rows' and 'leads' are counted, each once; the others are made of `value`. */
  readonly by: 'rows' | 'leads' | 'sum' | 'average' | 'median' | 'p90' | 'first' | 'last';
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

const ofActs = (...kinds: string[]): Counted => ({ of: allActs, by: 'rows', where: () => sql`f."kind" = any(${kinds}::text[])` });
const dialled = sql`f."direction" = 'outbound'`;
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
  A4: ofActs('note'),
  A5: ofActs('follow_up_done'),
  A6: ofActs('email'),
  A7: ofActs('sms'),
  A8: ofActs('whatsapp'),
  A9: { ratio: ['A2', 'W1'], times: 3600 },

  L1: { of: captures, by: 'leads', where: () => sql`not f."again"` },
  L2: { of: captures, by: 'rows', where: () => sql`f."again"` },
  L3: { of: assignments, by: 'leads' },
  L4: { of: owners, by: 'leads', where: () => sql`f."user_id" is not null` },
  L5: { minus: ['L3', 'L6'] },
  L6: { of: assignments, by: 'leads', parts: ['response'], where: () => sql`f."first_at" is not null` },
  L7: { of: departures, by: 'leads' },
  L8: { of: captures, by: 'leads', where: () => sql`not f."again" and l."is_verified" = 1` },
  L9: { of: owners, by: 'leads', where: () => sql`f."user_id" is null` },

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
  S2: { of: leadsNow, by: 'leads' },
  S3: { of: callActions, by: 'leads' },

  F1: { of: addedFollowUps, by: 'rows' },
  F2: { of: dueFollowUps, by: 'rows' },
  F3: { of: dueFollowUps, by: 'rows', where: () => sql`f."state" = 'done' and f."in_time"` },
  F4: { of: dueFollowUps, by: 'rows', where: () => sql`f."state" = 'done' and not f."in_time"` },
  F5: { of: dueFollowUps, by: 'rows', where: (asked) => sql`f."state" = 'pending' and f."at" < ${nowOf(asked)}` },
  F6: { of: upcomingFollowUps, by: 'rows' },
  F7: { ratio: ['F3', 'F2'] },

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
  R1: { of: approvedPayments, by: 'sum', value: sql`f."kept"` },

  Q1: { of: queries, by: 'rows' },
  Q2: { of: queries, by: 'rows', where: () => sql`f."state" in ('answered', 'closed')` },
  Q3: { of: queries, by: 'rows', where: () => sql`f."state" = 'closed'` },
};
