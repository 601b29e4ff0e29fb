import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { useResource } from '../../providers/screens/use-resource';
import { useRecordCalls } from '../../resources/detail/record-calls';
import type { PanelReferral } from '../../schemas/calls/lead-page';
import type { AnyResource } from '../../schemas/kit/resource';

/** Who asks this user to take the lead, with Accept and Reject. */
export function LeadReferral({ referral }: { referral: PanelReferral }): ReactNode {
  const resource = useResource('lead-referrals')?.resource;
  return (
    <section className="lp-referral" aria-label="Referral">
      <p>
        <b>{referral.asker_name ?? 'A colleague'} referred this lead to you</b>
        {referral.note ? <span className="p-quiet"> {referral.note}</span> : null}
      </p>
      {resource ? <Answer resource={resource} referral={referral} /> : null}
    </section>
  );
}

function Answer({ resource, referral }: { resource: AnyResource; referral: PanelReferral }): ReactNode {
  const client = useQueryClient();
  const { buttons, dialog } = useRecordCalls(resource, { ...referral }, () => refreshLeadWork(client));
  return (
    <span className="lp-referral-answer">
      {buttons}
      {dialog}
    </span>
  );
}
