import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { addRow, changeRow, listOf, type ActionOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import type { Draft } from '../../schemas/kit/resource';
import type { VirtualMeeting, virtualMeetings } from '../../schemas/leads/virtual-meetings';

export type Meeting = VirtualMeeting;
type MeetingDraft = Draft<typeof virtualMeetings>;
const meetingList = listOf<typeof virtualMeetings>('virtual-meetings');
const tellCall = { wire: 'POST res/virtual-meetings/{id}/tell', as: 'update' } as const satisfies ActionOf<
  typeof virtualMeetings
>;
const linkCall = { wire: 'POST res/virtual-meetings/{id}/link', as: 'update' } as const satisfies ActionOf<
  typeof virtualMeetings
>;
const linkWaitMs = 1500;

/** The lead's meetings, newest first; read again while a provider is making a link. */
export const useMeetings = (leadId: string) =>
  useCall(
    meetingList,
    { lead_id: leadId, _start: 0, _end: 100, _sort: 'starts_at', _order: 'desc' },
    { retry: false, refetchInterval: (known) => (known?.some((one) => one.link_state === 'asked') ? linkWaitMs : false) },
  );

/** What is done with a meeting; the list is read again behind each. */
export function useMeetingActs() {
  const client = useQueryClient();
  const after = async (work: Promise<unknown>): Promise<void> => {
    await work;
    void client.invalidateQueries({ queryKey: callKey(meetingList) });
    refreshLeadWork(client);
  };
  return {
    add: (draft: MeetingDraft, ref: string) => after(addRow<typeof virtualMeetings>('virtual-meetings', draft, ref)),
    change: (id: string | number, draft: MeetingDraft) => after(changeRow<typeof virtualMeetings>('virtual-meetings', id, draft)),
    tell: (id: string | number) => after(call(tellCall, { id })),
    askForLink: (id: string | number) => after(call(linkCall, { id })),
  };
}
