import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, newBrowser, signIn } from '../support/app';
import { actor } from '../support/database';
import { until, type LiveClient } from '../support/live-client';
import { live, people, settle, startWorld, stopWorld, tearDown, tenant, test } from './live-world';

beforeAll(startWorld);
afterEach(tearDown);
afterAll(stopWorld);

describe('rows that someone else changed', () => {
  it('users who see every row or only some are notified of the rows they see, others of nothing', async () => {
    const watch = async (who: string): Promise<LiveClient> => {
      const client = await live(who);
      client.socket.emit('watch', ['leads', 'users']);
      await settle([client, who]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      client.heard.length = 0;
      return client;
    };
    const admin = await watch('admin@northstar');
    const owner = await watch('counsellor@northstar');
    const other = await watch('outsider@northstar');
    const foreign = await watch('admin@lakeview');
    const idle = await live('admin@northstar');
    const made = (
      await call(test, people['admin@northstar']!, 'POST', 'res/leads', {
        name: 'Asha',
        phone: '9822012345',
        user_id: people['counsellor@northstar']!.userId,
      })
    ).body as unknown as { id: string };
    await until(() => admin.of('changed').length > 0 && owner.of('changed').length > 0);
    for (const client of [admin, owner])
      expect(client.of('changed')[0]).toEqual({ resource: 'leads', ids: [made.id], created: [made.id] });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    for (const client of [admin, owner, other, foreign, idle]) client.heard.length = 0;
    await call(test, people['admin@northstar']!, 'PATCH', `res/leads/${made.id}`, { city: 'Pune' });
    await until(() => owner.of('changed').some((body) => body['resource'] === 'leads'));
    await settle(
      [admin, 'admin@northstar'],
      [other, 'outsider@northstar'],
      [foreign, 'admin@lakeview'],
      [idle, 'admin@northstar'],
    );
    const ofLeads = (client: LiveClient) => client.of('changed').filter((body) => body['resource'] === 'leads');
    expect(ofLeads(admin)).toEqual([{ resource: 'leads', ids: [made.id] }]);
    expect(ofLeads(owner)).toEqual([{ resource: 'leads', ids: [made.id] }]);
    expect(ofLeads(other)).toEqual([]);
    expect(ofLeads(foreign)).toEqual([]);
    expect(ofLeads(idle)).toEqual([]);
  });

  it('says of each row whether it is new, changed or gone; a restored one is new', async () => {
    const admin = people['admin@northstar']!;
    const client = await live('admin@northstar');
    client.socket.emit('watch', ['streams']);
    await settle([client, 'admin@northstar']);
    const after = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, 100)); // the change before has an event of its own
      client.heard.length = 0;
      const { status, body: row } = await call(test, admin, method, path, body);
      expect(status).toBeLessThan(300);
      await until(() => client.of('changed').length > 0);
      return [client.of('changed'), row];
    };
    const [heard, row] = (await after('POST', 'res/streams', { name: 'Oceanography' })) as [unknown, { id: string }];
    const { id } = row;
    expect(heard).toEqual([{ resource: 'streams', ids: [id], created: [id] }]);
    const path = `res/streams/${id}`;
    const only = async (...of: Parameters<typeof after>): Promise<unknown> => ((await after(...of)) as unknown[])[0];
    expect(await only('PATCH', path, { name: 'Ocean studies' })).toEqual([{ resource: 'streams', ids: [id] }]);
    expect(await only('DELETE', path)).toEqual([{ resource: 'streams', ids: [id], deleted: [id] }]);
    expect(await only('POST', `${path}/restore`)).toEqual([{ resource: 'streams', ids: [id], created: [id] }]);
  });

  it('a user without the right to list is not notified; a change by a bare statement is announced without ids', async () => {
    const caller = await live('caller@northstar');
    const admin = await live('admin@northstar');
    for (const client of [caller, admin]) client.socket.emit('watch', ['users', 'lead-stages']);
    await settle([caller, 'caller@northstar'], [admin, 'admin@northstar']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`update "users" set "extension" = '12' where "tenant_id" = ${tenant()} and "name" like 'Outsider%'`),
    );
    await until(() => admin.of('changed').length > 0);
    await settle([caller, 'caller@northstar']);
    expect(admin.of('changed')).toEqual([{ resource: 'users' }]);
    expect(caller.of('changed')).toEqual([]);
  });

  it('TRUST-S8 a change of a role, a team or a user applies at once: nobody is notified of rows that they may no longer see', async () => {
    const admin = people['admin@northstar']!;
    const manager = await signIn(test, 'manager@northstar.example', newBrowser());
    const counsellor = people['counsellor@northstar']!;
    const client = await live(manager);
    client.socket.emit('watch', ['leads']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ids: unknown[] = [];
    for (const user_id of [counsellor.userId, people['outsider@northstar']!.userId]) {
      const made = await call(test, admin, 'POST', 'res/leads', { name: 'Ira', phone: `98220${56_000 + ids.length}`, user_id });
      ids.push((made.body as unknown as { id: string }).id);
    }
    const change = (path: string, body: object): Promise<unknown> =>
      call(test, admin, 'PATCH', path, body).then(({ status }) => expect(status).toBe(200));
    let city = 0;
    const hears = async (which: number): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, 1100)); // earlier changes have been sent, and rooms are reloaded
      client.heard.length = 0;
      await change(`res/leads/${String(ids[which])}`, { city: `City ${++city}` });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return client.of('changed').some((body) => (body['ids'] as unknown[] | undefined)?.includes(ids[which]));
    };
    expect([await hears(0), await hears(1)]).toEqual([true, false]);
    await change('res/users-roles/2', { data_scope: 'own' });
    expect(await hears(0)).toBe(false);
    await change('res/users-roles/2', { data_scope: 'branch' });
    expect(await hears(0)).toBe(true);
    await change(`res/users/${people['outsider@northstar']!.userId}`, { reports_to: manager.userId });
    expect(await hears(1)).toBe(true);
    await change(`res/users/${people['outsider@northstar']!.userId}`, { reports_to: admin.userId });
    expect(await hears(1)).toBe(false);
  });

  it('a page that opens its channel gets what changed since the page loaded, or everything where that cannot be known', async () => {
    const changed = async (who: string, age: unknown): Promise<unknown> => {
      const { socket } = await live(who);
      return socket.timeout(60_000).emitWithAck('watch', ['leads', 'colleges', 'no-resource'], age);
    };
    const all = ['leads', 'colleges', 'no-resource'];
    expect(await changed('admin@northstar', null)).toEqual(all);
    expect(await changed('admin@northstar', -1)).toEqual(all);
    expect(await changed('admin@northstar', 1e9)).toEqual(all); // older than this process
    await new Promise((resolve) => setTimeout(resolve, 2_100)); // longer than the margin
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`update "leads" set "city" = 'Wai' where "tenant_id" = ${tenant()}`),
    );
    expect(await changed('admin@northstar', 0)).toEqual(['leads']);
    expect(await changed('admin@lakeview', 0)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await changed('admin@northstar', 0)).toEqual([]);
  });

  it('many changes are sent as few events', async () => {
    const admin = await live('admin@northstar');
    admin.socket.emit('watch', ['leads']);
    await settle([admin, 'admin@northstar']);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    admin.heard.length = 0;
    const started = Date.now();
    for (let i = 0; i < 40; i++)
      await test.store.transaction(actor(tenant()), (tx) =>
        tx.run(sql`update "leads" set "city" = ${`City ${i}`} where "tenant_id" = ${tenant()}`),
      );
    const windows = Math.ceil((Date.now() - started) / 30);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const count = admin.of('changed').length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(Math.min(40, windows + 2));
  });
});
