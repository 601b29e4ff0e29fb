import sql from 'sql-template-tag';
import { isInScope } from '../context/data-scope';
import { scopesOf } from '../identity/sessions';
import { newId } from '../store/ids';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';
import type { ActionLead } from './action-place';
import type { DialerRuleRow, LeadTrigger, TenantRules } from '../lead-events/tenant-rules';

/**
 * D-097: on the trigger, all active rules are evaluated; the lead is queued in every list of every matching rule with the
 * highest priority among them, and leaves lists that only rules put it in and that no rule matches any more.
 */
export async function queueForDialer(
  tx: Tx,
  by: { readonly tenantId: string },
  lead: ActionLead,
  rules: TenantRules,
  trigger: LeadTrigger,
): Promise<void> {
  const triggerType =
    trigger === 'lead_created' ? 'create' : trigger === 'lead_updated' || trigger === 'stage_changed' ? 'update' : null;
  if (!triggerType || !rules.dialer.rules.some((rule) => rule.triggerType === triggerType)) return;
  await queueByRules(tx, by, lead, rules);
}

/** The same, whatever happened to the lead. */
export async function queueByRules(
  tx: Tx,
  by: { readonly tenantId: string },
  lead: ActionLead,
  rules: TenantRules,
): Promise<void> {
  const wanted = new Map<string, { rules: string[]; priority: number }>();
  const matching = await withinReach(
    tx,
    by,
    lead,
    rules.dialer.matching(lead).map((id) => rules.dialer.of(id)),
  );
  for (const rule of matching)
    for (const list of rule.listIds) {
      const known = wanted.get(list) ?? { rules: [], priority: 0 };
      wanted.set(list, { rules: [...known.rules, rule.id], priority: Math.max(known.priority, rule.priority) });
    }
  await tx.run(
    sql`delete from "dialer_list_leads" where "tenant_id" = ${by.tenantId} and "lead_id" = ${lead.id} and "state" = 'queued'
          and jsonb_array_length(coalesce("rule_ids", '[]'::jsonb)) > 0 and not "list_key" = any(${[...wanted.keys()]}::text[])`,
    'dialer-leave',
  );
  for (const [list, { rules: ids, priority }] of wanted)
    await tx.run(
      sql`insert into "dialer_list_leads" ("tenant_id", "id", "list_key", "lead_id", "rule_ids", "priority", "attempts", "state")
          select ${by.tenantId}, ${newId()}, l."key", ${lead.id}, ${json(ids)}::jsonb, ${priority}, 0, 'queued' from "dialer_lists" l
          where l."tenant_id" = ${by.tenantId} and l."key" = ${list} and l."status" = 1 and l."deleted_at" is null
          on conflict ("tenant_id", "list_key", "lead_id") where "deleted_at" is null
          do update set "priority" = excluded."priority", "rule_ids" = excluded."rule_ids"
          where jsonb_array_length(coalesce("dialer_list_leads"."rule_ids", '[]'::jsonb)) > 0`,
      'dialer-queue',
    );
}

/** A rule opens to the callers of its lists only leads that its author sees (TRUST-S33). */
async function withinReach(
  tx: Tx,
  { tenantId }: { readonly tenantId: string },
  lead: ActionLead,
  rules: readonly DialerRuleRow[],
): Promise<readonly DialerRuleRow[]> {
  const authors = [...new Set(rules.flatMap(({ author }) => author ?? []))];
  if (!authors.length) return rules;
  const scopes = await scopesOf(tx, tenantId, authors);
  return rules.filter(({ author }) => author === null || isInScope(scopes.get(author) ?? { userIds: [] }, lead.user_id));
}
