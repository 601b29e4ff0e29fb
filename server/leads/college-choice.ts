import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';

type Place = Pick<Context, 'tx' | 'session'>;

/** Where a college goes that is new on the shortlist: behind the others. The lead is locked. */
export async function lastPlace({ tx, session }: Place, leadId: string): Promise<number> {
  const { last }: { last: number } = await tx.one(
    sql`select coalesce(max("rank"), 0)::int as "last" from "lead_colleges"
        where "tenant_id" = ${session.tenantId} and "lead_id" = ${leadId} and "relation" = 'shortlisted' and "deleted_at" is null`,
    'shortlist-last',
  );
  return last + 1;
}

/** Moves one college of the shortlist; the others keep their order and close up. The lead is locked. */
export async function placeOnShortlist({ tx, session }: Place, leadId: string, id: string | number, rank: number): Promise<void> {
  const moved = await tx.row(
    sql`select "id" from "lead_colleges" where "tenant_id" = ${session.tenantId} and "id" = ${id} and "lead_id" = ${leadId}
          and "relation" = 'shortlisted' and "deleted_at" is null`,
  );
  if (!moved) throw problem(409, 'This college is no longer on the shortlist.');
  await tx.run(
    sql`with "others" as (
          select "id", row_number() over (order by "rank" nulls last, "id") as "at" from "lead_colleges"
          where "tenant_id" = ${session.tenantId} and "lead_id" = ${leadId} and "relation" = 'shortlisted' and "deleted_at" is null
            and "id" <> ${id}),
        "now" as (
          select "id", "at" + case when "at" >= ${rank}::int then 1 else 0 end as "rank" from "others"
          union all select ${id}::text, least(${rank}::int, (select count(*) + 1 from "others")))
        update "lead_colleges" h set "rank" = n."rank" from "now" n
        where h."tenant_id" = ${session.tenantId} and h."id" = n."id" and h."rank" is distinct from n."rank"`,
  );
}
