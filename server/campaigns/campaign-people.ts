import sql, { empty, type Sql } from 'sql-template-tag';
import { ownerInScope } from '../context/data-scope';
import type { DataScope } from '../context/session';
import { audienceWhere } from '../lead-events/audience';
import type { Tx } from '../store/store';
import type { Campaign } from './campaign-kinds';
import { leadColumns, type LeadToReach } from './recipients';

type Of = Pick<Campaign, 'channel' | 'audience_id'>;

/** How many people a campaign would be sent to now by someone with this scope: leads, or browsers for push messages. */
export async function countPeople(tx: Tx, tenantId: string, of: Of, scope: DataScope): Promise<number> {
  const from = await peopleFrom(tx, tenantId, of, scope);
  return from ? (await tx.one<{ n: number }>(sql`select count(*)::int as "n" ${from.people}`)).n : 0;
}

/** The next of them after a mark (`markOf`), in order. */
export async function nextPeople(
  tx: Tx,
  tenantId: string,
  of: Of,
  scope: DataScope,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<LeadToReach[]> {
  const from = await peopleFrom(tx, tenantId, of, scope);
  if (!from) return [];
  if (of.channel !== 'push')
    return tx.rows(sql`
      select ${leadColumns} from (select * ${from.people} and "id" > ${after} order by "id" limit ${limit}) l order by l."id"`);
  const rows = await tx.rows<Nullable>(sql`
    select s."id" as "push_id", ${leadColumns} ${from.people} and s."id" > ${after} order by s."id" limit ${limit}`);
  return rows.map(asLead);
}

/** Where the next ones begin. */
export const markOf = ({ id, push_id: push }: LeadToReach): string => push ?? id;

type Nullable = Omit<LeadToReach, 'id'> & { readonly id: string | null };
/** A browser can belong to no lead; then nothing is known of who reads the message. */
export const asLead = <T extends Nullable>(row: T): T & { readonly id: string } => ({ ...row, id: row.id ?? '' });

async function peopleFrom(
  tx: Tx,
  tenantId: string,
  { channel, audience_id: audience }: Of,
  scope: DataScope,
): Promise<{ readonly people: Sql } | undefined> {
  const where = audience === null ? undefined : await audienceWhere(tx, tenantId, audience, scope);
  if (audience !== null && !where) return undefined;
  if (channel !== 'push') return where && { people: sql`from "leads" where ${where}` };
  const mine = scope === 'tenant' ? empty : sql`and (s."lead_id" is null or ${ownerInScope(scope, sql`l."user_id"`)})`;
  return {
    people: sql`from "push_subscribers" s left join "leads" l on l."tenant_id" = s."tenant_id" and l."id" = s."lead_id"
      where s."tenant_id" = ${tenantId} and s."status" = 1 and s."deleted_at" is null and l."deleted_at" is null ${mine}
        ${where ? sql`and s."lead_id" in (select "id" from "leads" where ${where})` : empty}`,
  };
}
