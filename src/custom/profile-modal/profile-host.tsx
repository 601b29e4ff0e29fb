import { useEffect, useState, type ReactNode } from 'react';
import { request } from '../../providers/calls/http';
import { useLeadStageRequest } from '../../providers/screens/lead-stage-modal';
import { useRingingCalls } from '../../providers/live/ringing-calls';
import type { ShellPartProps } from '../../providers/screens/screens';
import { currentSession, isFreshSignIn, settleSignIn } from '../../providers/session/session';
import { onDemand } from '../../ui/dialogs/on-demand';
import { toasts } from '../../ui/toasts/toasts';
import { isRecord } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';

const ProfileModal = onDemand('profile-modal', () => import('./profile-modal'));
/** Set by the answer of the request (D-032). */
const delay = 10_000;

/**
 * Checks once after a verified sign-in whether the tenant's profile is complete, for role 1 only; a reload does not repeat it.
 * Waits while a call rings or a lead's stage is being recorded. Does nothing if the profile's page does not exist.
 */
export default function ProfileHost({ routes }: Pick<ShellPartProps, 'routes'>): ReactNode {
  const recording = useLeadStageRequest() !== null;
  const busy = useRingingCalls().calls.length > 0 || recording;
  const [profile, setProfile] = useState<AnyRow>();
  const wanted = routes.has('/tenant-profile');

  useEffect(() => {
    const session = currentSession();
    if (!wanted || !session || !isAdministrator(session.user) || !isFreshSignIn()) return undefined;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      try {
        const { body } = await request(`get_tenant_by_id/${session.persisted.tenant.id}`, { signal: over.signal });
        settleSignIn();
        const { code, message, data } = isRecord(body) ? body : {};
        if (code !== 200) return toasts.warning(typeof message === 'string' && message ? message : 'Some Error');
        const [tenant]: unknown[] = Array.isArray(data) ? data : [];
        if (isRecord(tenant) && tenant['is_details_complete'] === false && !over.signal.aborted)
          timer = setTimeout(() => setProfile(tenant), delay);
      } catch (error) {
        if (!over.signal.aborted) console.error(error); // D-054: a transport error is only logged
      }
    };
    void ask();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [wanted]);

  return profile && !busy ? <ProfileModal profile={profile} onClose={() => setProfile(undefined)} /> : null;
}
