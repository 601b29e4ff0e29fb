import sql from 'sql-template-tag';
import { dayOf } from '../../server/domain/days';
import { ring } from '../../server/live/incoming-call';
import { notify } from '../../server/live/notify';
import { pushChannelOf } from '../../server/live/push-channel';
import type { TestApp } from '../support/app';
import { newId } from '../../server/store/ids';
import { actor } from '../support/database';
import type { Sample } from './call-samples';

/** Samples of the calls around the live channels: notifications, breaks, work time, the push channel. */
export async function liveSamples({ store, fixture, services }: TestApp): Promise<Readonly<Record<string, Sample>>> {
  const { users, tenants } = fixture;
  const later = dayOf(new Date(services.now().getTime() + 30 * 86_400_000), 'Asia/Kolkata');
  const notification = (tenantId: string, userId: string): Promise<string> =>
    store.transaction(actor(tenantId), async (tx) => {
      await notify(tx, tenantId, { to: userId, type: 'announcement', message: 'Hello' });
      const row = await tx.row<{ id: string }>(
        sql`select "id" from "notifications" where "tenant_id" = ${tenantId} and "user_id" = ${userId} order by "seq" desc limit 1`,
      );
      return row!.id;
    });
  const call = (tenantId: string, userId: string): Promise<string> =>
    store.transaction(actor(tenantId), (tx) =>
      ring(tx, { tenantId, userIds: [userId], lead: null, phone: null, virtualNumber: null, at: new Date() }),
    );
  /** A call from long ago, so that it does not block any other, and a lead that is held for the user. */
  const dialled = (tenantId: string, userId: string, state: string): Promise<string> =>
    store.transaction(actor(tenantId), async (tx) => {
      const id = newId();
      await tx.run(sql`insert into "calls" ("tenant_id", "id", "user_id", "direction", "phone", "state", "started_at", "answered_at")
        values (${tenantId}, ${id}, ${userId}, 'outbound', '+919822012344', ${state}, now() - interval '5 hours', now() - interval '5 hours')`);
      return id;
    });
  const recorded = (tenantId: string, userId: string): Promise<string> =>
    store.transaction(actor(tenantId), async (tx) => {
      const id = newId();
      await tx.run(sql`insert into "calls" ("tenant_id", "id", "user_id", "direction", "phone", "state", "started_at", "recording_url")
        values (${tenantId}, ${id}, ${userId}, 'outbound', '+919822012344', 'ended', now() - interval '5 hours', ${`files/${newId()}`})`);
      return id;
    });
  /** A call of a number that is not a lead's yet, and a lead that has the number by now. */
  const caller = (tenantId: string, userId: string): Promise<{ call: string; lead: string }> =>
    store.transaction(actor(tenantId), async (tx) => {
      const [id, lead, phone] = [newId(), newId(), `+9197${String(Math.random()).slice(2, 10)}`];
      await tx.run(
        sql`insert into "leads" ("tenant_id", "id", "name", "phone") values (${tenantId}, ${lead}, 'Caller', ${phone})`,
      );
      await tx.run(sql`insert into "calls" ("tenant_id", "id", "user_id", "direction", "phone", "state", "started_at")
        values (${tenantId}, ${id}, ${userId}, 'inbound', ${phone}, 'ended', now() - interval '5 hours')`);
      return { call: id, lead };
    });
  /** The user, whose move is planned. */
  const planned = (tenantId: string, userId: string): Promise<string> =>
    store.transaction(actor(tenantId), async (tx) => {
      await tx.run(sql`insert into "planned_moves" ("tenant_id", "id", "user_id", "reports_to", "on", "state")
        values (${tenantId}, ${newId()}, ${userId}, null, ${later}, 'planned') on conflict do nothing`);
      return userId;
    });
  const held = (tenantId: string, userId: string): Promise<{ entry: string; list: string }> =>
    store.transaction(actor(tenantId), async (tx) => {
      const [entry, list, lead] = [newId(), newId(), newId()];
      await tx.run(
        sql`insert into "leads" ("tenant_id", "id", "name", "phone") values (${tenantId}, ${lead}, 'Held', ${`+9198${String(Math.random()).slice(2, 10)}`})`,
      );
      await tx.run(sql`insert into "dialer_lists" ("tenant_id", "key", "value", "user_ids", "status")
        values (${tenantId}, ${list}, ${list}, jsonb_build_array(${userId}::text), 1)`);
      await tx.run(sql`insert into "dialer_list_leads" ("tenant_id", "id", "list_key", "lead_id", "state", "user_id", "lease_until", "attempts", "priority")
        values (${tenantId}, ${entry}, ${list}, ${lead}, 'dialling', ${userId}, now() + interval '1 hour', 0, 0)`);
      return { entry, list };
    });
  const own = users['admin@northstar.example']!;
  const theirUser = users['admin@lakeview.example']!;
  const [mine, foreign] = [await held(tenants.northstar, own), await held(tenants.lakeview, theirUser)];
  const [unknown, foreignUnknown] = [await caller(tenants.northstar, own), await caller(tenants.lakeview, theirUser)];
  return {
    'dialer-desk': {},
    'call-history-counts': { query: {} },
    'call-history-summary': { query: { group: 'user' } },
    'call-history-export': { body: { format: 'csv', group: 'user' } },
    'live-board': {},
    colleagues: {},
    'timeline-export': { body: { table: 'streams' } },
    'user-hierarchy': {},
    'plan-move': {
      params: { id: await planned(tenants.northstar, users['outsider@northstar.example']!) },
      body: { reports_to: users['manager@northstar.example']!, on: later },
      ids: { 'params.id': theirUser, 'body.reports_to': theirUser },
    },
    'cancel-planned-move': {
      params: { id: await planned(tenants.northstar, users['caller@northstar.example']!) },
      ids: { 'params.id': await planned(tenants.lakeview, theirUser) },
    },
    'time-today': {},
    'user-hierarchy-export': { body: {} },
    'dialer-next': { query: { list_id: mine.list }, ids: { 'query.list_id': foreign.list } },
    'dialer-leave': { body: { entry_id: mine.entry, how: 'release' }, ids: { 'body.entry_id': foreign.entry } },
    'dialer-call': { body: { phone: '9822012340' } },
    'dialer-control': {
      body: { call_id: await dialled(tenants.northstar, own, 'answered'), action: 'mute' },
      ids: { 'body.call_id': await dialled(tenants.lakeview, theirUser, 'answered') },
    },
    'dialer-outcome': {
      body: { call_id: await dialled(tenants.northstar, own, 'wrap_up'), outcome: 'busy' },
      ids: { 'body.call_id': await dialled(tenants.lakeview, theirUser, 'wrap_up') },
    },
    'notification-list': { query: { user_id: own, page: 1, limit: 15 }, ids: { 'query.user_id': theirUser } },
    'mark-notification-read': {
      params: { id: await notification(tenants.northstar, own) },
      ids: { 'params.id': await notification(tenants.lakeview, theirUser) },
    },
    'mark-all-notifications-read': { body: { user_id: own }, ids: { 'body.user_id': theirUser } },
    'notification-preference-list': {},
    'save-notification-preference': { body: { type: 'followup_due', in_app: true } },
    'menu-counts': {},
    'missed-events': { query: { after: 0 } },
    'time-spent': { body: { totalSeconds: 5 } },
    break: { body: { status: 1, reason: 'Lunch Break' } },
    'dialer-hangup': {
      body: { call_id: await call(tenants.northstar, own), user_id: own },
      ids: { 'body.call_id': await call(tenants.lakeview, theirUser), 'body.user_id': theirUser },
    },
    'supervise-call': {
      body: { call_id: await dialled(tenants.northstar, users['counsellor@northstar.example']!, 'answered'), action: 'listen' },
      ids: { 'body.call_id': await dialled(tenants.lakeview, theirUser, 'answered') },
    },
    'recording-download': {
      params: { id: await recorded(tenants.northstar, own) },
      body: {},
      ids: { 'params.id': await recorded(tenants.lakeview, theirUser) },
    },
    'link-caller': {
      params: { id: unknown.call },
      body: { lead_id: unknown.lead },
      ids: { 'params.id': foreignUnknown.call, 'body.lead_id': foreignUnknown.lead },
    },
    'dialer-take': {
      body: { call_id: await call(tenants.northstar, own) },
      ids: { 'body.call_id': await call(tenants.lakeview, theirUser) },
    },
    'dialer-note': {
      body: { call_id: await call(tenants.northstar, own), note: 'Asks for the hostel fee' },
      ids: { 'body.call_id': await call(tenants.lakeview, theirUser) },
    },
    'sandbox-call': { body: { user_id: own, phone: '9822012345' }, ids: { 'body.user_id': theirUser } },
    'push-auth': {
      body: { socket_id: '12.34', channel_name: pushChannelOf(tenants.northstar, own) },
      ids: { 'body.channel_name': pushChannelOf(tenants.lakeview, theirUser) },
    },
  };
}
