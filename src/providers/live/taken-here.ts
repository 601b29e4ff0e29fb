import { isRecord } from '../../schemas/kit/is-record';
import { currentSession } from '../session/session';
import { readJson, tabStored } from '../stored';
import type { DialerCall } from './live';

/** The incoming call that was taken in this tab, as it was then; it is there again after a reload. */
const stored = 'callTakenHere';

export function takenHere(key?: string): DialerCall | undefined {
  const call = readJson(tabStored.read(stored));
  return isCall(call) && (key === undefined || callKey(call) === key) ? call : undefined;
}
export const takeHere = (call: DialerCall | undefined): void => tabStored.write(stored, call && JSON.stringify(call));

/** What is written about the call is there too. */
export function noteHere(call: DialerCall, note: string): void {
  const taken = takenHere(callKey(call));
  if (taken) takeHere({ ...taken, note });
}

export const callKey = ({ call_id: id, requestBody }: DialerCall): string =>
  id ?? `${requestBody.id ?? ''}:${requestBody.phone ?? ''}`;

const isCall = (value: unknown): value is DialerCall =>
  isRecord(value) &&
  typeof value['call_id'] === 'string' &&
  isRecord(value['requestBody']) &&
  value['requestBody']['user_id'] === currentSession()?.user.id;
