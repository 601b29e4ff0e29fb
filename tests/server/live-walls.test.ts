import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../server/identity/tokens';
import { newId } from '../../server/store/ids';
import { build, call, newBrowser, signIn, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { connectLive, liveOf, portOf, until, type LiveClient } from '../support/live-client';

interface Person {
  readonly tenantId: string;
  readonly id: string;
  readonly token: string;
  readonly clients: LiveClient[];
}
const perTenant = 20;
const socketsEach = 5;
let test: TestApp;
const people: Person[] = [];

/** Two tenants of twenty people with five connections each: two hundred in all. */
beforeAll(async () => {
  test = await build();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  for (const tenantId of [test.fixture.tenants.northstar, test.fixture.tenants.lakeview])
    for (let i = 0; i < perTenant; i++) people.push(await join(tenantId, i));
  for (const one of people)
    one.clients.push(...(await Promise.all(Array.from({ length: socketsEach }, () => connectLive(portOf(test), one.token)))));
});
afterAll(async () => {
  for (const { clients } of people) for (const { socket } of clients) socket.disconnect();
  await test.close();
});

/** A new user of a tenant, with a genuine token. */
async function join(tenantId: string, number: number): Promise<Person> {
  const id = newId();
  await test.store.transaction(actor(tenantId), (tx) =>
    tx.run(sql`insert into "users" ("tenant_id", "id", "name", "email", "role", "type", "status")
      values (${tenantId}, ${id}, ${`Person ${number}`}, ${`${id}@wall.example`}, 1, 'org', 1)`),
  );
  const claims = { sub: id, tid: tenantId, role: 1, type: 'org', ver: 0, sid: randomUUID(), jti: randomUUID() };
  return { tenantId, id, token: await signToken(test.services.secrets, 'access', claims, test.services.now()), clients: [] };
}
const all = (): LiveClient[] => people.flatMap(({ clients }) => clients);

describe('the walls between connections', () => {
  it('TRUST-S8 LIVE-010 200 sockets over 2 tenants, 10,000 events: each reaches its user, in order, and none a wrong socket', async () => {
    expect(all().filter(({ socket }) => socket.connected)).toHaveLength(200);
    for (const { socket } of all()) socket.emit('watch', ['leads', 'users', 'notifications']);
    const sent = new Map(people.map(({ id }) => [id, [] as number[]]));
    const kinds = ['crm_notification', 'dialer_call', 'call_state', 'wa_message'];
    for (let n = 0; n < 10_000; n += 50) {
      // A transaction belongs to one tenant; each of its events is for another user.
      const tenantId = people[(n / 50) % 2 ? perTenant : 0]!.tenantId;
      const of = people.filter((one) => one.tenantId === tenantId);
      await test.store.transaction(actor(tenantId), async (tx) => {
        for (let i = n; i < n + 50; i++) {
          const { id: userId } = of[(i * 7919) % of.length]!;
          sent.get(userId)!.push(i);
          tx.sendToUser({ userId, event: kinds[i % kinds.length]!, body: { for: userId, of: tenantId, n: i } });
        }
      });
    }
    const told = ({ heard }: LiveClient): number[] => heard.flatMap(({ body }) => (body['for'] ? [body['n'] as number] : []));
    await until(() => people.every(({ id, clients }) => clients.every((one) => told(one).length >= sent.get(id)!.length)));
    let wrong = 0;
    for (const { id, tenantId, clients } of people)
      for (const client of clients) {
        wrong += client.heard.filter(({ body }) => body['for'] && (body['for'] !== id || body['of'] !== tenantId)).length;
        expect(told(client)).toEqual(sent.get(id));
      }
    expect(wrong).toBe(0);
    expect([...sent.values()].flat()).toHaveLength(10_000);
  });

  it('TRUST-S8 100 forged room joins are refused: none joins a room or receives its events', async () => {
    const [victim, foreign] = [people[1]!, people[perTenant]!];
    const rooms = [
      `t:${victim.tenantId}`,
      `t:${victim.tenantId}:u:${victim.id}`,
      `t:${foreign.tenantId}:u:${foreign.id}`,
      `t:${foreign.tenantId}:r:leads:all`,
      `t:${foreign.tenantId}:r:leads:o:${foreign.id}`,
    ];
    const ways = ['join', 'subscribe', 'room', 'watch', 'token', 'enter', 'tokens', 'crm_notification', 'dialer_call', '$join'];
    const forgers = [people[0]!.clients[0]!, people[0]!.clients[1]!];
    for (const { heard } of all()) heard.length = 0;
    let tried = 0;
    for (const forger of forgers)
      for (const [index, way] of ways.entries()) {
        const emit = forger.socket.emit.bind(forger.socket) as (event: string, ...args: unknown[]) => void;
        for (const room of rooms) {
          emit(way, index % 2 ? room : [room]);
          tried++;
        }
        // twenty messages a second are a flood, which ends the connection
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    expect(tried).toBe(100);
    for (const { id, tenantId } of [victim, foreign])
      await test.store.transaction(actor(tenantId), async (tx) => {
        tx.sendToUser({ userId: id, event: 'crm_notification', body: { for: id, secret: 'not for forgers' } });
        await tx.run(sql`insert into "leads" ("tenant_id", "id", "name", "phone", "user_id")
          values (${tenantId}, ${newId()}, 'Told to the room', ${`+9198${String(Math.random()).slice(2, 10)}`}, ${id})`);
      });
    await until(() => [victim, foreign].every(({ clients }) => clients.every(({ heard }) => heard.length > 0)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const forger of forgers) {
      expect(forger.socket.connected).toBe(true);
      expect(forger.heard).toEqual([]);
    }
  });

  it('TRUST-S8 once its owner changes the password, a stolen token opens no connection, and an open one is cut within 5 s', async () => {
    const password = 'Prospectus#2026';
    const own = await signIn(test, 'counsellor@northstar.example');
    const stolen = await signIn(test, 'counsellor@northstar.example', newBrowser());
    const [mine, thief] = [await liveOf(test, own), await liveOf(test, stolen)];
    expect(thief.socket.connected).toBe(true);
    const changed = await call(test, own, 'POST', 'users/change-password', {
      current_password: password,
      new_password: 'Monsoon-Lantern-47',
    });
    expect(changed.code).toBe(200);
    await until(() => thief.ended() !== undefined);
    expect(thief.of('session_revoked')).toEqual([{ reason: 'revoked' }]);
    expect((await liveOf(test, stolen)).ended()).toBe('unauthorized');
    mine.socket.disconnect();
  });

  it('TRUST-S8 a connection cannot be handed to someone else: another user’s token changes nothing', async () => {
    const [mine, other] = [people[2]!, people[perTenant + 1]!];
    const client = mine.clients[0]!;
    for (const token of [other.token, people[3]!.token, `${mine.token}x`, null, {}])
      expect(await client.socket.emitWithAck('token', token)).toBe(false);
    client.heard.length = 0;
    await test.store.transaction(actor(other.tenantId), async (tx) =>
      tx.sendToUser({ userId: other.id, event: 'crm_notification', body: { for: other.id } }),
    );
    await until(() => other.clients[0]!.heard.length > 0);
    expect(client.heard).toEqual([]);
  });
});
