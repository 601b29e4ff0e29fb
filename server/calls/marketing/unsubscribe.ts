import sql from 'sql-template-tag';
import * as unsubscribeCalls from '../../../src/schemas/calls/unsubscribe';
import { takeReports } from '../../campaigns/take-reports';
import { readUnsubscribe } from '../../campaigns/unsubscribe';
import type { Handlers } from '../../context/context';
import { handle, type CallReply, type OutsideCallContext } from '../../context/handle';
import { actorOf } from '../../identity/sessions';
import { optOutOf } from '../../leads/opt-out';
import { deadLink, mailPage } from './mail-page';

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

const title = 'Unsubscribe';
const html = (body: string) => mailPage(title, body);
const unknown = () => deadLink(title);
