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

/** The forms that calls opened are there again after a reload: the results of the calls are still to be written. */
const key = 'stageOfCall';
const isOfCall = (kept: unknown): kept is LeadStageRequest => isRecord(kept) && typeof kept['leadId'] === 'string';
const [first = null, ...others] = [readJson(tabStored.read(key))].flat().filter(isOfCall);
const request = createStore<LeadStageRequest | null>(first);
/** Leads of calls that ended while another lead's form was open: what is being written there is not thrown away. */
let waiting: readonly LeadStageRequest[] = others;

function show(next: LeadStageRequest | null, after: readonly LeadStageRequest[]): void {
  waiting = after;
  const ofCalls = [...(next?.dialer ? [next] : []), ...after];
  tabStored.write(key, ofCalls.length ? JSON.stringify(ofCalls) : undefined);
  request.set(next);
}
onSessionEnd(() => show(null, []));

/** Opens the modal on any page. A lead opened by a call is kept until the modal closes (D-057). */
export function openLeadStage(next: LeadStageRequest): void {
  const now = request.get();
  if (now?.dialer && !next.dialer) return;
  if (now && now.leadId !== next.leadId && next.dialer) show(now, [...waiting, next]);
  else show(next, waiting);
}
export function closeLeadStage(): void {
  const [next = null, ...after] = waiting;
  show(next, after);
}

export const isLeadStageOpen = (): boolean => request.get() !== null;
/** Null while the modal is closed. */
export const useLeadStageRequest = (): LeadStageRequest | null => useStore(request);
