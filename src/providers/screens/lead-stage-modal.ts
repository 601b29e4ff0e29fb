import { onSessionEnd } from '../session/session';
import { isRecord } from '../../schemas/kit/is-record';
import { createStore, useStore } from '../store';
import { readJson, tabStored } from '../stored';

/** What an ended call passes to the modal: the caller, and the text written meanwhile. */
export interface ObdCall {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly user_id: string;
  readonly note: string;
  readonly clg_id: number | null;
}
/** The lead of the call-action modal; `dialer` if a call opened it (D-058). */
export interface LeadStageRequest {
  readonly leadId: string;
  readonly dialer?: boolean;
  /** The stage that the form begins with. */
  readonly stageId?: string;
  readonly obd_call?: ObdCall;
}

/** The form that a call opened is there again after a reload: the result of the call is still to be written. */
const key = 'stageOfCall';
const isOfCall = (kept: unknown): kept is LeadStageRequest => isRecord(kept) && typeof kept['leadId'] === 'string';
const kept = readJson(tabStored.read(key));
const request = createStore<LeadStageRequest | null>(isOfCall(kept) ? kept : null);
function show(next: LeadStageRequest | null): void {
  tabStored.write(key, next?.dialer ? JSON.stringify(next) : undefined);
  request.set(next);
}

/** Leads of calls that ended while another lead's form was open: what is being written there is not thrown away. */
let waiting: readonly LeadStageRequest[] = [];
onSessionEnd(() => {
  waiting = [];
  show(null);
});

/** Opens the modal on any page. A lead opened by a call is kept until the modal closes (D-057). */
export function openLeadStage(next: LeadStageRequest): void {
  const now = request.get();
  if (now?.dialer && !next.dialer) return;
  if (now && now.leadId !== next.leadId && next.dialer) waiting = [...waiting, next];
  else show(next);
}
export function closeLeadStage(): void {
  const [next = null, ...others] = waiting;
  waiting = others;
  show(next);
}

/** Null while the modal is closed. */
export const useLeadStageRequest = (): LeadStageRequest | null => useStore(request);
