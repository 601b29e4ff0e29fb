import sql from 'sql-template-tag';
import * as findCalls from '../../../src/schemas/calls/lead-find';
import { contactsIn, mostContacts } from '../../../src/schemas/kit/pasted-contacts';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { rulesOf } from '../../catalogue/field-rules';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { contactFields, findContacts } from '../../leads/find-contacts';
import { newId } from '../../store/ids';

export const handlers: Handlers = {
  ...handle(findCalls.leadFind, find),
  ...handle(findCalls.leadFound, found),
};

/** So many of a person's searches are kept. */
const kept = 20;

/** A field that a role sees masked or not at all is not searched: it would tell whose number it is. */
async function find(context: CallContext<typeof findCalls.leadFind>): Promise<CallReply<typeof findCalls.leadFind>> {
  const { tx, session, body } = context;
  const contacts = contactsIn(body.text);
  if (contacts.length > mostContacts)
    throw invalid(
      'text',
      `You can look for up to 5,000 phones and emails at once; these are ${contacts.length.toLocaleString('en-IN')}`,
    );
  const rules = rulesOf(leads, session);
  const { ids, missing } = await findContacts(
    context,
    contacts,
    contactFields.filter((field) => !isVeiled(rules.get(field))),
  );
  const id = newId();
  await tx.run(sql`
    insert into "lead_searches" ("tenant_id", "id", "lead_ids", "missing", "asked", "created_by", "updated_by")
    values (${session.tenantId}, ${id}, ${JSON.stringify(ids)}::jsonb, ${JSON.stringify(missing.map((text) => text.slice(0, 120)))}::jsonb,
      ${contacts.length}::bigint, ${session.userId}, ${session.userId})`);
  await tx.run(sql`
    delete from "lead_searches" where "tenant_id" = ${session.tenantId} and "created_by" = ${session.userId} and "id" not in (
      select "id" from "lead_searches" where "tenant_id" = ${session.tenantId} and "created_by" = ${session.userId}
      order by "id" desc limit ${kept})`);
  return { data: { id, asked: contacts.length, found: ids.length, missing } };
}

async function found({
  tx,
  session,
  params,
}: CallContext<typeof findCalls.leadFound>): Promise<CallReply<typeof findCalls.leadFound>> {
  const row = await tx.row<{ asked: number; found: number; missing: string[] }>(sql`
    select "asked", jsonb_array_length("lead_ids") as "found", "missing" from "lead_searches"
    where "tenant_id" = ${session.tenantId} and "id" = ${params['id'] ?? ''} and "created_by" = ${session.userId}`);
  if (!row) throw problem(404, 'This search is no longer kept. Paste the numbers again.');
  return { data: { id: params['id'] ?? '', ...row } };
}
