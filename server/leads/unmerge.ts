import sql from 'sql-template-tag';
import { isDeepStrictEqual } from 'node:util';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import { unmergeHours } from '../../src/schemas/kit/lead-merge';
import { problem } from '../../src/schemas/kit/problem';
import { titleOf } from '../../src/schemas/kit/resource';
import { leads } from '../../src/schemas/leads/leads';
import type { LeadsUnmerged } from '../../src/schemas/calls/lead-merge';
import { counters } from '../domain/merged-lead';
import type { Acting } from './acting';
import { noteOwnerChange } from './assign';
import { refreshFollowUps } from './follow-up';
import type { LeadRecord } from './lead-access';
import { writeLeadColumns, type LeadPair } from './merge';
import { moveLeadRowsBack, type MovedRows } from './move-lead-rows';
import { unlessTaken } from './unless-taken';

type Doing = Pick<Acting, 'tx' | 'by'>;
export interface MergeRecord {
  readonly id: string;
  readonly group_id: string | null;
  readonly kept_id: string;
  readonly lost_id: string;
  readonly state: 'merged' | 'undone';
  readonly before: ConditionLead;
  readonly after: ConditionLead;
  readonly moved: MovedRows;
  readonly created_at: string;
}
const countersSet = new Set<string>(counters);
/** Follow from follow-ups, and are worked out again. */
const derived = new Set(['next_followup_at', 'last_callaction_followup_status']);

/** Every merge of the step in which this one was made, the last first; their rows are locked, so that they are undone once. */
export async function lockMerges({ tx, by }: Doing, id: string): Promise<readonly MergeRecord[]> {
  const merge: MergeRecord | undefined = await tx.row(
    sql`select * from "lead_merges" where "tenant_id" = ${by.tenantId} and "id" = ${id} and "deleted_at" is null`,
  );
  if (!merge) throw problem(404, 'This merge does not exist.');
  const all: MergeRecord[] = await tx.rows(sql`select * from "lead_merges" where "tenant_id" = ${by.tenantId}
    and (${merge.group_id === null ? sql`"id" = ${id}` : sql`"group_id" = ${merge.group_id}`}) and "deleted_at" is null order by "id" desc for update`);
  if (all.some(({ state }) => state === 'undone')) throw problem(409, 'This merge has already been undone.');
  if (by.now.getTime() - Date.parse(merge.created_at) > unmergeHours * 3_600_000)
    throw problem(409, `A merge can be undone for ${unmergeHours} hours only.`);
  return all;
}

/** What undoing merges put back. */
interface Unmerged {
  readonly returned: number;
  readonly gone: number;
  /** Fields of the kept lead that someone changed since. */
  readonly changed: readonly string[];
}
/** Undoes merges of one step, the last first, so that each finds what it left. Reading the leads again is what checks them. */
export async function unmergeLeads(
  acting: Acting,
  merges: readonly MergeRecord[],
  pairOf: (merge: MergeRecord) => Promise<LeadPair>,
): Promise<LeadsUnmerged> {
  const undone: Unmerged[] = [];
  for (const merge of merges) undone.push(await unmergeOne(acting, merge, await pairOf(merge)));
  const changed = new Set(undone.flatMap((one) => one.changed));
  return {
    kept_id: merges[0]?.kept_id ?? '',
    lost_ids: merges.map(({ lost_id }) => lost_id).toReversed(),
    returned: undone.reduce((sum, one) => sum + one.returned, 0),
    gone: undone.reduce((sum, one) => sum + one.gone, 0),
    kept_changes: [...changed].map((name) => titleOf(leads, name)),
  };
}

/**
 * Puts back what the merge moved: the rows that are still where it put them, and the fields that still have the value it gave them.
 * What someone changed since stays, and is named. The caller has locked the merge and both leads and checked their reach.
 */
