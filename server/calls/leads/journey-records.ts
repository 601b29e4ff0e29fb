import sql, { type Sql } from 'sql-template-tag';
import { applications } from '../../../src/schemas/applications/applications';
import { documentVerifications } from '../../../src/schemas/applications/document-verifications';
import { payments } from '../../../src/schemas/applications/payments';
import { mayDo, type Access } from '../../../src/schemas/kit/access';
import { notes } from '../../../src/schemas/leads/notes';
import { scopeOf } from '../../catalogue/scope';
import { chatOwner, chatsWithLeads } from '../../channels/whatsapp-chats';
import { ownerInScope } from '../../context/data-scope';
import { leftForLead, shownState, whyInWords } from './message-rows';
import { iso, ofLead, type Branch, type JourneyOf } from './journey-parts';

/** The lead's other records, each kind for those who may list it: messages, notes, applications, meetings, colleges. */
export function recordBranches(of: JourneyOf): readonly Branch[] {
  const { session } = of;
  const listed = (access: Access, branches: readonly Branch[]): readonly Branch[] =>
    mayDo(session, access, 'list') ? branches : [];
  return [
    ...(mayDo(session, { code: 'WhatsApp_Communication' }, 'create') ? [{ kind: 'message', select: messages(of) } as const] : []),
    { kind: 'message', select: outboxMessages(of) },
    ...listed(notes.access, [{ kind: 'note', select: notesOf(of) }]),
    ...listed(
      applications.access,
      applicationsOf(of).map((select) => ({ kind: 'application', select })),
    ),
    ...listed(
      documentVerifications.access,
      documentsOf(of).map((select) => ({ kind: 'document', select })),
    ),
    ...listed(payments.access, [{ kind: 'payment', select: paymentsOf(of) }]),
    ...meetingsOf(of).map((select): Branch => ({ kind: 'meeting', select })),
    ...collegesOf(of).map((select): Branch => ({ kind: 'college', select })),
  ];
}

/** D-115, D-118: for those with WhatsApp access, a message is seen with its chat. */
const messages = (of: JourneyOf): Sql => sql`select 'message' as "kind", m."id", m."sent_at" as "at", m."created_by" as "user_id",
    jsonb_build_object('channel', 'whatsapp', 'direction', m."direction", 'type', m."type", 'text', m."text",
      'fills', m."fills", 'status', ${shownState(sql`coalesce(m."status", 'sent')`)},
      'error', ${whyInWords(sql`m."error"`, sql`m."reason"`)}) as "detail"
  from ${chatsWithLeads} join "whatsapp_messages" m on m."tenant_id" = c."tenant_id" and m."chat_id" = c."id" and m."deleted_at" is null
  where ${ofLead(of, sql`c`)} and (${chatOwner} is null or ${ownerInScope(of.session.scope, chatOwner)})
    and exists (select 1 from "users" me where me."tenant_id" = ${of.session.tenantId} and me."id" = ${of.session.userId} and me."wp_access" = 1)`;

/** SMS and emails to the lead, also those that a rule sent. */
const outboxMessages = (
  of: JourneyOf,
): Sql => sql`select 'message' as "kind", o."id", o."created_at" as "at", o."created_by" as "user_id",
    jsonb_build_object('channel', o."channel", 'direction', 'out', 'type', 'text', 'subject', o."subject", 'text', o."body", 'html', o."html",
      'fills', o."fills", 'subject_fills', o."subject_fills",
      'status', ${shownState(sql`o."state"`)}, 'error', ${whyInWords(sql`o."error"`, sql`o."reason"`)}) as "detail"
  from "outbox_messages" o where ${ofLead(of, sql`o`)} and o."channel" in ('sms', 'email') and ${leftForLead}`;

const notesOf = (of: JourneyOf): Sql => sql`select 'note' as "kind", n."id", n."created_at" as "at", n."created_by" as "user_id",
    jsonb_build_object('body', n."body", 'pinned', coalesce(n."pinned", false), 'visibility', n."visibility") as "detail"
  from "notes" n where ${ofLead(of, sql`n`)} and ${scopeOf(notes, of.session, sql`n`) ?? sql`true`}`;

const applicationColumns = sql`'application_no', p."application_no", 'form_name', f."name"`;
const withForm = sql`left join "forms" f on f."tenant_id" = p."tenant_id" and f."id" = p."form_id"`;

/** When it began, and each later state. */
const applicationsOf = (of: JourneyOf): readonly Sql[] => [
  sql`select 'application' as "kind", p."id", p."created_at" as "at", p."created_by" as "user_id", jsonb_build_object(
      ${applicationColumns}, 'old', null, 'state', 'draft') as "detail"
    from "applications" p ${withForm} where ${ofLead(of, sql`p`)}`,
  sql`select 'application' as "kind", 'audit-' || a."seq" as "id", a."at", a."user_id", jsonb_build_object(
      ${applicationColumns}, 'old', a."old"->'state', 'state', a."new"->'state', 'actor', case when a."user_id" is null then a."reason" end) as "detail"
    from "applications" p ${changesOf(sql`p`, 'applications', sql`a."new" ? 'state'`)} ${withForm} where ${ofLead(of, sql`p`)}`,
];

