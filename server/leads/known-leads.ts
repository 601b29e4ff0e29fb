import sql, { empty } from 'sql-template-tag';
import { defaultDuplicateRule, identityOf, matchOf, type DuplicateRule, type Identity } from '../domain/duplicates';
import type { Tx } from '../store/store';
import type { LeadRecord } from './lead-access';

/**
 * Live leads with one of these phones or mails, by the tenant's rule (TRUST-R16). Locked in the order of their ids, so that
 * imports side by side do not wait for each other in a circle. `brief`: identity, owner and age alone.
 */
export function knownLeads(
  tx: Tx,
  tenantId: string,
  drafts: readonly Identity[],
  rule: DuplicateRule,
  as: 'locked' | 'whole' | 'brief',
): Promise<LeadRecord[]> {
  const identities = drafts.map((draft) => identityOf(draft, rule));
  const phones = [...drafts.flatMap((draft) => draft.phone ?? []), ...identities.flatMap((one) => one.phones)];
  const emails = drafts.flatMap((draft) => (draft.phone ? [] : (draft.email ?? [])));
  const unique = [...new Set(phones)];
  const columns = as !== 'brief' ? sql`l.*` : sql`l."id", l."phone", l."alternate_phone", l."email", l."user_id", l."created_at"`;
  const live = sql`"deleted_at" IS NULL AND "duplicate_of" IS NULL AND "merged_into" IS NULL`;
  const alternates = sql`
      UNION
      SELECT "id" FROM "leads" WHERE "tenant_id" = ${tenantId} AND "alternate_phone" = ANY(${unique}::text[]) AND ${live}`;
  // As an array, and not joined: the planner takes a few hundred phones for many and would read the whole table for them.
  return tx.rows<LeadRecord>(sql`
    SELECT ${columns} FROM "leads" l WHERE l."tenant_id" = ${tenantId} AND l."id" = ANY(ARRAY(
      SELECT "id" FROM "leads" WHERE "tenant_id" = ${tenantId} AND "phone" = ANY(${unique}::text[]) AND ${live}
      UNION
      SELECT "id" FROM "leads" WHERE "tenant_id" = ${tenantId} AND "email" = ANY(${emails}::text[]) AND ${live}
      ${rule.keys.includes('alternate_phone') ? alternates : empty}))
    ORDER BY l."id" ${as === 'locked' ? sql`FOR UPDATE` : empty}`);
}

/**
 * Arrivals of one phone or mail wait for each other until the transaction ends, so of twenty at the same moment one makes the lead and
 * the others find it (TRUST-R16). An import needs no such lock: it is planned again when a lead appears meanwhile.
 */
export async function lockIdentity(tx: Tx, tenantId: string, draft: Identity, rule: DuplicateRule): Promise<void> {
  const { phones, email } = identityOf(draft, rule);
  const keys = [...phones, ...(email ? [email] : [])].map((key) => `${tenantId} ${key}`).sort();
  for (const key of keys) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`, 'capture-lock');
}

/** The lead that somebody with this phone and mail would be, to look at. */
export async function sameLeadAs(
  tx: Tx,
  tenantId: string,
  who: Identity,
  given: DuplicateRule | null,
  now: Date,
): Promise<LeadRecord | undefined> {
  const rule = given ?? defaultDuplicateRule;
  const matcher = new Matcher<LeadRecord>(rule);
  for (const lead of await knownLeads(tx, tenantId, [who], rule, 'whole')) matcher.add(lead);
  const lead = matcher.find(who);
  return lead && matchOf([lead], rule, now);
}

/** What the rule makes of an arrival that has the identity of a lead. */
export type Verdict = 're_enquiry' | 'blocked' | 'apart';
/** Outside the rule's window, or with the action 'new', it is a lead of its own beside the older one. */
export function verdictOn(createdAt: unknown, rule: DuplicateRule, now: Date): Verdict {
  const created = typeof createdAt === 'string' ? createdAt : now.toISOString(); // of this very file
  if (rule.action === 'new' || !matchOf([{ created_at: created }], rule, now)) return 'apart';
  return rule.action === 'block' ? 'blocked' : 're_enquiry';
}
export const blockedReason = 'A lead with this phone or email exists already.';

/** Finds the lead of an arrival among those known so far; earlier arrivals count, for every created lead is added. */
export class Matcher<L extends Identity> {
  private readonly byPhone = new Map<string, L>();
  private readonly byAlternate = new Map<string, L>();
  private readonly byEmail = new Map<string, L>();
  private readonly byEmailAlone = new Map<string, L>();

  constructor(private readonly rule: DuplicateRule) {}

  add(lead: L): void {
    const keep = (map: Map<string, L>, key: string | null | undefined): void => {
      if (key && !map.has(key)) map.set(key, lead);
    };
    keep(this.byPhone, lead.phone);
    keep(this.byAlternate, lead.alternate_phone);
    keep(this.byEmail, lead.email);
    if (!lead.phone) keep(this.byEmailAlone, lead.email);
  }
  /** By the rule: on a phone; on the mail only where the row has no phone, for a family may share one mail. */
  find(draft: Identity): L | undefined {
    const { phones, email, alternates } = identityOf(draft, this.rule);
    for (const phone of phones) {
      const lead = this.byPhone.get(phone) ?? (alternates ? this.byAlternate.get(phone) : undefined);
      if (lead) return lead;
    }
    return email ? (this.byEmailAlone.get(email) ?? this.byEmail.get(email)) : undefined;
  }
  /** The lead that has the phone, or the mail without a phone, to itself: one beside it has to name it, whatever the rule. */
  holder(draft: Identity): L | undefined {
    return draft.phone ? this.byPhone.get(draft.phone) : draft.email ? this.byEmailAlone.get(draft.email) : undefined;
  }
}