async function unmergeOne(acting: Acting, merge: MergeRecord, { kept, lost }: LeadPair): Promise<Unmerged> {
  const { tx, by } = acting;
  const pair = { kept: kept.id, lost: lost.id };
  const { patch, changed } = restored(kept, merge);
  const { again = [], taken = [], replaced = [], owned = [], ...rows } = merge.moved;

  const all = Object.values(rows).reduce((sum, keys) => sum + keys.length, 0);
  await tx.run(sql`update "lead_captures" set "is_re_enquiry" = false
    where "tenant_id" = ${by.tenantId} and "id" = any(${again.map(String)}::text[]) and "is_re_enquiry" and "lead_id" = ${kept.id}`);
  const returned = await moveLeadRowsBack(acting, rows, pair);
  await tx.run(sql`update "follow_ups" set "user_id" = ${lost.user_id} where "tenant_id" = ${by.tenantId} and "lead_id" = ${lost.id}
    and "id" = any(${taken.map(String)}::text[]) and "state" = 'pending' and "user_id" is not distinct from ${textOf(merge.after['user_id'])}`);
  const whose = owned.map((one) => String(one).split(' '));
  await tx.run(sql`update "follow_ups" f set "user_id" = nullif(o."user_id", '')
    from unnest(${whose.map(([id]) => id)}::text[], ${whose.map(([, user]) => user)}::text[]) as o("id", "user_id")
    where f."tenant_id" = ${by.tenantId} and f."id" = o."id" and f."lead_id" = any(${[kept.id, lost.id]}::text[]) and f."state" = 'pending'
      and f."user_id" is not distinct from ${textOf(merge.after['user_id'])}`);
  await tx.run(sql`update "follow_ups" set "state" = 'pending' where "tenant_id" = ${by.tenantId} and "lead_id" = ${lost.id}
    and "id" = any(${replaced.map(String)}::text[]) and "state" = 'replaced'`);
  // That the lead has its owner again, after those of the other one; a change of owner by the merge did happen, and stays.
  const owner = textOf(merge.before['user_id']);
  if (owner === textOf(merge.after['user_id']))
    await tx.run(sql`update "lead_owner_history" set "deleted_at" = ${by.now.toISOString()}::timestamptz where "tenant_id" = ${by.tenantId}
      and "lead_id" = ${kept.id} and "reason" = 'merge' and "created_at" = ${merge.created_at}::timestamptz and "id" > ${merge.id}
      and "to_user_id" is not distinct from ${owner} and "deleted_at" is null`);

  await unlessTaken(async () => {
    await writeLeadColumns(acting, kept.id, patch);
    await tx.run(
      sql`update "leads" set "merged_into" = null, "deleted_at" = null where "tenant_id" = ${by.tenantId} and "id" = ${lost.id}`,
    );
  }, 'The phone or email of one of the two leads now belongs to another lead. Change or merge that lead first.');
  if ('user_id' in patch) await noteOwnerChange(acting, [kept], textOf(patch['user_id']), { reason: 'merge' });
  for (const id of [kept.id, lost.id]) await refreshFollowUps(acting, id, null);
  await tx.run(sql`update "lead_merges" set "state" = 'undone', "undone_at" = ${by.now.toISOString()}::timestamptz, "undone_by" = ${by.userId}
    where "tenant_id" = ${by.tenantId} and "id" = ${merge.id}`);
  tx.touched('leads', lost.id, [lost.user_id], 'created');
  tx.touched('leads', kept.id, [kept.user_id, textOf(patch['user_id'])]);
  return { returned, gone: all - returned, changed };
}

/** The kept lead's columns as they were, apart from those that have another value than the merge gave them. */
function restored(kept: LeadRecord, { before, after }: MergeRecord): { patch: ConditionLead; changed: string[] } {
  const now = new Map<string, unknown>(Object.entries(kept));
  const patch = new Map<string, unknown>();
  const changed: string[] = [];
  for (const [name, was] of Object.entries(before)) {
    if (derived.has(name)) continue;
    const given = after[name] ?? null;
    const value = now.get(name) ?? null;
    // What was counted since stays counted.
    if (countersSet.has(name)) patch.set(name, Math.max(0, Number(value) - (Number(given) - Number(was))));
    else if (!same(given, was ?? null) && same(value, given)) patch.set(name, was ?? null);
    else if (!same(given, was ?? null)) changed.push(name);
  }
  return { patch: Object.fromEntries(patch), changed: changed.filter((name) => name !== 'assigned_at') };
}

/** Times are written in more than one way. */
const same = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || (isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other));
const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
