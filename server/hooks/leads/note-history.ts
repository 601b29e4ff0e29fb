import sql, { type Sql } from 'sql-template-tag';
import { mayDo } from '../../../src/schemas/kit/access';
import { callActions } from '../../../src/schemas/leads/call-actions';
import type { noteHistory } from '../../../src/schemas/leads/note-history';
import { notes } from '../../../src/schemas/leads/notes';
import { scopeOf } from '../../catalogue/scope';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** Notes as their authors show them, and the comments of stages and calls for those who read leads. */
const rows = ({ session }: Context): Sql => {
  const { tenantId } = session;
  const shown = scopeOf(notes, session, sql`a`) ?? sql`true`;
  const readsCalls = mayDo(session, callActions.access, 'list') ? sql`true` : sql`false`;
  return sql`select x.*, l."name" as "lead_name", l."stage_id", x."at" as "created_at", x."at" as "updated_at", x."user_id" as "created_by",
      x."user_id" as "updated_by", 1::bigint as "row_version", l."deleted_at"
    from (
      select a."tenant_id", 'note:' || a."id" as "id", a."id" as "note_id", a."body", a."lead_id", a."created_by" as "user_id",
        a."created_at" as "at", 'note'::text as "type", coalesce(a."pinned", false) as "pinned", coalesce(a."mentions", '[]'::jsonb) as "mentions",
        a."remind_at"
      from "notes" a where a."tenant_id" = ${tenantId} and a."deleted_at" is null and a."status" = 1 and ${shown}
      union all
      select a."tenant_id", 'stage:' || a."id", null, a."message", a."lead_id", a."user_id", a."created_at",
        case when c."recording_url" is null then 'call_comment' else 'voice' end, false, '[]'::jsonb, null
      from "call_actions" a left join "calls" c on c."tenant_id" = a."tenant_id" and c."id" = a."call_id"
      where a."tenant_id" = ${tenantId} and a."deleted_at" is null and nullif(a."message", '') is not null and ${readsCalls}
      union all
      select a."tenant_id", 'call:' || a."id", null, a."note", a."lead_id", a."user_id", coalesce(a."ended_at", a."started_at", a."created_at"),
        case when a."recording_url" is null then 'call_comment' else 'voice' end, false, '[]'::jsonb, null
      from "calls" a where a."tenant_id" = ${tenantId} and a."deleted_at" is null and nullif(a."note", '') is not null
        and a."lead_id" is not null and ${readsCalls}) x
    left join "leads" l on l."tenant_id" = x."tenant_id" and l."id" = x."lead_id"`;
};

export const hooks: Hooks<typeof noteHistory> = { rows };
