import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { newId } from '../store/ids';
import { listByKey } from './dialer-lists';

export interface Queued {
  readonly added: number;
  readonly again: number;
  readonly waiting: number;
}
const over = sql`"state" in ('done', 'exhausted', 'skipped')`;

/**
 * Puts these leads into the list, in the transaction that has seen that they are the person's to give. One that the list has done with
 * waits again with all its attempts; one that a rule put in stays, whatever its rule says later.
 */
export async function queueLeads(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  key: string,
  ids: readonly string[],
): Promise<Queued> {
  const { tenantId } = session;
  const list = await listByKey(tx, tenantId, key);
  if (!list?.active) throw problem(404, 'This dialer list does not exist, or it is switched off.');
  const those = sql`"tenant_id" = ${tenantId} and "list_key" = ${key} and "lead_id" = any(${[...ids]}::text[]) and "deleted_at" is null`;
  const again = await tx.run(
    sql`update "dialer_list_leads" set "state" = 'queued', "attempts" = 0, "next_try_at" = null, "user_id" = null, "lease_until" = null,
          "rule_ids" = '[]'::jsonb where ${those} and ${over}`,
    'dialer-queue-again',
  );
  await tx.run(
    sql`update "dialer_list_leads" set "rule_ids" = '[]'::jsonb where ${those} and jsonb_array_length(coalesce("rule_ids", '[]'::jsonb)) > 0`,
    'dialer-queue-kept',
  );
  const added = await tx.run(
    sql`insert into "dialer_list_leads" ("tenant_id", "id", "list_key", "lead_id", "rule_ids", "priority", "attempts", "state")
        select ${tenantId}, n."id", ${key}, n."lead_id", '[]'::jsonb, 0, 0, 'queued'
        from unnest(${ids.map(() => newId())}::text[], ${[...ids]}::text[]) as n("id", "lead_id")
        on conflict ("tenant_id", "list_key", "lead_id") where "deleted_at" is null do nothing`,
    'dialer-queue-by-hand',
  );
  return { added, again, waiting: ids.length - added - again };
}
