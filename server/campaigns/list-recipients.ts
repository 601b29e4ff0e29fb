import sql from 'sql-template-tag';
import type { DataScope } from '../context/session';
import { newId } from '../store/ids';
import { isPassing } from '../domain/send-gate';
import type { Tx } from '../store/store';
import { keepRun, type Campaign, type CampaignMessage } from './campaign-kinds';
import { markOf, nextPeople } from './campaign-people';
import { addressIn, judge } from './recipients';

/** Leads written down in one transaction. */
export const listedAtOnce = 1000;

/**
 * Writes the next leads of the audience into the ledger: those that the gate lets through wait, the others are held with the
 * reason. The campaign is locked; its `listed` moves in the same transaction. Returns how many leads there were.
 */
export async function listRecipients(
  tx: Tx,
  tenantId: string,
  campaign: Campaign & { readonly message: CampaignMessage },
  scope: DataScope,
  now: Date,
): Promise<number> {
  const { channel, run, id, kind, message } = campaign;
  const leads = await nextPeople(tx, tenantId, campaign, scope, { after: campaign.listed ?? '', limit: listedAtOnce });
  const keyOf = (to: string): string => `${id}:${run}:${to}`;
  const people = leads.map((lead) => ({ one: lead, lead, to: addressIn(lead, channel) }));
  const taken = await takenKeys(
    tx,
    tenantId,
    people.flatMap(({ to }) => (to ? [keyOf(to)] : [])),
  );
  const marked = people.map((person) => {
    const key = person.to && keyOf(person.to);
    const isDuplicate = key !== null && key !== '' && taken.has(key);
    if (key) taken.add(key);
    return { ...person, isDuplicate };
  });
  // Hours, balance and features are asked at sending; who is only early waits.
  const judged = await judge({ tx, tenantId, channel, message, now }, marked);
  const rows = judged.map(({ one, to, zone, verdict, rendered }) => {
    const waits = verdict.send || isPassing(verdict.reason);
    const isFirst = to !== null && (verdict.send || verdict.reason !== 'duplicate');
    return [
      tenantId,
      newId(),
      channel,
      to ?? '',
      waits ? 'queued' : 'held',
      verdict.send || waits ? null : verdict.reason,
      verdict.send ? null : (verdict.detail ?? null),
      one.id || null,
      kind,
      id,
      run,
      isFirst ? keyOf(to) : null,
      zone,
      campaign.template_id || null,
      rendered.subject,
      message.promotional,
    ];
  });
  await tx.insertMany('outbox_messages', columns, rows);
  const last = leads.at(-1);
  await keepRun(tx, tenantId, id, { listed: last && leads.length === listedAtOnce ? markOf(last) : 'all' });
  return leads.length;
}

const columns = [
  'tenant_id',
  'id',
  'channel',
  'to',
  'state',
  'reason',
  'error',
  'lead_id',
  'campaign_kind',
  'campaign_id',
  'run',
  'send_key',
  'zone',
  'template_id',
  'subject',
  'promotional',
] as const;

/** Planned each time: a plan of the time when the ledger was small would read all of it for each page of the audience. */
async function takenKeys(tx: Tx, tenantId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows: { send_key: string }[] = await tx.rows(
    sql`select "send_key" from "outbox_messages" where "tenant_id" = ${tenantId} and "send_key" = any(${[...keys]}::text[])
          and "deleted_at" is null`,
  );
  return new Set(rows.map((row) => row.send_key));
}
