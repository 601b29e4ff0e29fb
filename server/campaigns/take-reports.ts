import sql, { empty, type Sql } from 'sql-template-tag';
import { storable } from '../domain/storable';
import type { DeliveryReport } from '../channels/sender';
import { optOut } from '../leads/note-on-lead';
import { optOutOf } from '../leads/opt-out';
import type { Tx } from '../store/store';
import { moveCampaignChats } from './campaign-chats';
import { isCampaignKind, tellCampaign } from './campaign-kinds';

interface Reached {
  readonly id: string;
  readonly state: string;
  readonly channel: string;
  readonly to: string;
  readonly campaign_kind: string | null;
  readonly campaign_id: string | null;
}
const ladder = ['sending', 'unknown', 'sent', 'delivered', 'read', 'clicked', 'replied', 'opted_out'];

/** Who reports; a provider's own ids mean nothing to another. */
export interface Reporter {
  readonly channel: string;
  readonly provider?: string;
}

/**
 * Writes providers' reports on the rows of the ledger. A report that comes twice, late or for an unknown id changes nothing; one
 * about a message whose result was unknown settles it, also if it was to be sent again. A report can come before the provider's
 * answer is noted; whatever it says, the message had left. Returns how many rows moved.
 */
export async function takeReports(tx: Tx, tenantId: string, reports: readonly DeliveryReport[], by?: Reporter): Promise<number> {
  let moved = 0;
  for (const round of rounds(reports)) moved += await takeRound(tx, tenantId, round, by);
  return moved;
}

/** Campaign messages that a reply within these days answers. */
const replyDays = 7;

/** Someone wrote back: the latest campaign message to that address is answered, and with a word such as STOP opted out of. */
export async function noteReply(
  tx: Tx,
  tenantId: string,
  reply: { readonly channel: string; readonly from: string; readonly text: string | null; readonly at: Date },
): Promise<void> {
  const { channel, from, text, at } = reply;
  const isOut = text !== null && optOut.test(text);
  const since = new Date(at.getTime() - replyDays * 86_400_000).toISOString();
  const row: { id: string; campaign_id: string | null } | undefined = await tx.row(
    sql`select "id", "campaign_id" from "outbox_messages" where "tenant_id" = ${tenantId} and "to" = ${from} and "channel" = ${channel}
          and "campaign_id" is not null and "sent_at" > ${since}::timestamptz and "deleted_at" is null order by "sent_at" desc limit 1`,
    'ledger-replied',
  );
  // Whatever the message's row says by now, the person has asked for no more.
  if (isOut)
    await optOutOf(tx, tenantId, {
      channel,
      address: from,
      how: 'keyword',
      ...(row && { messageId: row.id, campaignId: row.campaign_id }),
    });
  if (row) await takeReports(tx, tenantId, [{ key: row.id, state: isOut ? 'opted_out' : 'replied', at }]);
}

/** One report per message at a time, in the order they came. */
function rounds(reports: readonly DeliveryReport[]): DeliveryReport[][] {
  const made: DeliveryReport[][] = [];
  const seen = new Map<string, number>();
  for (const report of reports) {
    const name = report.key ?? report.providerId ?? '';
    const at = seen.get(name) ?? 0;
    seen.set(name, at + 1);
    (made[at] ??= []).push(report);
  }
  return made;
}

