import { useSyncExternalStore } from 'react';

/** What a call that has ended leaves for the modal: who called, and what was written meanwhile. */
export interface ObdCall {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly user_id: string;
  readonly note: string;
  readonly clg_id: number | null;
}
/** The lead that the call-action modal stands over; `dialer` when a call brought it (D-058). */
export interface LeadStageRequest {
  readonly leadId: string;
  readonly dialer?: boolean;
  readonly obd_call?: ObdCall;
}

let request: LeadStageRequest | null = null;
const listeners = new Set<() => void>();

/** Opens the modal from any screen. A lead that came by a call keeps its place until the modal closes (D-057). */
export function openLeadStage(next: LeadStageRequest): void {
  if (request?.dialer && !next.dialer) return;
  set(next);
}
export function closeLeadStage(): void {
  set(null);
}

/** Null while the modal is closed. */
export function useLeadStageRequest(): LeadStageRequest | null {
  return useSyncExternalStore(subscribe, current, current);
}

function set(next: LeadStageRequest | null): void {
  request = next;
  for (const tell of listeners) tell();
}
function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
const current = (): LeadStageRequest | null => request;
