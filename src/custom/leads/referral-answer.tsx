import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { listOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { useResource } from '../../providers/screens/use-resource';
import { useRecordCalls } from '../../resources/detail/record-calls';
import type { AnyResource } from '../../schemas/kit/resource';
import type { LeadReferral, leadReferrals } from '../../schemas/leads/lead-referrals';

const referralList = listOf<typeof leadReferrals>('lead-referrals');
const none: ReadonlyMap<string, LeadReferral> = new Map();

/** The referrals that this user has not answered yet, by lead. */
export function useReferrals(wanted: boolean): ReadonlyMap<string, LeadReferral> {
  const me = useSession()?.persisted.id;
  const { data } = useCall(
    referralList,
    { state: 'pending', to_user_id: me, _start: 0, _end: 100 },
    { enabled: wanted && me !== undefined, retry: false },
  );
  return useMemo(() => (data ? new Map(data.map((one) => [String(one.lead_id), one])) : none), [data]);
}

/** Accept and Reject next to a lead that a colleague referred. */
export function ReferralAnswer({ referral }: { referral: LeadReferral | undefined }): ReactNode {
  const resource = useResource(referral ? 'lead-referrals' : undefined)?.resource;
  return referral && resource ? <Answer resource={resource} referral={referral} /> : null;
}

function Answer({ resource, referral }: { resource: AnyResource; referral: LeadReferral }): ReactNode {
  const client = useQueryClient();
  const { buttons, dialog } = useRecordCalls(resource, referral, () => {
    void client.invalidateQueries({ queryKey: callKey(referralList) });
    void refreshLeadWork(client);
  });
  return (
    <span className="ld-answer">
      {buttons}
      {dialog}
    </span>
  );
}
