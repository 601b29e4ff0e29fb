import sql, { type Sql } from 'sql-template-tag';
import { callActions } from '../../src/schemas/leads/call-actions';
import { followUps } from '../../src/schemas/leads/follow-ups';
import { veilAs } from '../catalogue/field-rules';
import type { Session } from '../context/session';

/** The pending follow-ups of a lead, the next one first; `time` writes a time as the answer needs it. */
export const pendingFollowUpsOf = (tenantId: string, leadId: string, time: (column: Sql) => Sql = (column) => column): Sql =>
  sql`select f."id", f."call_action_id", ${time(sql`f."call_date_time"`)} as "call_date_time", f."btn_message",
      ${time(sql`f."created_date"`)} as "created_date", f."note", f."user_id", u."name" as "user_name"
    from "follow_ups" f left join "users" u on u."tenant_id" = f."tenant_id" and u."id" = f."user_id"
    where f."tenant_id" = ${tenantId} and f."lead_id" = ${leadId} and f."state" = 'pending' and f."deleted_at" is null
    order by f."call_date_time", f."id"`;

/** Of which field of a follow-up each value is. */
export const pendingFields = { note: 'note', user_name: 'user_id', btn_message: 'btn_message' };
/** Of which field of the call action that planned it; its comment is the follow-up's note. */
const planFields = { note: 'message', sub_stage: 'sub_stage', btn_message: 'btn_message' };

/** A follow-up with the note and the sub stage of its call action, as the rules of both let this role see it. */
export const veilPlanned = <T extends object>(session: Session, row: T): T =>
  veilAs(followUps, session, veilAs(callActions, session, row, planFields), {
    ...pendingFields,
    call_date_time: 'call_date_time',
  });
