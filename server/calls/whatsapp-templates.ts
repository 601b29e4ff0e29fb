import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { asKey } from '../catalogue/drafts';
import { readReply, presentRows } from '../catalogue/answers';
import { fetchRow } from '../catalogue/rows';
import type { Context, Handlers, Reply } from '../context/context';

export const handlers: Handlers = { 'whatsapp-templates.byId': byId, 'whatsapp-templates.names': names };

/** For whoever may send, not only for who may edit. */
async function byId(context: Context): Promise<Reply> {
  const templates = resourceNamed('whatsapp-templates');
  const row = await fetchRow(templates, asKey(templates, context.query.tempId), context);
  return readReply(templates, context, (await presentRows(templates, {}, [row], context, 'read'))[0]!);
}

/** D-131: the distinct names; with a name whether it is still free. */
async function names({ tx, session, query }: Context): Promise<Reply> {
  const name = query.name;
  if (typeof name === 'string' && name !== '') {
    const taken = await tx.row(sql`
      select 1 from "whatsapp_templates" where "tenant_id" = ${session.tenantId} and "template_name" = ${name} and "deleted_at" is null limit 1`);
    return { data: { unique: taken === undefined } };
  }
  const rows = await tx.rows(sql`
    select distinct "template_name" as "name" from "whatsapp_templates"
    where "tenant_id" = ${session.tenantId} and "deleted_at" is null order by 1 limit 1000`);
  return { data: rows };
}
