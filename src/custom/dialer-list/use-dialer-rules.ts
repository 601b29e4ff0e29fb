import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callWire } from '../../providers/call';
import { useSession } from '../../providers/session';
import { useWho } from '../../providers/who';
import type { ConditionBlock, Joint } from '../../schemas/kit/conditions';

export const pageSize = 10;

/** A row of the list of dialer rules. */
export interface DialerRuleRow {
  readonly id: string;
  readonly name: string;
  readonly triggerType: string;
  /** Absent in a list where it is too long for one. */
  readonly rule?: readonly ConditionBlock[];
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
  const tenantId = useSession()?.persisted.tenant.id;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['dialer-rules', 'page', page],
    queryFn: async ({ signal }) => {
      const clgId = await client.fetchQuery({
        queryKey: ['default-college', tenantId],
        queryFn: () => defaultCollege(tenantId),
        staleTime: 60_000,
      });
      const values = { page_number: page, limit: pageSize, clgId };
      return (await callWire<{ data: readonly DialerRuleRow[]; count: number }>(list, values, { signal })).data;
    },
    enabled: isStaff,
    placeholderData: keepPreviousData,
  });
  return { isStaff, query };
}

/** The conditions of a rule whose list left them out; undefined until they are read. */
export function useConditions({ id, rule }: DialerRuleRow) {
  const query = useQuery({
    queryKey: ['dialer-rules', id, 'conditions'],
    queryFn: async ({ signal }) =>
      (await callWire<{ rule: readonly ConditionBlock[] }>({ wire: 'GET dialer/config/{id}', as: 'read' }, { id }, { signal }))
        .data.rule,
    enabled: rule === undefined,
  });
  return { blocks: rule ?? query.data, query };
}

/** Empty without one. A failure is the list's: rules of every college are not those that were asked for. */
async function defaultCollege(id: string | undefined): Promise<number | ''> {
  const { data } = await callWire<readonly { default_college_id?: number | null }[]>(
    { wire: 'GET get_tenant_by_id/{id}', as: 'read' },
    { id },
  );
  return data[0]?.default_college_id ?? '';
}
