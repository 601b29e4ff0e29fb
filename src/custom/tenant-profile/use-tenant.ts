import { useCallback, useEffect, useRef, useState } from 'react';
import { callWire } from '../../providers/call';
import type { Tenant } from '../../schemas/access-control/tenant';
import { toasts } from '../../ui/toasts';

export type Profile = Partial<Tenant> & { readonly id: string };
const read = { wire: 'GET get_tenant_by_id/{id}', as: 'read' };

/** The profile of this tenant; `load` asks again. A failure is told once, in fixed words, and leaves nothing. */
export function useTenant(id: string): { loading: boolean; tenant: Profile | undefined; load: () => void } {
  const [found, setFound] = useState<{ id: string; tenant: Profile | undefined }>();
  const turn = useRef(0);
  const load = useCallback((): void => {
    const own = ++turn.current;
    callWire<readonly Profile[]>(read, { id }).then(
      ({ data }) => own === turn.current && setFound({ id, tenant: data[0] }),
      (error: unknown) => {
        if (own !== turn.current) return;
        setFound({ id, tenant: undefined });
        const { code, message } = error as { code?: number; message?: string };
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
