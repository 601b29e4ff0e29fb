import sql, { join } from 'sql-template-tag';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import { problem } from '../../src/schemas/kit/problem';
import { choicesFor, mergedValues, takesLost, type ChosenLeads, type MergeChoices } from '../domain/merged-lead';
import { leadEventOfKeys } from '../lead-events/lead-events';
import { ident } from '../store/identifiers';
import { newId } from '../store/ids';
import { json } from '../store/parameters';
import type { Acting } from './acting';
import { assignLeads } from './assign';
import { refreshFollowUps } from './follow-up';
import { noSuchLead, type LeadRecord } from './lead-access';
import { moveLeadRows, type MovedRows, type Pair } from './move-lead-rows';
import { ownerHistory } from './owner-history';
import { unlessTaken } from './unless-taken';

type Doing = Pick<Acting, 'tx' | 'by'>;
export interface LeadPair {
  readonly kept: LeadRecord;
  readonly lost: LeadRecord;
}
/** The keys under which a merge is written down: its own, and that of the first of its step. */
interface MergeKeys {
  readonly id: string;
  readonly group: string;
}
const rowsIn = (moved: MovedRows): number => Object.values(moved).reduce((sum, keys) => sum + keys.length, 0);

/**
 * Merges leads into another, one after the other: their rows move, the kept lead takes what was chosen, and each is written down so
 * that all can be undone together. The caller has locked them, and checked the reach and the right to assign where the owner changes.
 */
export async function mergeLeads(
  acting: Acting,
  keptId: string,
  lostIds: readonly string[],
  choices: ChosenLeads,
): Promise<{ id: string; moved: number }> {
  const group = newId();
  const owners = new Set<string | null>();
  let moved = 0;
  for (const [at, lostId] of lostIds.entries()) {
    // What one merge changed is read again for the next.
    const found = await lockLeads(acting, [keptId, lostId]);
    const [kept, lost] = [found.get(keptId), found.get(lostId)];
    if (!kept || !lost) throw problem(404, noSuchLead);
    const merged = await mergeOne(acting, { kept, lost }, choicesFor(lostId, choices), {
      id: at === 0 ? group : newId(),
      group,
    });
    moved += merged.moved;
    for (const owner of [kept.user_id, merged.owner]) owners.add(owner);
    acting.tx.touched('leads', lostId, [lost.user_id], 'deleted');
  }
  acting.tx.touched('leads', keptId, [...owners]);
  await leadEventOfKeys(acting.tx, acting.services, acting.by, 'lead_updated', [keptId]);
  return { id: group, moved };
}

async function mergeOne(
  acting: Acting,
  { kept, lost }: LeadPair,
  choices: MergeChoices,
  { id, group }: MergeKeys,
): Promise<{ owner: string | null; moved: number }> {
  const { tx, by } = acting;
  const pair = { kept: kept.id, lost: lost.id };
  const owner = takesLost('user_id', kept, lost, choices) ? lost.user_id : kept.user_id;
  const rows = await moveLeadRows(acting, pair);
  const again = await laterEnquiries(acting, kept.id);
  const moved: MovedRows = { ...rows, again, ...(await settleFollowUps(acting, rows, lost.user_id, owner)) };
  const values = mergedValues(kept, lost, choices);
  const patch: ConditionLead = {
    ...values,
    re_enquiry_count: (kept.re_enquiry_count ?? 0) + (lost.re_enquiry_count ?? 0) + again.length,
    ...(kept.duplicate_of === lost.id && { duplicate_of: lost.duplicate_of === kept.id ? null : (lost.duplicate_of ?? null) }),
    ...(sharesWith(lost, kept, values) && { duplicate_of: lost.duplicate_of }),
  };

  await tx.run(sql`
    update "leads" set "merged_into" = ${kept.id}, "deleted_at" = ${by.now.toISOString()}::timestamptz
    where "tenant_id" = ${by.tenantId} and "id" = ${lost.id}`);
  await unlessTaken(() => writeLeadColumns(acting, kept.id, patch), takenByAnother);
  const isOwner = owner === kept.user_id;
  if (isOwner) await ownerAgain(acting, pair, owner);
  const owned = isOwner ? [] : await assignKept(acting, kept, owner);
  await refreshFollowUps(acting, kept.id, null);

  const columns = [...Object.keys(patch), 'user_id', 'assigned_at'];
  const former = formerContact(kept, patch);
  await tx.run(sql`
    insert into "lead_merges" ("tenant_id", "id", "group_id", "kept_id", "lost_id", "state", "phone", "former_phone", "email", "former_email", "before", "after", "moved",
      "created_at")
    select ${by.tenantId}, ${id}, ${group}, ${kept.id}, ${lost.id}, 'merged', ${lost.phone}, ${former.phone}, ${lost.phone ? null : lost.email}, ${former.email},
      ${json(only(kept, columns))}::jsonb, (select jsonb_object_agg(c."key", c."value") from jsonb_each(to_jsonb(l)) c
        where c."key" = any(${columns}::text[])), ${json({ ...moved, owned })}::jsonb, ${by.now.toISOString()}::timestamptz
    from "leads" l where l."tenant_id" = ${by.tenantId} and l."id" = ${kept.id}`);
  return { owner, moved: rowsIn(rows) };
}

/** The leads of a merge, locked in the order of their ids: two merges of one lead wait for each other and never in a circle. */
export async function lockLeads({ tx, by }: Doing, ids: readonly string[]): Promise<ReadonlyMap<string, LeadRecord>> {
  const rows: LeadRecord[] = await tx.rows(
    sql`select * from "leads" where "tenant_id" = ${by.tenantId} and "id" = any(${[...ids]}::text[]) order by "id" for update`,
  );
  return new Map(rows.map((lead) => [lead.id, lead]));
}

