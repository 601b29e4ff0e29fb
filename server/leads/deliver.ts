import sql from 'sql-template-tag';
import { teamFields, type DeliveryState } from '../../src/schemas/kit/deliveries';
import { counted } from '../../src/schemas/kit/counted';
import { invalid, Problem, problem } from '../../src/schemas/kit/problem';
import type { Draft } from '../../src/schemas/kit/resource';
import type { leads } from '../../src/schemas/leads/leads';
import { publisherDeliveries } from '../../src/schemas/leads/publisher-deliveries';
import type { Publisher } from '../../src/schemas/leads/publishers';
import { newId } from '../store/ids';
import { insertRows } from '../store/listed-rows';
import type { Tx } from '../store/store';

/** What deliveries of a publisher are held to. */
export type Deliverer = Pick<
  Publisher,
  'id' | 'source_id' | 'daily_cap' | 'college_caps' | 'dedupe_days' | 'dedupe_hours' | 'field_map' | 'allowed_values' | 'status'
>;
type LeadDraft = Draft<typeof leads>;

/** Locked, so that two leads of one publisher are counted one after the other. */
export async function delivererOf(
  tx: Tx,
  tenantId: string,
  id: string,
  which: 'active' | 'whatever its status' = 'active',
): Promise<Deliverer | undefined> {
  const publisher: Deliverer | undefined = await tx.row(
    sql`select "id", "source_id", "daily_cap"::int as "daily_cap", "college_caps", "dedupe_days"::int as "dedupe_days", "dedupe_hours"::int as "dedupe_hours", "field_map",
          "allowed_values", "status"::int as "status"
        from "publishers" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null for update`,
  );
  if (publisher?.status === 0 && which === 'active') throw problem(403, 'This publisher is inactive.');
  return publisher;
}

/** What was sent under the names of a lead's fields. A value that the publisher may not send is refused at its field. */
export function mapped({ field_map: map, allowed_values: allowed, source_id: source }: Deliverer, sent: LeadDraft): LeadDraft {
  const names = new Map((map ?? []).map(({ name, field }) => [name, field]));
  const fields: LeadDraft = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [names.get(name) ?? name, typed(names.get(name), value)]),
  );
  const ofTeam = teamFields.find((field) => fields[field] !== undefined && fields[field] !== null);
  if (ofTeam) throw invalid(ofTeam, `A publisher cannot set ${ofTeam}`);
  for (const field of new Set((allowed ?? []).map((one) => one.field))) {
    const value = fields[field];
    if (value === undefined || value === null || value === '') continue;
    const listed = (allowed ?? []).some((one) => one.field === field && fold(one.value) === fold(value));
    if (!listed) throw invalid(field, `The value '${String(value).slice(0, 60)}' is not allowed for ${field}`);
  }
  return { ...fields, source: fields.source ?? source };
}

/** Forms send numbers as text. */
const typed = (field: string | undefined, value: unknown): unknown =>
  (field === 'clg_id' || field === 'year_of_admission') && typeof value === 'string' && /^\d+$/.test(value)
    ? Number(value)
    : value;
const fold = (value: unknown): string => String(value).trim().toLowerCase();

/** Counted with the new lead included: enquiries of leads that were there do not count against the publisher. */
export async function refuseAboveCap(
  tx: Tx,
  tenantId: string,
  { id, daily_cap: cap, college_caps: caps }: Deliverer,
  clgId: unknown,
  today: Date,
): Promise<void> {
  const ofCollege = caps?.find(({ clg_id }) => clg_id === Number(clgId))?.daily_cap;
  if (!cap && !ofCollege) return;
  const counted: { n: number; of_college: number } = await tx.one(
    sql`select count(*)::int as "n", count(*) filter (where "clg_id" = ${ofCollege ? Number(clgId) : null}::bigint)::int as "of_college"
        from "leads" where "tenant_id" = ${tenantId} and "publisher_id" = ${id}
        and "created_at" >= ${today.toISOString()}::timestamptz and "deleted_at" is null`,
  );
  if (cap && counted.n > cap) throw problem(429, 'This publisher has reached its daily lead limit.');
  if (ofCollege && counted.of_college > ofCollege)
    throw problem(429, 'This publisher has reached its daily lead limit for this college.');
}

