import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { firstBy, rowBy, rowsBy } from '../../providers/calls/records';
import { useSession } from '../../providers/session/session';
import { useWho } from '../../providers/session/who';
import type { tenant } from '../../schemas/access-control/tenant';
import type { dialerRules } from '../../schemas/automation/dialer-rules';
import type { Row } from '../../schemas/kit/resource';

export const pageSize = 10;

/** A row of the list of dialer rules. */
type Rule = Row<typeof dialerRules>;
/** Without its conditions where they are too long for a list. */
export type DialerRuleRow = Omit<Rule, 'rule'> & Partial<Pick<Rule, 'rule'>>;

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
      return rowsBy<typeof dialerRules>('GET dialer/config?page_number,limit,clgId', values, { signal });
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
    queryFn: async ({ signal }) => (await rowBy<typeof dialerRules>('GET dialer/config/{id}', { id }, { signal })).rule,
    enabled: rule === undefined,
  });
  return { blocks: rule ?? query.data, query };
}

/** Empty without one. A failure is the list's: rules of every college are not those that were asked for. */
async function defaultCollege(id: string | undefined): Promise<number | ''> {
  return (await firstBy<typeof tenant>('GET get_tenant_by_id/{id}', { id }))?.default_college_id ?? '';
}
