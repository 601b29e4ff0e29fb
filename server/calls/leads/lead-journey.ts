import sql, { empty, join, type Sql } from 'sql-template-tag';
import * as leadsCalls from '../../../src/schemas/calls/leads';
import { recordIn, recordsIn } from '../../../src/schemas/kit/is-record';
import { invalid } from '../../../src/schemas/kit/problem';
import type { AnyRow } from '../../../src/schemas/kit/resource';
import { calls } from '../../../src/schemas/leads/calls';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, shownValue } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { leadOf } from '../../leads/lead-access';

interface JourneyRow {
  readonly kind: leadsCalls.JourneyKind;
  readonly id: string;
  readonly at: string;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly detail: AnyRow;
}
/**
 * What a person changes by hand; the other fields of a lead follow from call actions, captures and owner changes, which have
 * entries of their own.
 */
const toldByOthers = new Set<string>([...leads.readOnly!, 'user_id']);
const told = Object.keys(leads.fields.properties).filter((name) => !toldByOthers.has(name));

/** One statement: each kind of entry gives its newest ones before the cursor, the newest of all are answered. */
const journey = async (
  context: CallContext<typeof leadsCalls.leadJourney>,
): Promise<CallReply<typeof leadsCalls.leadJourney>> => {
  const { tx, session, params, query } = context;
  const lead = await leadOf(context, params['id']!);
  const limit = query.limit;
  const cursor = cursorOf(query.before);
  const { group } = query;

  const branch = (select: Sql): Sql =>
    sql`(select * from (${select}) as "entry" ${cursor ? sql`where ("at", "id") < (${cursor.at}::timestamptz, ${cursor.id}::text)` : empty}
      order by "at" desc, "id" desc limit ${limit + 1})`;
  const rows = await tx.rows<JourneyRow>(
    sql`select e."kind", e."id", e."at", e."user_id", u."name" as "user_name", e."detail"
        from (${join(branches(session.tenantId, lead.id, group).map(branch), ' union all ')}) as e
        left join "users" u on u."tenant_id" = ${session.tenantId} and u."id" = e."user_id"
        order by e."at" desc, e."id" desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => entryOf(row, context)),
    more: { next: rows.length > limit && last ? `${last.at}|${last.id}` : null },
  };
};

function cursorOf(before: string | undefined): { at: string; id: string } | undefined {
  if (!before) return undefined;
  const [at, id] = before.split('|');
  if (!at || !id || Number.isNaN(Date.parse(at))) throw invalid('before', 'This page of the history does not exist.');
  return { at, id };
}

function entryOf(
  { kind, id, at, user_id, user_name, detail }: JourneyRow,
  { services, session }: Context,
): leadsCalls.JourneyEntry {
  const { actor, ...more }: AnyRow = detail; // a rule or a workflow, where no person acted
  if (kind === 'call_action')
    more['files'] = recordsIn(detail['files']).map((file): leadsCalls.JourneyFile => ({
      name: String(file['name']),
      url: services.files.address(String(file['id']), session.tenantId, session.userId),
    }));
  if (kind === 'call') more['phone'] = shownValue(rulesOf(calls, session).get('phone'), detail['phone']);
  if (kind === 'field_change') {
    const [old, now] = [recordIn(detail['old']), recordIn(detail['new'])];
    const rules = rulesOf(leads, session);
    const shown = (field: string, value: unknown): unknown => shownValue(rules.get(field), value ?? null);
    more['changes'] = Object.keys(now)
      .filter((field) => told.includes(field) && rules.get(field) !== 'hidden')
      .map((field) => ({ field, old: shown(field, old[field]), new: shown(field, now[field]) }));
    delete more['old'];
    delete more['new'];
  }
  return { kind, id, at, user_id, user_name: user_name ?? actor ?? null, ...more } as leadsCalls.JourneyEntry;
}

/** `group` shows the call actions of that Stage Tag only. */
function branches(tenantId: string, leadId: string, group: string | undefined): Sql[] {
  const of = (alias: Sql): Sql =>
    sql`${alias}."tenant_id" = ${tenantId} and ${alias}."lead_id" = ${leadId} and ${alias}."deleted_at" is null`;
  const callActions = sql`select 'call_action' as "kind", c."id", c."created_at" as "at", c."user_id", jsonb_build_object(
      'group', c."group", 'btn_message', c."btn_message", 'sub_stage', c."sub_stage", 'previous_btn_message', c."previous_btn_message",
      'previous_sub_stage', c."previous_sub_stage", 'color', s."color", 'message', c."message", 'call_date_time', ${iso(sql`c."call_date_time"`)},
      'clg_id', c."clg_id", 'clg_name', g."clg_name", 'is_stage_mark_locked', coalesce(c."is_stage_mark_locked", 0), 'origin', c."origin", 'actor', c."actor",
      'files', (select jsonb_agg(jsonb_build_object('id', f."id", 'name', f."name") order by f."id") from "files" f
        where f."tenant_id" = c."tenant_id" and f."owner_resource" = 'call-actions' and f."owner_id" = c."id" and f."deleted_at" is null)) as "detail"
    from "call_actions" c left join "lead_stages" s on s."tenant_id" = c."tenant_id" and s."id" = c."stage_id"
    left join "colleges" g on g."tenant_id" = c."tenant_id" and g."clg_id" = c."clg_id"
    where ${of(sql`c`)} ${group ? sql`and c."group" = ${group}` : empty}`;
  if (group) return [callActions];
  return [
    callActions,
    sql`select 'capture' as "kind", c."id", c."created_at" as "at", c."created_by" as "user_id", jsonb_build_object('via', c."via",
        'is_re_enquiry', coalesce(c."is_re_enquiry", false), 'source_id', c."source", 'source_name', s."name", 'clg_id', c."clg_id",
        'clg_name', g."clg_name", 'utm_campaign', c."utm_campaign") as "detail"
      from "lead_captures" c left join "lead_sources" s on s."tenant_id" = c."tenant_id" and s."id" = c."source"
      left join "colleges" g on g."tenant_id" = c."tenant_id" and g."clg_id" = c."clg_id" where ${of(sql`c`)}`,
    // A follow-up created by a call action is shown with that call action.
    sql`select 'follow_up_added' as "kind", f."id", f."created_date" as "at", f."created_by" as "user_id", jsonb_build_object(
        'call_action_id', f."call_action_id", 'call_date_time', ${iso(sql`f."call_date_time"`)}, 'note', f."note", 'state', f."state",
        'for_user_name', p."name", 'actor', f."actor") as "detail"
      from "follow_ups" f left join "users" p on p."tenant_id" = f."tenant_id" and p."id" = f."user_id"
      where ${of(sql`f`)} and f."call_action_id" = f."id"`,
    sql`select 'follow_up_done' as "kind", f."id" || ':done' as "id", f."done_at" as "at", f."done_by" as "user_id", jsonb_build_object(
        'call_action_id', f."call_action_id", 'call_date_time', ${iso(sql`f."call_date_time"`)}, 'note', f."note",
        'done_source', f."done_source") as "detail"
      from "follow_ups" f where ${of(sql`f`)} and f."state" = 'done' and f."done_at" is not null`,
    sql`select 'call' as "kind", c."id", c."started_at" as "at", c."user_id", jsonb_build_object('direction', c."direction",
        'outcome', c."outcome", 'phone', c."phone", 'talk_s', coalesce(c."talk_s", 0), 'duration_s', coalesce(c."duration_s", 0),
        'note', c."note") as "detail"
      from "calls" c where ${of(sql`c`)} and c."started_at" is not null`,
    sql`select 'owner_change' as "kind", h."id", h."created_at" as "at", h."created_by" as "user_id", jsonb_build_object(
        'from_user_id', h."from_user_id", 'from_user_name', a."name", 'to_user_id', h."to_user_id", 'to_user_name', b."name",
        'reason', coalesce(h."note", h."reason"), 'actor', h."actor") as "detail"
      from "lead_owner_history" h left join "users" a on a."tenant_id" = h."tenant_id" and a."id" = h."from_user_id"
      left join "users" b on b."tenant_id" = h."tenant_id" and b."id" = h."to_user_id" where ${of(sql`h`)}`,
    sql`select 'field_change' as "kind", 'audit-' || a."seq" as "id", a."at", a."user_id", jsonb_build_object('old', a."old", 'new', a."new",
        'reason', a."reason", 'actor', case when a."user_id" is null then a."reason" end) as "detail"
      from "audit" a where a."tenant_id" = ${tenantId} and a."table_name" = 'leads' and a."row_key" = ${leadId} and a."op" = 'update'
        and a."new" ?| ${told}::text[]`,
  ];
}

/** A time inside JSON as every answer writes it. */
const iso = (time: Sql): Sql => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const handlers: Handlers = {
  ...handle(leadsCalls.leadJourney, journey),
};
