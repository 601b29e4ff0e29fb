import { randomUUID } from 'node:crypto';
import { notify } from '../../server/live/notify';
import { build, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { liveOf, portOf, until, type LiveClient } from '../support/live-client';

export let test: TestApp;
export let port: number;
export const open: LiveClient[] = [];
export const people: Record<string, Browser> = {};
export const startWorld = async () => {
  test = await build();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(test);
  for (const email of ['admin@northstar', 'counsellor@northstar', 'caller@northstar', 'outsider@northstar', 'admin@lakeview'])
    people[email] = await signIn(test, `${email}.example`);
};
export const tearDown = () => open.splice(0).forEach(({ socket }) => socket.disconnect());
export const stopWorld = () => test.close();
export const live = async (who: string | Browser): Promise<LiveClient> => {
  const client = await liveOf(test, typeof who === 'string' ? people[who]! : who);
  open.push(client);
  return client;
};
export const tenant = (): string => test.fixture.tenants.northstar;
export const tell = (to: string | string[], message: string, tenantId = tenant()): Promise<void> =>
  test.store.transaction(actor(tenantId), (tx) => notify(tx, tenantId, { to, type: 'announcement', message }));
export const messages = (client: LiveClient): string[] =>
  client.of('crm_notification').map((body) => (body['notifications'] as { message: string }).message);
/** Waits until everything sent so far has arrived: each client has received a final message. */
export async function settle(...clients: [LiveClient, string][]): Promise<void> {
  for (const [client, who] of clients) {
    const mark = randomUUID();
    await tell(people[who]!.userId!, mark, who.endsWith('lakeview') ? test.fixture.tenants.lakeview : tenant());
    await until(() => messages(client).includes(mark));
  }
}
