import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import {
  calendarFeed,
  endCalendarFeed,
  finishFollowUp,
  followUpCalendar,
  followUpTime,
  renewCalendarFeed,
  spreadFollowUps,
  type CalendarAddress,
  type CalendarDay,
  type FollowUpTime,
  type SpreadPlan,
} from '../../schemas/calls/follow-up-work';
import type { FollowUpDone, FollowUpOutcome } from '../../schemas/kit/follow-up-outcomes';
import type { followUps } from '../../schemas/leads/follow-ups';
import { call, type CallAnswer } from './call';
import type { RowsMeant } from './list-work';
import { addRow } from './records';
import { callKey, logged, useCall } from './use-call';

/** What speaks against a time; asked once a minute at most for each. */
export const useTimeFacts = (at: string | null, userId?: string): UseQueryResult<FollowUpTime> =>
  useCall(followUpTime, timeValues(at ?? '', userId), { enabled: at !== null, retry: false, staleTime: 60_000, around: logged });
export const timeFactsOf = async (client: QueryClient, at: string, userId?: string): Promise<FollowUpTime> => {
  const values = timeValues(at, userId);
  const queryFn = () => call(followUpTime, values);
  return (await client.fetchQuery({ queryKey: callKey(followUpTime, values), queryFn, staleTime: 60_000, retry: false })).data;
};
const timeValues = (at: string, userId: string | undefined) => ({ at, ...(userId ? { user_id: userId } : {}) });

/** Once for a client reference, however often it is sent. */
export const addFollowUp = (leadId: string, at: string, note: string, clientRef: string): Promise<unknown> =>
  addRow<typeof followUps>('follow-ups', { lead_id: leadId, call_date_time: at, ...(note ? { note } : {}) }, clientRef);
export const finishWith = (id: string, outcome: FollowUpOutcome, note: string): Promise<CallAnswer<FollowUpDone>> =>
  call(finishFollowUp, { id, outcome, ...(note ? { note } : {}) });

interface Spreading {
  readonly from: string;
  readonly every_min: number;
}
export const spread = async (rows: RowsMeant, how: Spreading): Promise<SpreadPlan> =>
  (await call(spreadFollowUps, { ...meant(rows), ...how })).data;

/** What spreading them would do; nothing changes. */
export const useSpreadPlan = (rows: RowsMeant, from: string | null, every: number | null): UseQueryResult<SpreadPlan> =>
  useCall(
    spreadFollowUps,
    { ...meant(rows), from: from ?? '', every_min: every ?? 0, preview: true },
    { enabled: from !== null && every !== null, retry: false, gcTime: 0 },
  );

const meant = ({ ids, query }: RowsMeant): { ids?: readonly string[]; query?: RowsMeant['query'] & object } =>
  ids ? { ids: ids.map(String) } : { query: query ?? {} };

export const useFollowUpCalendar = (
  range: { readonly from: string; readonly to: string; readonly most: number },
  userId: string | undefined,
): UseQueryResult<readonly CalendarDay[]> =>
  useCall(followUpCalendar, { ...range, ...(userId ? { user_id: userId } : {}) }, { keepPrevious: true, retry: false });

export const useCalendarAddress = (): UseQueryResult<CalendarAddress> => useCall(calendarFeed, {}, { retry: false });
export const renewCalendarAddress = async (): Promise<CalendarAddress> => (await call(renewCalendarFeed, {})).data;
export const endCalendarAddress = async (): Promise<CalendarAddress> => (await call(endCalendarFeed, {})).data;
