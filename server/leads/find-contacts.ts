import sql, { join, type Sql } from 'sql-template-tag';
import type { Context } from '../context/context';
import { leadInScope } from '../context/data-scope';
import { normaliseEmail } from '../domain/duplicates';
import { normalisePhone } from '../domain/phone';
import { ident } from '../store/identifiers';
import { captureRulesOf } from './capture-rules';

/** The fields that a contact may be in. */
export const contactFields = ['phone', 'alternate_phone', 'whatsapp_number', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

/**
 * The leads in the reader's scope that have one of these contacts in one of these fields, or into which a lead that had it was
 * merged, and the contacts that none has.
 */
export async function findContacts(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  contacts: readonly string[],
  fields: readonly ContactField[],
): Promise<{ readonly ids: string[]; readonly missing: string[] }> {
  const rules = await captureRulesOf(tx, session.tenantId);
  const stored = new Map(contacts.map((text) => [text, storedForm(text, rules)]));
  const wanted = [...new Set(stored.values())];
  const parts = fields.map(
    (field): Sql => sql`select "id", ${ident(field)} as "contact" from "leads" where "tenant_id" = ${session.tenantId}
      and "deleted_at" is null and ${ident(field)} = any(${wanted}::text[]) and ${leadInScope(session.scope)}`,
  );
  const merged = mergedWith(session, wanted, fields);
  if (merged) parts.push(merged);
  const rows = parts.length ? await tx.rows(join(parts, ' union all ')) : [];
  const known = new Set(rows.map(({ contact }) => String(contact)));
  return {
    ids: [...new Set(rows.map(({ id }) => String(id)))],
    missing: contacts.filter((text) => !known.has(stored.get(text) ?? '')),
  };
}

/** The leads that keep others with these phones and emails, over every further merge. */
function mergedWith(
  { tenantId, scope }: Context['session'],
  wanted: readonly string[],
  fields: readonly ContactField[],
): Sql | undefined {
  const columns = (['phone', 'email'] as const)
    .filter((field) => fields.includes(field))
    .flatMap((field) => [field, `former_${field}`]);
  if (!columns.length) return undefined;
  const first = columns.map(
    (column) => sql`select "kept_id" as "id", ${ident(column)} as "contact", 1 as "step" from "lead_merges"
      where "tenant_id" = ${tenantId} and "state" = 'merged' and "deleted_at" is null and ${ident(column)} = any(${[...wanted]}::text[])`,
  );
  return sql`(with recursive "way" as (
      ${join(first, ' union all ')}
      union all select k."merged_into", w."contact", w."step" + 1 from "way" w
        join "leads" k on k."tenant_id" = ${tenantId} and k."id" = w."id" where k."merged_into" is not null and w."step" < 20)
    select l."id", w."contact" from "way" w join "leads" l on l."tenant_id" = ${tenantId} and l."id" = w."id"
    where l."deleted_at" is null and ${leadInScope(scope, sql`l."user_id"`, sql`l."id"`)})`;
}

/** As leads hold it: E.164, or an email in lower case. */
function storedForm(text: string, rules: Parameters<typeof normalisePhone>[1]): string {
  if (text.includes('@')) return normaliseEmail(text) ?? text;
  const verdict = normalisePhone(text, rules);
  return verdict.ok ? verdict.e164 : text.replaceAll(/[\s().-]/g, '');
}
