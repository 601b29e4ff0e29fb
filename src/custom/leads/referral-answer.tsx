import { useAbility } from '@casl/react';
import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { Ability } from '../../providers/ability';
import { referralList, refreshLeadWork } from '../../providers/calls/lead-calls';
import { useCall } from '../../providers/calls/use-call';
import { useResource } from '../../providers/screens/use-resource';
import { useSession } from '../../providers/session/session';
import OfferDialog from '../../resources/detail/offer-dialog';
import type { OfferedCall } from '../../resources/detail/offered-call';
import { offeredCalls } from '../../resources/detail/record-calls';
import type { Lead } from '../../schemas/leads/leads';
import type { LeadReferral } from '../../schemas/leads/lead-referrals';
import { leadName } from '../../ui/leads/lead-text';

/** The answer that the user is about to give. */
export interface AskedAnswer {
  readonly referral: LeadReferral;
  readonly call: OfferedCall;
}
interface ReferralAnswerProps {
  readonly lead: Lead;
  /** The leads of the page: one read serves them all. */
  readonly leads: readonly Lead[];
  readonly onAsk: (asked: AskedAnswer) => void;
}
/** Accept and Reject for a lead that a colleague referred; nothing where it was answered. */
export function ReferralAnswer({ lead, leads, onAsk }: ReferralAnswerProps): ReactNode {
  const ability = useAbility<Ability>();
  const me = useSession()?.persisted.id;
  const resource = useResource('lead-referrals')?.resource;
  const { data } = useCall(
    referralList,
    { state: 'pending', to_user_id: me, lead_id: leads.map(({ id }) => id), _start: 0, _end: 100 },
    { enabled: me !== undefined && leads.length > 0, retry: false, keepPrevious: true },
  );
  const referral = useMemo(() => data?.find(({ lead_id }) => lead_id === lead.id), [data, lead.id]);
  if (!resource || !referral) return null;
  return (
    <span className="ld-answer">
      {offeredCalls(resource, referral, ability, me).map((call) => (
        <Button
          key={call.offer.label}
          size="small"
          type={call.offer.look === 'primary' ? 'primary' : 'default'}
          aria-label={`${call.offer.label} ${leadName(lead)}`}
          onClick={(event) => {
            event.stopPropagation();
            onAsk({ referral, call });
          }}
        >
          {call.offer.label}
        </Button>
      ))}
    </span>
  );
}

/** Asks for the reason or for confirmation. It belongs to the page: it stays, with what the server said, when the row is gone. */
function ReferralDialog({ asked, onClose }: { asked: AskedAnswer; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const resource = useResource('lead-referrals')?.resource;
  if (!resource) return null;
  return (
    <OfferDialog
      resource={resource}
      row={asked.referral}
      {...asked.call}
      onClose={() => {
        onClose();
        refreshLeadWork(client); // after a refusal too: the referral was answered or taken back meanwhile
      }}
    />
  );
}

/** Count and list follow when someone refers a lead to this user or takes one back. */
function LiveReferrals(): ReactNode {
  const client = useQueryClient();
  useSubscription({ channel: 'resources/lead-referrals', onLiveEvent: () => refreshLeadWork(client) });
  return null;
}

/** What the page of leads shows with its list: the question that was asked, and what follows referrals live. */
export function ReferralParts({ asked, onClose }: { asked: AskedAnswer | undefined; onClose: () => void }): ReactNode {
  return (
    <>
      <LiveReferrals />
      {asked ? <ReferralDialog asked={asked} onClose={onClose} /> : null}
    </>
  );
}
