import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import {
  markDone,
  refreshBehind,
  refreshLeadWork,
  useLead,
  useLeadStages,
  usePendingFollowUps,
  useTenantConfig,
} from '../../../providers/calls/lead-calls';
import { holdLive } from '../../../providers/live-provider';
import { saveCallAction } from '../../../providers/calls/save-call-action';
import type { LeadStageRequest } from '../../../providers/screens/lead-stage-modal';
import { newKey } from '../../../providers/calls/new-key';
import { useSession } from '../../../providers/session/session';
import type { PendingFollowUp, SeenStage } from '../../../schemas/calls/call-actions';
import { leadRecords } from '../../../schemas/kit/named-resources';
import { asksSubStage, enrolled, isEnrolled } from '../../../schemas/kit/stage-rules';
import type { Lead } from '../../../schemas/leads/leads';
import type { LeadStage } from '../../../schemas/settings/lead-stages';
import { useRefineForm } from '../../forms/use-refine-form';
import { serverNow } from '../../time/server-clock';
import { messageOf } from '../../page/states';
import { toasts } from '../../toasts/toasts';
import { mayPlanAt } from '../may-plan-at';
import { isGone, leadDone } from '../work-list/stored-work-list';
import { saveBody, seenStage, stageInConflict } from './save-body';
import { lockedOnOpening, whySaveWaits } from './save-gate';
import { stageComments, useKeptComment } from './stage-comments';
import { stageToSend, type StageSending } from './stage-sending';
import { errorsOf, startValues, type CallActionValues } from './values';

/** A pending follow-up, or one that was marked done while the modal is open. */
export interface FollowUpLine extends PendingFollowUp {
  readonly doneAt?: Date;
}
export interface CallActionState {
  readonly form: UseFormReturn<CallActionValues>;
  readonly lead: Lead | undefined;
  /** The same as far as it was known before: enough to say who it is. */
  readonly known: Lead | undefined;
  /** It was deleted, merged, or is another's now. */
  readonly gone: boolean;
  readonly stages: readonly LeadStage[];
  readonly stage: LeadStage | undefined;
  readonly stageDisabled: boolean;
  readonly subStageRequired: boolean;
  readonly followUps: readonly FollowUpLine[];
  readonly pendingCount: number;
  /** 'Before Add Lead Stage'. */
  readonly before: boolean;
  readonly automationOn: boolean;
  readonly entityName: string;
  readonly saving: boolean;
  /** Why Save is disabled. */
  readonly waits: string | undefined;
  /** The server's message after a failed save. */
  readonly failure: string | undefined;
  readonly changeStage: (id: string) => void;
  readonly finish: (followUp: PendingFollowUp) => void;
  readonly save: () => void;
  /** The same, and then what follows instead of closing; undefined where nothing follows. */
  readonly saveAndNext: (() => void) | undefined;
  readonly cancel: () => void;
}

/** The way to the next lead. */
export interface Onward {
  /** The outcome is being saved. */
  readonly ask: () => void;
  /** It is done; answers whether there was a next lead. */
  readonly go: () => Promise<boolean>;
}

/**
 * All state and actions of the modal from opening to closing; it is mounted again for the next lead. `onward` follows a save in
 * place of closing; `sending` outlives the page.
 */
