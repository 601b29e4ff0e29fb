import type { Sql } from 'sql-template-tag';
import { leadOwnerHistory } from '../../src/schemas/leads/lead-owner-history';
import { table } from '../store/identifiers';
import { newId } from '../store/ids';
import { insertListed } from '../store/listed-rows';
import { actorName, type LeadActor } from './acting';

export type OwnerReason = (typeof leadOwnerHistory)['fields']['properties']['reason']['enum'][number];
export interface Why {
  readonly reason: OwnerReason;
  readonly note?: string | null;
  /** The change takes back what this job did; `since` is when the job gave the lead away. */
  readonly undoes?: { readonly job: string; readonly since: string | null };
}
export interface OwnerChange {
  readonly leadId: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The statement that stores changes of owner, first owners included; undefined without any. */
export function ownerHistory(by: LeadActor, changes: readonly OwnerChange[], { reason, note = null }: Why): Sql | undefined {
  if (!changes.length) return undefined;
  const same = (name: string, value: string | null, type = 'text') => ({ name, type, values: changes.map(() => value) });
  const columns = [
    { name: 'id', type: 'text', values: changes.map(() => newId()) },
    { name: 'lead_id', type: 'text', values: changes.map(({ leadId }) => leadId) },
    { name: 'from_user_id', type: 'text', values: changes.map(({ from }) => from) },
    { name: 'to_user_id', type: 'text', values: changes.map(({ to }) => to) },
    same('reason', reason),
    same('note', note),
    same('rule_id', by.automatic?.id ?? null),
    same('actor', actorName(by) ?? (by.apiKey ? `API key '${by.apiKey}'`.slice(0, 160) : null)),
    same('created_at', by.now.toISOString(), 'timestamptz'),
    same('created_by', by.userId),
    same('updated_by', by.userId),
  ];
  const filled = columns.filter(({ values }) => values.some((value) => value !== null));
  return insertListed(table(leadOwnerHistory), filled, by.tenantId);
}
