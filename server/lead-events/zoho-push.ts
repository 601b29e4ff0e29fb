import sql, { empty, type Sql } from 'sql-template-tag';
import { keysAt } from '../catalogue/keys-at';
import { resourceNamed } from '../../src/schemas/kit/all';
import { placeOf } from '../store/sealed-values';
import { providerOf } from '../channels/providers';
import { zohoOf, type ZohoAccount, type ZohoLead } from '../channels/zoho';
import type { Services } from '../context/services';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Tx } from '../store/store';

const kind = new JobKind<{ readonly lead_id: string }>('zoho-push');
export const jobKinds: JobKinds = runs(kind, run);
interface By {
  readonly tenantId: string;
  readonly userId: string | null;
}

/** Queues new leads of the colleges and sources that the tenant pushes to Zoho; a list without entries means all (D-104). */
export async function pushNewLeads(tx: Tx, services: Services, by: By, ids: readonly string[]): Promise<void> {
  // Most tenants push nothing. Asked together with its leads, the database plans the join for every lead, which takes longer than to write one.
  const on = await tx.row(
    sql`select "college_ids_zoho_lead_trigger" as "colleges", "sources_ids_zoho_lead_trigger" as "sources" from "tenant"
        where "tenant_id" = ${by.tenantId} and "zoho_integration" = 1 and "is_push_lead_to_zone_enabled" = 1`,
    'zoho-pushes',
  );
  if (!on) return;
  const among = (field: Sql, wanted: unknown): Sql => {
    const isAll = wanted === null || (Array.isArray(wanted) && wanted.length === 0);
    return isAll ? empty : sql` and ${field}::text = any(${keysAt(wanted).map(String)}::text[])`;
  };
  const leads = await tx.rows<{ id: string }>(
    sql`select "id" from "leads" where "tenant_id" = ${by.tenantId} and "id" = any(${[...ids]}::text[]) and "deleted_at" is null
        ${among(sql`"clg_id"`, on['colleges'])}${among(sql`"source"`, on['sources'])}`,
  );
  for (const { id } of leads) await pushLead(tx, services, by, id);
}

/** One push, regardless of college and source. */
export async function pushLead(tx: Tx, services: Services, by: By, leadId: string): Promise<void> {
  await services.jobs.add(tx, by, { kind, payload: { lead_id: leadId }, dedupeKey: leadId });
  tx.afterCommit(() => services.jobs.wake());
}

export async function isZohoOn(tx: Tx, tenantId: string): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from "tenant" where "tenant_id" = ${tenantId} and "zoho_integration" = 1 and "deleted_at" is null`,
    'zoho-on',
  );
  return row !== undefined;
}

async function run({ payload, tenantId, services }: RunningJob<{ readonly lead_id: string }>, steps: Steps): Promise<object> {
  const found = await steps.read(async (tx) => {
    if (!(await isZohoOn(tx, tenantId))) return undefined;
    const lead = await tx.row<ZohoLead>(sql`
      select l."id", l."name", l."email", l."phone", l."city", s."name" as "source" from "leads" l
      left join "lead_sources" s on s."tenant_id" = l."tenant_id" and s."id" = l."source"
      where l."tenant_id" = ${tenantId} and l."id" = ${payload.lead_id} and l."deleted_at" is null`);
    return lead && { lead, account: await zohoAccount(tx, services, tenantId) };
  });
  if (!found) return { pushed: false };
  return { pushed: true, zoho_id: await zohoOf(found.account, services).push(found.lead) };
}

/** The tenant's credentials, opened; undefined, and with that the sandbox, as long as one is missing. */
export async function zohoAccount(tx: Tx, services: Services, tenantId: string): Promise<ZohoAccount | undefined> {
  const row = await tx.row<{ id: string; client: string | null; secret: string | null; token: string | null }>(sql`
    select "id", "zoho_crm_client_id" as "client", "zoho_crm_client_secret" as "secret", "zoho_crm_refresh_token" as "token"
    from "tenant" where "tenant_id" = ${tenantId}`);
  if (!row?.client || !row.secret || !row.token) return undefined;
  const opened = (field: string, sealed: string): string =>
    services.secrets.open(sealed, placeOf(tenantId, resourceNamed('tenant'), field, row.id));
  const endpoint = (await providerOf(tx, services, tenantId, 'zoho'))?.settings['endpoint']?.replace(/\/$/, '');
  return {
    clientId: row.client,
    clientSecret: opened('zoho_crm_client_secret', row.secret),
    refreshToken: opened('zoho_crm_refresh_token', row.token),
    ...(endpoint ? { accounts: endpoint, api: endpoint } : {}),
  };
}
