import sql from 'sql-template-tag';
import { counsellorAllocate } from '../../../src/schemas/calls/rule-allocation';
import { leadReassign } from '../../../src/schemas/calls/leads';
import { mayDo } from '../../../src/schemas/kit/access';
import { compileMatch } from '../../../src/schemas/kit/condition-match';
import { invalid, notAllowed, Problem, problem } from '../../../src/schemas/kit/problem';
import type { leads } from '../../../src/schemas/leads/leads';
import { assignByRule, assignByRules } from '../../automation/assign-by-rules';
import { recordRuns } from '../../automation/rule-history';
import type { Context } from '../../context/context';
import type { BulkAct } from '../../context/hooks';
import { dayStartIn } from '../../lead-events/condition-sql';
import { tenantRules, type AllocatorRow } from '../../lead-events/tenant-rules';
import { actingOf } from '../../leads/acting';
import { assignLeads } from '../../leads/assign';
import { checkNewOwner } from '../../leads/assign-access';
import { leadOf, type LeadRecord } from '../../leads/lead-access';
import { textIn, textsIn } from './act-values';

const alreadyTheirs = 'The lead is already theirs.';

/** New owners: one person, several by round robin, or the user that an allocation rule chooses (`by: 'rule'`, with or without its id). */
export const reassignAct: BulkAct<typeof leads> = {
  done: 'Re-assigned',
  undoes: 'fields',
  may: (session) => mayDo(session, leadReassign.access, 'update'),
  async check(values, context) {
    const reason = textIn(values, 'reason', 300);
    const note = reason === undefined ? {} : { reason };
    if (values['by'] === 'rule') {
      if (!mayDo(context.session, counsellorAllocate.access, 'update')) throw problem(403, notAllowed);
      const id = textIn(values, 'rule_id', 26);
      if (id !== undefined && !(await ruleOf(context, id))) throw invalid('rule_id', 'This rule does not exist');
      return { by: 'rule', ...(id === undefined ? {} : { rule_id: id }), ...note };
    }
    const people = textsIn(values, 'user_ids', 50);
    if (!people.length) throw invalid('user_ids', 'Choose who gets the leads');
    for (const person of people) await checkNewOwner(context, person, []);
    return { user_ids: people, ...note };
  },
  async run(row, values, context, { memo }) {
    const lead = await leadOf(context, row.id, 'lock');
    const before = { user_id: lead.user_id };
    const to =
      values['by'] === 'rule' ? await byRule(lead, values['rule_id'], context) : await toPerson(lead, values, context, memo);
    return { before, after: { user_id: to } };
  },
  async refusals(rows, values, context) {
    if (values['by'] === 'rule') {
      const id = textIn(values, 'rule_id', 26);
      const rule = id === undefined ? undefined : await ruleOf(context, id);
      const matches = rule && compileMatch(rule, dayStartIn(context.session.timezone));
      return rows.map((row) => (matches?.(row) === false ? noMatch : null));
    }
    const people = textsIn(values, 'user_ids', 50);
    const owners = [...new Set(rows.map(({ user_id }) => user_id ?? null))];
    const reasons = new Map<string | null, string | null>();
    for (const owner of owners) reasons.set(owner, await whyNotFrom(owner, people, context));
    return rows.map(({ user_id }) => reasons.get(user_id ?? null) ?? null);
  },
};

const noMatch = 'The rule does not match this lead.';

/** Why none of these people can get the leads of that owner; null: one can. */
async function whyNotFrom(owner: string | null, people: readonly string[], context: Context): Promise<string | null> {
  const to = people.find((id) => id !== owner);
  if (to === undefined) return alreadyTheirs;
  try {
    await checkNewOwner(context, to, [owner]);
    return null;
  } catch (error) {
    if (error instanceof Problem && error.code < 500) return error.message;
    throw error;
  }
}

/** To the person who has got the fewest so far, in the order chosen, but never to the lead's own owner. */
async function toPerson(
  lead: LeadRecord,
  values: Parameters<typeof reassignAct.run>[1],
  context: Context,
  memo: Parameters<typeof reassignAct.run>[3]['memo'],
): Promise<string> {
  const got = (id: string): number => Number(memo[id] ?? 0);
  const free = textsIn(values, 'user_ids', 50).filter((id) => id !== lead.user_id);
  const to = free.toSorted((a, b) => got(a) - got(b))[0];
  if (to === undefined) throw problem(409, alreadyTheirs);
  await checkNewOwner(context, to, [lead.user_id]);
  await assignLeads(actingOf(context), [lead], to, { reason: 'bulk', note: textIn(values, 'reason', 300) ?? null });
  memo[to] = got(to) + 1;
  return to;
}

async function byRule(lead: LeadRecord, id: unknown, context: Context): Promise<string> {
  const { tx, services, session } = context;
  const acting = actingOf(context);
  const named = typeof id === 'string' ? await ruleOf(context, id) : undefined;
  if (typeof id === 'string' && !named) throw problem(422, 'The rule no longer exists.');
  if (named && !compileMatch(named, dayStartIn(session.timezone))(lead)) throw problem(409, noMatch);
  const allocated = named
    ? { ruleId: named.id, userId: await assignByRule(acting, lead, 'counsellor-rules', named) }
    : await assignByRules(
        acting,
        lead,
        'counsellor-rules',
        (await tenantRules(services.store, tx, session.tenantId, session.timezone)).counsellors,
      );
  const to = allocated?.userId;
  if (!allocated || to === undefined) throw problem(409, 'No rule matches, or no user is available.');
  await recordRuns(tx, acting.by, lead.id, 'allocate', [
    {
      family: 'counsellor-rules',
      ruleId: allocated.ruleId,
      actions: [{ type: 'assign', result: 'done', message: to }],
      result: 'executed',
    },
  ]);
  if (to === lead.user_id) throw problem(409, alreadyTheirs);
  return to;
}

/** Also one that is switched off: it is tried by hand first. */
const ruleOf = ({ tx, session }: Context, id: string): Promise<AllocatorRow | undefined> =>
  tx.row(sql`select *, "_id" as "id" from "counsellor_rules"
    where "tenant_id" = ${session.tenantId} and "_id" = ${id} and "deleted_at" is null`);
