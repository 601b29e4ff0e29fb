import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sql, { type Sql } from 'sql-template-tag';
import { noteHistory } from '../../src/schemas/leads/note-history';
import { hooks } from '../../server/hooks/leads/note-history';
import { compileList } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import type { Tx } from '../../server/store/store';
import { call, edit, signIn, type Answer, type Browser } from '../support/app';
import { actor } from '../support/database';
import { makeWorld, saveStage, type World } from './lead-world';

type Row = Record<string, unknown>;
let world: World;
let lead: string;
let other: string;
beforeAll(async () => {
  world = await makeWorld();
  lead = await newLead(world.counsellor, 'Notes Asha', '9812300001');
  other = await newLead(world.admin, 'Notes Zarina', '9812300002');
});
afterAll(() => world.test.close());

const ask = (who: Browser, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Answer> =>
  call(world.test, who, method, path, body);
async function newLead(who: Browser, name: string, phone: string): Promise<string> {
  const made = await ask(who, 'POST', 'res/leads', { name, phone });
  if (made.code !== 200) throw new Error(made.text);
  return String((made.body as Row)['id']);
}
const add = async (who: Browser, body: Row): Promise<string> => {
  const made = await ask(who, 'POST', 'res/notes', body);
  if (made.code !== 200) throw new Error(made.text);
  return String((made.body as Row)['id']);
};
/** How the database reads a page of the list. */
async function planOfPage(query: Row): Promise<string[]> {
  const tenant = world.test.fixture.tenants.northstar;
  const session = { tenantId: tenant, role: 1, scope: 'tenant', userId: world.admin.userId!, rights: {} };
  const rows = hooks.rows!({ session } as never);
  return world.test.services.store.transaction(actor(tenant), async (tx) => {
    const asked: Sql[] = [];
    const noting: Tx = Object.assign(Object.create(tx), { rows: async (one: Sql) => (asked.push(one), []) });
    await compileList(noteHistory).page(noting, tenant, readListRequest(noteHistory, query), [], null, {
      rows,
    });
    return (await tx.rows(sql`explain ${asked[0]!}`)).map((line) => String(Object.values(line)[0]));
  });
}
const written = async (who: Browser, query = ''): Promise<Row[]> => {
  const answer = await ask(who, 'GET', `res/note-history?_end=100${query}`);
  if (!Array.isArray(answer.body)) throw new Error(answer.text);
  return answer.body as Row[];
};

describe('the reminder of a note', () => {
  it('is not set to a time that is over; one that has passed since can stay', async () => {
    const now = world.test.services.now().getTime();
    const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
    const note = { lead_id: lead, body: 'Ask about the fee' };
    const refused = await ask(world.counsellor, 'POST', 'res/notes', { ...note, remind_at: at(-10) });
    expect(refused.body.errors).toEqual([{ path: 'remind_at', message: 'The reminder must not be in the past' }]);
    const id = await add(world.counsellor, { ...note, remind_at: at(10) });
    expect((await ask(world.counsellor, 'PATCH', `res/notes/${id}`, { remind_at: at(-10) })).code).toBe(422);
    await edit(world.test, world.test.fixture.tenants.northstar, `update notes set remind_at = '${at(-5)}' where id = '${id}'`);
    const kept = await ask(world.counsellor, 'PATCH', `res/notes/${id}`, { body: 'Ask about the hostel', remind_at: at(-5) });
    expect(kept.code, kept.text).toBe(200);
    await ask(world.counsellor, 'DELETE' as 'GET', `res/notes/${id}`);
  });
});

describe('what was written about leads', () => {
  it('lists notes and the comments of stages and calls of the leads that the reader sees, and no others', async () => {
    const tenant = world.test.fixture.tenants.northstar;
    await add(world.counsellor, { lead_id: lead, body: 'Asks about the hostel', pinned: true });
    await add(world.admin, { lead_id: other, body: 'Nobody else reads this' });
    const stage = { stage_id: world.stages['Counselled'], message: 'Will call back' };
    const saved = await saveStage(world, world.counsellor, lead, stage);
    expect(saved.code, saved.text).toBe(200);
    await edit(
      world.test,
      tenant,
      `insert into calls (tenant_id, id, lead_id, user_id, direction, state, note, recording_url, started_at)
        values ('${tenant}', 'noted-call', '${lead}', '${world.counsellor.userId!}', 'outbound', 'ended', 'Father spoke', 'files/01J0000000000000000000000X', now())`,
    );
    const seen = await written(world.counsellor);
    expect(seen.map(({ body, type }) => [type, body]).sort()).toEqual([
      ['call_comment', 'Will call back'],
      ['note', 'Asks about the hostel'],
      ['voice', 'Father spoke'],
    ]);
    expect((await written(world.admin)).map(({ body }) => body)).toContain('Nobody else reads this');
    expect((await written(world.counsellor, '&pinned=true')).map(({ body }) => body)).toEqual(['Asks about the hostel']);
    expect((await written(world.counsellor, '&q=hostel')).length).toBe(1);
    expect((await written(world.counsellor, '&type=voice')).length).toBe(1);
    expect((await written(world.admin, `&user_id=${world.counsellor.userId!}`)).length).toBe(3);
    const today = await written(world.admin, '&at_between=today');
    expect(today.length).toBe(4);
  });

  it('reads as much of each source as a page shows, and its pages are those of the whole list, forwards and backwards', async () => {
    const tenant = world.test.fixture.tenants.northstar;
    await edit(
      world.test,
      tenant,
      `insert into notes (tenant_id, id, lead_id, body, status, visibility, created_by, created_at)
        select '${tenant}', 'paged-' || g, '${lead}', 'Paged note', 1, 'tenant', '${world.admin.userId!}', now() - (g / 2) * interval '1 hour' from generate_series(1, 9) g`,
    );
    const whole = (await written(world.admin)).map(({ id }) => id);
    const page = async (query: string) => {
      const answer = await ask(world.admin, 'GET', `res/note-history?_limit=4${query}`);
      return {
        ids: (answer.body as unknown as Row[]).map(({ id }) => id),
        next: answer.headers['x-next'],
        prev: answer.headers['x-prev'],
      };
    };
    const seen: unknown[] = [];
    let at = await page('');
    for (let from = 0; ; from += 4) {
      expect(at.ids).toEqual(whole.slice(from, from + 4));
      expect((await page(`&_start=${from}&_end=${from + 4}`)).ids).toEqual(at.ids);
      if (seen.length) expect((await page(`&before=${String(at.prev)}`)).ids).toEqual(seen.slice(-4));
      seen.push(...at.ids);
      if (!at.next) break;
      at = await page(`&after=${String(at.next)}`);
    }
    expect(seen).toEqual(whole);
    expect((await written(world.admin, '&_sort=at&_order=asc')).map(({ at: when }) => when)).toEqual(
      (await written(world.admin)).map(({ at: when }) => when).toReversed(),
    );
    const plan = await planOfPage({ _limit: '4' });
    expect(plan.filter((line) => /Limit/.test(line)).length, plan.join('\n')).toBeGreaterThanOrEqual(4); // each source, and all of them
    const filtered = await planOfPage({ _limit: '4', type: 'note' });
    expect(filtered.filter((line) => /Limit/.test(line)).length).toBeLessThan(4);
  });

  it('finds what mentions the reader, and a private note is only its author’s', async () => {
    await add(world.counsellor, { lead_id: lead, body: 'Only mine', visibility: 'private' });
    await add(world.counsellor, { lead_id: lead, body: 'Please look', mentions: [world.admin.userId!] });
    expect((await written(world.admin, `&mentions=${world.admin.userId!}`)).map(({ body }) => body)).toEqual(['Please look']);
    expect((await written(world.admin, '&q=only+mine')).length).toBe(0);
    expect((await written(world.counsellor, '&q=only+mine')).length).toBe(1);
  });

  it('needs the code of notes; without that of leads there are no comments of calls', async () => {
    const backOffice = await signIn(world.test, 'backoffice@northstar.example');
    expect((await ask(backOffice, 'GET', 'res/note-history')).code).toBe(403);
    expect((await ask(world.counsellor, 'POST', 'res/note-history', { body: 'x' })).code).toBe(404);
  });
});

describe('a note’s author', () => {
  it('corrects it for 15 minutes, and its history keeps what it said; later the server refuses and says what to do', async () => {
    const id = await add(world.counsellor, { lead_id: lead, body: 'Fee is 90,000' });
    world.test.clock.add(14 * 60);
    const first = await ask(world.counsellor, 'PATCH', `res/notes/${id}`, { body: 'Fee is 95,000' });
    expect(first.code, first.text).toBe(200);
    const history = (await ask(world.counsellor, 'GET', `res/notes/${id}/history`)).body as unknown as {
      oldData: Row | null;
      newData: Row | null;
    }[];
    expect(history[0]).toMatchObject({ oldData: { body: 'Fee is 90,000' }, newData: { body: 'Fee is 95,000' } });
    world.test.clock.add(2 * 60);
    const who = await signIn(world.test, 'counsellor@northstar.example');
    const late = await ask(who, 'PATCH', `res/notes/${id}`, { body: 'Fee is 100,000' });
    expect(late.body).toMatchObject({
      code: 409,
      message: 'A note can be changed for 15 minutes after it was written. Add another note instead.',
    });
    expect((await ask(who, 'PATCH', `res/notes/${id}`, { lead_id: null })).code).toBe(409);
    expect((await ask(who, 'PATCH', `res/notes/${id}`, { body: 'Fee is 95,000', pinned: true })).code).toBe(200);
    expect((await ask(who, 'GET', `res/notes/${id}`)).body).toMatchObject({ body: 'Fee is 95,000', pinned: true });
  });

  it('is the only one who changes what it says, administrators included', async () => {
    const who = await signIn(world.test, 'counsellor@northstar.example');
    const admin = await signIn(world.test, 'admin@northstar.example');
    const id = await add(who, { lead_id: lead, body: 'Said by the counsellor' });
    expect((await ask(admin, 'PATCH', `res/notes/${id}`, { body: 'Said by another' })).code).toBe(403);
    expect((await ask(admin, 'PATCH', `res/notes/${id}`, { pinned: true })).code).toBe(200);
  });
});
