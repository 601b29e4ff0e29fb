import { useCallback, useEffect, useRef, useState } from 'react';
import { firstBy } from '../../providers/calls/records';
import type { Tenant, tenant as tenantResource } from '../../schemas/access-control/tenant';
import { Problem } from '../../schemas/kit/problem';
import { toasts } from '../../ui/toasts/toasts';

export type Profile = Partial<Tenant> & { readonly id: string };

/** The profile of this tenant; `load` requests it again. A failure is shown once in a fixed sentence, and leaves no profile. */
export function useTenant(id: string): { loading: boolean; tenant: Profile | undefined; load: () => void } {
  const [found, setFound] = useState<{ id: string; tenant: Profile | undefined }>();
  const turn = useRef(0);
  const load = useCallback((): void => {
    const own = ++turn.current;
    firstBy<typeof tenantResource>('GET get_tenant_by_id/{id}', { id }).then(
      (tenant) => own === turn.current && setFound({ id, tenant }),
      (error: unknown) => {
        if (own !== turn.current) return;
        setFound({ id, tenant: undefined });
        const { code, message } = error instanceof Problem ? error : {};
        if (code === 404) toasts.warning(message || 'Some Error');
        else toasts.error(code === 500 ? 'Server Error' : 'Some Error');
      },
    );
  }, [id]);
  useEffect(() => {
    load();
    const turns = turn;
    return () => void turns.current++;
  }, [load]);
  const loading = found?.id !== id;
  return { loading, tenant: loading ? undefined : found.tenant, load };
}
