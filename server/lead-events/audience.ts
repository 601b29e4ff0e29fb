import sql, { type Sql } from 'sql-template-tag';
import type { Conditions } from '../../src/schemas/kit/conditions';
import type { DataScope } from '../context/session';
import { isResult } from '../channels/campaign-result';
import { ownerInScope } from '../context/data-scope';
import type { Tx } from '../store/store';
import { leadsOfList } from './list-audience';
import { conditionSql, dayStartIn } from './condition-sql';

export interface Audience {
  readonly kind?: 'dynamic' | 'static' | 'list' | 'campaign';
  readonly rule?: Conditions['rule'] | null;
  readonly globleCondtion?: 'And' | 'Or' | null;
  readonly lead_ids?: readonly string[] | null;
  readonly address?: string | null;
  readonly campaign_id?: string | null;
  readonly campaign_result?: string | null;
}

const live = sql`"deleted_at" is null and "merged_into" is null`;

/**
 * Leads among many thousand ids: the ids are hashed once and each lead is looked up in them. Without `is true` it would be a join, which
 * a database that does not know yet how the table has grown makes by reading all ids for each lead.
 */
const hashedIn = (ids: Sql): Sql => sql`("id" in (${ids})) is true`;
/** So many ids go into the statement instead, and are found through the key. */
const fewIds = 1000;

/** The leads of an audience as a predicate on "leads". */
export function audienceSql(audience: Audience, zone: string): Sql {
  if (audience.kind === 'static') return sql`(${live} and "id" = any(${[...(audience.lead_ids ?? [])]}::text[]))`;
  if (audience.kind === 'list') return sql`(${live} and ${leadsOfList(audience.address ?? '', zone, new Date())})`;
  if (audience.kind === 'campaign')
    return sql`(${live} and ${hashedIn(sql`select o."lead_id" from "outbox_messages" o where o."tenant_id" = current_setting('app.tenant', true)
      and o."campaign_id" = ${audience.campaign_id} and ${isResult(audience.campaign_result ?? 'none')} and o."deleted_at" is null and o."lead_id" is not null`)})`;
  if (!audience.rule?.length) return sql`false`;
  return sql`(${live} and ${conditionSql({ rule: audience.rule, globleCondtion: audience.globleCondtion ?? 'And' }, dayStartIn(zone))})`;
}

/** How many leads it has now within `scope`: a full count would reveal leads that the person cannot open. */
export async function audienceSize(
  tx: Tx,
  tenantId: string,
  audience: Audience,
  zone: string,
  scope = sql`true`,
): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as "count" from "leads" where "tenant_id" = ${tenantId} and ${scope} and ${audienceSql(audience, zone)}`,
  );
  return row?.count ?? 0;
}

/**
 * The leads of a stored audience within the sender's `scope`, as a predicate on "leads"; undefined: no such audience. A long list of
 * leads is read in the statement: a campaign asks page by page, and would fetch and send all ids of the list for each page.
 */
export async function audienceWhere(tx: Tx, tenantId: string, audienceId: string, scope: DataScope): Promise<Sql | undefined> {
  const audience = await tx.row<Audience & { readonly zone: string | null }>(sql`
    select a."kind", a."rule", a."globleCondtion", a."address", a."campaign_id", a."campaign_result", t."timezone" as "zone",
      case when jsonb_array_length(a."lead_ids") <= ${fewIds} then a."lead_ids" end as "lead_ids"
    from "lead_gen_audiences" a
    join "tenant" t on t."tenant_id" = a."tenant_id"
    where a."tenant_id" = ${tenantId} and a."id" = ${audienceId} and a."deleted_at" is null`);
  if (!audience) return undefined;
  const which =
    audience.kind === 'static' && !audience.lead_ids
      ? sql`${live} and ${hashedIn(sql`select chosen."id" from "lead_gen_audiences" a, lateral jsonb_array_elements_text(a."lead_ids") as chosen("id")
          where a."tenant_id" = ${tenantId} and a."id" = ${audienceId}`)}`
      : audienceSql(audience, audience.zone ?? 'Asia/Kolkata');
  return sql`"tenant_id" = ${tenantId} and ${ownerInScope(scope)} and ${which}`;
}
