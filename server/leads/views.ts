import sql, { type Sql } from 'sql-template-tag';
import { leadViews, type LeadView } from '../../src/schemas/calls/leads';
import type { leads } from '../../src/schemas/leads/leads';
import { dayBounds } from '../domain/days';

/** Missed calls older than this are history, not work. */
export const missedCallDays = 7;

/**
 * Whose call `c` is, as `w."lead"`: a lead that has the number has also called where it became a lead later. `offset 0` keeps it a value of
 * its own: row security lets the database look a lead up by a value, and otherwise it reads all leads of the tenant.
 */
export const leadOfCall: Sql = sql`cross join lateral (select coalesce(c."lead_id", (select k."id" from "leads" k where k."tenant_id" = c."tenant_id"
  and k."phone" = c."phone" and k."duplicate_of" is null and k."merged_into" is null and k."deleted_at" is null limit 1)) as "lead" offset 0) w`;

/** A quick view of the lead list as a predicate on "leads", columns unqualified. */
export function viewPredicate(view: LeadView, at: { tenantId: string; now: Date; zone: string }): Sql {
  const today = dayBounds(at.now, at.zone);
  const now = at.now.toISOString();
  switch (view) {
    case 'all':
      return sql`true`;
    case 'fresh':
      return sql`"stage_id" is null`;
    case 'untouched':
      return untouched;
    case 'followup_today':
      return sql`("next_followup_at" >= ${today.from.toISOString()}::timestamptz and "next_followup_at" < ${today.to.toISOString()}::timestamptz)`;
    case 'overdue':
      return sql`"next_followup_at" < ${now}::timestamptz`;
    case 'missed':
      // Nobody has done anything with the lead since it called. Not correlated: the calls are few, the leads many.
      return sql`"id" in (select m."id" from "calls" c ${leadOfCall} join "leads" m on m."tenant_id" = c."tenant_id" and m."id" = w."lead"
        where c."tenant_id" = ${at.tenantId} and c."deleted_at" is null and c."direction" = 'inbound' and c."outcome" = 'missed'
          and c."started_at" > ${new Date(at.now.getTime() - missedCallDays * 86_400_000).toISOString()}::timestamptz
          and (m."last_act_at" is null or c."started_at" > m."last_act_at"))`;
    case 're_enquired':
      return sql`"re_enquiry_count" > 0`;
    case 'unassigned':
      return sql`"user_id" is null`;
    case 'enrolled':
      return ofOutcome('enrolled', at.tenantId);
    case 'not_interested':
      return ofOutcome('lost', at.tenantId);
  }
}

/** The views of a role that does not see these fields. */
export const viewsWithout = (veiled: ReadonlySet<string>): readonly LeadView[] =>
  leadViews.filter((view) => !viewFields[view].some((field) => veiled.has(field)));

/** The fields of a lead that a view tells of. */
const viewFields: Readonly<Record<LeadView, readonly (keyof typeof leads.fields.properties)[]>> = {
  all: [],
  fresh: ['stage_id'],
  untouched: ['user_id', 'last_act_at', 'assigned_at'],
  followup_today: ['next_followup_at'],
  overdue: ['next_followup_at'],
  missed: ['last_act_at'],
  re_enquired: ['re_enquiry_count'],
  unassigned: ['user_id'],
  enrolled: ['stage_id'],
  not_interested: ['stage_id'],
};

/** L5: no activity since the lead was assigned. */
export const untouched = sql`("user_id" is not null and ("last_act_at" is null or "last_act_at" < "assigned_at"))`;

function ofOutcome(outcome: string, tenantId: string): Sql {
  return sql`"stage_id" in (select s."id" from "lead_stages" s where s."tenant_id" = ${tenantId} and s."outcome" = ${outcome})`;
}