/**
 * Had someone sent this person within the publisher's duplicate window before this enquiry? It is stored by now: with the lead that
 * was there, or, where the tenant's rule keeps enquiries apart, as another lead that names the first one.
 */
export async function isClaimed(tx: Tx, tenantId: string, lead: StoredLead, window: DuplicateWindow): Promise<boolean> {
  const { days, hours } = windowOf(window);
  if (days + hours === 0 || (lead.isNew && !lead.duplicateOf)) return false;
  const first = lead.duplicateOf ?? lead.id;
  const claimed = await tx.row(
    sql`select 1 from "leads" l where l."tenant_id" = ${tenantId} and (l."id" = ${first} or l."duplicate_of" = ${first})
          and not (${lead.isNew} and l."id" = ${lead.id})
          and coalesce((select c."created_at" from "lead_captures" c where c."tenant_id" = l."tenant_id" and c."lead_id" = l."id"
            order by c."created_at" desc, c."id" desc offset case when l."id" = ${lead.id} then 1 else 0 end limit 1), l."created_at")
          > now() - make_interval(days => ${days}::int, hours => ${hours}::int) limit 1`,
  );
  return claimed !== undefined;
}
export interface StoredLead {
  readonly id: string;
  readonly isNew: boolean;
  readonly duplicateOf: string | null;
}
/** Why an enquiry within the window is not paid for. */
export function claimedReason(window: DuplicateWindow): string {
  const { days, hours } = windowOf(window);
  const parts = [...(days || !hours ? [counted(days, 'day')] : []), ...(hours ? [counted(hours, 'hour')] : [])];
  return `This lead was sent before, within ${parts.join(' and ')}.`;
}
type DuplicateWindow = Pick<Deliverer, 'dedupe_days' | 'dedupe_hours'>;
const windowOf = ({ dedupe_days: days, dedupe_hours: hours }: DuplicateWindow): { days: number; hours: number } => ({
  days: days ?? usualWindow,
  hours: hours ?? 0,
});

/** In days, of a publisher that has none of its own. */
const usualWindow = 90;

/** One row of the publisher's log, with what was sent: a lead that was there already has values of others. */
export async function noteDelivery(
  tx: Tx,
  tenantId: string,
  { id = newId(), publisherId, leadId, state, reason, sent, at }: Delivery,
): Promise<void> {
  const text = (name: 'name' | 'phone' | 'email', most: number): string | null => {
    const value = sent?.[name];
    return typeof value === 'string' && value.trim() ? value.trim().slice(0, most) : null;
  };
  const row = {
    id,
    publisher_id: publisherId,
    lead_id: leadId ?? null,
    state,
    reason: reason?.slice(0, 500) ?? null,
    sent_name: text('name', 120),
    sent_phone: text('phone', 20),
    sent_email: text('email', 254),
    delivered_at: at.toISOString(),
  };
  const statement = insertRows(tenantId, publisherDeliveries, Object.keys(row), [row]);
  if (statement) await tx.run(statement);
}
interface Delivery {
  readonly id?: string;
  readonly publisherId: string;
  readonly leadId?: string;
  readonly state: DeliveryState;
  readonly reason?: string;
  readonly sent?: LeadDraft;
  readonly at: Date;
}

/** How a refused delivery is logged; undefined: the fault is ours, and the publisher sends it again. */
export function refusalOf(error: unknown): { readonly state: DeliveryState; readonly reason: string } | undefined {
  if (!(error instanceof Problem) || error.code >= 500) return undefined;
  const details = error.errors.map(({ message }) => message).join('. ');
  const reason = details || error.message;
  if (error.code === 409) return { state: 'duplicate', reason };
  return { state: error.code === 429 || error.code === 403 ? 'refused' : 'invalid', reason };
}
