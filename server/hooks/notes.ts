import sql, { type Sql } from 'sql-template-tag';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import type { Context, Hooks } from '../http/context';
import { leadOf, ownerInScope } from '../leads/lead-access';

type Row = Record<string, unknown>;

/** Who sees a note: everybody of the tenant, the author's teams, or the author alone; and of a lead only who sees the lead. */
export const hooks: Hooks = {
  async beforeCreate(draft, context) {
    if (draft['lead_id']) await leadOf(context, draft['lead_id'] as string);
    return draft;
  },
  async beforeUpdate(patch, before, context) {
    refuseOthers(before, context);
    if (patch['lead_id']) await leadOf(context, patch['lead_id'] as string);
    return patch;
  },
  async beforeDelete(row, context) {
    refuseOthers(row, context);
  },
  async present(rows, context, of) {
    if (of === 'list' || !rows.length) return rows;
    const seen = await context.tx.rows<{ id: string }>(
      sql`select "id" from "notes" where "tenant_id" = ${context.session.tenantId}
            and "id" = any(${rows.map((row) => String(row['id']))}::text[]) and ${visible(context)}`,
    );
    if (seen.length < rows.length) throw problem(404, 'Note not found.');
    return rows;
  },
  listWhere: (_, context) => visible(context),
};

function visible({ session }: Context): Sql {
  const team = sql`exists (select 1 from "users" a join "users" m on m."tenant_id" = a."tenant_id" and m."id" = ${session.userId}
    cross join lateral jsonb_array_elements_text(case jsonb_typeof(m."team_ids") when 'array' then m."team_ids" else '[]'::jsonb end) as t(id)
    where a."tenant_id" = "notes"."tenant_id" and a."id" = "notes"."created_by"
      and a."team_ids" @> jsonb_build_array(t.id))`;
  const lead = sql`("notes"."lead_id" is null or exists (select 1 from "leads" l where l."tenant_id" = "notes"."tenant_id"
    and l."id" = "notes"."lead_id" and ${ownerInScope(session.scope, sql`l."user_id"`)}))`;
  return sql`("notes"."created_by" = ${session.userId} or (${lead} and ("notes"."visibility" = 'tenant'
    or ("notes"."visibility" = 'team' and ${team}))))`;
}

/** A note is its author's; the admin may tidy up what all may see. */
function refuseOthers(row: Row, { session }: Context): void {
  if (row['created_by'] === session.userId) return;
  if (session.role !== 1 || row['visibility'] === 'private') throw problem(403, notAllowed);
}
