import sql, { type Sql } from 'sql-template-tag';
import * as mergeCalls from '../../../src/schemas/calls/lead-merge';
import { counted } from '../../../src/schemas/kit/counted';
import { closedFields, unmergeHours } from '../../../src/schemas/kit/lead-merge';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { titleOf } from '../../../src/schemas/kit/resource';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, veilAs } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { isInScope, ownerInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import type { ChosenLeads } from '../../domain/merged-lead';
import { actingOf } from '../../leads/acting';
import { checkNewOwner } from '../../leads/assign-access';
import { noSuchLead, notYourLead, type LeadRecord } from '../../leads/lead-access';
import { lockLeads, mergeLeads, type LeadPair } from '../../leads/merge';
import { lockMerges, unmergeLeads } from '../../leads/unmerge';
import { iso } from './journey-parts';

/** One wins where two people merge a lead at once; the other gets an answer that says so. A lead that cannot be merged is named. */
async function merge(context: CallContext<typeof mergeCalls.leadMerge>): Promise<CallReply<typeof mergeCalls.leadMerge>> {
  const { body } = context;
  if (body.lost_ids.includes(body.kept_id)) throw invalid('lost_ids', 'The lead that stays cannot be merged into itself');
  const acting = actingOf(context);
  const ids = [body.kept_id, ...body.lost_ids];
  const found = await lockLeads(acting, ids);
  const versions = new Map((body.versions ?? []).map((seen) => [seen.id, seen.row_version]));
  const [kept] = ids.map((id, at) =>
    mergeable(context, at === 0 ? 'kept_id' : `lost_ids.${at - 1}`, found.get(id), versions.get(id)),
  );
  const choices: ChosenLeads = body.choices ?? {};
  const stranger = Object.entries(choices).find(([, id]) => id !== undefined && !found.has(id));
  if (stranger) throw invalid(`choices.${stranger[0]}`, 'Choose one of the leads that are merged');
  refuseUnseen(context, choices);
  const owner = choices['user_id'] ? found.get(choices['user_id'])?.user_id : kept?.user_id;
  if (kept?.user_id && owner && owner !== kept.user_id) await checkNewOwner(context, owner, [kept.user_id]);
  const { id, moved } = await mergeLeads(acting, body.kept_id, body.lost_ids, choices);
  return {
    message: `The leads were merged. ${counted(moved, 'record')} moved.`,
    data: { merge_id: id, kept_id: body.kept_id, moved },
  };
}

/** The lead as it can be merged now; else a sentence that says which one cannot: by its name where the person sees it, else by its place. */
function mergeable(
  { session }: Pick<Context, 'session'>,
  path: string,
  lead: LeadRecord | undefined,
  version: number | undefined,
): LeadRecord {
  if (!lead) throw problem(404, noSuchLead, [{ path, message: noSuchLead }]);
  if (!isInScope(session.scope, lead.user_id)) throw problem(403, notYourLead, [{ path, message: notYourLead }]);
  const name = veilAs(leads, session, { name: lead.name }, { name: 'name' }).name || `The lead ${lead.id}`;
  if (lead.merged_into) throw problem(409, `${name} has already been merged into another lead. Reload the page.`);
  if (lead.deleted_at) throw problem(404, `${name} no longer exists.`);
  if ((version ?? lead.row_version) !== lead.row_version)
    throw problem(409, `${name} was changed in the meantime. Compare the leads again.`);
  return lead;
}

async function unmerge(context: CallContext<typeof mergeCalls.leadUnmerge>): Promise<CallReply<typeof mergeCalls.leadUnmerge>> {
  const acting = actingOf(context);
  const merges = await lockMerges(acting, context.body.merge_id);
  await lockLeads(
    acting,
    merges.flatMap(({ kept_id, lost_id }) => [kept_id, lost_id]),
  );
  const data = await unmergeLeads(acting, merges, async ({ kept_id, lost_id }) => {
    const found = await lockLeads(acting, [kept_id, lost_id]);
    const { kept, lost } = reachedPair(context, found.get(kept_id), found.get(lost_id));
    if (kept.merged_into) throw problem(409, 'The lead was merged into another one since. Undo that merge first.');
    if (kept.deleted_at) throw problem(409, 'The lead was deleted since. Restore it first.');
    if (lost.merged_into !== kept.id) throw problem(409, 'This merge has already been undone.');
    return { kept, lost };
  });
  return { message: 'The merge was undone.', data };
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

function refuseUnseen({ session }: Pick<Context, 'session'>, choices: ChosenLeads): void {
  const closed = [...closedFields(rulesOf(leads, session))].find((field) => choices[field]);
  if (closed) throw invalid(`choices.${closed}`, `You cannot set ${titleOf(leads, closed)}`);
}

/** What was merged into this lead and can still be put back, by someone who sees both. */
export const mergesInto = (session: Session, leadId: string, now: Date): Sql =>
  sql`select m."id", coalesce(m."group_id", m."id") as "group_id", m."lost_id", l."name" as "lost_name", u."name" as "by_name", ${iso(sql`m."created_at"`)} as "at",
      ${iso(sql`(m."created_at" + make_interval(hours => ${unmergeHours}::int))`)} as "until"
    from "lead_merges" m join "leads" l on l."tenant_id" = m."tenant_id" and l."id" = m."lost_id"
    left join "users" u on u."tenant_id" = m."tenant_id" and u."id" = m."created_by"
    where m."tenant_id" = ${session.tenantId} and m."kept_id" = ${leadId} and m."state" = 'merged' and m."deleted_at" is null
      and m."created_at" >= ${new Date(now.getTime() - unmergeHours * 3_600_000).toISOString()}::timestamptz
      and ${ownerInScope(session.scope, sql`l."user_id"`)}
    order by m."created_at" desc, m."id" limit 20`;

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
