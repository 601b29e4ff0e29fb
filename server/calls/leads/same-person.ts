import sql, { join, type Sql } from 'sql-template-tag';
import type { PanelSame } from '../../../src/schemas/calls/lead-page';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf } from '../../catalogue/field-rules';
import { leadInScope } from '../../context/data-scope';
import type { Session } from '../../context/session';
import { reasonsFor, type Face } from '../../domain/suspects';
import type { LeadRecord } from '../../leads/lead-access';
import { ident } from '../../store/identifiers';
import { keysFound } from '../../store/list-filters';
import { escapeLike } from '../../store/search-patterns';
import { iso } from './journey-parts';

/** Rows shown next to a lead. */
const most = 20;
/** Leads in whose texts the last ten digits of a number are looked at. */
const mostFound = 200;
const nothing = sql`select null::text where false`;
export type SameRow = Omit<PanelSame, 'reasons'> & { readonly face: Face };

/** Why each may be the same person, by the fields that this role sees; one without a reason left is not shown. */
export function withReasons(session: Session, lead: LeadRecord, rows: readonly SameRow[]): PanelSame[] {
  const rules = rulesOf(leads, session);
  const seen = (face: Face): Face => ({
    ...face,
    ...Object.fromEntries(
      Object.keys(face)
        .filter((field) => isVeiled(rules.get(field)))
        .map((field) => [field, null]),
    ),
  });
  const { id, name, phone, alternate_phone, whatsapp_number, email, city, date_of_birth, duplicate_of } = lead;
  const own = seen({ id, name, phone, alternate_phone, whatsapp_number, email, city, date_of_birth, duplicate_of });
  return rows
    .map(({ face, ...row }) => ({ ...row, reasons: reasonsFor(own, seen(face)) }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** By phone or email, marked as a duplicate, or found by the last check; those in the user's scope, without those known to be others. */
export function samePerson(session: Session, lead: LeadRecord): Sql {
  const { tenantId } = session;
  const rules = rulesOf(leads, session);
  const shown = (name: 'phone' | 'alternate_phone' | 'email'): string[] =>
    isVeiled(rules.get(name)) || !lead[name] ? [] : [lead[name]];
  const phones = [...shown('phone'), ...shown('alternate_phone')];
  // The search finds them by its index, which row security keeps from any other statement; a prefix that all numbers have only slows it.
  const searched = phones.map(
    (phone) => sql`select ${keysFound(leads, [`%${escapeLike(phone.toLowerCase().slice(-10))}%`], mostFound)}`,
  );
  // A field that this role must not see is not compared: the answer would confirm a guess.
  const compared = (['phone', 'alternate_phone'] as const).filter((name) => !isVeiled(rules.get(name)));
  const isSame = compared.map((name) => sql`${ident(name)} = any(${phones}::text[])`);
  return sql`select l."id", l."name", u."name" as "owner_name", l."last_callaction_btn_message" as "stage_name", ${iso(sql`l."created_at"`)} as "created_at",
      jsonb_build_object('id', l."id", 'name', l."name", 'phone', l."phone", 'alternate_phone', l."alternate_phone", 'whatsapp_number', l."whatsapp_number",
        'email', l."email", 'city', l."city", 'date_of_birth', l."date_of_birth", 'duplicate_of', l."duplicate_of") as "face"
    from "leads" l left join "users" u on u."tenant_id" = l."tenant_id" and u."id" = l."user_id"
    where l."tenant_id" = ${tenantId} and l."id" <> ${lead.id} and l."deleted_at" is null and l."merged_into" is null
      and ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)}
      and l."id" = any(array(
        (select "id" from "leads" where "tenant_id" = ${tenantId} and "email" = any(${shown('email')}::text[]) and "deleted_at" is null limit 50)
        union (select "id" from "leads" where "tenant_id" = ${tenantId} and "id" = any(array(${join([nothing, ...searched], ' union all ')}))
          and (${join([sql`false`, ...isSame], ' or ')}) and "deleted_at" is null limit 50)
        union (select "id" from "leads" where "tenant_id" = ${tenantId} and "duplicate_of" = ${lead.id} and "deleted_at" is null limit 50)
        union (select case when "lead_id" = ${lead.id} then "other_id" else "lead_id" end from "lead_suspects" where "tenant_id" = ${tenantId}
          and ("lead_id" = ${lead.id} or "other_id" = ${lead.id}) and "state" = 'open' and "deleted_at" is null limit 50)
        union select ${lead.duplicate_of ?? null}::text))
      and not exists (select from "lead_suspects" s where s."tenant_id" = ${tenantId} and s."state" = 'apart' and s."deleted_at" is null
        and s."lead_id" = least(l."id", ${lead.id}) and s."other_id" = greatest(l."id", ${lead.id}))
    order by l."created_at", l."id" limit ${most}`;
}
