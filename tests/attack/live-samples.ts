import sql from 'sql-template-tag';
import { ring } from '../../server/live/incoming-call';
import { notify } from '../../server/live/notify';
import { pushChannelOf } from '../../server/live/push-channel';
import type { TestApp } from '../support/app';
import { actor } from '../support/database';
import type { Sample } from './call-samples';

/** Samples of the calls around the live channels: notifications, breaks, work time, the push channel. */
export async function liveSamples({ store, fixture }: TestApp): Promise<Readonly<Record<string, Sample>>> {
  const { users, tenants } = fixture;
  const notification = (tenantId: string, userId: string): Promise<string> =>
    store.transaction(actor(tenantId), async (tx) => {
      await notify(tx, tenantId, { to: userId, type: 'announcement', message: 'Hello' });
      const row = await tx.row<{ id: string }>(
        sql`select "id" from "notifications" where "tenant_id" = ${tenantId} and "user_id" = ${userId} order by "seq" desc limit 1`,
      );
      return row!.id;
    });
  const call = (tenantId: string, userId: string): Promise<string> =>
    store.transaction(actor(tenantId), (tx) => ring(tx, { tenantId, userId, lead: null, phone: null, at: new Date() }));
  const own = users['admin@northstar.example']!;
  const theirUser = users['admin@lakeview.example']!;
  return {
    'notification-list': { query: { user_id: own, page: 1, limit: 15 }, ids: { 'query.user_id': theirUser } },
    'mark-notification-read': {
      params: { id: await notification(tenants.northstar, own) },
      ids: { 'params.id': await notification(tenants.lakeview, theirUser) },
    },
    'mark-all-notifications-read': { body: { user_id: own }, ids: { 'body.user_id': theirUser } },
    'notification-preference-list': {},
    'save-notification-preference': { body: { type: 'followup_due', in_app: true } },
    'missed-events': { query: { after: 0 } },
    'time-spent': { body: { totalSeconds: 5 } },
    break: { body: { status: 1, reason: 'Lunch Break' } },
    'dialer-hangup': {
      body: { call_id: await call(tenants.northstar, own), user_id: own },
      ids: { 'body.call_id': await call(tenants.lakeview, theirUser), 'body.user_id': theirUser },
    },
    'sandbox-call': { body: { user_id: own, phone: '9822012345' }, ids: { 'body.user_id': theirUser } },
    'push-auth': {
      body: { socket_id: '12.34', channel_name: pushChannelOf(tenants.northstar, own) },
      ids: { 'body.channel_name': pushChannelOf(tenants.lakeview, theirUser) },
    },
  };
}
