import sql from 'sql-template-tag';
import * as inboxCalls from '../../../src/schemas/calls/simulated-inbox';
import { problem } from '../../../src/schemas/kit/problem';
import { messageStateLabels, type MessageState } from '../../../src/schemas/kit/send-reasons';
import { noteReply } from '../../campaigns/take-reports';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';

export const handlers: Handlers = {
  ...handle(inboxCalls.simulatedInboxes, inboxes),
  ...handle(inboxCalls.simulatedInbox, inbox),
  ...handle(inboxCalls.simulatedReply, reply),
};

const perPage = 30;
/** Messages that the simulator or the sandbox has, and a phone or mailbox would show. */
const received = sql`o."provider" in ('simulator', 'sandbox') and o."channel" in ('email', 'sms', 'whatsapp') and o."code" is null
  and o."state" not in ('queued', 'held', 'sending', 'failed') and o."deleted_at" is null`;

async function inboxes({
  tx,
  session,
  query,
}: CallContext<typeof inboxCalls.simulatedInboxes>): Promise<CallReply<typeof inboxCalls.simulatedInboxes>> {
  const part = `%${(query.search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const data: inboxCalls.SimulatedInbox[] = await tx.rows(sql`
    select found."to", found."channel", found."messages", found."last_at", l."name" as "lead_name" from (
      select o."to", o."channel", count(*)::int as "messages", max(o."created_at") as "last_at", max(o."lead_id") as "lead_id"
      from "outbox_messages" o where o."tenant_id" = ${session.tenantId} and ${received} and o."to" ilike ${part}
      group by o."to", o."channel" order by max(o."created_at") desc, o."to" limit ${perPage} offset ${(query.page - 1) * perPage}) found
    left join "leads" l on l."tenant_id" = ${session.tenantId} and l."id" = found."lead_id"
    order by found."last_at" desc, found."to"`);
  return { data };
}

async function inbox({
  tx,
  session,
  query,
}: CallContext<typeof inboxCalls.simulatedInbox>): Promise<CallReply<typeof inboxCalls.simulatedInbox>> {
  const rows: (inboxCalls.SimulatedMail & { state: MessageState })[] = await tx.rows(sql`
    select * from (
      select o."id", o."subject", coalesce(o."body", '') as "body", coalesce(o."html", false) as "html", o."state",
        coalesce(m."times", 1)::int as "times", coalesce(o."sent_at", o."created_at") as "at"
      from "outbox_messages" o left join "simulated_messages" m on m."tenant_id" = o."tenant_id" and m."id" = o."id"
      where o."tenant_id" = ${session.tenantId} and ${received} and o."to" = ${query.to} and o."channel" = ${query.channel}
      order by "at" desc limit 50) latest
    order by "at"`);
  return { data: rows.map((row) => ({ ...row, state: messageStateLabels[row.state] })) };
}

async function reply({
  tx,
  session,
  services,
  body,
}: CallContext<typeof inboxCalls.simulatedReply>): Promise<CallReply<typeof inboxCalls.simulatedReply>> {
  const known = await tx.row(sql`
    select 1 from "outbox_messages" o where o."tenant_id" = ${session.tenantId} and ${received} and o."to" = ${body.to}
      and o."channel" = ${body.channel} limit 1`);
  if (!known) throw problem(404, 'This phone or mailbox has not received anything.');
  await noteReply(tx, session.tenantId, { channel: body.channel, from: body.to, text: body.text, at: services.now() });
  return { message: 'Reply received.' };
}