export function useCallAction(
  request: LeadStageRequest,
  close: () => void,
  onward?: Onward,
  sending?: StageSending,
): CallActionState {
  const client = useQueryClient();
  const lead = useLead(request.leadId);
  const stagesQuery = useLeadStages();
  const pending = usePendingFollowUps(request.leadId);
  const config = useTenantConfig().data;
  const tenant = useSession()?.persisted.tenant;
  const { done, finish } = useMarkedDone();
  const open = (pending.data ?? []).filter((one) => !done.some((other) => other.id === one.id));
  const [stageChanged, setStageChanged] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [clientRef] = useState(newKey);
  const [conflicting, setConflicting] = useState<SeenStage>();

  // Freshly loaded, not from a list's cache, because the lock depends on it (D-059).
  const opened = useOpened(lead.data, lead.isFetching);
  const stages = useMemo(() => stagesQuery.data ?? [], [stagesQuery.data]);
  const leadIsEnrolled = isEnrolled(opened);
  const enrolledId = leadIsEnrolled ? enrolledIn(stages) : null;
  const automationOn = Number(tenant?.is_allow_automation_trigger ?? 0) === 1;

  const { form, stage } = useStageForm(request, { opened, stages, enrolledId, automationOn });

  const changeStage = (id: string): void => {
    takeStage(form, id);
    setStageChanged(true);
  };
  const mayBegin = opened !== undefined && !leadIsEnrolled && stages.some(({ id }) => id === request.stageId);
  useFirstStage(mayBegin ? request.stageId : undefined, changeStage);
  const before = Boolean(stage?.followup_required) && open.length > 0;
  const waits = whySaveWaits({
    leadKnown: opened !== undefined,
    lockedAtFirst: opened !== undefined && lockedOnOpening(opened),
    markedDone: done.length > 0,
    stageChanged,
    stageDisabled: leadIsEnrolled,
    before,
    mustFinishFirst: config?.enforce_pending_followup === true,
  });

  const cancel = (): void => {
    emptyForm(form, request.leadId, automationOn);
    close();
  };
  const store = async (values: CallActionValues, goOn?: Onward): Promise<void> => {
    if (!opened || !stage || waits || saving) return;
    setSaving(true);
    setFailure(undefined);
    if (values.call_date_time && !(await mayPlanAt(client, values.call_date_time))) return setSaving(false);
    let release: () => boolean;
    try {
      const own = { ref: clientRef, seen: conflicting ?? seenStage(opened) };
      const { ref, seen } = stageToSend(values, own, conflicting ? undefined : sending);
      const about = { lead: opened, stage, dialer: request.dialer === true, clientRef: ref, seen };
      release = await send(client, saveBody(values, about), goOn);
    } catch (error) {
      const current = stageInConflict(error);
      if (current) setConflicting(current);
      else toasts.error('Some error');
      setFailure(messageOf(error));
      return setSaving(false);
    }
    const goesOn = await wentOn(request.leadId, goOn);
    if (!goesOn) cancel();
    setSaving(false);
    release();
    (goesOn ? refreshBehind : refreshLeadWork)(client, request.leadId);
  };

  return {
    form,
    lead: opened,
    known: lead.data,
    gone: lead.isError && isGone(lead.error),
    stages,
    stage,
    stageDisabled: leadIsEnrolled,
    subStageRequired: asksSubStage(stage, leadIsEnrolled),
    followUps: [...open, ...done],
    pendingCount: open.length,
    before,
    automationOn,
    entityName: tenant?.entity_name ?? 'College',
    saving,
    waits,
    failure: failure ?? (lead.isError && !opened ? messageOf(lead.error) : undefined),
    changeStage,
    finish: (followUp) => void finish(followUp),
    save: () => void form.handleSubmit((values) => store(values))(),
    saveAndNext: onward && (() => void form.handleSubmit((values) => store(values, onward))()),
    cancel,
  };
}

/**
 * Saves the outcome, while the next lead is read. Until the returned function is called, what the save changes is read by nobody: its
 * own live event comes with the answer.
 */
async function send(client: QueryClient, body: ReturnType<typeof saveBody>, onward: Onward | undefined): Promise<() => boolean> {
  const release = holdLive(leadRecords, body.lead_id);
  try {
    const saved = saveCallAction(body);
    onward?.ask();
    await saved;
    return release;
  } catch (error) {
    if (release()) refreshLeadWork(client, body.lead_id);
    throw error;
  }
}

