import { firstOf, pageIn, pageOf, rowOf } from '../../providers/calls/records';
import { useAnswer } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { useWho } from '../../providers/session/who';
import type { tenant } from '../../schemas/access-control/tenant';
import type { dialerRules } from '../../schemas/automation/dialer-rules';
import type { Row } from '../../schemas/kit/resource';

export const pageSize = 10;

/** A row of the list of dialer rules. */
type Rule = Row<typeof dialerRules>;
/** Without its conditions if they are too long for a list. */
export type DialerRuleRow = Omit<Rule, 'rule'> & Partial<Pick<Rule, 'rule'>>;

const ownTenant = firstOf<typeof tenant>('GET get_tenant_by_id/{id}');
const ruleList = pageOf<typeof dialerRules>('GET dialer/config?page_number,limit,clgId');
const ruleRead = rowOf<typeof dialerRules>('GET dialer/config/{id}');

/** One page of the rules, of the tenant's default college where there is one (D-096). */
export function useDialerRules(page: number) {
  const isStaff = useWho()?.type === 'org';
  const id = useSession()?.persisted.tenant.id;
  const college = useAnswer(ownTenant, { id: id ?? '' }, collegeIn, { enabled: isStaff, staleTime: 60_000 });
  const values = { page_number: page, limit: pageSize, clgId: college.data };
  const rules = useAnswer(ruleList, values, pageIn<Rule>, {
    enabled: isStaff && college.data !== undefined,
    keepPrevious: true,
  });
  // Rules of every college would be wrong here: there is no list until the college is known.
  const failed = college.data === undefined ? college : rules;
  return {
    isStaff,
    found: rules.data,
    loading: rules.isPending,
    refreshing: rules.isPlaceholderData,
    error: failed.isError ? failed.error : undefined,
    retry: () => void failed.refetch(),
  };
}

/** The conditions of a rule whose list left them out; undefined until they load. Not cached: the edit page must start from what is stored. */
export function useConditions({ id, rule }: DialerRuleRow) {
  const query = useAnswer(ruleRead, { id }, conditionsIn, { enabled: rule === undefined, gcTime: 0 });
  return { blocks: rule ?? query.data, query };
}

const conditionsIn = ({ data }: { readonly data: Rule }): Rule['rule'] => data.rule;
/** Empty without one. */
const collegeIn = ({ data: [own] }: { readonly data: readonly Row<typeof tenant>[] }): number | '' =>
  own?.default_college_id ?? '';
