import type { CallLines } from '../channels/telephony';
import type { CallRow } from './call-state';

/** Stands for a line while the provider is asked for it. */
export const asked = 'asked';

/** The provider knows lines of this call: one that it was asked to place, or that came in from it. */
export const hasLines = ({ room, provider_call_id: id }: Pick<CallRow, 'room' | 'provider_call_id'>): boolean =>
  room !== null || id !== null;

export function linesOf(call: CallRow): CallLines {
  const known = (line: string | null): string | null => (line === asked ? null : line);
  const isOut = call.direction === 'outbound';
  return {
    room: call.room ?? call.id,
    conference: call.conference_id,
    agent: known(isOut ? call.provider_call_id : call.agent_line),
    other: known(call.other_line) ?? (isOut ? null : call.provider_call_id),
    phone: call.phone,
  };
}
