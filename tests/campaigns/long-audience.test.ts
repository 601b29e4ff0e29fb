import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPeople, nextPeople } from '../../server/campaigns/campaign-people';
import { audienceWhere } from '../../server/lead-events/audience';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { campaignWorld, type CampaignWorld } from './campaign-world';

const people = 3000;

describe.each(await reachableDatabases())('a long list of leads as audience on $name', ({ fresh }) => {
  let world: CampaignWorld;
  beforeAll(async () => {
    world = await campaignWorld(await fresh(), people);
    await world.rows(`begin; set local app.tenant = '*'; set local app.request = 'test';
      insert into lead_gen_audiences (tenant_id, id, name, kind, lead_ids)
        select '${world.tenant}', 'some', 'Some', 'static', jsonb_agg(id) from leads where id like 'lead-0001%';
      commit`);
  });
  afterAll(() => world.test.close());

  const inTenant = <T>(work: Parameters<typeof world.test.store.transaction<T>>[1]): Promise<T> =>
    world.test.store.transaction(actor(world.tenant), work);

  it.each([
    ['all', people],
    ['some', 10],
  ])('%s: %i leads are counted and come page by page, each once', async (audience, size) => {
    const of = { channel: 'sms', audience_id: audience } as const;
    expect(await inTenant((tx) => countPeople(tx, world.tenant, of, 'tenant'))).toBe(size);
    const seen: string[] = [];
    for (let page = 700; page === 700;) {
      const after = seen.at(-1) ?? '';
      const rows = await inTenant((tx) => nextPeople(tx, world.tenant, of, 'tenant', { after, limit: 700 }));
      seen.push(...rows.map(({ id }) => id));
      page = rows.length;
    }
    expect([seen.length, new Set(seen).size]).toEqual([size, size]);
  });

  it('the ids are read once, not once for each lead, also before the database has counted its rows', async () => {
    const plan = await inTenant(async (tx) => {
      const where = await audienceWhere(tx, world.tenant, 'all', 'tenant');
      return tx.rows(sql`explain select count(*) from "leads" where ${where!}`);
    });
    const text = plan.map((row) => Object.values(row).join()).join('\n');
    expect(text).toContain('hashed SubPlan');
    expect(text).not.toContain('Join');
  });
});
