import sql, { raw, type Sql } from 'sql-template-tag';
import { inRange } from '../asked';
import type { FactTable } from './fact-table';

const applications = (time: 'created_at' | 'submitted_at'): FactTable => ({
  credit: 'owner',
  lead: 'always',
  own: { form: 'form_id' },
  select: (asked) => sql`
    select a."id", a."lead_id", null::text as "user_id", ${raw(`a."${time}"`)} as "at", a."form_id" from "applications" a
    where a."tenant_id" = ${asked.tenantId} and a."deleted_at" is null and ${inRange(raw(`a."${time}"`), asked)}`,
});
/** P1 */
export const startedApplications = applications('created_at');
/** P2 */
export const submittedApplications = applications('submitted_at');

/** The leads that have ever started an application, and whether they submitted one. */
export const applicants = (tenantId: string): Sql => sql`
  select a."lead_id", bool_or(a."submitted_at" is not null) as "submitted" from "applications" a
  where a."tenant_id" = ${tenantId} and a."deleted_at" is null group by a."lead_id"`;
const approved = sql`p."deleted_at" is null and p."state" in ('captured', 'partially_refunded', 'refunded')`;
/** The leads with an approved payment at any time. */
export const payers = (tenantId: string): Sql => sql`
  select distinct o."lead_id" from "payments" p
  join "orders" o on o."tenant_id" = p."tenant_id" and o."id" = p."order_id" and o."deleted_at" is null
  where p."tenant_id" = ${tenantId} and ${approved} and o."lead_id" is not null`;

/** P3 and R1: payments that were approved, at the time of the order's payment. */
export const approvedPayments: FactTable = {
  credit: 'owner',
  lead: 'always',
  own: { form: 'form_id' },
  select: (asked) => sql`
    select p."id", o."lead_id", null::text as "user_id", coalesce(o."payment_at", p."created_at") as "at", a."form_id",
      p."amount" - coalesce(p."refunded_amount", 0) as "kept"
    from "payments" p join "orders" o on o."tenant_id" = p."tenant_id" and o."id" = p."order_id" and o."deleted_at" is null
    left join "applications" a on a."tenant_id" = o."tenant_id" and a."id" = o."application_id"
    where p."tenant_id" = ${asked.tenantId} and ${approved}
      and ${inRange(sql`coalesce(o."payment_at", p."created_at")`, asked)}`,
};

/** Q1 to Q4: queries that belong to a lead. */
export const queries: FactTable = {
  credit: 'user',
  lead: 'always',
  select: (asked) => sql`
    select q."id", coalesce(q."lead_id", a."lead_id") as "lead_id", q."assigned_to" as "user_id", q."created_at" as "at", q."state", q."answered_at" from "queries" q
    left join "applications" a on a."tenant_id" = q."tenant_id" and a."id" = q."application_id"
    where q."tenant_id" = ${asked.tenantId} and q."deleted_at" is null and q."assigned_to" is not null and ${inRange(sql`q."created_at"`, asked)}`,
};
