import sql from 'sql-template-tag';
import type { SetupSteps } from '../../src/schemas/calls/team-dashboard';
import type { Context } from '../context/context';

/** What a new tenant has set up so far; undefined once it has leads and someone else to work them. */
export async function setupSteps({ tx, session }: Context): Promise<SetupSteps | undefined> {
  const tenant = session.tenantId;
  const steps: SetupSteps = await tx.one(sql`
    select exists(select from "users" u where u."tenant_id" = ${tenant} and u."id" <> ${session.userId} and u."deleted_at" is null) as "people",
      exists(select from "leads" l where l."tenant_id" = ${tenant} and l."deleted_at" is null) as "leads",
      exists(select from "counsellor_rules" r where r."tenant_id" = ${tenant} and r."status" = 1 and r."deleted_at" is null) as "rules",
      exists(select from "provider_settings" p where p."tenant_id" = ${tenant} and p."status" = 1 and p."deleted_at" is null) as "providers"`);
  return steps.leads && steps.people ? undefined : steps;
}
