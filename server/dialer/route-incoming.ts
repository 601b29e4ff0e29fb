import sql from 'sql-template-tag';
import { ringsForSeconds } from '../../src/schemas/kit/live-call';
import { administrator } from '../../src/schemas/kit/roles';
import type { Services } from '../context/services';
import { normalisePhone } from '../domain/phone';
import { captureRulesOf } from '../leads/capture-rules';
import type { LeadRecord } from '../leads/lead-access';
import { keptWithNumber } from '../channels/merged-numbers';
import { ring } from '../live/incoming-call';
import type { Tx } from '../store/store';
import { endLines } from './line-jobs';

/** A call rings for so many people at most. */
const most = 10;

interface Call {
  readonly tx: Tx;
  readonly services: Services;
  readonly tenantId: string;
  /** As the provider or a person gives it; null: withheld. */
  readonly phone: string | null;
  /** The organisation's number that was called. */
  readonly virtualNumber: string | null;
  /** The provider's id of the caller's line. */
  readonly line?: string;
}

/**
 * A call comes in: it rings for whom it concerns. A call at a provider that rings already, or is over, does not ring again; the provider
 * ends one that nobody takes.
 */
export async function ringAt({
  tx,
  services,
  tenantId,
  phone,
  virtualNumber,
  line,
}: Call): Promise<{ readonly id: string; readonly isOver: boolean }> {
  const known = line === undefined ? undefined : await callOf(tx, tenantId, line);
  if (known) return { id: known.id, isOver: known.state === 'ended' };
  const number = await numberOf(tx, tenantId, phone);
  const leads = number === null ? [] : await leadsWith(tx, tenantId, number);
  const [lead] = leads;
  const only = leads.length === 1 && lead ? lead : null;
  const userIds = await takersOf(tx, tenantId, leads);
  const lines = line === undefined ? {} : { provider_call_id: line };
  const id = await ring(tx, { tenantId, userIds, lead: only, phone: number, virtualNumber, at: services.now(), lines });
  if (line !== undefined)
    await services.jobs.add(
      tx,
      { tenantId, userId: null },
      {
        kind: endLines,
        payload: { callId: id, untaken: true },
        runAt: new Date(services.now().getTime() + (ringsForSeconds + 5) * 1000),
      },
    );
  return { id, isOver: false };
}

/** One transaction at a time for one line, since the provider repeats what was not answered in time. */
async function callOf(tx: Tx, tenantId: string, line: string): Promise<{ id: string; state: string } | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${line}`}, 0))`, 'incoming-lock');
  return tx.row(
    sql`select "id", "state" from "calls" where "tenant_id" = ${tenantId} and "provider_call_id" = ${line}`,
    'incoming-known',
  );
}

async function numberOf(tx: Tx, tenantId: string, phone: string | null): Promise<string | null> {
  if (phone === null) return null;
  const verdict = normalisePhone(phone, await captureRulesOf(tx, tenantId));
  if (verdict.ok) return verdict.e164;
  return /^\+?\d{5,15}$/.test(phone) ? phone : null; // a service number is shown as it came
}

const leadsWith = (tx: Tx, tenantId: string, phone: string): Promise<LeadRecord[]> =>
  tx.rows(
    sql`select * from "leads" where "tenant_id" = ${tenantId} and "deleted_at" is null and "merged_into" is null
        and (${phone} in ("phone", "alternate_phone", "whatsapp_number") and "duplicate_of" is null
          or "id" = any(${keptWithNumber(tenantId, phone)})) order by "created_at", "id" limit ${most}`,
    'incoming-leads',
  );

/**
 * The owner of the lead, or each owner where several leads have the number; while they are away the callers of the lists that hold it.
 * An unknown number, and a lead whose owner has left, rings for the callers of the lists that take them, else for administrators. If everyone is away the owner,
 * or the first administrator, learns that the call was missed.
 */
async function takersOf(tx: Tx, tenantId: string, leads: readonly LeadRecord[]): Promise<string[]> {
  const here = sql`u."tenant_id" = ${tenantId} and u."status" = 1 and u."type" = 'org' and u."deleted_at" is null
    and coalesce(u."user_status", 0) <> 1`;
  const named = (lists: ReturnType<typeof sql>): Promise<{ id: string }[]> =>
    tx.rows(sql`select distinct u."id" from "users" u join "dialer_lists" d on d."tenant_id" = u."tenant_id"
      and d."user_ids" @> jsonb_build_array(u."id") and d."status" = 1 and d."deleted_at" is null
      where ${here} and ${lists} order by u."id" limit ${most}`);
  const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
  const owners = [...new Set(leads.flatMap(({ user_id: owner }) => owner ?? []))];
  if (leads.length) {
    const present: { id: string }[] = await tx.rows(
      sql`select u."id" from "users" u where ${here} and u."id" = any(${owners}::text[])`,
    );
    if (present.length) return ids(present);
    const held = await named(sql`d."key" in (select "list_key" from "dialer_list_leads" where "tenant_id" = ${tenantId}
      and "lead_id" = any(${leads.map(({ id }) => id)}::text[]) and "state" in ('queued', 'dialling') and "deleted_at" is null)`);
    if (held.length) return ids(held);
    const away: { id: string }[] = await tx.rows(
      sql`select u."id" from "users" u where u."tenant_id" = ${tenantId} and u."id" = any(${owners}::text[]) and u."status" = 1 and u."deleted_at" is null`,
    );
    if (away.length) return ids(away);
  }
  const taking = await named(sql`d."takes_incoming"`);
  if (taking.length) return ids(taking);
  const admins: { id: string; here: boolean }[] = await tx.rows(
    sql`select u."id", ${here} as "here" from "users" u where u."tenant_id" = ${tenantId} and u."role" = ${administrator} and u."status" = 1
        and u."deleted_at" is null order by 2 desc, u."created_at", u."id" limit ${most}`,
  );
  const present = admins.filter((one) => one.here);
  return ids(present.length ? present : admins.slice(0, 1));
}
