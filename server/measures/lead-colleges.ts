import sql, { type Sql } from 'sql-template-tag';
import type { Asked } from './asked';

/** The colleges that one lead came for, once each. */
export const collegesOfLead = ({ tenantId }: Pick<Asked, 'tenantId'>, lead: Sql): Sql => sql`
  select c."clg_id"::text as "key" from "lead_captures" c
  where c."tenant_id" = ${tenantId} and c."lead_id" = ${lead} and c."deleted_at" is null and c."clg_id" is not null
  union select o."clg_id"::text from "leads" o
  where o."tenant_id" = ${tenantId} and o."id" = ${lead} and o."deleted_at" is null and o."clg_id" is not null`;

/** Every college that a lead came for, once each. */
export const collegesOfLeads = ({ tenantId }: Pick<Asked, 'tenantId'>): Sql => sql`
  select c."lead_id" as "of", c."clg_id"::text as "key" from "lead_captures" c
  where c."tenant_id" = ${tenantId} and c."deleted_at" is null and c."clg_id" is not null
  union select o."id", o."clg_id"::text from "leads" o where o."tenant_id" = ${tenantId} and o."deleted_at" is null and o."clg_id" is not null`;
