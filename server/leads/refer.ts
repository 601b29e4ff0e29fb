import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { roundRobin } from '../../src/schemas/kit/round-robin';
import type { LeadsReferred } from '../../src/schemas/calls/lead-referrals';
import { leadReferrals } from '../../src/schemas/leads/lead-referrals';
import { isInScope } from '../context/data-scope';
import type { Session } from '../context/session';
import { notify } from '../live/notify';
import { newId } from '../store/ids';
import { insertListed } from '../store/listed-rows';
import { table } from '../store/identifiers';
import type { Acting } from './acting';
import type { OwnedLead } from './assign';
import { endReferralsToLeavers } from './end-referrals';
import { notYourLead } from './lead-access';

type Doing = Pick<Acting, 'tx' | 'by'>;
/** Who asks, and whose leads they may pass on. */
type Asker = Pick<Session, 'name' | 'scope'>;
export interface Referral {
  readonly id: string;
  readonly lead_id: string;
  readonly to_user_id: string;
  readonly note?: string | null;
  /** The person who asked. */
  readonly created_by: string | null;
}
export const alreadyAsked = 'Someone has already been asked to take this lead.';
export const alreadyTheirs = 'The lead is already theirs.';

/** Can this colleague be asked to take the lead? Throws Problem 422 or 409. The lead is locked. */
export async function checkReferral(doing: Doing, lead: OwnedLead, toUserId: string, asker: Asker): Promise<void> {
  refuseOthers(asker, [lead]);
  await takersOf(doing, [toUserId], 'to_user_id');
  if (lead.user_id === toUserId) throw invalid('to_user_id', alreadyTheirs);
  const asked = await askedAlready(doing, [lead.id]);
  if (asked.size) throw problem(409, alreadyAsked);
}

/**
 * Asks these people to take the leads, by round robin where they are several; each hears of it once, unless the caller says it later (`tells`). Leads that someone was
 * asked to take before, and those of the only person chosen, are left as they are. Throws Problem 422 or 409 where none is left. The
 * leads are locked.
 */
export async function referLeads(
  doing: Doing,
  leads: readonly OwnedLead[],
  toUserIds: readonly string[],
  { note, asker, tells = true }: { readonly note: string; readonly asker: Asker; readonly tells?: boolean },
): Promise<LeadsReferred> {
  const { tx, by } = doing;
  const takers = await takersOf(doing, toUserIds, 'to_user_ids');
  refuseOthers(asker, leads);
  const asked = await askedAlready(
    doing,
    leads.map(({ id }) => id),
  );
  const dealt = roundRobin(
    leads.filter(({ id }) => !asked.has(id)),
    toUserIds,
  );
  const rows = dealt.flatMap(({ lead, to }) => (to === undefined ? [] : [{ id: newId(), leadId: lead.id, to }]));
  if (!rows.length && asked.size)
    throw problem(409, leads.length === 1 ? alreadyAsked : 'Someone has already been asked to take each of these leads.');
  if (!rows.length) throw invalid('to_user_ids', leads.length === 1 ? alreadyTheirs : 'The leads are already theirs.');
  const same = (name: string, value: string | null, type = 'text') => ({ name, type, values: rows.map(() => value) });
  const columns = [
    { name: 'id', type: 'text', values: rows.map(({ id }) => id) },
    { name: 'lead_id', type: 'text', values: rows.map(({ leadId }) => leadId) },
    { name: 'to_user_id', type: 'text', values: rows.map(({ to }) => to) },
    same('state', 'pending'),
    ...(note ? [same('note', note)] : []),
    same('created_by', by.userId),
    same('updated_by', by.userId),
  ];
  await tx.run(insertListed(table(leadReferrals), columns, by.tenantId));
  for (const { id, to } of rows) tx.touched('lead_referrals', id, [to, by.userId], 'created');
  const shares = takers.map(({ id, name }) => ({
    user_id: id,
    name,
    leadIds: rows.flatMap(({ leadId, to }) => (to === id ? [leadId] : [])),
  }));
  for (const { user_id, leadIds } of shares)
    if (tells && leadIds.length) await tellReferred(doing, user_id, leadIds, { note, asker: asker.name });
  return {
    referred: rows.length,
    shares: shares.map(({ user_id, name, leadIds }) => ({ user_id, name, count: leadIds.length })),
    already_asked: asked.size,
    already_theirs: dealt.length - rows.length,
  };
}

/** A calling list opens a lead to be called, not to be passed on. Throws Problem 403. */
function refuseOthers({ scope }: Asker, leads: readonly OwnedLead[]): void {
  if (!leads.every(({ user_id }) => isInScope(scope, user_id))) throw problem(403, notYourLead);
}

/** The colleague hears of it. */
export function tellReferred(
  { tx, by }: Doing,
  to: string,
  leadIds: readonly string[],
  { note, asker }: { readonly note: string; readonly asker: string },
): Promise<void> {
  const [first] = leadIds;
  const what = leadIds.length === 1 ? 'a lead' : counted(leadIds.length, 'lead');
  return notify(tx, by.tenantId, {
    to,
    type: 'lead_refered',
    message: `${asker} referred ${what} to you${note ? `: ${note}` : '.'}`,
    ...(leadIds.length === 1 && first !== undefined ? { leadId: first } : {}),
    lead_ids: leadIds,
  });
}

/** The people asked, in the order asked for. Throws Problem 422 where one of them cannot own leads, or is the person who asks. */
export async function takersOf(
  { tx, by }: Doing,
  ids: readonly string[],
  field: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  if (by.userId !== null && ids.includes(by.userId)) throw invalid(field, 'You cannot refer a lead to yourself');
  const people = await tx.rows(
    sql`select "id", "name" from "users" where "tenant_id" = ${by.tenantId} and "id" = any(${ids}::text[]) and "status" = 1
          and "type" = 'org' and "deleted_at" is null`,
    'referral-people',
  );
  const names = new Map(people.map(({ id, name }) => [String(id), String(name)]));
  return ids.map((id) => {
    const name = names.get(id);
    if (name === undefined) throw invalid(field, 'This user is not active and cannot receive leads');
    return { id, name };
  });
}

/** As `waitingLeads`, after the questions to colleagues who have left are taken back. The leads are locked. */
async function askedAlready(doing: Doing, leadIds: readonly string[]): Promise<ReadonlySet<string>> {
  await endReferralsToLeavers(doing, leadIds);
  return waitingLeads(doing, leadIds);
}

/** Those of the leads that wait for the answer of an active colleague. */
export async function waitingLeads({ tx, by }: Doing, leadIds: readonly string[]): Promise<ReadonlySet<string>> {
  const open = await tx.rows(
    sql`select distinct r."lead_id" from "lead_referrals" r
        join "users" u on u."tenant_id" = r."tenant_id" and u."id" = r."to_user_id" and u."status" = 1 and u."deleted_at" is null
        where r."tenant_id" = ${by.tenantId} and r."lead_id" = any(${leadIds}::text[]) and r."state" = 'pending' and r."deleted_at" is null`,
    'referral-open',
  );
  return new Set(open.map(({ lead_id }) => String(lead_id)));
}
