import { useEffect, useState, type ReactNode } from 'react';
import { firstOf } from '../../providers/calls/records';
import { useAnswer, type Around } from '../../providers/calls/use-call';
import { useLeadStageRequest } from '../../providers/screens/lead-stage-modal';
import { useHasCalls } from '../../providers/live/ringing-calls';
import { currentSession, settleSignIn } from '../../providers/session/session';
import { toasts } from '../../ui/toasts/toasts';
import type { Tenant, tenant } from '../../schemas/access-control/tenant';
import { Refusal } from '../../schemas/kit/problem';
import ProfileModal from './profile-modal';

const tenantRead = firstOf<typeof tenant>('GET get_tenant_by_id/{id}');
/** Set by the answer of the request (D-032). */
const delay = 10_000;

/** Asks whether the profile is complete; the question waits while a call rings or is talked on, or a lead's stage is being recorded. */
export default function ProfileAfterSignIn(): ReactNode {
  const recording = useLeadStageRequest() !== null;
  const hasCalls = useHasCalls();
  const busy = hasCalls || recording;
  const id = currentSession()?.persisted.tenant.id;
  const { data: profile } = useAnswer(tenantRead, { id: id ?? '' }, firstRow, {
    enabled: id !== undefined,
    staleTime: Infinity,
    retry: false,
    around: oncePerSignIn,
  });
  const incomplete = profile?.is_details_complete === false;
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!incomplete) return undefined;
    const timer = setTimeout(() => setDue(true), delay);
    return () => clearTimeout(timer);
  }, [incomplete]);

  return incomplete && due && !busy ? <ProfileModal profile={profile} onClose={() => setDue(false)} /> : null;
}

const firstRow = ({ data }: { readonly data: readonly Tenant[] }): Tenant | undefined => data[0];

/** D-054: a refusal is shown, a transport error only logged; after an answer of either kind nothing is requested again. */
const oncePerSignIn: Around = async (ask, signal) => {
  try {
    const answer = await ask();
    settleSignIn();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) {
      settleSignIn();
      toasts.warning(error.message);
    } else if (!signal.aborted) console.error(error);
    throw error;
  }
};
