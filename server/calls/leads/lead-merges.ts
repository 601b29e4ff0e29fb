import sql, { type Sql } from 'sql-template-tag';
import * as mergeCalls from '../../../src/schemas/calls/lead-merge';
import { counted } from '../../../src/schemas/kit/counted';
import { mergeGroups, unmergeHours } from '../../../src/schemas/kit/lead-merge';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { titleOf } from '../../../src/schemas/kit/resource';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { isInScope, ownerInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { takesLost, type MergeChoices } from '../../domain/merged-lead';
import { actingOf } from '../../leads/acting';
import { checkNewOwner } from '../../leads/assign-access';
import { noSuchLead, notYourLead, type LeadRecord } from '../../leads/lead-access';
import { lockLeads, mergeLeads, refuseMerge, type LeadPair } from '../../leads/merge';
import { lockMerge, unmergeLeads } from '../../leads/unmerge';
import { iso } from './journey-parts';

/** One wins where two people merge a lead at once; the other gets an answer that says so. */
async function merge(context: CallContext<typeof mergeCalls.leadMerge>): Promise<CallReply<typeof mergeCalls.leadMerge>> {
  const { body } = context;
  if (body.kept_id === body.lost_id) throw invalid('lost_id', 'Choose two different leads');
  const acting = actingOf(context);
  const found = await lockLeads(acting, [body.kept_id, body.lost_id]);
  const pair = reachedPair(context, found.get(body.kept_id), found.get(body.lost_id));
  const { kept, lost } = pair;
  refuseMerge(kept, lost);
  const stale =
    (body.kept_version ?? kept.row_version) !== kept.row_version || (body.lost_version ?? lost.row_version) !== lost.row_version;
  if (stale) throw problem(409, 'One of the leads was changed in the meantime. Compare them again.');
  const choices = body.choices ?? {};
  refuseVeiled(context, choices);
  if (takesLost('user_id', kept, lost, choices) && kept.user_id && lost.user_id && kept.user_id !== lost.user_id)
    await checkNewOwner(context, lost.user_id, [kept.user_id]);
  const { id, moved } = await mergeLeads(acting, pair, choices);
  return {
    message: `${lost.name} was merged into ${kept.name}. ${counted(moved, 'record')} moved.`,
    data: { merge_id: id, kept_id: kept.id, moved },
  };
}

async function unmerge(context: CallContext<typeof mergeCalls.leadUnmerge>): Promise<CallReply<typeof mergeCalls.leadUnmerge>> {
  const acting = actingOf(context);
  const record = await lockMerge(acting, context.body.merge_id);
  const found = await lockLeads(acting, [record.kept_id, record.lost_id]);
  const { kept, lost } = reachedPair(context, found.get(record.kept_id), found.get(record.lost_id));
  if (kept.merged_into) throw problem(409, `${kept.name} was merged into another lead since. Undo that merge first.`);
  if (kept.deleted_at) throw problem(409, `${kept.name} was deleted since. Restore it first.`);
  if (lost.merged_into !== kept.id) throw problem(409, 'This merge has already been undone.');
  const data = await unmergeLeads(acting, record, { kept, lost });
  return { message: `${lost.name} is a lead of its own again.`, data };
}

/** Both leads are the tenant's and in the person's reach (D-023). */
function reachedPair(
  { session }: Pick<Context, 'session'>,
  kept: LeadRecord | undefined,
  lost: LeadRecord | undefined,
): LeadPair {
  if (!kept || !lost) throw problem(404, noSuchLead);
  if (![kept, lost].every((lead) => isInScope(session.scope, lead.user_id))) throw problem(403, notYourLead);
  return { kept, lost };
}

/** What a role does not see or change it does not choose either: there the rule without a choice decides. */
function refuseVeiled({ session }: Pick<Context, 'session'>, choices: MergeChoices): void {
  const rules = rulesOf(leads, session);
  const closed = mergeGroups.find(({ field, columns }) => choices[field] && columns.some((column) => rules.has(column)));
  if (closed) throw invalid(`choices.${closed.field}`, `You cannot set ${titleOf(leads, closed.field)}`);
}

/** What was merged into this lead and can still be put back, by someone who sees both. */
export const mergesInto = (session: Session, leadId: string, now: Date): Sql =>
  sql`select m."id", m."lost_id", l."name" as "lost_name", u."name" as "by_name", ${iso(sql`m."created_at"`)} as "at",
      ${iso(sql`(m."created_at" + make_interval(hours => ${unmergeHours}::int))`)} as "until"
    from "lead_merges" m join "leads" l on l."tenant_id" = m."tenant_id" and l."id" = m."lost_id"
    left join "users" u on u."tenant_id" = m."tenant_id" and u."id" = m."created_by"
    where m."tenant_id" = ${session.tenantId} and m."kept_id" = ${leadId} and m."state" = 'merged' and m."deleted_at" is null
      and m."created_at" >= ${new Date(now.getTime() - unmergeHours * 3_600_000).toISOString()}::timestamptz
      and ${ownerInScope(session.scope, sql`l."user_id"`)}
    order by m."created_at" desc, m."id" limit 5`;

/** Follows merges of merged leads too; out of reach it says no more than that the lead does not exist. */
async function mergedInto({
  tx,
  session,
  params,
}: CallContext<typeof mergeCalls.leadMergedInto>): Promise<CallReply<typeof mergeCalls.leadMergedInto>> {
  const row: { id: string } | undefined = await tx.row(sql`
    with recursive "way" as (
      select "merged_into" as "id", 1 as "step" from "leads" where "tenant_id" = ${session.tenantId} and "id" = ${params['id']}
        and "merged_into" is not null
      union all select l."merged_into", w."step" + 1 from "way" w join "leads" l on l."tenant_id" = ${session.tenantId} and l."id" = w."id"
        where l."merged_into" is not null and w."step" < 50)
    select l."id" from "way" w join "leads" l on l."tenant_id" = ${session.tenantId} and l."id" = w."id"
    where l."deleted_at" is null and ${ownerInScope(session.scope, sql`l."user_id"`)} order by w."step" desc limit 1`);
  if (!row) throw problem(404, noSuchLead);
  return { data: { id: row.id } };
}

export const handlers: Handlers = {
  ...handle(mergeCalls.leadMerge, merge),
  ...handle(mergeCalls.leadUnmerge, unmerge),
  ...handle(mergeCalls.leadMergedInto, mergedInto),
};
