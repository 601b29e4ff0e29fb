import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { callGenerate, followUpList, markFollowUpDone, pendingFollowUps } from '../../schemas/calls/call-actions';
import type { CallActionSaved, FollowUpCounts, PendingFollowUp } from '../../schemas/calls/call-actions';
import type { ChosenLeads } from '../../schemas/kit/chosen-leads';
import { leadCounts, leadFavourite, leadJourney, leadReassign, myDay } from '../../schemas/calls/leads';
import type { JourneyEntry, LeadCounts, LeadsReassigned, MyDay } from '../../schemas/calls/leads';
import { tenantConfig, type TenantConfig } from '../../schemas/calls/session';
import { dataOf } from '../../schemas/kit/call';
import type { CallAction } from '../../schemas/leads/call-actions';
import type { Lead } from '../../schemas/leads/leads';
import type { CustomField } from '../../schemas/settings/custom-fields';
import type { LeadStage } from '../../schemas/settings/lead-stages';
import { call, callRow, requestRow, type CallAnswer, type CallValues } from './call';

/**
 * The counsellor's calls: each is one function or one query. `refreshLeadWork` is the signal to all screens that show leads,
 * call actions or follow-ups.
 */
const key = 'lead-work';
/** Calls of resources, as their schema files have them, and what these screens read of the answers. */
const leadRead = { wire: 'GET res/leads/{id}', data: dataOf<Lead>() } as const;
const stageActions = {
  wire: 'GET res/call-actions?lead_id,_start=0,_end=100,_sort=created_at,_order=asc',
  data: dataOf<CallAction[]>(),
} as const;
const stageLookUp = {
  wire: 'GET getLeadStages?allStages=false',
  data: dataOf<(LeadStage & { readonly _id?: string })[]>(),
} as const;
const customNames = {
  wire: 'GET get/custom-field-names?entity=lead',
  data: dataOf<Pick<CustomField, 'key' | 'label'>[]>(),
} as const;
const collegeLookUp = { wire: 'GET lead-gen/colleges', data: dataOf<CollegeOption[]>() } as const;

export const useLead = (id: string): UseQueryResult<Lead> =>
  useQuery({ queryKey: [key, 'lead', id], queryFn: () => callRow(leadRead, { id }), retry: false });

export const usePendingFollowUps = (leadId: string): UseQueryResult<PendingFollowUp[]> =>
  useQuery({
    queryKey: [key, 'pending', leadId],
    queryFn: async () => (await call(pendingFollowUps, { leadId })).data,
    retry: false,
  });

export interface JourneyPage {
  readonly entries: readonly JourneyEntry[];
  readonly next: string | null;
}
export async function loadJourney(
  leadId: string,
  about: { limit?: number; before?: string | undefined; group?: string | undefined },
): Promise<JourneyPage> {
  const answer = await call(leadJourney, { id: leadId, ...about });
  return { entries: answer.data, next: answer.next ?? null };
}
export const journeyKey = (leadId: string, group?: string): readonly unknown[] => [key, 'journey', leadId, group ?? 'all'];

/** One call a session; the cache goes with the sign-out. A failure is only logged. */
export const useLeadStages = (): UseQueryResult<LeadStage[]> =>
  useQuery({
    queryKey: ['lead-stages-of-session'],
    queryFn: async () => {
      try {
        const answer = await call(stageLookUp, {}, { early: true });
        return answer.data.map((stage) => ({ ...stage, id: String(stage.id ?? stage._id) }));
      } catch (error) {
        console.error('stages could not be loaded', error);
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

/** Names of the custom fields of leads by their keys; asked for only where a lead has some. */
export const useCustomLabels = (enabled: boolean): ReadonlyMap<string, string> | undefined =>
  useQuery({
    queryKey: ['custom-fields-of-leads'],
    queryFn: async () => {
      const { data } = await call(customNames, {});
      return new Map(data.map((field) => [String(field.key), String(field.label)]));
    },
    enabled,
    staleTime: 300_000,
    retry: false,
  }).data;

/** The lead's call actions from the first on: the way it took through the stages. */
export const useStageWay = (leadId: string): UseQueryResult<CallAction[]> =>
  useQuery({
    queryKey: [key, 'way', leadId],
    queryFn: () => callRow(stageActions, { lead_id: leadId }),
    retry: false,
  });

export interface CollegeOption {
  readonly clg_id: number;
  readonly clg_name: string;
}
export const useColleges = (): UseQueryResult<CollegeOption[]> =>
  useQuery({
    queryKey: ['colleges-of-session'],
    queryFn: async () => (await call(collegeLookUp, {})).data,
    staleTime: 10 * 60_000,
    gcTime: Infinity,
    retry: false,
  });

export const useTenantConfig = (): UseQueryResult<TenantConfig> =>
  useQuery({
    queryKey: ['tenant-config-of-session'],
    queryFn: async () => (await call(tenantConfig, {})).data,
    staleTime: 10 * 60_000,
    gcTime: Infinity,
    retry: false,
  });

export const saveCallAction = (body: CallValues): Promise<CallAnswer<CallActionSaved>> => call(callGenerate, body);

/** `source` says where the click came from (D-067). */
export const markDone = (
  callActionId: string,
  source: 'call_action' | 'followup_list' | 'dialer',
): Promise<CallAnswer<unknown>> => call(markFollowUpDone, { id: callActionId, source });

export const useMyDay = (): UseQueryResult<MyDay> =>
  useQuery({ queryKey: [key, 'my-day'], queryFn: async () => (await call(myDay, {})).data });

export const useLeadCounts = (enabled = true): UseQueryResult<LeadCounts> =>
  useQuery({ queryKey: [key, 'counts'], queryFn: async () => (await call(leadCounts, {})).data, enabled });

/** How many follow-ups of the user each tab of /myfollowup holds. */
export const useFollowUpCounts = (): UseQueryResult<FollowUpCounts> =>
  useQuery({
    queryKey: [key, 'follow-up-counts'],
    queryFn: async () => (await call(followUpList, { type: 'today', limit: 1 })).counts,
  });
export const addFollowUp = (leadId: string, at: string, note: string): Promise<unknown> =>
  requestRow('res/follow-ups', { method: 'POST', body: { lead_id: leadId, call_date_time: at, ...(note ? { note } : {}) } });
export const rescheduleFollowUp = (id: string, at: string): Promise<unknown> =>
  requestRow(`res/follow-ups/${encodeURIComponent(id)}`, { method: 'PATCH', body: { call_date_time: at } });

export const setFavourite = (leadId: string, value: boolean): Promise<CallAnswer<unknown>> =>
  call(leadFavourite, { id: leadId, value });
export const reassignLeads = (chosen: ChosenLeads, userId: string, reason: string): Promise<CallAnswer<LeadsReassigned>> =>
  call(leadReassign, { ...chosen, user_id: userId, ...(reason ? { reason } : {}) });

/** Lists, pages and counts that show any of it load again; refine keeps the resource's name in its keys. */
export async function refreshLeadWork(client: QueryClient): Promise<void> {
  const names = new Set<unknown>(['leads', 'call-actions', 'follow-ups', key]);
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some((part) => names.has(part)) });
}

/** A stage's colour by id or name; null while the stages are not there. */
export function useStageColor(): (idOrName: string | null | undefined) => string | null {
  const stages = useLeadStages().data ?? [];
  return (wanted) => stages.find((stage) => stage.id === wanted || stage.stage_name === wanted)?.color ?? null;
}
