import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadsFound } from '../../src/schemas/calls/lead-find';
import { contactsIn, isSeveralContacts } from '../../src/schemas/kit/pasted-contacts';
import { call, edit, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

it('reads phones and emails between commas, spaces and lines, and leaves a search alone', () => {
  expect(contactsIn('98765 43210, asha@example.com;\n+91 98111-22222\t9811133333 9811144444\r\n98765 43210')).toEqual([
    '98765 43210',
    'asha@example.com',
    '+91 98111-22222',
    '9811133333',
    '9811144444',
  ]);
  expect(isSeveralContacts('98765 43210, 98111 22222')).toBe(true);
  expect(['98765 43210', 'Asha Rao', 'rahul1234567890@example.com', 'Asha, Ravi, 9876543210'].map(isSeveralContacts)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('reads the longest text that can be sent at once', () => {
  const domain = `a@${'b.'.repeat(290_000)}@`;
  expect(contactsIn(domain)).toEqual([domain]);
  expect(isSeveralContacts(`${domain},${domain}x`)).toBe(false);
});

describe.each(await reachableDatabases())('leads of pasted phones and emails on $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
  });
  afterAll(() => world.test.close());
  const find = async (text: string, who: Browser = world.admin): Promise<LeadsFound> => {
    const answer = await call(world.test, who, 'POST', 'leads/find', { text });
    expect(answer.code, answer.text).toBe(200);
    return answer.body['data'] as LeadsFound;
  };
  const listed = async (id: string, who: Browser = world.admin): Promise<string[]> => {
    const rows = (await call(world.test, who, 'GET', `res/leads?found=${id}&_end=100`)).body as unknown as { id: string }[];
    return rows.map((row) => row.id).toSorted();
  };

  it('finds them in every way a number is written, says which were not found, and the list shows them', async () => {
    const a = await world.makeLead({ phone: '9876511111' });
    const b = await world.makeLead({ phone: '9876522222', alternate_phone: '9876533333' });
    const c = await world.makeLead({ email: 'meera@example.com' });
    const found = await find('98765 11111, +91-98765-33333\nMEERA@example.com;9876599999 nobody@example.com');
    expect(found).toMatchObject({ asked: 5, found: 3, missing: ['9876599999', 'nobody@example.com'] });
    expect(await listed(found.id)).toEqual([a, b, c].toSorted());
    expect((await call(world.test, world.admin, 'GET', `leads/find/${found.id}`)).body['data']).toMatchObject({
      asked: 5,
      found: 3,
    });
    expect(await listed(found.id, world.lead)).toEqual([]);
    expect((await call(world.test, world.lead, 'GET', `leads/find/${found.id}`)).code).toBe(404);
  });

  it('finds the lead that another with this number became, over a second merge too', async () => {
    const made = ['1', '2', '3'].map((n) => world.makeLead({ phone: `987657777${n}`, alternate_phone: `987658888${n}` }));
    const [first, second, third] = await Promise.all(made);
    for (const [kept, lost] of [
      [second, first],
      [third, second],
    ]) {
      const body = { kept_id: kept, lost_ids: [lost], choices: {} };
      const merged = await call(world.test, world.admin, 'POST', 'leads/merge', body);
      expect(merged.code, merged.text).toBe(200);
    }
    const found = await find('9876577771 9876577779');
    expect(found).toMatchObject({ found: 1, missing: ['9876577779'] });
    expect(await listed(found.id)).toEqual([third]);
  });

  it('takes 5,000 numbers and refuses more with a sentence', async () => {
    const numbers = (count: number): string =>
      Array.from({ length: count }, (_, n) => `98${String(n).padStart(8, '0')}`).join('\n');
    expect(await find(numbers(5000))).toMatchObject({ asked: 5000, found: 0 });
    const refused = await call(world.test, world.admin, 'POST', 'leads/find', { text: numbers(5001) });
    expect(refused.code).toBe(422);
    expect(refused.text).toContain('You can look for up to 5,000 phones and emails at once; these are 5,001');
  });

  it('finds nobody outside the reader’s scope, and no number that the role sees masked', async () => {
    await world.makeLead({ phone: '9876544444' }, 'outsider@northstar.example');
    const mine = await world.makeLead({ phone: '9876555555' });
    const own = await find('9876544444, 9876555555', world.counsellor);
    expect(own).toMatchObject({ found: 1, missing: ['9876544444'] });
    expect(await listed(own.id, world.counsellor)).toEqual([mine]);
    const rule = JSON.stringify([{ resource: 'leads', field: 'phone', rule: 'masked' }]);
    await edit(world.test, world.test.fixture.tenants.northstar, `update users_roles set field_rules = '${rule}' where role = 4`);
    world.test.clock.add(61);
    expect(await find('9876544444, 9876555555', world.counsellor)).toMatchObject({ found: 0 });
  });

  it('counts the board and the calendar of the same leads', async () => {
    const id = await world.makeLead({ name: 'Board lead', phone: '9876566666' });
    const at = new Date(world.test.services.now().getTime() + 26 * 3_600_000);
    const saved = await call(world.test, world.counsellor, 'POST', 'callGenerate', {
      lead_id: id,
      callObj: { stage_id: world.stages['Call back'], call_date_time: at.toISOString() },
    });
    expect(saved.code, saved.text).toBe(200);
    const search = await find('9876566666, 9876500000');
    const query = { type: 'all', found: search.id };
    const board = (await call(world.test, world.admin, 'POST', 'leads/board', { query })).body['data'] as object[];
    expect(board).toContainEqual({ stage_id: world.stages['Call back'], count: 1, exact: true });
    expect(board).toContainEqual({ stage_id: null, count: 0, exact: true });
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short' }).format(at);
    const body = { query, from: day, days: 7, each: 3 };
    const days = (await call(world.test, world.admin, 'POST', 'leads/calendar', body)).body['data'] as Record<string, unknown>[];
    expect(days[0]).toMatchObject({ day, count: 1, leads: [{ id, name: 'Board lead' }] });
    expect(days.slice(1).every(({ count }) => count === 0)).toBe(true);
    expect(
      (await call(world.test, world.outsider, 'POST', 'leads/board', { query: { type: 'all', user_id: 'x', nothing: '1' } }))
        .code,
    ).toBe(422);
  });
});
