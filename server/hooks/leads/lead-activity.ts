import sql, { join, type Sql } from 'sql-template-tag';
import { mayDo } from '../../../src/schemas/kit/access';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import type { leadActivity } from '../../../src/schemas/leads/lead-activity';
import { notes } from '../../../src/schemas/leads/notes';
import { scopeOf } from '../../catalogue/scope';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { actSources, type ActSource } from '../../measures/activities';

/** What the list shows of an act besides who, whom and when; null where an act has no such thing. */
interface Details {
  readonly from?: Sql;
  readonly to?: Sql;
  readonly channel?: Sql;
  readonly message?: Sql;
  readonly seconds?: Sql;
  readonly origin?: Sql;
  readonly actor?: Sql;
  readonly stage?: Sql;
}
const names = [
  'call_action',
  'follow_up_added',
  'follow_up_done',
  'note',
  'call',
  'message',
  'chat',
  'document',
  'meeting',
  'owner',
] as const satisfies readonly (keyof typeof actSources | 'owner')[];
type Name = (typeof names)[number];

const stageText = (stage: Sql, sub: Sql): Sql => sql`nullif(concat_ws(' / ', nullif(${stage}, ''), nullif(${sub}, '')), '')`;
/** Of rows that say only by whom: a rule or workflow, or a person. */
const byActor = sql`case when a."actor" is null then 'manual' when a."actor" ilike 'workflow%' then 'workflow' else 'rule' end`;
const userName = (id: Sql): Sql => sql`(select n."name" from "users" n where n."tenant_id" = a."tenant_id" and n."id" = ${id})`;

/** Owner changes are no acts of the dictionary (A1), but belong to what happened on leads. */
const ownerChanges: ActSource = {
  from: sql`"lead_owner_history" a`,
  id: sql`a."id"`,
  kind: sql`'owner'::text`,
  user: sql`a."created_by"`,
  lead: sql`a."lead_id"`,
  at: sql`a."created_at"`,
  where: sql`true`,
};

function detailsOf(context: Context): Readonly<Record<Name, Details>> {
  const { session } = context;
  // Texts of messages hold values of their lead that a role may not see.
  const isOpen = isAdministrator(session) || !session.fieldRules?.length;
  const sent = isOpen ? sql`left(coalesce(nullif(a."subject", ''), a."body"), 300)` : sql`null::text`;
  const ownNotes = mayDo(session, notes.access, 'list') ? (scopeOf(notes, session, sql`a`) ?? sql`true`) : sql`false`;
  return {
    call_action: {
      from: stageText(sql`a."previous_btn_message"`, sql`a."previous_sub_stage"`),
      to: stageText(sql`a."btn_message"`, sql`a."sub_stage"`),
      message: sql`a."message"`,
      origin: sql`coalesce(a."origin", 'manual')`,
      actor: sql`a."actor"`,
      stage: sql`a."stage_id"`,
    },
    follow_up_added: { message: sql`a."note"`, origin: byActor, actor: sql`a."actor"` },
    follow_up_done: { message: sql`a."note"`, origin: sql`'manual'` },
    note: { message: sql`case when ${ownNotes} then a."body" end`, origin: sql`'manual'` },
    call: {
      channel: sql`'call'`,
      message: sql`a."note"`,
      seconds: sql`a."talk_s"`,
      origin: sql`case when a."list_key" is null then 'manual' else 'dialer' end`,
    },
    message: { channel: sql`a."channel"`, message: sent, origin: sql`'manual'` },
    chat: { channel: sql`'whatsapp'`, message: isOpen ? sql`left(a."text", 300)` : sql`null::text`, origin: sql`'manual'` },
    document: { message: sql`a."remark"`, origin: sql`'manual'` },
    meeting: { message: sql`a."note"`, seconds: sql`a."duration_min" * 60`, origin: sql`'manual'` },
    owner: {
      from: userName(sql`a."from_user_id"`),
      to: userName(sql`a."to_user_id"`),
      message: sql`a."note"`,
      origin: sql`case a."reason" when 'bulk' then 'bulk' when 'api' then 'api' when 'import' then 'import' when 'rule_engine' then 'rule'
        when 'assignment_rule' then 'rule' when 'allocation' then 'rule' else 'manual' end`,
      actor: sql`a."actor"`,
    },
  };
}

/** The union of all acts, automated ones included, with their leads and their users' teams. */
const rows = (context: Context): Sql => {
  const { tenantId } = context.session;
  const details = detailsOf(context);
  const sources = { ...actSources, owner: ownerChanges };
  const each = names.map((name) => actOf(sources[name], details[name], tenantId));
  return sql`select x.*, u."team_ids", l."name" as "lead_name", l."clg_id", l."last_source", x."at" as "created_at", x."at" as "updated_at",
      x."user_id" as "created_by", x."user_id" as "updated_by", 1::bigint as "row_version", l."deleted_at"
    from (${join(each, ' union all ')}) x
    left join "leads" l on l."tenant_id" = x."tenant_id" and l."id" = x."lead_id"
    left join "users" u on u."tenant_id" = x."tenant_id" and u."id" = x."user_id"`;
};

function actOf({ from, id, kind, user, lead, at, where, counted }: ActSource, more: Details, tenantId: string): Sql {
  const nothing = sql`null::text`;
  const { origin = nothing, actor = nothing, stage = nothing, message = nothing, channel = nothing } = more;
  const owned = counted ? sql`case when ${counted} then ${user} end` : user;
  return sql`select a."tenant_id", ${kind} || ':' || ${id} as "id", ${at} as "at", ${owned} as "user_id", ${lead} as "lead_id", ${kind} as "kind",
      ${more.from ?? nothing} as "from_text", ${more.to ?? nothing} as "to_text", ${channel}::text as "channel", ${message}::text as "message",
      ${more.seconds ?? sql`null`}::bigint as "duration_s", ${origin}::text as "origin", ${actor}::text as "actor", ${stage}::text as "stage_id"
    from ${from} where a."tenant_id" = ${tenantId} and a."deleted_at" is null and ${at} is not null and ${where}
      and ${lead} is not null and (${owned} is not null or ${actor}::text is not null)`;
}

export const hooks: Hooks<typeof leadActivity> = { rows };
