import sql from 'sql-template-tag';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { leadOwnerHistory } from '../../../src/schemas/leads/lead-owner-history';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf } from '../../catalogue/field-rules';
import { inGroup, iso, ofLead, type Branch, type JourneyOf } from './journey-parts';

/**
 * What a person changes by hand; the other fields of a lead follow from call actions, captures and owner changes, which have
 * entries of their own.
 */
const toldByOthers = new Set<string>([...leads.readOnly!, 'user_id']);
export const told = Object.keys(leads.fields.properties).filter((name) => !toldByOthers.has(name));

/** What people and rules did with the lead: stages, enquiries, follow-ups, calls, owners, changed fields. */
export function actBranches(of: JourneyOf): readonly Branch[] {
  return [...stagesAndEnquiries(of), ...followUps(of), ...callsAndChanges(of)];
}

const stagesAndEnquiries = (of: JourneyOf): readonly Branch[] => [
  {
    kind: 'call_action',
    select: sql`select 'call_action' as "kind", c."id", c."created_at" as "at", c."user_id", jsonb_build_object(
      'group', c."group", 'btn_message', c."btn_message", 'sub_stage', c."sub_stage", 'previous_btn_message', c."previous_btn_message",
      'previous_sub_stage', c."previous_sub_stage", 'color', s."color", 'message', c."message", 'call_date_time', ${iso(sql`c."call_date_time"`)},
      'clg_id', c."clg_id", 'clg_name', g."clg_name", 'is_stage_mark_locked', coalesce(c."is_stage_mark_locked", 0), 'origin', c."origin", 'actor', c."actor",
      'files', (select jsonb_agg(jsonb_build_object('id', f."id", 'name', f."name") order by f."id") from "files" f
        where f."tenant_id" = c."tenant_id" and f."owner_resource" = 'call-actions' and f."owner_id" = c."id" and f."deleted_at" is null)) as "detail"
    from "call_actions" c left join "lead_stages" s on s."tenant_id" = c."tenant_id" and s."id" = c."stage_id"
    left join "colleges" g on g."tenant_id" = c."tenant_id" and g."clg_id" = c."clg_id"
    where ${ofLead(of, sql`c`)} ${inGroup(of.group)}`,
  },
  {
    kind: 'capture',
    select: sql`select 'capture' as "kind", c."id", c."created_at" as "at", c."created_by" as "user_id", jsonb_build_object('via', c."via",
        'is_re_enquiry', coalesce(c."is_re_enquiry", false), 'source_id', c."source", 'source_name', s."name", 'clg_id', c."clg_id",
        'clg_name', g."clg_name", 'utm_campaign', c."utm_campaign") as "detail"
      from "lead_captures" c left join "lead_sources" s on s."tenant_id" = c."tenant_id" and s."id" = c."source"
      left join "colleges" g on g."tenant_id" = c."tenant_id" and g."clg_id" = c."clg_id" where ${ofLead(of, sql`c`)}`,
  },
];

/** A follow-up created by a call action is shown with that call action. */
const followUps = (of: JourneyOf): readonly Branch[] => [
  {
    kind: 'follow_up_added',
    select: sql`select 'follow_up_added' as "kind", f."id", f."created_date" as "at", f."created_by" as "user_id", jsonb_build_object(
        'call_action_id', f."call_action_id", 'call_date_time', ${iso(sql`f."call_date_time"`)}, 'note', f."note", 'state', f."state",
        'for_user_name', p."name", 'actor', f."actor") as "detail"
      from "follow_ups" f left join "users" p on p."tenant_id" = f."tenant_id" and p."id" = f."user_id"
      where ${ofLead(of, sql`f`)} and f."call_action_id" = f."id"`,
  },
  {
    kind: 'follow_up_done',
    select: sql`select 'follow_up_done' as "kind", f."id" || ':done' as "id", f."done_at" as "at", f."done_by" as "user_id", jsonb_build_object(
        'call_action_id', f."call_action_id", 'call_date_time', ${iso(sql`f."call_date_time"`)}, 'note', f."note",
        'done_source', f."done_source", 'done_reason', f."done_reason") as "detail"
      from "follow_ups" f where ${ofLead(of, sql`f`)} and f."state" = 'done' and f."done_at" is not null`,
  },
];

const callsAndChanges = (of: JourneyOf): readonly Branch[] => [
  {
    kind: 'call',
    select: sql`select 'call' as "kind", c."id", c."started_at" as "at", c."user_id", jsonb_build_object('direction', c."direction",
        'outcome', c."outcome", 'phone', c."phone", 'talk_s', coalesce(c."talk_s", 0), 'duration_s', coalesce(c."duration_s", 0),
        'note', c."note", 'recording_url', c."recording_url") as "detail"
      from "calls" c where ${ofLead(of, sql`c`)} and c."started_at" is not null`,
  },
  {
    kind: 'owner_change',
    select: sql`select 'owner_change' as "kind", h."id", h."created_at" as "at", h."created_by" as "user_id", jsonb_build_object(
        'from_user_id', h."from_user_id", 'from_user_name', a."name", 'to_user_id', h."to_user_id", 'to_user_name', b."name",
        'reason', ${isVeiled(rulesOf(leadOwnerHistory, of.session).get('note')) ? sql`h."reason"` : sql`coalesce(h."note", h."reason")`}, 'actor', h."actor") as "detail"
      from "lead_owner_history" h left join "users" a on a."tenant_id" = h."tenant_id" and a."id" = h."from_user_id"
      left join "users" b on b."tenant_id" = h."tenant_id" and b."id" = h."to_user_id" where ${ofLead(of, sql`h`)}`,
  },
  {
    kind: 'merge',
    select: sql`select 'merge' as "kind", m."id" || ':' || w."what" as "id", case w."what" when 'done' then m."created_at" else m."undone_at" end as "at",
        case w."what" when 'done' then m."created_by" else m."undone_by" end as "user_id",
        jsonb_build_object('lost_name', l."name", 'undone', w."what" = 'undone') as "detail"
      from "lead_merges" m join "leads" l on l."tenant_id" = m."tenant_id" and l."id" = m."lost_id"
      join (values ('done'), ('undone')) as w("what") on w."what" = 'done' or m."state" = 'undone'
      where m."tenant_id" = ${of.session.tenantId} and m."kept_id" = ${of.leadId} and m."deleted_at" is null`,
  },
  {
    kind: 'field_change',
    select: sql`select 'field_change' as "kind", 'audit-' || a."seq" as "id", a."at", a."user_id", jsonb_build_object('old', a."old", 'new', a."new",
        'reason', a."reason", 'actor', case when a."user_id" is null then a."reason" end) as "detail"
      from "audit" a where a."tenant_id" = ${of.session.tenantId} and a."table_name" = 'leads' and a."row_key" = ${of.leadId} and a."op" = 'update'
        and a."new" ?| ${told.filter((field) => rulesOf(leads, of.session).get(field) !== 'hidden')}::text[]`,
  },
];
