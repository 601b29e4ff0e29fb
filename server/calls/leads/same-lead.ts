import sql from 'sql-template-tag';
import * as leadsCalls from '../../../src/schemas/calls/leads';
import { leads } from '../../../src/schemas/leads/leads';
import { veilAs } from '../../catalogue/field-rules';
import type { Handlers } from '../../context/context';
import { isInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { normalisePhone } from '../../domain/phone';
import { captureRulesOf } from '../../leads/capture-rules';
import { sameLeadAs } from '../../leads/known-leads';

/** Shows while typing what saving would say anyway. */
const sameLead = async ({
  tx,
  session,
  services,
  query,
}: CallContext<typeof leadsCalls.sameLead>): Promise<CallReply<typeof leadsCalls.sameLead>> => {
  const rules = await captureRulesOf(tx, session.tenantId);
  const verdict = query.phone ? normalisePhone(String(query.phone), rules) : undefined;
  const identity = { phone: verdict?.ok ? verdict.e164 : null, email: query.email ?? null };
  const lead = await sameLeadAs(tx, session.tenantId, identity, rules.duplicate_rule, services.now());
  if (!lead) return { data: null };
  const owner = await tx.row<{ name: string }>(
    sql`select "name" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${lead.user_id}`,
  );
  const shown = veilAs(leads, session, { id: lead.id, name: lead.name }, { name: 'name' });
  const data: leadsCalls.SameLead = { ...(isInScope(session.scope, lead.user_id) ? shown : {}), owner_name: owner?.name ?? null };
  return { data };
};

export const handlers: Handlers = {
  ...handle(leadsCalls.sameLead, sameLead),
};
