import { dayOf, weekdayOf } from './days';

export type AllocationMethod = 'round_robin' | 'least_loaded' | 'percentage' | 'fixed';
/** A user who may get a lead, with what decides: counts of this rule, of today, and of the leads still open. */
export interface Candidate {
  readonly id: string;
  readonly status: number;
  readonly type: string;
  readonly accepts_leads: boolean | null;
  readonly user_status: number | null;
  readonly signed_in_today: boolean;
  readonly daily_lead_cap: number | null;
  /** Leads given today by anyone. */
  readonly today: number;
  /** Given today and ever by this rule, and when last (milliseconds; 0 never). */
  readonly by_rule_today: number;
  readonly by_rule: number;
  readonly last_at: number;
  /** Leads of theirs that are neither enrolled nor lost. */
  readonly open: number;
}
export interface AllocationRule {
  readonly method: AllocationMethod;
  /** In the order of the rule; a team's by name. */
  readonly user_ids: readonly string[];
  readonly percentages?: readonly { readonly user_id: string; readonly percent: number }[] | null;
  readonly daily_cap?: number | null;
  readonly only_online?: boolean | null;
}

/**
 * Who gets the next lead, or undefined if nobody can: inactive users, those on a break and those at their daily limit are skipped.
 * Round robin: the user whose last lead is longest ago. By percentage: the user furthest behind their share.
 */
export function chooseUser(rule: AllocationRule, candidates: readonly Candidate[]): string | undefined {
  const byId = new Map(candidates.map((one) => [one.id, one]));
  const ids = rule.method === 'percentage' ? (rule.percentages ?? []).map((share) => share.user_id) : rule.user_ids;
  const free = ids.flatMap((id) => byId.get(id) ?? []).filter((one) => isFree(one, rule));
  if (rule.method === 'least_loaded') return lowest(free, (one) => one.open)?.id;
  // Two leads assigned in one millisecond are ordered by how many each person had.
  if (rule.method !== 'percentage')
    return lowest(
      free,
      (one) => one.last_at,
      (one) => one.by_rule,
    )?.id;
  const shareOf = new Map((rule.percentages ?? []).map((share) => [share.user_id, share.percent]));
  return lowest(free, (one) => (one.by_rule + 1) / (shareOf.get(one.id) ?? 0.01))?.id;
}

function isFree(one: Candidate, rule: AllocationRule): boolean {
  if (one.status !== 1 || one.type !== 'org' || one.accepts_leads === false || one.user_status === 1) return false;
  if (rule.only_online && !one.signed_in_today) return false;
  if (rule.daily_cap && one.by_rule_today >= rule.daily_cap) return false;
  return !one.daily_lead_cap || one.today < one.daily_lead_cap;
}

/** The first of those with the fewest; the order of the list breaks ties. */
function lowest(
  list: readonly Candidate[],
  of: (one: Candidate) => number,
  then: (one: Candidate) => number = () => 0,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const one of list) if (!best || of(one) < of(best) || (of(one) === of(best) && then(one) < then(best))) best = one;
  return best;
}

/** Monday to Saturday, nine to seven, in the tenant's zone. */
export function isWorkingHour(now: Date, zone: string): boolean {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  return weekdayOf(dayOf(now, zone)) < 6 && hour >= 9 && hour < 19;
}
