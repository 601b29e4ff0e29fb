import sql from 'sql-template-tag';
import { identityOf, matchOf, type DuplicateRule, type Identity } from '../domain/duplicates';
import type { Tx } from '../store/store';
import type { LeadDraft } from './lead-row';

/** What a re-enquiry needs of the lead it matches; with `FOR UPDATE` so that two imports count one after the other. */
export interface KnownLead {
  readonly id: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly [field: string]: unknown;
}

/**
 * Live leads with one of these phones or mails, by the tenant's rule (TRUST-R16). Locked in the order of their ids, so that
 * imports side by side do not wait for each other in a circle; the dry run only reads.
 */
export function knownLeads(
  tx: Tx,
  tenantId: string,
  drafts: readonly LeadDraft[],
  rule: DuplicateRule,
  lock: boolean,
): Promise<KnownLead[]> {
  const identities = drafts.map((draft) => identityOf(draft as Identity, rule));
  const phones = [...drafts.flatMap((draft) => draft.phone ?? []), ...identities.flatMap((one) => one.phones)];
  const emails = drafts.flatMap((draft) => (draft.phone ? [] : (draft.email ?? [])));
  const unique = [...new Set(phones)];
  const columns = lock ? sql`l.*` : sql`l."id", l."phone", l."alternate_phone", l."email", l."user_id", l."created_at"`;
  const live = sql`"deleted_at" IS NULL AND "duplicate_of" IS NULL AND "merged_into" IS NULL`;
  const alternates = sql`
      UNION
      SELECT "id" FROM "leads" WHERE "tenant_id" = ${tenantId} AND "alternate_phone" = ANY(${unique}::text[]) AND ${live}`;
  // As an array, and not joined: the planner takes a few hundred phones for many and would read the whole table for them.
  return tx.rows<KnownLead>(sql`
    SELECT ${columns} FROM "leads" l WHERE l."tenant_id" = ${tenantId} AND l."id" = ANY(ARRAY(
      SELECT "id" FROM "leads" WHERE "tenant_id" = ${tenantId} AND "phone" = ANY(${unique}::text[]) AND ${live}
      UNION
      SELECT "id" FROM "leads" WHERE "tenant_id" = ${tenantId} AND "email" = ANY(${emails}::text[]) AND ${live}
      ${rule.keys.includes('alternate_phone') ? alternates : sql``}))
    ORDER BY l."id" ${lock ? sql`FOR UPDATE` : sql``}`);
}

/** What the rule makes of a row that has the identity of a lead. */
export type Verdict = 're_enquiry' | 'blocked' | 'apart';
/** As the lead form decides (hooks/leads.ts): outside its window, or with the action 'new', the row is a lead of its own beside the older one. */
export function verdictOn(createdAt: unknown, rule: DuplicateRule, now: Date): Verdict {
  const created = typeof createdAt === 'string' ? createdAt : now.toISOString(); // of this very file
  if (rule.action === 'new' || !matchOf([{ created_at: created }], rule, now)) return 'apart';
  return rule.action === 'block' ? 'blocked' : 're_enquiry';
}
export const blockedReason = 'A lead with this phone or email exists already.';

type Person = Identity & { readonly phone: string | null; readonly email: string | null };
/** Finds the lead of a row among those known so far; rows above count, for every created lead is added. */
export class Matcher<L extends Person> {
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
  find(draft: Person): L | undefined {
    const { phones, email, alternates } = identityOf(draft, this.rule);
    for (const phone of phones) {
      const lead = this.byPhone.get(phone) ?? (alternates ? this.byAlternate.get(phone) : undefined);
      if (lead) return lead;
    }
    return email ? (this.byEmailAlone.get(email) ?? this.byEmail.get(email)) : undefined;
  }
  /** The lead that has the phone, or the mail without a phone, to itself: one beside it has to name it, whatever the rule. */
  holder(draft: Person): L | undefined {
    return draft.phone ? this.byPhone.get(draft.phone) : draft.email ? this.byEmailAlone.get(draft.email) : undefined;
  }
}
