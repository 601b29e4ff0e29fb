import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/app';
import type { TestStore } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

/**
 * Row security keeps every operator from an index that might tell of other tenants' rows: pages that are opened all day must not ask
 * in such a way, or each of them reads all leads.
 */
describe.skipIf(!(await isReachable()))('among many leads', () => {
  let store: TestStore;
  let world: World;
  let lead: string;
  beforeAll(async () => {
    store = await freshPostgres();
    world = await makeWorld(store);
    const tenant = world.test.fixture.tenants.northstar;
    lead = await world.makeLead({ phone: '+919812300001', alternate_phone: '+919812300002' });
    await world.makeLead({ phone: '+919812300003', alternate_phone: '+919812300001' });
    await store.admin(`begin; set local session_replication_role = replica;
      insert into "leads" ("tenant_id", "id", "name", "phone", "created_at") select '${tenant}', 'many' || i, 'Lead ' || i, '+9170000' || lpad(i::text, 5, '0'), now() - i * interval '1 minute'
        from generate_series(1, 20000) i;
      insert into "calls" ("tenant_id", "id", "direction", "outcome", "state", "phone", "user_id", "started_at")
        select '${tenant}', 'missed' || i, 'inbound', 'missed', 'ended', '+9170000' || lpad(i::text, 5, '0'), '${world.test.fixture.users['counsellor@northstar.example']!}', now() - i * interval '1 minute'
        from generate_series(1, 50) i;
      commit`);
    await store.admin('vacuum analyze "leads"');
    await store.admin('analyze "calls"');
  });
  afterAll(() => world.test.close());

  const scans = async (): Promise<number> => {
    const [row] = await store.admin<{ n: number }>(`select seq_scan as n from pg_stat_user_tables where relname = 'leads'`);
    return Number(row?.n);
  };
  /** How often a call reads the whole table. What a connection has done is told a second after it has gone idle, at the latest. */
  async function wholeReads(path: string): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const before = await scans();
    const answer = await call(world.test, world.counsellor, 'GET', path);
    expect([path, answer.status]).toEqual([path, 200]);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await call(world.test, world.counsellor, 'GET', 'users/me'); // so that a connection tells what it has done
    return (await scans()) - before;
  }

  it('the day of a counsellor looks up the leads of missed calls', async () => {
    expect(await wholeReads('dashboard/my-day')).toBe(0);
  });

  it('a lead’s page looks up the leads with the same numbers, in whichever field', async () => {
    expect(await wholeReads(`leads/${lead}/panel`)).toBe(0);
    const { body } = await call(world.test, world.counsellor, 'GET', `leads/${lead}/panel`);
    expect(body.data).toMatchObject({ same: [{ reasons: [expect.anything()] }] });
  });
});
