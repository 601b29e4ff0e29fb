import sql from 'sql-template-tag';
import type { TenantHealth } from '../../src/schemas/calls/team-dashboard';
import { spentOn } from '../channels/gate-facts';
import type { LedgerChannel } from '../channels/sender';
import type { Context } from '../context/context';
import type { Tx } from '../store/store';

const day = 86_400_000;
/** A job that waits for longer than this does not wait its turn only. */
const waitsTooLong = 5 * 60_000;
const mostSources = 12;

/** How jobs, webhooks, messages and sources are; for admins. */
export async function tenantHealth({ tx, session, services }: Context): Promise<TenantHealth> {
  const tenant = session.tenantId;
  const now = services.now().getTime();
  const ago = (ms: number): string => new Date(now - ms).toISOString();
  const [jobs] = await tx.rows<TenantHealth['jobs']>(sql`
    select count(*) filter (where j."state" = 'failed')::int as "failed",
      count(*) filter (where j."state" = 'queued' and j."run_at" < ${ago(waitsTooLong)}::timestamptz)::int as "waiting",
      max(j."finished_at") filter (where j."state" = 'failed') as "last_failed"
    from "jobs" j where j."tenant_id" = ${tenant} and j."deleted_at" is null
      and (j."state" = 'queued' or j."state" = 'failed' and j."finished_at" > ${ago(day)}::timestamptz)`);
  const [webhooks] = await tx.rows<TenantHealth['webhooks']>(sql`
    select count(*) filter (where d."state" = 'failed')::int as "failed", count(*) filter (where d."state" = 'delivered')::int as "delivered"
    from "webhook_deliveries" d where d."tenant_id" = ${tenant} and d."deleted_at" is null and d."created_at" > ${ago(day)}::timestamptz`);
  const messages = await tx.rows<TenantHealth['messages'][number]>(sql`
    select m."channel", count(*) filter (where m."state" <> 'failed')::int as "sent", count(*) filter (where m."state" = 'failed')::int as "failed"
    from "outbox_messages" m where m."tenant_id" = ${tenant} and m."deleted_at" is null and m."created_at" > ${ago(day)}::timestamptz
    group by m."channel" order by m."channel"`);
  const sources = await tx.rows<TenantHealth['sources'][number]>(sql`
    select s."id", s."name", c."last_at" from (
      select c."source", max(c."created_at") as "last_at" from "lead_captures" c where c."tenant_id" = ${tenant} and c."deleted_at" is null and c."source" is not null group by c."source") c
    join "lead_sources" s on s."tenant_id" = ${tenant} and s."id" = c."source" and s."deleted_at" is null
    order by c."last_at" desc, s."id" limit ${mostSources}`);
  return { jobs: jobs!, webhooks: webhooks!, messages, quotas: await quotasOf(tx, tenant), sources };
}

/** Campaigns pause when the credit of their channel is used up. */
async function quotasOf(tx: Tx, tenant: string): Promise<TenantHealth['quotas']> {
  const rows = await tx.rows<{ channel: LedgerChannel; credit: number }>(sql`
    select c."channel", c."credit"::float8 as "credit" from "message_settings" s
    cross join lateral (values ('email', s."credit_email"), ('sms', s."credit_sms"), ('whatsapp', s."credit_whatsapp")) c("channel", "credit")
    where s."tenant_id" = ${tenant} and s."deleted_at" is null and c."credit" is not null order by c."channel"`);
  const quotas: TenantHealth['quotas'][number][] = [];
  for (const { channel, credit } of rows)
    quotas.push({ channel, credit, left: Math.max(0, credit - (await spentOn(tx, tenant, channel))) });
  return quotas;
}
