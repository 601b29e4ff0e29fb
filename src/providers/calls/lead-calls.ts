import type { Query, QueryClient, UseQueryResult } from '@tanstack/react-query';
import { followUpList, markFollowUpDone, pendingFollowUps, reopenFollowUp } from '../../schemas/calls/call-actions';
import type { FollowUpCounts, FollowUpReopened, PendingFollowUp } from '../../schemas/calls/call-actions';
import type { FollowUpDone } from '../../schemas/kit/follow-up-outcomes';
import type { ChosenLeads } from '../../schemas/kit/chosen-leads';
import { leadCallFigures, leadOwners, leadPanel, type LeadPanel } from '../../schemas/calls/lead-page';
import { referralCount } from '../../schemas/calls/lead-referrals';
import { leadCounts, leadFavourite, leadJourney, leadReassign, myDay } from '../../schemas/calls/leads';
import type { LeadCounts, LeadsReassigned, MyDay } from '../../schemas/calls/leads';
import { tenantConfig, type TenantConfig } from '../../schemas/calls/session';
import { stageChoicesWire } from '../../schemas/kit/stage-rules';
import { dataOf } from '../../schemas/kit/call';
import { recordIn } from '../../schemas/kit/is-record';
import type { followUps } from '../../schemas/leads/follow-ups';
import type { leadReferrals } from '../../schemas/leads/lead-referrals';
import type { Lead } from '../../schemas/leads/leads';
import type { LeadStage } from '../../schemas/settings/lead-stages';
import { changeRow, listOf } from './records';
import { call, type AnswerOf, type Callable, type CallAnswer } from './call';
import { callName, logged, reporting, useAnswer, useCall } from './use-call';

/**
 * The counsellor's calls: each is one function or one query. `refreshLeadWork` reloads all screens that show leads, call actions
 * or follow-ups.
 */
/** Calls of resources, as their schema files have them, and what these screens read of the answers. */
export const leadRead = { wire: 'GET res/leads/{id}', data: dataOf<Lead>() } as const;
type StageChoice = LeadStage & { readonly _id?: string };
const stageLookUp = {
  wire: stageChoicesWire,
  data: dataOf<StageChoice[]>(),
} as const;
export const referralList = listOf<typeof leadReferrals>('lead-referrals');
const collegeLookUp = { wire: 'GET lead-gen/colleges', data: dataOf<CollegeOption[]>() } as const;

export const useLead = (id: string): UseQueryResult<Lead> => useCall(leadRead, { id }, { retry: false });

export const usePendingFollowUps = (leadId: string): UseQueryResult<PendingFollowUp[]> =>
  useCall(pendingFollowUps, { leadId }, { retry: false });

/** Once per session; the cache is cleared at sign-out. A failure is only logged. */
export const useLeadStages = (): UseQueryResult<LeadStage[]> =>
  useAnswer(stageLookUp, {}, stagesIn, {
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    early: true,
    around: stagesFailed,
  });

const stagesFailed = reporting((error) => console.error('stages could not be loaded', error));
const stagesIn = ({ data }: { readonly data: readonly StageChoice[] }): LeadStage[] =>
  data.map((stage) => ({ ...stage, id: String(stage.id ?? stage._id) }));

/** The open work and the stages that the lead's page shows on every tab. */
export const useLeadPanel = (leadId: string): UseQueryResult<LeadPanel> => useCall(leadPanel, { id: leadId }, { retry: false });

export interface CollegeOption {
  readonly clg_id: number;
  readonly clg_name: string;
}
export const useColleges = (): UseQueryResult<CollegeOption[]> =>
  useCall(collegeLookUp, {}, { staleTime: 10 * 60_000, gcTime: Infinity, retry: false });

export const useTenantConfig = (enabled = true): UseQueryResult<TenantConfig> =>
  useCall(tenantConfig, {}, { enabled, staleTime: 10 * 60_000, gcTime: Infinity, retry: false, around: logged });

