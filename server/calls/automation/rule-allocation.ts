import sql, { type Sql } from 'sql-template-tag';
import { counted } from '../../../src/schemas/kit/counted';
import * as allocationCalls from '../../../src/schemas/calls/rule-allocation';
import { compileMatch } from '../../../src/schemas/kit/condition-match';
import { problem } from '../../../src/schemas/kit/problem';
import type { ActionLead } from '../../automation/action-place';
import { enterByRule } from '../../automation/enter-workflows';
import { assignByRule, assignByRules } from '../../automation/assign-by-rules';
import { recordRuns } from '../../automation/rule-history';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { dayStartIn } from '../../lead-events/condition-sql';
import { tenantRules, type AllocatorRow, type WorkflowRuleRow } from '../../lead-events/tenant-rules';
import { actingOf } from '../../leads/acting';
import { isInScope } from '../../context/data-scope';
import { notYourLead } from '../../leads/lead-access';
import { chosenLeads } from '../leads/chosen-leads';

/** Assigns each chosen lead by the named rule, else by the first active rule that matches it. */
const counsellors = async (
  context: CallContext<typeof allocationCalls.counsellorAllocate>,
): Promise<CallReply<typeof allocationCalls.counsellorAllocate>> => {
  const { tx, services, session } = context;
  const acting = actingOf(context);
  const { by } = acting;
  const leads = await chosenLeads(context, context.body);
  // a calling list opens a lead to be called, not to be passed on
  if (!leads.every(({ user_id }) => isInScope(session.scope, user_id))) throw problem(403, notYourLead);
  const named = await namedRule(context.body.rule_id, (id) => tx.row<AllocatorRow>(ruleOf(sql`"counsellor_rules"`, id, session)));
  const rules = await tenantRules(services.store, tx, session.tenantId, session.timezone);
  return allocated(leads, async (lead) => {
    const given = named
      ? meets(named, lead, context)
        ? await assignByRule(acting, lead, 'counsellor-rules', named)
        : undefined
      : await assignByRules(acting, lead, 'counsellor-rules', rules.counsellors);
    if (!given) return false;
    const { ruleId, userId } = typeof given === 'string' ? { ruleId: named!.id, userId: given } : given;
    await recordRuns(tx, by, lead.id, 'allocate', [
      { family: 'counsellor-rules', ruleId, actions: [{ type: 'assign', result: 'done', message: userId }], result: 'executed' },
    ]);
    return true;
  });
};

/** Puts each chosen lead into workflows: those of the named rule, else of every active rule that matches it. */
const workflows = async (
  context: CallContext<typeof allocationCalls.workflowAllocate>,
): Promise<CallReply<typeof allocationCalls.workflowAllocate>> => {
  const { tx, services, session } = context;
  const acting = actingOf(context);
  const { by } = acting;
  const leads = await chosenLeads(context, context.body);
  const named = await namedRule(context.body.rule_id, (id) =>
    tx.row<WorkflowRuleRow>(ruleOf(sql`"workflow_rules"`, id, session)),
  );
  const { workflowRules } = await tenantRules(services.store, tx, session.tenantId, session.timezone);
  return allocated(leads, async (lead) => {
    const meant = named
      ? meets(named, lead, context)
        ? [named]
        : []
      : workflowRules.matching(lead).map((id) => workflowRules.of(id));
    const runs = [];
    for (const rule of meant) runs.push(...(await enterByRule({ ...acting, lead, noMessages: false }, rule)));
    await recordRuns(tx, by, lead.id, 'allocate', runs);
    return runs.length > 0;
  });
};

async function allocated(leads: readonly ActionLead[], work: (lead: ActionLead) => Promise<boolean>) {
  let assigned = 0;
  for (const lead of leads) if (await work(lead)) assigned++;
  const data: allocationCalls.Allocated = { assigned, skipped: leads.length - assigned };
  return { message: `${assigned} of ${counted(leads.length, 'lead')} allocated.`, data };
}

/** A rule that the call names may be inactive: it is tried by hand before it is switched on. */
async function namedRule<R>(id: string | undefined, read: (id: string) => Promise<R | undefined>): Promise<R | undefined> {
  if (!id) return undefined;
  const rule = await read(id);
  if (!rule) throw problem(404, 'This rule does not exist.');
  return rule;
}

const ruleOf = (from: Sql, id: string, { tenantId }: Session): Sql =>
  sql`select *, "_id" as "id" from ${from} where "tenant_id" = ${tenantId} and "_id" = ${id} and "deleted_at" is null`;

const meets = (rule: AllocatorRow | WorkflowRuleRow, lead: ActionLead, { session }: Context): boolean =>
  compileMatch(rule, dayStartIn(session.timezone))(lead);
export const handlers: Handlers = {
  ...handle(allocationCalls.counsellorAllocate, counsellors),
  ...handle(allocationCalls.workflowAllocate, workflows),
};
