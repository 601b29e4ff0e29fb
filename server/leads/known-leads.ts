import sql, { empty } from 'sql-template-tag';
import {
  defaultDuplicateRule,
  identityOf,
  matchOf,
  normaliseEmail,
  type DuplicateRule,
  type Identity,
} from '../domain/duplicates';
import { statementName } from '../store/statement-name';
import type { Tx } from '../store/store';
import type { LeadRecord } from './lead-access';

/**
 * A lead with the phones and mails of those that were merged into it. One that the rule keeps apart from another lead is found by
 * these: its own phone means the other, except where the rule's window leaves that one out.
 */
export interface Remembered {
  readonly duplicate_of?: string | null;
  readonly also?: { readonly phones: readonly string[]; readonly emails: readonly string[] } | null;
}

/**
 * Live leads with one of these phones or mails, by the tenant's rule (TRUST-R16); those of a merged lead are its kept lead's.
 * Locked in the order of their ids, so that imports side by side do not wait for each other in a circle. One that was merged while
 * this waited for its lock is looked for again, for its kept lead answers now. `brief`: identity, owner and age only.
 */
export async function knownLeads(
  tx: Tx,
  tenantId: string,
  drafts: readonly Identity[],
  rule: DuplicateRule,
  as: 'locked' | 'whole' | 'brief',
  pinned: readonly string[] = [],
): Promise<(LeadRecord & Remembered)[]> {
  const identities = drafts.map((draft) => identityOf(draft, rule));
  const phones = [...drafts.flatMap((draft) => draft.phone ?? []), ...identities.flatMap((one) => one.phones)];
  const emails = drafts.flatMap((draft) => (draft.phone ? [] : (normaliseEmail(draft.email) ?? [])));
  const unique = [...new Set(phones)];
  const columns =
    as !== 'brief'
      ? sql`l.*`
      : sql`l."id", l."phone", l."alternate_phone", l."email", l."user_id", l."created_at", l."duplicate_of"`;
  const live = sql`"deleted_at" is null and "duplicate_of" is null and "merged_into" is null`;
  const alternates = sql`
      union
      select "id" from "leads" where "tenant_id" = ${tenantId} and "alternate_phone" = any(${unique}::text[]) and ${live}`;
  const main = sql`
      select "id" from "leads" where "tenant_id" = ${tenantId} and "phone" = any(${unique}::text[]) and ${live}
      union select "id" from "leads" where "tenant_id" = ${tenantId} and "phone" is null and "email" = any(${emails}::text[]) and ${live}`;
  // Where older leads do not count, the newer one that was made next to them does.
  const apart = sql`
      union select "id" from "leads" where "tenant_id" = ${tenantId} and "duplicate_of" = any(array(${main})) and "deleted_at" is null`;
  // As an array, and not joined: the planner takes a few hundred phones for many and would read the whole table for them.
  const statement = sql`
    with recursive "also" as (
      select "kept_id" as "id", "phone", "former_phone", "email", "former_email", 1 as "step" from "lead_merges"
        where "tenant_id" = ${tenantId} and "state" = 'merged' and "deleted_at" is null
          and ("phone" = any(${unique}::text[]) or "former_phone" = any(${unique}::text[]) or "email" = any(${emails}::text[])
            or "former_email" = any(${emails}::text[]))
      union all select k."merged_into", a."phone", a."former_phone", a."email", a."former_email", a."step" + 1 from "also" a
        join "leads" k on k."tenant_id" = ${tenantId} and k."id" = a."id" where k."merged_into" is not null and a."step" < 20)
    select ${columns}, (select jsonb_build_object('phones', jsonb_path_query_array(jsonb_agg(a."phone") || jsonb_agg(a."former_phone"), '$[*] ? (@ != null)'),
        'emails', jsonb_path_query_array(jsonb_agg(a."email") || jsonb_agg(a."former_email"), '$[*] ? (@ != null)')) from "also" a where a."id" = l."id" having count(*) > 0) as "also"
    from "leads" l where l."tenant_id" = ${tenantId} and l."id" = any(array(
      select o."id" from "leads" o where o."tenant_id" = ${tenantId} and o."deleted_at" is null and o."merged_into" is null and o."id" = any(array(
        ${main}
        union select "id" from "also"
        union select unnest(${[...pinned]}::text[])
        ${rule.keys.includes('alternate_phone') ? alternates : empty}
        ${rule.window_days == null ? empty : apart}))))
    order by l."id" ${as === 'locked' ? sql`for update of l` : empty}`;
  // A chunk of an import is planned for its own number of phones.
  const name = drafts.length === 1 ? statementName(statement) : undefined;
  for (;;) {
    const rows = await tx.rows<LeadRecord & Remembered>(statement, name);
    if (as !== 'locked') return rows;
    if (!rows.some((lead) => lead.merged_into)) return rows.filter((lead) => !lead.deleted_at);
  }
}

