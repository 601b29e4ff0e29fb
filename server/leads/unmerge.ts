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
import { writeLeadColumns } from './merge';
import { moveLeadRowsBack, type MovedRows } from './move-lead-rows';

type Doing = Pick<Acting, 'tx' | 'by'>;
export interface MergeRecord {
  readonly id: string;
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

/** The merge with its leads' keys; its row is locked, so that it is undone once. */
export async function lockMerge({ tx, by }: Doing, id: string): Promise<MergeRecord> {
  const merge: MergeRecord | undefined = await tx.row(
    sql`select * from "lead_merges" where "tenant_id" = ${by.tenantId} and "id" = ${id} and "deleted_at" is null for update`,
  );
  if (!merge) throw problem(404, 'This merge does not exist.');
  if (merge.state === 'undone') throw problem(409, 'This merge has already been undone.');
  if (by.now.getTime() - Date.parse(merge.created_at) > unmergeHours * 3_600_000)
    throw problem(409, `A merge can be undone for ${unmergeHours} hours only.`);
  return merge;
}

/**
 * Puts back what the merge moved: the rows that are still where it put them, and the fields that still have the value it gave them.
 * What someone changed since stays, and is named. The caller has locked the merge and both leads and checked their reach.
 */
export async function unmergeLeads(
  acting: Acting,
  merge: MergeRecord,
  { kept, lost }: { readonly kept: LeadRecord; readonly lost: LeadRecord },
): Promise<LeadsUnmerged> {
  const { tx, by } = acting;
  const pair = { kept: kept.id, lost: lost.id };
  const { patch, changed } = restored(kept, merge);
  await refuseTaken(acting, pair, [patch['phone'], lost.duplicate_of ? null : lost.phone]);
  const { again = [], taken = [], replaced = [], ...rows } = merge.moved;

  const all = Object.values(rows).reduce((sum, keys) => sum + keys.length, 0);
  await tx.run(sql`update "lead_captures" set "is_re_enquiry" = false
    where "tenant_id" = ${by.tenantId} and "id" = any(${again.map(String)}::text[]) and "is_re_enquiry" and "lead_id" = ${kept.id}`);
  const returned = await moveLeadRowsBack(acting, rows, pair);
  await tx.run(sql`update "follow_ups" set "user_id" = ${lost.user_id} where "tenant_id" = ${by.tenantId} and "lead_id" = ${lost.id}
    and "id" = any(${taken.map(String)}::text[]) and "state" = 'pending' and "user_id" is not distinct from ${textOf(merge.after['user_id'])}`);
  await tx.run(sql`update "follow_ups" set "state" = 'pending' where "tenant_id" = ${by.tenantId} and "lead_id" = ${lost.id}
    and "id" = any(${replaced.map(String)}::text[]) and "state" = 'replaced'`);
  await tx.run(sql`update "lead_owner_history" set "deleted_at" = ${by.now.toISOString()}::timestamptz where "tenant_id" = ${by.tenantId}
    and "lead_id" = ${kept.id} and "reason" = 'merge' and "created_at" = ${merge.created_at}::timestamptz and "deleted_at" is null`);

  await writeLeadColumns(acting, kept.id, patch);
  if ('user_id' in patch) await noteOwnerChange(acting, [kept], textOf(patch['user_id']), { reason: 'merge' });
  await tx.run(
    sql`update "leads" set "merged_into" = null, "deleted_at" = null where "tenant_id" = ${by.tenantId} and "id" = ${lost.id}`,
  );
  for (const id of [kept.id, lost.id]) await refreshFollowUps(acting, id, null);
  await tx.run(sql`update "lead_merges" set "state" = 'undone', "undone_at" = ${by.now.toISOString()}::timestamptz, "undone_by" = ${by.userId}
    where "tenant_id" = ${by.tenantId} and "id" = ${merge.id}`);
  tx.touched('leads', lost.id, [lost.user_id], 'created');
  tx.touched('leads', kept.id, [kept.user_id, textOf(patch['user_id'])]);
  return {
    kept_id: kept.id,
    lost_id: lost.id,
    returned,
    gone: all - returned,
    kept_changes: changed.map((name) => titleOf(leads, name)),
  };
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

/** A number that went back would belong to two leads. */
async function refuseTaken(
  { tx, by }: Doing,
  { kept, lost }: { readonly kept: string; readonly lost: string },
  phones: readonly unknown[],
): Promise<void> {
  const numbers = phones.flatMap((phone) => textOf(phone) ?? []);
  const other: { name: string } | undefined = await tx.row(sql`
    select "name" from "leads" where "tenant_id" = ${by.tenantId} and "phone" = any(${numbers}::text[]) and "deleted_at" is null
      and "duplicate_of" is null and "merged_into" is null and "id" <> all(${[kept, lost]}::text[]) limit 1`);
  if (other) throw problem(409, `The number of the merged lead belongs to ${other.name} by now. Merge that lead first.`);
}
