import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callWire } from '../../providers/call';
import { loadTenantConfig } from '../../providers/tenant-config';
import { useWho } from '../../providers/who';
import type { ConditionBlock, Joint } from '../../schemas/kit/conditions';

export const pageSize = 10; // B §9

/** A row of CALL-040. */
export interface DialerRuleRow {
  readonly id: string;
  readonly name: string;
  readonly triggerType: string;
  readonly rule: readonly ConditionBlock[];
  readonly globleCondtion?: Joint | null;
  readonly listNames?: readonly string[] | null;
  readonly priority?: number | null;
  readonly createdByName?: string | null;
  readonly createdAt?: string | null;
  readonly status?: number | null;
}
const list = { wire: 'GET dialer/config?page_number,limit,clgId', as: 'list' };

/** One page of the rules, of the tenant's default college where there is one (D-096). */
export function useDialerRules(page: number) {
  const isStaff = useWho()?.type === 'org';
  const query = useQuery({
    queryKey: ['dialer-rules', 'page', page],
    queryFn: async ({ signal }) => {
      const clgId = (await loadTenantConfig())?.default_college_id ?? '';
      const values = { page_number: page, limit: pageSize, clgId };
      return (await callWire<{ data: readonly DialerRuleRow[]; count: number }>(list, values, { signal })).data;
    },
    enabled: isStaff,
    placeholderData: keepPreviousData,
  });
  return { isStaff, query };
}
