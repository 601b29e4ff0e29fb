import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { callGenerate, followUpList, markFollowUpDone, pendingFollowUps } from '../../schemas/calls/call-actions';
import type { CallActionSaved, FollowUpCounts, PendingFollowUp } from '../../schemas/calls/call-actions';
import type { ChosenLeads } from '../../schemas/kit/chosen-leads';
import { leadCounts, leadFavourite, leadJourney, leadReassign, myDay } from '../../schemas/calls/leads';
import type { LeadCounts, LeadsReassigned, MyDay } from '../../schemas/calls/leads';
import { tenantConfig, type TenantConfig } from '../../schemas/calls/session';
import { stageChoicesWire } from '../../schemas/kit/stage-rules';
import { dataOf } from '../../schemas/kit/call';
import type { CallAction } from '../../schemas/leads/call-actions';
import type { Lead } from '../../schemas/leads/leads';
import type { CustomField } from '../../schemas/settings/custom-fields';
import type { LeadStage } from '../../schemas/settings/lead-stages';
import { call, requestRow, type Callable, type CallAnswer, type CallValues } from './call';
import { callName, logged, reporting, useAnswer, useCall } from './use-call';

/**
 * The counsellor's calls: each is one function or one query. `refreshLeadWork` reloads all screens that show leads, call actions
 * or follow-ups.
 */
/** Calls of resources, as their schema files have them, and what these screens read of the answers. */
const leadRead = { wire: 'GET res/leads/{id}', data: dataOf<Lead>() } as const;
const stageActions = {
  wire: 'GET res/call-actions?lead_id,_start=0,_end=100,_sort=created_at,_order=asc',
  data: dataOf<CallAction[]>(),
} as const;
type StageChoice = LeadStage & { readonly _id?: string };
const stageLookUp = {
  wire: stageChoicesWire,
  data: dataOf<StageChoice[]>(),
} as const;
type CustomName = Pick<CustomField, 'key' | 'label'>;
const customNames = { wire: 'GET get/custom-field-names?entity=lead', data: dataOf<CustomName[]>() } as const;
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

/** Titles of the leads' custom fields by key; requested only if a lead has some. */
export const useCustomLabels = (enabled: boolean): ReadonlyMap<string, string> | undefined =>
  useAnswer(customNames, {}, labelsIn, { enabled, staleTime: 300_000, retry: false }).data;

const labelsIn = ({ data }: { readonly data: readonly CustomName[] }): ReadonlyMap<string, string> =>
  new Map(data.map((field) => [String(field.key), String(field.label)]));

/** The lead's call actions, oldest first: its path through the stages. */
export const useStageWay = (leadId: string): UseQueryResult<CallAction[]> =>
  useCall(stageActions, { lead_id: leadId }, { retry: false });

export interface CollegeOption {
  readonly clg_id: number;
  readonly clg_name: string;
}
export const useColleges = (): UseQueryResult<CollegeOption[]> =>
  useCall(collegeLookUp, {}, { staleTime: 10 * 60_000, gcTime: Infinity, retry: false });

export const useTenantConfig = (enabled = true): UseQueryResult<TenantConfig> =>
  useCall(tenantConfig, {}, { enabled, staleTime: 10 * 60_000, gcTime: Infinity, retry: false, around: logged });

export const saveCallAction = (body: CallValues): Promise<CallAnswer<CallActionSaved>> => call(callGenerate, body);

/** `source` is the place of the click (D-067). */
export const markDone = (
  callActionId: string,
  source: 'call_action' | 'followup_list' | 'dialer',
): Promise<CallAnswer<unknown>> => call(markFollowUpDone, { id: callActionId, source });

export const useMyDay = (): UseQueryResult<MyDay> => useCall(myDay, {});

export const useLeadCounts = (enabled = true): UseQueryResult<LeadCounts> => useCall(leadCounts, {}, { enabled });

/** How many follow-ups of the user are in each tab of /myfollowup. */
export const useFollowUpCounts = (): UseQueryResult<FollowUpCounts> =>
  useAnswer(followUpList, { type: 'today', limit: 1 }, countsIn);
const countsIn = ({ counts }: { readonly counts: FollowUpCounts }): FollowUpCounts => counts;

export const addFollowUp = (leadId: string, at: string, note: string): Promise<unknown> =>
  requestRow('res/follow-ups', { method: 'POST', body: { lead_id: leadId, call_date_time: at, ...(note ? { note } : {}) } });
export const rescheduleFollowUp = (id: string, at: string): Promise<unknown> =>
  requestRow(`res/follow-ups/${encodeURIComponent(id)}`, { method: 'PATCH', body: { call_date_time: at } });

export const setFavourite = (leadId: string, value: boolean): Promise<CallAnswer<unknown>> =>
  call(leadFavourite, { id: leadId, value });
export const reassignLeads = (chosen: ChosenLeads, userId: string, reason: string): Promise<CallAnswer<LeadsReassigned>> =>
  call(leadReassign, { ...chosen, user_id: userId, ...(reason ? { reason } : {}) });

/** Calls whose answers follow from the work on leads. */
const leadWork: readonly Callable[] = [leadRead, stageActions, pendingFollowUps, leadJourney, myDay, leadCounts, followUpList];

/** Lists, pages and counts that show any of it load again; refine keeps the resource's name in its keys, `useCall` the call's. */
export async function refreshLeadWork(client: QueryClient): Promise<void> {
  const names = new Set<unknown>(['leads', 'call-actions', 'follow-ups', ...leadWork.map(callName)]);
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some((part) => names.has(part)) });
}

/** A stage's colour by id or name; null until the stages are loaded. */
export function useStageColor(): (idOrName: string | null | undefined) => string | null {
  const stages = useLeadStages().data ?? [];
  return (wanted) => stages.find((stage) => stage.id === wanted || stage.stage_name === wanted)?.color ?? null;
}