/** Columns of one lead, as JSON names them. */
export async function writeLeadColumns({ tx, by }: Doing, id: string, patch: ConditionLead): Promise<void> {
  const columns = Object.keys(patch);
  if (!columns.length) return;
  const names = join(columns.map(ident));
  const values = join(columns.map((column) => sql`r.${ident(column)}`));
  await tx.run(sql`
    update "leads" l set (${names}) = (select ${values} from jsonb_populate_record(l, ${json(patch)}::jsonb) r)
    where l."tenant_id" = ${by.tenantId} and l."id" = ${id}`);
}

const takenByAnother = 'Another lead has the phone or email that this one would get. Choose another one, or merge that lead too.';

/** The number or email that the kept lead takes is that of a third lead, next to which the lost one was kept apart; so is the kept one now. */
const sharesWith = (lost: LeadRecord, kept: LeadRecord, values: ConditionLead): boolean =>
  lost.duplicate_of !== null &&
  lost.duplicate_of !== kept.id &&
  (values['phone'] ?? (lost.phone ? undefined : values['email'])) !== undefined;

/** By what the kept lead was known before: an enquiry with it still reaches the lead. */
function formerContact(kept: LeadRecord, patch: ConditionLead): { phone: string | null; email: string | null } {
  const changes = patch['phone'] !== undefined || patch['email'] !== undefined;
  return { phone: patch['phone'] === undefined ? null : kept.phone, email: changes && !kept.phone ? kept.email : null };
}

const only = (row: object, names: readonly string[]): object => {
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
};

/** One person is new once: of the enquiries that were each the first of a lead, the later ones are re-enquiries. */
async function laterEnquiries({ tx, by }: Doing, keptId: string): Promise<string[]> {
  const rows: { id: string }[] = await tx.rows(sql`
    update "lead_captures" set "is_re_enquiry" = true
    where "tenant_id" = ${by.tenantId} and "lead_id" = ${keptId} and "deleted_at" is null and not coalesce("is_re_enquiry", false)
      and "id" <> (select "id" from "lead_captures" where "tenant_id" = ${by.tenantId} and "lead_id" = ${keptId} and "deleted_at" is null
        and not coalesce("is_re_enquiry", false) order by "created_at", "id" limit 1)
    returning "id"`);
  return rows.map(({ id }) => id);
}

/**
 * Pending follow-ups that moved belong to the kept lead's owner where they belonged to the lost one's. Where the tenant allows one
 * pending follow-up, that of the kept lead stays and the others are replaced (D-060).
 */
async function settleFollowUps(
  { tx, by }: Doing,
  rows: MovedRows,
  from: string | null,
  to: string | null,
): Promise<{ taken: string[]; replaced: string[] }> {
  const keys = (rows['follow_ups.lead_id'] ?? []).map(String);
  if (!keys.length) return { taken: [], replaced: [] };
  const pending = sql`"tenant_id" = ${by.tenantId} and "id" = any(${keys}::text[]) and "state" = 'pending' and "deleted_at" is null`;
  const taken: { id: string }[] =
    to === null || to === from
      ? []
      : await tx.rows(
          sql`update "follow_ups" set "user_id" = ${to} where ${pending} and "user_id" is not distinct from ${from} returning "id"`,
        );
  const replaced: { id: string }[] = await tx.rows(sql`
    update "follow_ups" set "state" = 'replaced' where ${pending}
      and exists (select from "tenant" t where t."tenant_id" = ${by.tenantId} and t."enforce_pending_followup")
      and "id" <> (select f."id" from "follow_ups" f where f."tenant_id" = ${by.tenantId} and f."state" = 'pending' and f."deleted_at" is null
        and f."lead_id" = (select m."lead_id" from "follow_ups" m where m."tenant_id" = ${by.tenantId} and m."id" = ${keys[0]})
        order by f."id" = any(${keys}::text[]), f."call_date_time", f."id" limit 1)
    returning "id"`);
  return { taken: taken.map(({ id }) => id), replaced: replaced.map(({ id }) => id) };
}

/** Assigns the kept lead. Returns the pending follow-ups that went to its new owner, each with whose it was: 'key user'. */
async function assignKept(acting: Acting, kept: LeadRecord, owner: string | null): Promise<string[]> {
  const { tx, by } = acting;
  const pending = async (): Promise<Map<string, string>> => {
    const rows: { id: string; user_id: string | null }[] = await tx.rows(sql`select "id", "user_id" from "follow_ups"
      where "tenant_id" = ${by.tenantId} and "lead_id" = ${kept.id} and "state" = 'pending' and "deleted_at" is null order by "id"`);
    return new Map(rows.map(({ id, user_id: user }) => [id, user ?? '']));
  };
  const before = await pending();
  await assignLeads(acting, [kept], owner, { reason: 'merge' });
  const after = await pending();
  return [...before].filter(([id, user]) => after.get(id) !== user).map(([id, user]) => `${id} ${user}`);
}

/** After the lost lead's owners moved in between, the history ends with the owner that the lead has. */
async function ownerAgain({ tx, by }: Doing, { kept }: Pair, owner: string | null): Promise<void> {
  const last: { to_user_id: string | null } | undefined = await tx.row(sql`
    select "to_user_id" from "lead_owner_history" where "tenant_id" = ${by.tenantId} and "lead_id" = ${kept} and "deleted_at" is null
    order by "created_at" desc, "id" desc limit 1`);
  if (!last || last.to_user_id === owner) return;
  const history = ownerHistory(by, [{ leadId: kept, from: last.to_user_id, to: owner }], { reason: 'merge' });
  if (history) await tx.run(history);
}
