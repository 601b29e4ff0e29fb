import sql, { type Sql } from 'sql-template-tag';
import type { Conditions } from '../../src/schemas/kit/conditions';
import { conditionSql, dayStartIn } from '../automation/condition-sql';
import type { Tx } from '../store/store';

/** The live leads of an audience as a predicate on "leads", columns unqualified; undefined when there is no such audience. */
export async function audienceWhere(tx: Tx, tenantId: string, audienceId: string): Promise<Sql | undefined> {
  const audience = await tx.row<{
    kind: string;
    rule: Conditions['rule'] | null;
    globleCondtion: 'And' | 'Or' | null;
    lead_ids: string[] | null;
    zone: string | null;
  }>(sql`
    select a."kind", a."rule", a."globleCondtion", a."lead_ids", t."timezone" as "zone" from "lead_gen_audiences" a
    join "tenant" t on t."tenant_id" = a."tenant_id"
    where a."tenant_id" = ${tenantId} and a."id" = ${audienceId} and a."deleted_at" is null`);
  if (!audience) return undefined;
  const live = sql`"tenant_id" = ${tenantId} and "deleted_at" is null`;
  if (audience.kind === 'static') return sql`${live} and "id" = any(${audience.lead_ids ?? []}::text[])`;
  const { rule, globleCondtion, zone } = audience;
  const asked: Conditions = { rule: rule ?? [], ...(globleCondtion ? { globleCondtion } : {}) };
  return sql`${live} and ${conditionSql(asked, dayStartIn(zone ?? 'Asia/Kolkata'))}`;
}
