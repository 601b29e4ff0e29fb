import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { requestRow } from '../../providers/call';
import { refreshLeadWork } from '../../providers/lead-calls';
import { useSession } from '../../providers/session';
import { useResource } from '../../providers/use-resource';
import { useRecordCalls } from '../../resources/detail/record-calls';
import type { AnyResource } from '../../schemas/kit/resource';
import type { LeadReferral } from '../../schemas/leads/lead-referrals';

type Referral = LeadReferral & { readonly id: string };
const key = 'lead-referrals-to-me';
const none: ReadonlyMap<string, Referral> = new Map();

/** The referrals that wait for this user's answer, by lead. */
export function useReferrals(wanted: boolean): ReadonlyMap<string, Referral> {
  const me = useSession()?.persisted.id;
  const { data } = useQuery({
    queryKey: [key, me],
    queryFn: () =>
      requestRow<Referral[]>(`res/lead-referrals?state=pending&to_user_id=${encodeURIComponent(String(me))}&_start=0&_end=100`),
    enabled: wanted && me !== undefined,
    retry: false,
  });
  return useMemo(() => (data ? new Map(data.map((one) => [String(one.lead_id), one])) : none), [data]);
}

/** Accept and Reject beside a lead that a colleague referred. */
export function ReferralAnswer({ referral }: { referral: Referral | undefined }): ReactNode {
  const resource = useResource(referral ? 'lead-referrals' : undefined)?.resource;
  return referral && resource ? <Answer resource={resource} referral={referral} /> : null;
}

function Answer({ resource, referral }: { resource: AnyResource; referral: Referral }): ReactNode {
  const client = useQueryClient();
  const { buttons, dialog } = useRecordCalls(resource, referral, () => {
    void client.invalidateQueries({ queryKey: [key] });
    void refreshLeadWork(client);
  });
  return (
    <span className="ld-answer">
      {buttons}
      {dialog}
    </span>
  );
}