/**
 * Arrivals of one phone or mail wait for each other until the transaction ends, so of twenty at the same moment one makes the
 * lead and the others find it (TRUST-R16). They wait for a part of an import too where that has to be alone. The next statement
 * waits for the locks: it runs behind them and sees what was committed until then.
 */
export function lockIdentity(tx: Tx, tenantId: string, draft: Identity, rule: DuplicateRule): void {
  tx.send(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`${tenantId} arrivals`}, 0))`, 'arrivals-shared');
  const { phones, email } = identityOf(draft, rule);
  const keys = [...phones, ...(email ? [email] : [])].map((key) => `${tenantId} ${key}`).sort();
  for (const key of keys) tx.send(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`, 'capture-lock');
}

/**
 * Parts of imports wait for each other. People do not wait: by the unique rules of leads, the one who comes second learns that the
 * person is there. A part has to be `alone` where those rules cannot tell, and where people were faster once: then arrivals wait.
 */
export async function lockArrivals(tx: Tx, tenantId: string, alone: boolean): Promise<void> {
  for (const name of ['imports', ...(alone ? ['arrivals'] : [])])
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${name}`}, 0))`, 'arrivals-lock');
}

/** The existing lead that this phone and email would match, for display. */
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
  return matchOf(matcher.all(who), rule, now);
}

export const blockedReason = 'A lead with this phone or email already exists.';

/** How the duplicate rule treats an arrival, and which existing lead it matches or duplicates. */
export interface Judged<L> {
  /** `apart`: a separate lead next to an older one, because the rule's window has passed or its action is 'new'. */
  readonly verdict: 'fresh' | 'apart' | 'blocked' | 're_enquiry';
  readonly lead: L | undefined;
}
type Known = Identity & Remembered & { readonly created_at?: unknown };

/** Finds the leads of an arrival among those known so far; earlier arrivals count, for every created lead is added. */
export class Matcher<L extends Known> {
  private readonly byPhone = new Map<string, L>();
  private readonly byAlternate = new Map<string, L[]>();
  private readonly byEmailAlone = new Map<string, L>();
  /** Leads that the rule's window keeps apart from older ones, by phone, or by email where they have none. */
  private readonly apart = new Map<string, L[]>();

  constructor(private readonly rule: DuplicateRule) {}

  add(lead: L): void {
    const keep = (map: Map<string, L>, key: string | null | undefined): void => {
      if (key && !map.has(key)) map.set(key, lead);
    };
    for (const phone of lead.also?.phones ?? []) keep(this.byPhone, phone);
    for (const email of lead.also?.emails ?? []) keep(this.byEmailAlone, email);
    const own = lead.phone ?? lead.email;
    if (lead.duplicate_of) {
      if (own && this.rule.window_days != null) this.apart.set(own, [...(this.apart.get(own) ?? []), lead]);
      return;
    }
    keep(this.byPhone, lead.phone);
    if (!lead.phone) keep(this.byEmailAlone, lead.email);
    const other = lead.alternate_phone;
    if (other) this.byAlternate.set(other, [...(this.byAlternate.get(other) ?? []), lead]);
  }
  /**
   * All that have the arrival's identity by the rule: on a phone; on the mail only where neither has a phone, for a family may
   * share one mail.
   */
  all(draft: Identity): L[] {
    const { phones, email, alternates } = identityOf(draft, this.rule);
    const same = phones.flatMap((phone) => [
      ...(this.byPhone.has(phone) ? [this.byPhone.get(phone)!] : []),
      ...(alternates ? (this.byAlternate.get(phone) ?? []) : []),
      ...(this.apart.get(phone) ?? []),
    ]);
    const alone = email ? this.byEmailAlone.get(email) : undefined;
    return [...same, ...(alone ? [alone] : []), ...(email ? (this.apart.get(email) ?? []) : [])];
  }
  judge(draft: Identity, now: Date): Judged<L> {
    const same = this.all(draft);
    if (same.length === 0) return { verdict: 'fresh', lead: undefined };
    const meant = matchOf(same, this.rule, now);
    if (!meant || this.rule.action === 'new') return { verdict: 'apart', lead: meant ?? same[0] };
    return { verdict: this.rule.action === 'block' ? 'blocked' : 're_enquiry', lead: meant };
  }
  /** The main lead with this phone, or with this email and no phone: a duplicate must reference it, whatever the rule. */
  holder(draft: Identity): L | undefined {
    return draft.phone ? this.byPhone.get(draft.phone) : this.byEmailAlone.get(normaliseEmail(draft.email) ?? '');
  }
}
