import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Answer } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { multipart } from '../attack/call-samples';
import { makeWorld, type World } from './lead-world';

describe.each(await reachableDatabases())('an enquiry that comes while its lead is merged, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    world.test.services.jobs.start();
  });
  afterAll(() => world.test.close());

  const post = (path: string, body: object): Promise<Answer> => call(world.test, world.admin, 'POST', path, body);
  const pairsOf = async (phones: readonly string[]): Promise<{ kept: string; lost: string; phone: string }[]> => {
    const pairs: { kept: string; lost: string; phone: string }[] = [];
    for (const phone of phones) pairs.push({ kept: await world.makeLead(), lost: await world.makeLead({ phone }), phone });
    return pairs;
  };
  const merged = ({ kept, lost }: { kept: string; lost: string }): Promise<Answer> =>
    post('leads/merge', { kept_id: kept, lost_ids: [lost] });
  const twins = (start: string) => world.rows('leads', `phone like '+91${start}%' and deleted_at is null`);

  it('TRUST-R16 reaches the lead that stays', async () => {
    const pairs = await pairsOf(Array.from({ length: 8 }, (_, at) => `97111000${10 + at}`));
    for (const pair of pairs) {
      const [merge, again] = await Promise.all([merged(pair), post('res/leads', { name: 'Again', phone: pair.phone })]);
      expect([merge.code, again.body['id']], again.text).toEqual([200, expect.stringMatching(`^(${pair.kept}|${pair.lost})$`)]);
    }
    expect(await twins('97111000')).toEqual([]);
  });

  it('TRUST-R16 reaches it also from a file', async () => {
    const pairs = await pairsOf(Array.from({ length: 8 }, (_, at) => `97222000${10 + at}`));
    const form = multipart(
      { mapping: JSON.stringify({ Name: 'name', Mobile: 'phone' }) },
      ['Name,Mobile', ...pairs.map(({ phone }) => `Again,${phone}`)].join('\n'),
    );
    const [answer, ...merges] = await Promise.all([
      call(world.test, world.admin, 'POST', 'leads/upload-csv', form.body, { 'content-type': form.type }),
      ...pairs.map(merged),
    ]);
    expect(merges.map(({ code }) => code)).toEqual(pairs.map(() => 200));
    const { job_id: job } = answer.body['data'] as { job_id: string };
    const status = async () => (await call(world.test, world.admin, 'GET', `leads/upload-csv/${job}`)).body['data'];
    await expect.poll(status).toMatchObject({ status: 'done', created: 0, re_enquiries: pairs.length });
    expect(await twins('97222000')).toEqual([]);
  });
});