/** The outcome is saved: whether the next lead follows. */
async function wentOn(leadId: string, onward: Onward | undefined): Promise<boolean> {
  toasts.success('Saved Successfully');
  leadDone(leadId);
  stageComments.drop(leadId);
  return (await onward?.go()) === true;
}

const enrolledIn = (stages: readonly LeadStage[]): string | null =>
  String(stages.find((one) => one.stage_name === enrolled)?.id ?? '') || null;

function emptyForm(form: UseFormReturn<CallActionValues>, leadId: string, automationOn: boolean): void {
  stageComments.drop(leadId);
  form.reset(startValues(null, automationOn));
}

/** Chooses the stage that the form begins with, once it can be chosen. */
function useFirstStage(id: string | undefined, choose: (id: string) => void): void {
  const begun = useRef(false);
  useEffect(() => {
    if (id === undefined || begun.current) return;
    begun.current = true;
    choose(id);
  });
}

/** The follow-ups that were marked done while the modal is open. */
function useMarkedDone(): {
  readonly done: readonly FollowUpLine[];
  readonly finish: (followUp: PendingFollowUp) => Promise<void>;
} {
  const client = useQueryClient();
  const [done, setDone] = useState<readonly FollowUpLine[]>([]);
  const finish = async (followUp: PendingFollowUp): Promise<void> => {
    setDone((lines) => [...lines, { ...followUp, doneAt: new Date(serverNow()) }]);
    try {
      await markDone(followUp.call_action_id, 'call_action');
      toasts.success('Followup done successfully.');
      refreshLeadWork(client);
    } catch (error) {
      setDone((lines) => lines.filter((line) => line.id !== followUp.id));
      console.error('follow-up could not be marked done', error);
    }
  };
  return { done, finish };
}

/** What belongs to the stage before is cleared. */
function takeStage(form: UseFormReturn<CallActionValues>, id: string): void {
  form.setValue('selectStage', id);
  form.setValue('selectSubStage', null);
  form.setValue('call_date_time', null);
  form.setValue('lockStage', false);
  form.setValue('files', []);
  form.clearErrors();
}

interface StageFormWorld {
  readonly opened: Lead | undefined;
  readonly stages: readonly LeadStage[];
  readonly enrolledId: string | null;
  readonly automationOn: boolean;
}

/** The form with the rules of the chosen stage. */
function useStageForm(request: LeadStageRequest, { opened, stages, enrolledId, automationOn }: StageFormWorld) {
  const rules = useRef<(values: CallActionValues) => ReturnType<typeof errorsOf>>(() => ({}));
  const form = useRefineForm<CallActionValues>({
    // Text written while the call rang, or before a reload, is taken over; otherwise nothing is prefilled (D-068).
    defaultValues: {
      ...startValues(null, false),
      message: request.obd_call?.note ?? stageComments.of(request.leadId).text,
      selectCollegeId: request.obd_call?.clg_id ?? null,
    },
    resolver: (values) => {
      const errors = Object.entries(rules.current(values)).map(([name, message]) => [name, { type: 'rule', message }] as const);
      return errors.length ? { values: {}, errors: Object.fromEntries(errors) } : { values, errors: {} };
    },
  });
  useKeptComment(form, request.leadId);
  const stageId = useWatch({ control: form.control, name: 'selectStage' });
  const stage = stages.find((one) => one.id === stageId);
  useEffect(() => {
    rules.current = (values) => errorsOf(values, opened ?? {}, stages, new Date(serverNow()));
  });
  useEffect(() => {
    if (enrolledId) form.setValue('selectStage', enrolledId); // D-065
  }, [enrolledId, form]);
  useEffect(() => {
    form.setValue('allowAutomation', automationOn); // D-064
  }, [automationOn, form]);
  return { form, stage };
}

/** The lead as first loaded after opening; later answers do not replace it. */
function useOpened(lead: Lead | undefined, fetching: boolean): Lead | undefined {
  const [opened, setOpened] = useState<Lead>();
  if (lead && !fetching && !opened) setOpened(lead);
  return opened;
}
