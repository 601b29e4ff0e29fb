import { useEffect, useState, type ReactNode } from 'react';
import { request } from '../../providers/http';
import { useLeadStageRequest } from '../../providers/lead-stage-modal';
import { useRingingCalls } from '../../providers/ringing-calls';
import type { ShellPartProps } from '../../providers/screens';
import { currentSession, isFreshSignIn, settleSignIn } from '../../providers/session';
import { onDemand } from '../../ui/on-demand';
import { toasts } from '../../ui/toasts';
import { isAdministrator } from '../../schemas/kit/roles';

const ProfileModal = onDemand('profile-modal', () => import('./profile-modal'));
/** From the answer of the fetch (D-032). */
const delay = 10_000;

/**
 * Asks once after a verified sign-in whether the tenant's profile is complete, for role 1 only;
 * a reload does not ask again. Waits while a call rings or a lead's stage is being recorded, and asks nothing without the profile's page.
 */
export default function ProfileHost({ routes }: Pick<ShellPartProps, 'routes'>): ReactNode {
  const recording = useLeadStageRequest() !== null;
  const busy = useRingingCalls().calls.length > 0 || recording;
  const [profile, setProfile] = useState<Readonly<Record<string, unknown>>>();
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
        const { code, message, data } = body as { code?: number; message?: string; data?: Record<string, unknown>[] };
        if (code !== 200) return toasts.warning(message || 'Some Error');
        const [tenant] = data ?? [];
        if (tenant?.['is_details_complete'] === false && !over.signal.aborted)
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
