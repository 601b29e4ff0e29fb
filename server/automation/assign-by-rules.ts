import sql from 'sql-template-tag';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import { chooseUser, isWorkingHour, type Candidate } from '../domain/allocation';
import { dayBounds } from '../domain/days';
import { automatically, type Acting, type LeadActor } from '../leads/acting';
import { assignLeads, type OwnedLead } from '../leads/assign';
import type { Tx } from '../store/store';
import type { AllocatorRow, Family } from '../lead-events/tenant-rules';

export type AllocatorFamily = 'counsellor-rules' | 'assignment-rules';

/** Assigns the lead by the first rule that matches it and has a free user; returns the rule and the user. */
export async function assignByRules(
  acting: Acting,
  lead: OwnedLead & ConditionLead,
  name: AllocatorFamily,
  family: Family<AllocatorRow>,
): Promise<{ ruleId: string; userId: string } | undefined> {
  for (const ruleId of family.matching(lead)) {
    const userId = await assignByRule(acting, lead, name, family.of(ruleId));
    if (userId) return { ruleId, userId };
  }
  return undefined;
}

/** The lead's row is locked by the caller. Returns the new owner, or undefined when nobody is free. */
export async function assignByRule(
  acting: Acting,
  lead: OwnedLead & ConditionLead,
  name: AllocatorFamily,
  rule: AllocatorRow,
): Promise<string | undefined> {
  const { tx, by } = acting;
  if (rule.working_hours_only && !isWorkingHour(by.now, by.zone)) return undefined;
  // Two leads at the same moment must not both find the same person next in turn.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${by.tenantId} assign ${rule.id}`}, 0))`, 'assign-lock');
  const candidates = await candidatesOf(tx, by, rule);
  const user_ids = rule.user_ids?.length ? rule.user_ids : candidates.map((one) => one.id);
  const chosen = chooseUser({ ...rule, user_ids }, candidates);
  if (!chosen) return undefined;
  const reason = name === 'counsellor-rules' ? 'allocation' : 'assignment_rule';
  await automatically(acting, { kind: 'rule', id: rule.id, name: rule.name }, (own) =>
    assignLeads(own, [lead], chosen, { reason }),
  );
  return chosen;
}

function candidatesOf(tx: Tx, by: LeadActor, rule: AllocatorRow): Promise<Candidate[]> {
  const today = dayBounds(by.now, by.zone).from.toISOString();
  const named = [...(rule.user_ids ?? []), ...(rule.percentages ?? []).map((share) => share.user_id)];
  const who = rule.team_id
    ? sql`u."team_ids" @> ${JSON.stringify([rule.team_id])}::jsonb`
    : sql`u."id" = any(${[...new Set(named)]}::text[])`;
  return tx.rows<Candidate>(
    sql`select u."id", u."status", u."type", u."accepts_leads", u."user_status", u."daily_lead_cap",
          coalesce(u."last_login_at" >= ${today}::timestamptz, false) as "signed_in_today",
          coalesce(h."today", 0)::int as "today", coalesce(h."by_rule_today", 0)::int as "by_rule_today",
          coalesce(h."by_rule", 0)::int as "by_rule", coalesce(h."last_at", 0)::float8 as "last_at",
          (select count(*)::int from "leads" l left join "lead_stages" s on s."tenant_id" = l."tenant_id" and s."id" = l."stage_id"
            where l."tenant_id" = u."tenant_id" and l."user_id" = u."id" and l."deleted_at" is null
              and coalesce(s."outcome", 'open') = 'open') as "open"
        from "users" u
        left join lateral (select count(*) filter (where o."created_at" >= ${today}::timestamptz) as "today",
            count(*) filter (where o."rule_id" = ${rule.id} and o."created_at" >= ${today}::timestamptz) as "by_rule_today",
            count(*) filter (where o."rule_id" = ${rule.id}) as "by_rule",
            extract(epoch from max(o."created_at") filter (where o."rule_id" = ${rule.id})) * 1000 as "last_at"
          from "lead_owner_history" o where o."tenant_id" = u."tenant_id" and o."to_user_id" = u."id" and o."deleted_at" is null) h on true
        where u."tenant_id" = ${by.tenantId} and u."deleted_at" is null and ${who} order by u."name", u."id"`,
    rule.team_id ? 'candidates-of-team' : 'candidates',
  );
}
