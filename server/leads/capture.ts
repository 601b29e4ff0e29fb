import sql, { empty, join, type Sql } from 'sql-template-tag';
import { defaultDuplicateRule, identityOf, matchOf, type DuplicateRule, type Identity } from '../domain/duplicates';
import type { PhoneRules } from '../domain/phone';
import { withCapture } from '../domain/sources';
import type { Tx } from '../store/store';
import { newId } from '../store/ids';
import { json } from '../store/parameters';
import type { LeadRecord } from './lead-access';

/** The tenant's rules for new leads, in one row. */
export interface CaptureRules extends PhoneRules {
  readonly duplicate_rule: DuplicateRule | null;
}
export async function captureRulesOf(tx: Tx, tenantId: string): Promise<CaptureRules> {
  const rules = await tx.row<CaptureRules & Record<string, unknown>>(
    sql`select "country", "phone_validation_enabled", "custom_phone_regex", "phone_validation_error_message",
          "is_enable_country_constraint", "allowed_countries_for_lead_capture", "duplicate_rule"
        from "tenant" where "tenant_id" = ${tenantId}`,
    'capture-rules',
  );
  return rules ?? { duplicate_rule: null };
}

/**
 * The lead that the draft is a repeat of, locked, or undefined. Captures of one phone or mail wait for each other, so of
 * twenty at the same moment one makes the lead and the others find it (TRUST-R16). Phones are E.164 already.
 */
export async function findDuplicate(
  tx: Tx,
  tenantId: string,
  draft: Identity,
  given: DuplicateRule | null,
  now: Date,
): Promise<LeadRecord | undefined> {
  const { phones, email } = identityOf(draft, given ?? defaultDuplicateRule);
  const keys = [...phones, ...(email ? [email] : [])].map((key) => `${tenantId} ${key}`).sort();
  for (const key of keys) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`, 'capture-lock');
  return knownLead(tx, tenantId, draft, given, now, sql`for update`);
}

/** The same without a lock, to look at. */
export async function knownLead(
  tx: Tx,
  tenantId: string,
  draft: Identity,
  given: DuplicateRule | null,
  now: Date,
  lock: Sql = empty,
): Promise<LeadRecord | undefined> {
  const rule = given ?? defaultDuplicateRule;
  const { phones, email, alternates } = identityOf(draft, rule);
  if (phones.length === 0 && !email) return undefined;
  // One predicate a key, so that each uses its own unique index.
  const same: Sql[] = [];
  if (phones.length > 0) same.push(sql`"phone" = any(${phones as string[]}::text[])`);
  if (phones.length > 0 && alternates) same.push(sql`"alternate_phone" = any(${phones as string[]}::text[])`);
  if (email) same.push(sql`("phone" is null and "email" = ${email})`);
  const found = await tx.rows<LeadRecord>(
    sql`select * from "leads" where "tenant_id" = ${tenantId} and "deleted_at" is null and "duplicate_of" is null and "merged_into" is null
          and (${join(same, ' or ')}) order by "created_at" desc limit 20 ${lock}`,
  );
  return matchOf(found, rule, now);
}

export interface Capture {
  readonly via: string;
  readonly source?: string | null;
  readonly clg_id?: number | null;
  readonly clg_name?: string | null;
  readonly utm_source?: string | null;
  readonly utm_medium?: string | null;
  readonly utm_campaign?: string | null;
  readonly import_id?: string | null;
  readonly data?: Readonly<Record<string, unknown>> | null;
}
export interface By {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly now: Date;
}

/** Keeps an arrival of a lead, first or again. */
export async function addCapture(tx: Tx, by: By, leadId: string, capture: Capture, isReEnquiry: boolean): Promise<void> {
  await tx.run(
    sql`insert into "lead_captures" ("tenant_id", "id", "lead_id", "via", "is_re_enquiry", "source", "clg_id", "utm_source", "utm_medium",
          "utm_campaign", "import_id", "data", "created_at", "created_by", "updated_by")
        values (${by.tenantId}, ${newId()}, ${leadId}, ${capture.via}, ${isReEnquiry}, ${capture.source ?? null}, ${capture.clg_id ?? null},
          ${capture.utm_source ?? null}, ${capture.utm_medium ?? null}, ${capture.utm_campaign ?? null}, ${capture.import_id ?? null},
          ${json(capture.data)}::jsonb, ${by.now.toISOString()}::timestamptz, ${by.userId}, ${by.userId})`,
    'capture-add',
  );
}

/** The same person asked again: the lead remembers source and college, its stage and owner stay (D-063). The lead is locked. */
export async function recordReEnquiry(tx: Tx, by: By, lead: LeadRecord, capture: Capture): Promise<void> {
  const trail = withCapture(lead, capture.source);
  const college = capture.clg_id ?? null;
  const asked =
    college === null
      ? lead.re_enquired_clgs
      : [
          { clg_id: college, clg_name: capture.clg_name ?? undefined, at: by.now.toISOString() },
          ...(lead.re_enquired_clgs ?? []),
        ].slice(0, 50);
  await tx.run(
    sql`update "leads" set "re_enquiry_count" = coalesce("re_enquiry_count", 0) + 1, "last_source" = ${trail.last_source},
          "source" = ${trail.source}, "prmary_source" = ${trail.prmary_source}, "secondary_source" = ${trail.secondary_source},
          "tertiary_source" = ${trail.tertiary_source}, "re_enquired_clgs" = ${json(asked)}::jsonb,
          "last_re_enquired_clg_id" = coalesce(${college}::int, "last_re_enquired_clg_id")
        where "tenant_id" = ${by.tenantId} and "id" = ${lead.id}`,
    'lead-re-enquiry',
  );
  await addCapture(tx, by, lead.id, capture, true);
}
