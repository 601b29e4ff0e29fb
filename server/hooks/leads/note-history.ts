import sql, { type Sql } from 'sql-template-tag';
import { mayDo } from '../../../src/schemas/kit/access';
import { callActions } from '../../../src/schemas/leads/call-actions';
import type { noteHistory } from '../../../src/schemas/leads/note-history';
import { notes } from '../../../src/schemas/leads/notes';
import { scopeOf } from '../../catalogue/scope';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** Notes as their authors show them, and the comments of stages and calls for those who read leads. */
const rows = ({ session }: Context): readonly Sql[] => {
  const { tenantId } = session;
  const shown = scopeOf(notes, session, sql`a`) ?? sql`true`;
  const readsCalls = mayDo(session, callActions.access, 'list') ? sql`true` : sql`false`;
  return [
    sql`select a."tenant_id", 'note:' || a."id" as "id", a."id" as "note_id", a."body", a."lead_id", a."created_by" as "user_id",
        a."created_at" as "at", 'note'::text as "type", coalesce(a."pinned", false) as "pinned", coalesce(a."mentions", '[]'::jsonb) as "mentions",
        a."remind_at", ${ofLead(sql`a."created_at"`, sql`a."created_by"`)}
      from "notes" a ${leadOfRow} where a."tenant_id" = ${tenantId} and a."deleted_at" is null and a."status" = 1 and ${shown}`,
    sql`select a."tenant_id", 'stage:' || a."id" as "id", null as "note_id", a."message" as "body", a."lead_id", a."user_id",
        a."created_at" as "at", case when c."recording_url" is null then 'call_comment' else 'voice' end as "type", false as "pinned",
        '[]'::jsonb as "mentions", null::timestamptz as "remind_at", ${ofLead(sql`a."created_at"`, sql`a."user_id"`)}
      from "call_actions" a left join "calls" c on c."tenant_id" = a."tenant_id" and c."id" = a."call_id" ${leadOfRow}
      where a."tenant_id" = ${tenantId} and a."deleted_at" is null and nullif(a."message", '') is not null and ${readsCalls}`,
    sql`select a."tenant_id", 'call:' || a."id" as "id", null as "note_id", a."note" as "body", a."lead_id", a."user_id", ${heard} as "at",
        case when a."recording_url" is null then 'call_comment' else 'voice' end as "type", false as "pinned", '[]'::jsonb as "mentions",
        null::timestamptz as "remind_at", ${ofLead(heard, sql`a."user_id"`)}
      from "calls" a ${leadOfRow} where a."tenant_id" = ${tenantId} and a."deleted_at" is null and nullif(a."note", '') is not null
        and a."lead_id" is not null and ${readsCalls}`,
  ];
};

/** When a call's note was written: the index of the schema file's `written` has it. */
const heard = sql`coalesce(a."ended_at", a."started_at", a."created_at")`;
const leadOfRow = sql`left join "leads" l on l."tenant_id" = a."tenant_id" and l."id" = a."lead_id"`;
const ofLead = (at: Sql, by: Sql): Sql => sql`l."name" as "lead_name", l."stage_id", ${at} as "created_at", ${at} as "updated_at",
        ${by} as "created_by", ${by} as "updated_by", 1::bigint as "row_version", l."deleted_at"`;

export const hooks: Hooks<typeof noteHistory> = { rows };
