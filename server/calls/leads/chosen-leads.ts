import sql from 'sql-template-tag';
import { leads } from '../../../src/schemas/leads/leads';
import { mostChosenLeads, type ChosenLeads } from '../../../src/schemas/kit/chosen-leads';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { ActionLead } from '../../automation/action-place';
import { chosenRows } from '../../catalogue/chosen-rows';
import type { Context } from '../../context/context';
import { seesLead } from '../../context/data-scope';
import { hooksOf } from '../../hooks/all';
import { noSuchLead, notYourLead } from '../../leads/lead-access';

/**
 * The leads that a call is about, locked in the order of their ids, so that two such calls wait for each other instead of locking each
 * other out. All of them or none: one that is missing or outside the scope refuses the call.
 */
export async function chosenLeads(context: Context, chosen: ChosenLeads): Promise<ActionLead[]> {
  const { tx, session } = context;
  const ids = await chosenIds(context, chosen);
  const found = await tx.rows<ActionLead>(
    sql`select * from "leads" where "tenant_id" = ${session.tenantId} and "id" = any(${ids}::text[]) and "deleted_at" is null
        order by "id" for update`,
    'leads-lock',
  );
  if (found.length < ids.length) throw problem(404, noSuchLead);
  for (const lead of found) if (!(await seesLead(tx, session.scope, lead))) throw problem(403, notYourLead);
  return found;
}

/** Those that were named, or all that match a list's query as this person's list shows them. */
async function chosenIds(context: Context, { lead_ids: ids, query }: ChosenLeads): Promise<string[]> {
  if ((ids === undefined) === (query === undefined)) throw invalid('lead_ids', 'Choose leads, or all that match');
  if (ids) return [...ids];
  const { tx, session } = context;
  const asked = await chosenRows(leads, hooksOf(leads), context, query);
  const match = asked.list.matching(session.tenantId, asked.request, [...asked.where, asked.scope]);
  const rows = await tx.rows(sql`select "id" from "leads" where ${match} limit ${mostChosenLeads + 1}`);
  if (rows.length > mostChosenLeads)
    throw problem(422, `More than ${mostChosenLeads.toLocaleString('en-IN')} leads match. Narrow the list and try again.`);
  if (!rows.length) throw invalid('query', 'No lead matches');
  return rows.map(({ id }) => String(id));
}
