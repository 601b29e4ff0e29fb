import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../providers/calls/call';
import { addRow, changeRow, type ActionOf } from '../../providers/calls/records';
import { callKey } from '../../providers/calls/use-call';
import { collegeChoices, collegeMatches, type CollegeMatch } from '../../schemas/calls/lead-colleges';
import type { leadColleges, LeadCollege } from '../../schemas/leads/lead-colleges';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';

export type Relation = LeadCollege['relation'];
export type Response = NonNullable<LeadCollege['response']>;
export type Reason = NonNullable<LeadCollege['reason_code']>;
/** What a dialog asks besides; left out, it stays as it was. */
export interface Chosen {
  readonly course_id?: string | null;
  readonly reason_code?: Reason;
  readonly reason?: string | null;
  readonly response?: Response | null;
  readonly next_step?: string | null;
}
export const responses: readonly { readonly value: Response; readonly label: string }[] = [
  { value: 'interested', label: 'Interested' },
  { value: 'undecided', label: 'Undecided' },
  { value: 'visit', label: 'Wants to visit' },
  { value: 'declined', label: 'Declined' },
];
export const reasons: readonly { readonly value: Reason; readonly label: string }[] = [
  { value: 'fees', label: 'Fees' },
  { value: 'location', label: 'Location' },
  { value: 'eligibility', label: 'Eligibility' },
  { value: 'placement', label: 'Placement' },
  { value: 'other', label: 'Other' },
];

const placeCall = {
  wire: 'PUT res/lead-colleges/{id}/place@rank',
  as: 'update',
} as const satisfies ActionOf<typeof leadColleges>;

const pushCall = {
  wire: 'POST res/lead-colleges/{id}/push@push',
  as: 'update',
} as const satisfies ActionOf<typeof leadColleges>;

/** The lead's choices as they are written. `refresh` reads again every list that shows them. */
export function useChoosing(leadId: string) {
  const client = useQueryClient();
  const mayAdd = useMayChangeLead(leadId, 'lead-colleges', 'create');
  const mayUpdate = useMayChangeLead(leadId, 'lead-colleges', 'update');
  const refresh = async (): Promise<void> => {
    await Promise.all([collegeChoices, collegeMatches].map((read) => client.invalidateQueries({ queryKey: callKey(read) })));
  };
  return {
    mayChoose: mayAdd && mayUpdate,
    refresh,
    /** A match's college: its choice is changed where there is one. */
    async choose(match: Pick<CollegeMatch, 'clg_id' | 'choice'>, relation: Relation, more: Chosen): Promise<void> {
      if (match.choice) await changeRow<typeof leadColleges>('lead-colleges', match.choice.id, { relation, ...more });
      else await addRow<typeof leadColleges>('lead-colleges', { lead_id: leadId, clg_id: match.clg_id, relation, ...more });
      await refresh();
    },
    async change(id: string, relation: Relation, more: Chosen): Promise<void> {
      await changeRow<typeof leadColleges>('lead-colleges', id, { relation, ...more });
      await refresh();
    },
    push: (id: string): Promise<unknown> => call(pushCall, { id }),
    place: (id: string, rank: number): Promise<unknown> => call(placeCall, { id, rank }),
  };
}
export type Choosing = ReturnType<typeof useChoosing>;
