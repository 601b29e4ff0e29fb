import { firstOf } from '../../providers/calls/records';
import { reporting, useAnswer } from '../../providers/calls/use-call';
import type { Tenant, tenant as tenantResource } from '../../schemas/access-control/tenant';
import { Problem } from '../../schemas/kit/problem';
import { toasts } from '../../ui/toasts/toasts';

export type Profile = Partial<Tenant> & { readonly id: string };

const tenantRead = firstOf<typeof tenantResource>('GET get_tenant_by_id/{id}');

/** The profile of this tenant; `load` requests it again. A failure is shown in a fixed sentence; a known profile stays. */
export function useTenant(id: string): { loading: boolean; tenant: Profile | undefined; load: () => void } {
  const { data, isPending, refetch } = useAnswer(tenantRead, { id }, firstRow, { retry: false, around: reportingCode });
  return { loading: isPending, tenant: data, load: () => void refetch() };
}

const firstRow = ({ data }: { readonly data: readonly Profile[] }): Profile | undefined => data[0];

const reportingCode = reporting((error) => {
  const { code, message } = error instanceof Problem ? error : {};
  if (code === 404) toasts.warning(message || 'Some Error');
  else toasts.error(code === 500 ? 'Server Error' : 'Some Error');
});