async function takeRound(tx: Tx, tenantId: string, reports: readonly DeliveryReport[], by?: Reporter): Promise<number> {
  const given = reports.map(({ key, providerId, state, error, at }) => ({
    key: key ?? null,
    provider_id: providerId ?? null,
    state,
    error: error ? storable(error, 500) : null,
    at: at.toISOString(),
    before: state === 'failed' ? ladder.slice(0, 3) : ladder.slice(0, ladder.indexOf(state)),
    rank: ladder.indexOf(state),
  }));
  const byKey = given.filter(({ key }) => key !== null);
  const byProvider = given.filter(({ key, provider_id: id }) => key === null && id !== null);
  const theirs = by
    ? sql` and o."channel" = ${by.channel}${by.provider === undefined ? empty : sql` and o."provider" = ${by.provider}`}`
    : empty;
  const ways = [
    { own: byKey, which: sql`o."id" = any(${byKey.map(({ key }) => key)}::text[])`, same: sql`o."id" = r."key"`, name: 'key' },
    {
      own: byProvider,
      which: sql`o."provider_id" = any(${byProvider.map(({ provider_id: id }) => id)}::text[])`,
      same: sql`o."provider_id" = r."provider_id"`,
      name: 'provider',
    },
  ].filter(({ own }) => own.length);
  const rows: Reached[] = [];
  for (const { own, which, same, name } of ways) {
    if (own.some(({ state }) => state === 'opted_out')) await leave(tx, tenantId, own, sql`${which} and ${same}${theirs}`);
    rows.push(
      ...(await move(
        tx,
        tenantId,
        own,
        sql`${which} and ${same}${theirs}`,
        `reports-by-${name}${by ? `-${by.provider === undefined ? 'channel' : 'own'}` : ''}`,
      )),
    );
  }
  await moveCampaignChats(
    tx,
    tenantId,
    rows.filter(({ channel }) => channel === 'whatsapp').map(({ id }) => id),
  );
  const campaigns = new Map(rows.map((row) => [row.campaign_id, row.campaign_kind]));
  for (const [id, kind] of campaigns) if (id && kind && isCampaignKind(kind)) tellCampaign(tx, { kind, id });
  return rows.length;
}

/** Who opts out has done so whatever else is known of the message, as long as it is the first time that it says so. */
async function leave(tx: Tx, tenantId: string, given: readonly object[], which: Sql): Promise<void> {
  const rows: Pick<Reached, 'id' | 'channel' | 'to' | 'campaign_id'>[] = await tx.rows(
    sql`select distinct o."id", o."channel", o."to", o."campaign_id" from "outbox_messages" o
        join jsonb_to_recordset(${JSON.stringify(given)}::jsonb) r("key" text, "provider_id" text, "state" text) on r."state" = 'opted_out'
        where o."tenant_id" = ${tenantId} and ${which} and o."state" <> 'opted_out'`,
  );
  for (const { id, channel, to: address, campaign_id: campaignId } of rows)
    await optOutOf(tx, tenantId, { channel, address, how: 'keyword', messageId: id, campaignId });
}

const move = (tx: Tx, tenantId: string, given: readonly object[], which: Sql, name: string): Promise<Reached[]> =>
  tx.rows<Reached>(
    sql`update "outbox_messages" o set "state" = r."state", "error" = coalesce(r."error", o."error"), "due_at" = null,
          "reason" = case when o."state" = 'queued' then null else o."reason" end,
          "provider_id" = coalesce(o."provider_id", r."provider_id"),
          "sent_at" = coalesce(o."sent_at", o."asked_at", r."at"),
          "delivered_at" = case when r."rank" >= 3 then coalesce(o."delivered_at", r."at") else o."delivered_at" end,
          "read_at" = case when r."rank" >= 4 then coalesce(o."read_at", r."at") else o."read_at" end,
          "clicked_at" = case when r."state" = 'clicked' then coalesce(o."clicked_at", r."at") else o."clicked_at" end,
          "replied_at" = case when r."rank" >= 6 then coalesce(o."replied_at", r."at") else o."replied_at" end
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) r("key" text, "provider_id" text, "state" text, "error" text, "at" timestamptz,
          "before" jsonb, "rank" bigint)
        where o."tenant_id" = ${tenantId} and ${which} and (r."before" ? o."state"
          or (o."state" = 'queued' and o."asked_at" is not null and r."state" <> 'failed'))
        returning o."id", o."state", o."channel", o."to", o."campaign_kind", o."campaign_id"`,
    name,
  );
