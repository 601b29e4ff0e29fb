import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alike, latin, soundsLike } from '../../server/domain/name-keys';
import { keysOf, reasonsFor, type Face } from '../../server/domain/suspects';
import { pairsAmong } from '../../server/leads/find-suspects';
import { call, edit, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

const face = (id: string, values: Partial<Face>): Face => ({
  id,
  name: null,
  phone: null,
  alternate_phone: null,
  whatsapp_number: null,
  email: null,
  city: null,
  date_of_birth: null,
  ...values,
});

describe('names that may be one name', () => {
  it('are read in Indic scripts as they sound', () => {
    expect(latin('दीपिका')).toBe('dipika');
    expect(latin('राम कुमार')).toBe('ram kumar');
    expect(soundsLike('Deepika Sharmaa')).toEqual(soundsLike('Dipika Sharma'));
    expect(alike('दीपिका शर्मा', 'Deepika Sharma')).toBe(true);
    expect(alike('கவிதா முருகன்', 'Kavitha Murugan')).toBe(true);
    expect(alike('Suresh Kumar', 'Suresh Kumaar')).toBe(true);
    expect(alike('Rohini Deshpande', 'Rohini Deshpandey')).toBe(true);
  });
  it('are not alike when they are other names', () => {
    expect(alike('Sunita Rao', 'Sneha Rao')).toBe(false);
    expect(alike('Amit Kumar', 'Amit Kulkarni')).toBe(false);
    expect(alike('Asha', 'Asha')).toBe(false);
    expect(alike('दीपिका शर्मा', 'Kavitha Murugan')).toBe(false);
  });
  it('give a reason only with a city or date of birth, and a family is said to be one', async () => {
    const one = face('a', { name: 'Deepika Sharma', city: 'Pune' });
    expect(reasonsFor(one, face('b', { name: 'दीपिका शर्मा', city: 'pune' }))).toEqual(['spelling']);
    expect(reasonsFor(one, face('b', { name: 'दीपिका शर्मा', city: 'Delhi' }))).toEqual([]);
    expect(reasonsFor(one, face('b', { name: 'deepika  sharma', city: 'Pune' }))).toEqual(['name_city']);
    const sister = { email: 'rao@example.com' };
    expect(reasonsFor(face('a', { name: 'Asha Rao', ...sister }), face('b', { name: 'Meena Rao', ...sister }))).toEqual([
      'email',
      'other_name',
    ]);
    const people = Array.from({ length: 7 }, (_, at) => face(`p${at}`, { name: 'Amit Kumar', city: 'Delhi' }));
    expect(await pairsAmong(people)).toEqual([]);
    expect(await pairsAmong(people.slice(0, 2))).toEqual([{ lead_id: 'p0', other_id: 'p1', reasons: ['name_city'] }]);
    expect(keysOf(people[0]!)).toHaveLength(2);
  });
});

describe.each(await reachableDatabases())('possible duplicates, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    world.test.services.jobs.start();
  });
  afterAll(() => world.test.close());

  const list = async (who: Browser, state = 'open') => {
    const { body } = await call(world.test, who, 'GET', `leads/suspects?state=${state}`);
    return body as unknown as {
      data: { one: { id: string }; other: { id: string }; reasons: string[] }[];
      count: number;
      running: boolean;
    };
  };
  const check = async (): Promise<void> => {
    expect((await call(world.test, world.admin, 'POST', 'leads/suspects/check', {})).code).toBe(200);
    await expect.poll(async () => (await list(world.admin)).running).toBe(false);
  };
  const same = async (who: Browser, id: string) =>
    ((await call(world.test, who, 'GET', `leads/${id}/panel`)).body['data'] as { same: { id: string; reasons: string[] }[] })
      .same;
  const apart = (who: Browser, one: string, other: string, is = true) =>
    call(world.test, who, 'POST', 'leads/suspects/apart', { lead_id: one, other_id: other, apart: is });

  it('SCREENS-2.7 are found with their reason, by who sees both, and a decision is kept', async () => {
    const { admin, counsellor, outsider } = world;
    const phone = '9822055555';
    const first = await world.makeLead({ name: 'Deepika Sharma', city: 'Pune', phone });
    const second = await world.makeLead({ name: 'दीपिका शर्मा', city: 'Pune' });
    const third = await world.makeLead({ name: 'Meena Sharma', alternate_phone: phone }, 'outsider@northstar.example');
    expect((await same(admin, first)).map(({ id, reasons }) => [id, reasons])).toEqual([
      [third, ['alternate_phone', 'other_name']],
    ]);
    await check();
    const pairs = (await list(admin)).data.map(({ one, other, reasons }) => [[one.id, other.id].sort().join(), reasons]);
    expect(pairs).toEqual([
      [[first, third].sort().join(), ['alternate_phone', 'other_name']],
      [[first, second].sort().join(), ['spelling']],
    ]);
    expect((await list(counsellor)).data).toHaveLength(1);
    expect((await list(outsider)).count).toBe(0);
    expect((await same(counsellor, first)).map(({ id, reasons }) => [id, reasons])).toEqual([[second, ['spelling']]]);

    expect((await apart(counsellor, first, third)).code).toBe(403);
    expect((await apart(outsider, second, first)).code).toBe(403);
    expect((await apart(counsellor, second, first)).code).toBe(200);
    expect(await same(counsellor, first)).toEqual([]);
    await check();
    expect((await list(counsellor)).data).toEqual([]);
    expect((await list(counsellor, 'apart')).data).toMatchObject([{ reasons: ['spelling'] }]);
    expect((await list(admin)).data).toHaveLength(1);
    await apart(counsellor, second, first, false);
    await check();
    expect((await list(counsellor)).data).toHaveLength(1);
  });

  it('a pair that only a person saw is listed too once it is kept apart, and comes back', async () => {
    const email = 'rama@example.com';
    const [one, two] = [await world.makeLead({ name: 'Rama Iyer', email }), await world.makeLead({ name: 'Lata Iyer', email })];
    await apart(world.counsellor, one, two);
    const inList = async (state: string): Promise<unknown> =>
      (await list(world.counsellor, state)).data.find((pair) => [pair.one.id, pair.other.id].includes(one))?.reasons;
    expect([await inList('apart'), await inList('open')]).toEqual([['email', 'other_name'], undefined]);
    await apart(world.counsellor, one, two, false);
    expect([await inList('apart'), await inList('open')]).toEqual([undefined, ['email', 'other_name']]);
    await call(world.test, world.admin, 'POST', 'leads/merge', { kept_id: one, lost_ids: [two] });
  });

  it('a check that is asked for while one runs follows it, so that leads added meanwhile are compared too', async () => {
    const { jobs } = world.test.services;
    await jobs.stop();
    const ask = async (): Promise<string> =>
      ((await call(world.test, world.admin, 'POST', 'leads/suspects/check', {})).body['data'] as { job_id: string }).job_id;
    const first = await ask();
    expect(await ask()).toBe(first);
    const tenant = world.test.fixture.tenants['northstar']!;
    await edit(
      world.test,
      tenant,
      `update "jobs" set "state" = 'running', "lease_until" = now() + interval '1 hour' where "id" = '${first}'`,
    );
    const next = await ask();
    expect([next === first, await ask()]).toEqual([false, next]);
    await edit(world.test, tenant, `update "jobs" set "state" = 'queued', "lease_until" = null where "id" = '${first}'`);
    jobs.start();
    await expect.poll(async () => (await list(world.admin)).running).toBe(false);
  });

  it('are turned page by page in both directions, however many there are, and chosen by reason', async () => {
    const tenant = world.test.fixture.tenants.northstar;
    const [one, other] = [await world.makeLead({ name: 'Paged One' }), await world.makeLead({ name: 'Paged Other' })];
    await edit(
      world.test,
      tenant,
      `insert into "leads" ("tenant_id", "id", "name") select '${tenant}', 'PAGED' || lpad(n::text, 5, '0'), 'Paged ' || n from generate_series(1, 60) n`,
    );
    await edit(
      world.test,
      tenant,
      `insert into "lead_suspects" ("tenant_id", "id", "lead_id", "other_id", "reasons", "weight", "state")
        select '${tenant}', 'S' || lpad(n::text, 5, '0'), '${one}', 'PAGED' || lpad(n::text, 5, '0'), '["spelling"]', n % 3, 'open' from generate_series(1, 60) n`,
    );
    await edit(
      world.test,
      tenant,
      `insert into "lead_suspects" ("tenant_id", "id", "lead_id", "other_id", "reasons", "weight", "state")
        values ('${tenant}', 'SURE', '${one}', '${other}', '["email"]', 9, 'open')`,
    );
    interface Page {
      data: { other: { id: string } }[];
      next: string | null;
      previous: string | null;
      message?: string;
    }
    const page = async (query: string): Promise<Page> =>
      (await call(world.test, world.admin, 'GET', `leads/suspects?reason=spelling&${query}`)).body as unknown as Page;
    const idsOf = ({ data }: Page): string[] => data.map((pair) => pair.other.id);
    const first = await page('');
    const second = await page(`after=${first.next}`);
    const third = await page(`after=${second.next}`);
    const all = [first, second, third].flatMap(idsOf).filter((id) => id.startsWith('PAGED'));
    expect([new Set(all).size, third.next, first.previous]).toEqual([60, null, null]);
    expect(all).not.toContain(other);
    expect(idsOf(await page(`before=${third.previous}`))).toEqual(idsOf(second));
    expect(idsOf(await page(`before=${second.previous}`))).toEqual(idsOf(first));
    expect((await call(world.test, world.admin, 'GET', 'leads/suspects?after=nonsense')).code).toBe(422);
    await edit(world.test, tenant, `update "lead_suspects" set "deleted_at" = now() where "lead_id" = '${one}'`);
  });

  it('are gone from the list once they are merged or no longer alike', async () => {
    const one = await world.makeLead({ name: 'Kiran Patil', city: 'Nashik' });
    const two = await world.makeLead({ name: 'Kiran Patil', city: 'Nashik' });
    await check();
    const before = (await list(world.admin)).count;
    await call(world.test, world.admin, 'POST', 'leads/merge', { kept_id: one, lost_ids: [two] });
    expect((await list(world.admin)).count).toBe(before - 1);
    const three = await world.makeLead({ name: 'Kiran Patil', city: 'Nashik' });
    await check();
    expect((await list(world.admin)).count).toBe(before);
    await call(world.test, world.admin, 'PATCH', `res/leads/${three}`, { city: 'Goa' });
    await check();
    expect((await list(world.admin)).count).toBe(before - 1);
  });
});
