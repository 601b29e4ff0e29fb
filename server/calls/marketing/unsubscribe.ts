import sql from 'sql-template-tag';
import * as unsubscribeCalls from '../../../src/schemas/calls/unsubscribe';
import { takeReports } from '../../campaigns/take-reports';
import { readUnsubscribe } from '../../campaigns/unsubscribe';
import type { Handlers } from '../../context/context';
import { handle, type CallReply, type OutsideCallContext } from '../../context/handle';
import { actorOf } from '../../identity/sessions';
import { optOutOf } from '../../leads/opt-out';

export const handlers: Handlers = {
  ...handle(unsubscribeCalls.unsubscribePage, page),
  ...handle(unsubscribeCalls.unsubscribe, unsubscribe),
};

async function page({
  services,
  params,
}: OutsideCallContext<typeof unsubscribeCalls.unsubscribePage>): Promise<CallReply<typeof unsubscribeCalls.unsubscribePage>> {
  if (!readUnsubscribe(services, params['token'] ?? '')) return unknown();
  return html(`<h1>Unsubscribe</h1><p>Stop receiving emails like this one?</p>
    <form method="post"><button type="submit">Unsubscribe</button></form>`);
}

/** The address gets no more campaigns by email, whichever lead it belongs to; once more changes nothing. */
async function unsubscribe({
  services,
  params,
  request,
}: OutsideCallContext<typeof unsubscribeCalls.unsubscribe>): Promise<CallReply<typeof unsubscribeCalls.unsubscribe>> {
  const found = readUnsubscribe(services, params['token'] ?? '');
  if (!found) return unknown();
  const { tenantId, messageId } = found;
  const isKnown = await services.store.transaction(actorOf(request, tenantId, null), async (tx) => {
    const row: { to: string; campaign_id: string | null } | undefined = await tx.row(
      sql`select "to", "campaign_id" from "outbox_messages" where "tenant_id" = ${tenantId} and "id" = ${messageId}`,
      'unsubscribe-row',
    );
    if (!row) return false;
    const address = row.to.toLowerCase();
    await optOutOf(tx, tenantId, { channel: 'email', address, how: 'link', campaignId: row.campaign_id });
    await takeReports(tx, tenantId, [{ key: messageId, state: 'opted_out', at: services.now() }]);
    return true;
  });
  if (!isKnown) return unknown();
  return html('<h1>You are unsubscribed</h1><p>You will not receive emails like this one again.</p>');
}

/** Its reader is a person, who cannot do anything with a JSON answer. */
const unknown = () => ({
  ...html('<h1>This link no longer works</h1><p>Use the link of the latest email, or reply to it.</p>'),
  code: 404,
});

/** As for every call, but for the button: its form comes back here. */
const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

const html = (body: string) => ({
  raw: {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title></head><body><main>${body}</main></body></html>`,
    type: 'text/html; charset=utf-8',
  },
  headers: { 'cache-control': 'no-store', 'content-security-policy': policy },
});
