import sql from 'sql-template-tag';
import { whatsappTemplates as templates } from '../../../src/schemas/marketing/whatsapp-templates';
import { templateReview } from '../../campaigns/template-review';
import { readReply, presentRow } from '../../catalogue/answers';
import { asKey } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import type { Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';

export const handlers: Handlers = {
  ...handleAction(templates, 'byId', byId),
  ...handleAction(templates, 'names', names),
  ...handleAction(templates, 'review', review),
};

/** For everyone who can send templates, not only those who can edit them. */
async function byId(context: ActionContext<typeof templates, 'byId'>): Promise<Reply> {
  const row = await fetchRow(templates, asKey(templates, context.query.tempId), context);
  return readReply(templates, context, await presentRow(templates, {}, row, context));
}

/** Asks the provider once more; what it says is shown with the template when it has answered. */
async function review(context: ActionContext<typeof templates, 'review'>): Promise<Reply> {
  const { tx, session, services, params } = context;
  const { id } = await fetchRow(templates, asKey(templates, params['id']), context);
  await services.jobs.add(tx, session, { kind: templateReview, payload: { template_id: id }, dedupeKey: id });
  context.afterCommit(() => services.jobs.wake());
  return { message: 'Review state requested. It is shown here as soon as WhatsApp has answered.' };
}

/** D-131: the distinct names; with a name whether it is still free. */
async function names({ tx, session, query }: ActionContext<typeof templates, 'names'>): Promise<Reply> {
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