/** `source` is the place of the click (D-067). */
export const markDone = (
  callActionId: string,
  source: 'call_action' | 'followup_list' | 'dialer',
): Promise<CallAnswer<FollowUpDone>> => call(markFollowUpDone, { id: callActionId, source });

/** Takes back that it was marked done; `done` is the answer to that. */
export const undoDone = (done: FollowUpDone): Promise<CallAnswer<FollowUpReopened>> =>
  call(reopenFollowUp, { id: done.call_action_id, done_at: done.done_at });

export const useMyDay = (): UseQueryResult<MyDay> => useCall(myDay, {});

export const useLeadCounts = (enabled = true): UseQueryResult<LeadCounts> => useCall(leadCounts, {}, { enabled });

/** How many leads wait for this user's answer. */
export const useReferralCount = (enabled = true): UseQueryResult<{ readonly waiting: number }> =>
  useCall(referralCount, {}, { enabled, retry: false, around: logged });

/** How many follow-ups of the user, or of someone below them, are in each tab of /myfollowup. */
export const useFollowUpCounts = (userId?: string): UseQueryResult<FollowUpCounts> =>
  useAnswer(followUpList, { type: 'today', limit: 1, ...(userId ? { user_id: userId } : {}) }, countsIn);
const countsIn = ({ counts }: { readonly counts: FollowUpCounts }): FollowUpCounts => counts;

export const rescheduleFollowUp = (id: string, at: string): Promise<unknown> =>
  changeRow<typeof followUps>('follow-ups', id, { call_date_time: at });

export const setFavourite = (leadId: string, value: boolean): Promise<AnswerOf<typeof leadFavourite>> =>
  call(leadFavourite, { id: leadId, value });
export const reassignLeads = (chosen: ChosenLeads, userId: string, reason: string): Promise<CallAnswer<LeadsReassigned>> =>
  call(leadReassign, { ...chosen, user_id: userId, ...(reason ? { reason } : {}) });

/** Calls whose answers follow from the work on leads. */
const leadWork: readonly Callable[] = [
  leadRead,
  leadPanel,
  leadOwners,
  leadCallFigures,
  pendingFollowUps,
  leadJourney,
  myDay,
  leadCounts,
  followUpList,
  referralCount,
  referralList,
];

/**
 * Lists, pages and counts that show any of it load again; refine keeps the resource's name in its keys, `useCall` the call's. Where
 * only `leadId` changed, what is known of single other leads stays.
 */
export function refreshLeadWork(client: QueryClient, leadId?: string): void {
  void client.invalidateQueries({ predicate: isLeadWork(leadId) });
}

/** The same behind another lead's form: marked at once, read when that form is shown, so that its own reads do not wait. */
export function refreshBehind(client: QueryClient, leadId: string): void {
  const predicate = isLeadWork(leadId);
  void client.invalidateQueries({ predicate, refetchType: 'none' });
  setTimeout(() => void client.refetchQueries({ predicate, type: 'active' }), behindMs);
}
const behindMs = 300;

const isLeadWork = (leadId: string | undefined) => {
  const names = new Set<unknown>(['leads', 'lead-referrals', 'call-actions', 'follow-ups', ...leadWork.map(callName)]);
  return ({ queryKey }: Pick<Query, 'queryKey'>): boolean => {
    if (!queryKey.some((part) => names.has(part))) return false;
    const { id, leadId: of = id } = recordIn(queryKey[0] === 'call' ? queryKey[2] : undefined);
    return leadId === undefined || of === undefined || of === leadId;
  };
};

/** A stage's colour by id or name; null until the stages are loaded. */
export function useStageColor(): (idOrName: string | null | undefined) => string | null {
  const stages = useLeadStages().data ?? [];
  return (wanted) => stages.find((stage) => stage.id === wanted || stage.stage_name === wanted)?.color ?? null;
}