const documentsOf = (of: JourneyOf): readonly Sql[] => {
  const from = sql`from "applications" p join "document_verifications" d on d."tenant_id" = p."tenant_id" and d."application_id" = p."id"
      and d."deleted_at" is null left join "document_types" t on t."tenant_id" = d."tenant_id" and t."id" = d."document_type_id"
    where ${ofLead(of, sql`p`)}`;
  return [
    sql`select 'document' as "kind", d."id", d."created_at" as "at", d."created_by" as "user_id", jsonb_build_object(
      'document_name', t."name", 'state', 'uploaded', 'remark', null) as "detail" ${from}`,
    sql`select 'document' as "kind", d."id" || ':verified' as "id", d."verified_at" as "at", d."verified_by" as "user_id", jsonb_build_object(
      'document_name', t."name", 'state', d."state", 'remark', d."remark") as "detail" ${from} and d."verified_at" is not null`,
  ];
};

const paymentsOf = (
  of: JourneyOf,
): Sql => sql`select 'payment' as "kind", y."id", y."created_at" as "at", y."created_by" as "user_id",
    jsonb_build_object('amount', y."amount", 'currency', y."currency", 'method', y."method", 'state', y."state") as "detail"
  from "orders" o join "payments" y on y."tenant_id" = o."tenant_id" and y."order_id" = o."id" and y."deleted_at" is null
  where ${ofLead(of, sql`o`)}`;

/** When it was arranged, and when it was moved or ended: with its time, host and state as they were then. */
const meetingsOf = (of: JourneyOf): readonly Sql[] => {
  const entry = (id: Sql, at: Sql, by: Sql, seq: Sql, more: Sql): Sql => {
    const was = (
      column: string,
    ): Sql => sql`coalesce((select b."old" ->> ${column}::text from "audit" b where b."tenant_id" = v."tenant_id"
      and b."table_name" = 'virtual_meetings' and b."row_key" = v."id" and b."op" = 'update' and b."new" ? ${column}::text
      and b."seq" > ${seq} order by b."seq" limit 1), to_jsonb(v) ->> ${column}::text)`;
    return sql`select 'meeting' as "kind", ${id} as "id", ${at} as "at", ${by} as "user_id", jsonb_build_object(
        'starts_at', ${iso(sql`(${was('starts_at')})::timestamptz`)}, 'state', ${was('state')},
        'with_name', (select h."name" from "users" h where h."tenant_id" = v."tenant_id" and h."id" = ${was('user_id')}), ${more}) as "detail"
      from "virtual_meetings" v`;
  };
  return [
    sql`${entry(sql`v."id"`, sql`v."created_at"`, sql`v."created_by"`, sql`0`, sql`'old', null, 'moved', false`)} where ${ofLead(of, sql`v`)}`,
    sql`${entry(sql`'audit-' || a."seq"`, sql`a."at"`, sql`a."user_id"`, sql`a."seq"`, sql`'old', a."old"->'state', 'moved', a."new" ? 'starts_at'`)}
      ${changesOf(sql`v`, 'virtual_meetings', sql`a."new" ?| array['state', 'starts_at']`)} where ${ofLead(of, sql`v`)}`,
  ];
};

/** When a college was recommended or chosen, and when that changed. */
const collegesOf = (of: JourneyOf): readonly Sql[] => {
  const college = sql`left join "colleges" g on g."tenant_id" = k."tenant_id" and g."clg_id" = k."clg_id"`;
  return [
    sql`select 'college' as "kind", k."id", k."created_at" as "at", k."created_by" as "user_id", jsonb_build_object('clg_name', g."clg_name",
        'relation', coalesce((select b."old"->>'relation' from "audit" b where b."tenant_id" = k."tenant_id" and b."table_name" = 'lead_colleges'
          and b."row_key" = k."id" and b."op" = 'update' and b."new" ? 'relation' order by b."seq" limit 1), k."relation"), 'reason', null) as "detail"
      from "lead_colleges" k ${college} where ${ofLead(of, sql`k`)}`,
    sql`select 'college' as "kind", 'audit-' || a."seq" as "id", a."at", a."user_id", jsonb_build_object('clg_name', g."clg_name",
        'relation', a."new"->'relation', 'reason', coalesce(a."new"->>'reason', a."new"->>'reason_code')) as "detail"
      from "lead_colleges" k ${changesOf(sql`k`, 'lead_colleges', sql`a."new" ? 'relation'`)} ${college} where ${ofLead(of, sql`k`)}`,
  ];
};

const changesOf = (of: Sql, table: string, changed: Sql): Sql => sql`join "audit" a on a."tenant_id" = ${of}."tenant_id"
  and a."table_name" = ${table} and a."row_key" = ${of}."id" and a."op" = 'update' and ${changed}`;
