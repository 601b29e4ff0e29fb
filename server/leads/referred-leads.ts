import sql, { type Sql } from 'sql-template-tag';
import type { Session } from '../context/session';

/** Leads that someone asked this user to take and that are not answered yet, as a predicate on "leads". */
export const waitsFor = ({ tenantId, userId }: Pick<Session, 'tenantId' | 'userId'>): Sql =>
  sql`"leads"."id" in (select r."lead_id" from "lead_referrals" r where r."tenant_id" = ${tenantId}
    and r."to_user_id" = ${userId} and r."state" = 'pending' and r."deleted_at" is null)`;
