import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../src/schemas/kit/resource';
import { leadPlaces, stays } from '../../server/leads/lead-places';
import { moveLeadRows } from '../../server/leads/move-lead-rows';
import type { Tx } from '../../server/store/store';
import { tableName } from '../../server/store/identifiers';
import { newId } from '../../server/store/ids';
import { call, edit, type Answer, type Browser } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, saveStage, type World } from './lead-world';

describe.each(await reachableDatabases())('two leads made one, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
  });
  afterAll(() => world.test.close());

  /** The choices are 'kept' and 'lost'. */
  const merge = (who: Browser, kept: string, lost: string, choices = {}, more = {}): Promise<Answer> => {
    const ids = new Map<unknown, string>(Object.entries({ kept, lost }));
    const chosen = Object.fromEntries(Object.entries(choices).map(([field, side]) => [field, ids.get(side)]));
    return call(world.test, who, 'POST', 'leads/merge', { kept_id: kept, lost_ids: [lost], choices: chosen, ...more });
  };
  const unmerge = (who: Browser, answer: Answer): Promise<Answer> =>
    call(world.test, who, 'POST', 'leads/unmerge', { merge_id: (answer.body['data'] as { merge_id: string }).merge_id });
  const lead = (id: string) => world.row('leads', id);
  const capture = (phone: string): Promise<Answer> =>
    call(world.test, world.admin, 'POST', 'res/leads', { name: 'Again', phone });
  const requiredOf = (table: string) =>
    world.test.store.admin<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = '${table}'
         and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
    );
  const fillers: Readonly<Record<string, string>> = {
    jsonb: "'{}'",
    integer: '1',
    bigint: '1',
    numeric: '1',
    boolean: 'true',
    date: "'2026-01-01'",
    'timestamp with time zone': 'now()',
  };
  const mine = (table: string, id: string) => world.rows(table, `lead_id = '${id}' and deleted_at is null`);

  it('SCREENS-2.7 every column that refers to a lead moves with a merge and comes back when it is undone', async () => {
    const [kept, lost] = [await world.makeLead(), await world.makeLead()];
    const tenant = String((await lead(kept))['tenant_id']);
    const made = new Map<string, string>();
    for (const { resource, column, holds } of leadPlaces) {
      const [table, key] = [tableName(resource), keyOf(resource)];
      const name = `${table}.${column}`;
      if (key.type !== 'string') throw new Error(`${name} has no text key`);
      const value = holds === 'one' ? `'${lost}'` : `'["${lost}"]'::jsonb`;
      const id = newId();
      made.set(name, id);
      const given = new Map([
        ['tenant_id', `'${tenant}'`],
        [key.name, `'${id}'`],
        [column, value],
      ]);
      for (const { name: required, type } of await requiredOf(table))
        if (!given.has(required)) given.set(required, fillers[type] ?? `'${id}'`);
      // References of the rows themselves do not matter here.
      await world.test.store.admin(`begin; set local session_replication_role = replica;
        insert into "${table}" (${[...given.keys()].map((one) => `"${one}"`).join()}) values (${[...given.values()].join()}); commit`);
    }
    const places = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const { resource, column } of leadPlaces) {
        const table = tableName(resource);
        const [row] = await world.rows(table, `"${keyOf(resource).name}" = '${made.get(`${table}.${column}`)}'`);
        found.push(`${table}.${column}: ${JSON.stringify(row![column]).replace(kept, 'kept').replace(lost, 'lost')}`);
      }
      return found;
    };
    const before = await places();
    const answer = await merge(world.admin, kept, lost);
    expect([answer.code, answer.body.message]).toEqual([200, expect.stringContaining('The leads were merged.')]);
    expect(await places()).toEqual(before.map((text) => text.replace('lost', 'kept')));
    expect((await unmerge(world.admin, answer)).code).toBe(200);
    expect(await places()).toEqual(before);
  });

  it('asks once which tables have rows of the lead, however many there are', async () => {
    const [kept, lost] = [await world.makeLead(), await world.makeLead()];
    const tenantId = String((await lead(kept))['tenant_id']);
    let statements = 0;
    await world.test.store.transaction(actor(tenantId), async (tx) => {
      const counting: Tx = {
        ...tx,
        one: (statement, name) => (statements++, tx.one(statement, name)),
        rows: (statement, name) => (statements++, tx.rows(statement, name)),
      };
      const by = { tenantId, userId: null, zone: 'Asia/Kolkata', now: new Date() };
      await moveLeadRows({ tx: counting, by }, { kept, lost });
    });
    expect(leadPlaces.length).toBeGreaterThan(20);
    expect(statements).toBeLessThan(6);
  });

  it('no column that names a lead is forgotten', async () => {
    const columns = await world.test.store.admin(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
         and (column_name like '%lead_id' or column_name like '%lead_ids') order by 1`,
    );
    const known = [
      ...leadPlaces.map(({ resource, column }) => `${tableName(resource)}.${column}`),
      ...[...stays].map((name) => name.replaceAll('-', '_')),
    ];
    /** A place in a dialer list; what someone looked for, whose list shows live leads alone; and what a notification was about when it was sent, whose links lead on to the kept lead. */
    const others = ['calls.list_lead_id', 'lead_searches.lead_ids', 'notifications.lead_ids'];
    expect(columns.map((row) => String(row['name'])).filter((name) => !known.includes(name) && !others.includes(name))).toEqual(
      [],
    );
  });

  it('takes the chosen values, fills gaps, adds up counts, and forgets no number, tag or refusal', async () => {
    const kept = await world.makeLead({ name: 'Asha Rao', city: 'Pune', tags: ['a'], email: 'asha@example.com' });
    const lost = await world.makeLead({ name: 'Asha R.', city: 'Nagpur', pincode: '411001', tags: ['b'], do_not_disturb: true });
    const number = String((await lead(lost))['phone']);
    const answer = await merge(world.admin, kept, lost, { city: 'lost', name: 'kept' });
    expect(answer.code).toBe(200);
    expect(await lead(kept)).toMatchObject({
      name: 'Asha Rao',
      city: 'Nagpur',
      pincode: '411001',
      tags: ['a', 'b'],
      do_not_disturb: true,
      alternate_phone: number,
      email: 'asha@example.com',
      re_enquiry_count: 1,
    });
    expect(await mine('lead_captures', kept)).toHaveLength(2);
    expect((await mine('lead_captures', kept)).filter((one) => !one['is_re_enquiry'])).toHaveLength(1);
    expect(await lead(lost)).toMatchObject({ merged_into: kept, deleted_at: expect.any(String) });
  });

  it('the address of the lost lead leads to the kept one, also over a second merge, and a new enquiry with its number too', async () => {
    const [first, second, third] = [await world.makeLead(), await world.makeLead(), await world.makeLead()];
    const phone = String((await lead(first))['phone']);
    await merge(world.admin, second, first);
    await merge(world.admin, third, second);
    const answer = await call(world.test, world.admin, 'GET', `leads/${first}/merged-into`);
    expect(answer.body['data']).toEqual({ id: third });
    expect((await call(world.test, world.admin, 'GET', `leads/${third}/merged-into`)).code).toBe(404);
    expect((await call(world.test, world.admin, 'GET', `res/leads/${first}`)).code).toBe(404);
    const again = await capture(phone);
    expect(again.body['id']).toBe(third);
    expect((await lead(third))['re_enquiry_count']).toBe(3);
    expect(await world.rows('leads', `phone = '${phone}' and deleted_at is null`)).toEqual([]);
  });

  it('a merge can be undone for 72 hours: what was changed since is named and stays', async () => {
    const kept = await world.makeLead({ city: 'Pune', pincode: '411001', last_education: '12th' });
    const lost = await world.makeLead({ city: 'Nagpur', pincode: '440001', last_education: 'Diploma' });
    await saveStage(world, world.counsellor, lost, { stage_id: world.stages.Counselled, sub_stage: 'Course explained' });
    const [was, wasLost] = [await lead(kept), await lead(lost)];
    const answer = await merge(world.admin, kept, lost, { city: 'lost', pincode: 'lost', last_education: 'lost' });
    await call(world.test, world.admin, 'PATCH', `res/leads/${kept}`, { city: 'Nashik' });
    const listed = await call(world.test, world.admin, 'GET', `leads/${kept}/panel`);
    expect((listed.body['data'] as { merges: unknown }).merges).toMatchObject([{ lost_id: lost }]);
    const undone = await unmerge(world.admin, answer);
    expect(undone.body['data']).toMatchObject({ gone: 0, kept_changes: ['City'] });
    expect(await lead(kept)).toMatchObject({
      city: 'Nashik',
      pincode: '411001',
      last_education: '12th',
      alternate_phone: null,
      re_enquiry_count: 0,
    });
    const { updated_at: _u, row_version: _r, updated_by: _b, ...stands } = wasLost;
    expect(await lead(lost)).toMatchObject(stands);
    expect(await mine('call_actions', lost)).toHaveLength(1);
    expect((await mine('lead_captures', lost)).map((one) => one['is_re_enquiry'])).toEqual([false]);
    expect((await lead(kept))['stage_id']).toBe(was['stage_id']);
    expect((await unmerge(world.admin, answer)).body.message).toBe('This merge has already been undone.');
  });

  it('is not undone after 72 hours, nor while the lost number belongs to someone else', async () => {
    const [kept, lost] = [await world.makeLead(), await world.makeLead()];
    const phone = String((await lead(lost))['phone']);
    const answer = await merge(world.admin, kept, lost);
    const other = await world.makeLead();
    await call(world.test, world.admin, 'PATCH', `res/leads/${other}`, { phone });
    expect((await unmerge(world.admin, answer)).code).toBe(409);
    await call(world.test, world.admin, 'PATCH', `res/leads/${other}`, { phone: '9822099999' });
    await edit(
      world.test,
      String((await lead(kept))['tenant_id']),
      `update "lead_merges" set "created_at" = now() - interval '73 hours' where "kept_id" = '${kept}'`,
    );
    const late = await unmerge(world.admin, answer);
    expect([late.code, late.body.message]).toEqual([409, 'A merge can be undone for 72 hours only.']);
  });

  it('is not undone while the phone or email that goes back is in use, and does not say who has it', async () => {
    const [kept, lost] = [await world.makeLead(), await world.makeLead()];
    const phone = String((await lead(lost))['phone']);
    const answer = await merge(world.counsellor, kept, lost);
    const change = async (id: string, values: object): Promise<void> => {
      expect((await call(world.test, world.admin, 'PATCH', `res/leads/${id}`, values)).status).toBe(200);
    };
    const refused = async (who: Browser, merged: Answer): Promise<string> => {
      const { code, text } = await unmerge(who, merged);
      expect([code, text]).toEqual([409, expect.stringContaining('now belongs to another lead')]);
      return text;
    };
    const theirs = await world.makeLead({ name: 'Hidden Person' }, 'outsider@northstar.example');
    await change(theirs, { phone });
    expect(await refused(world.counsellor, answer)).not.toContain('Hidden');
    await change(theirs, { phone: '9822088888' });
    await change(kept, { phone });
    await refused(world.counsellor, answer);

    const byEmail = await world.makeLead({ phone: undefined, email: 'lone@example.com' });
    const second = await merge(world.admin, kept, byEmail);
    const other = await world.makeLead({ phone: undefined, email: 'other@example.com' });
    await change(other, { email: 'lone@example.com' });
    await refused(world.admin, second);
  });

  it('a lead that was known by its email alone stays known by it when it takes a phone or an email', async () => {
    const again = async (email: string): Promise<unknown> =>
      (await call(world.test, world.admin, 'POST', 'res/leads', { name: 'Again', email })).body['id'];
    const byEmail = (email: string): Promise<string> => world.makeLead({ phone: undefined, email });
    const [kept, lost] = [await byEmail('first@example.com'), await world.makeLead()];
    await merge(world.admin, kept, lost);
    expect(await again('first@example.com')).toBe(kept);
    const [one, two] = [await byEmail('second@example.com'), await byEmail('third@example.com')];
    await merge(world.admin, one, two, { email: 'lost' });
    expect([await again('second@example.com'), await again('third@example.com')]).toEqual([one, one]);
  });

  it('a lead that the rule keeps apart and that takes another one is found by the number of that one', async () => {
    const [main, apart, lost] = [await world.makeLead(), await world.makeLead(), await world.makeLead()];
    const [own, phone] = [String((await lead(main))['phone']), String((await lead(lost))['phone'])];
    const tenant = String((await lead(main))['tenant_id']);
    await edit(world.test, tenant, `update "leads" set "duplicate_of" = '${main}', "phone" = '${own}' where "id" = '${apart}'`);
    await merge(world.admin, apart, lost);
    expect((await capture(phone)).body['id']).toBe(apart);
    expect((await capture(own)).body['id']).toBe(main);
  });

  it('of two merges of one lead at once one wins, and the other is told', async () => {
    const [lost, one, two] = [await world.makeLead(), await world.makeLead(), await world.makeLead()];
    const answers = await Promise.all([merge(world.admin, one, lost), merge(world.admin, two, lost)]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    for (const { code, body } of answers.filter(({ code: not }) => not !== 200)) {
      expect(code).toBe(409);
      expect(body.message).toContain('has already been merged');
    }
  });

  it('is refused for leads out of reach, of another tenant, twice the same, stale, or with a field that the role cannot set', async () => {
    const { counsellor, foreigner, outsider, admin } = world;
    const [own, own2] = [await world.makeLead(), await world.makeLead()];
    const theirs = await world.makeLead({}, 'outsider@northstar.example');
    expect((await merge(counsellor, own, theirs)).code).toBe(403);
    expect((await merge(outsider, own, theirs)).code).toBe(403);
    expect((await merge(foreigner, own, own2)).code).toBe(404);
    expect((await merge(admin, own, own)).code).toBe(422);
    expect((await merge(admin, own, own2, { deleted_at: 'lost' })).code).toBe(422);
    expect((await merge(admin, own, own2, {}, { versions: [{ id: own, row_version: 99 }] })).code).toBe(409);
    const answer = await merge(counsellor, own, own2);
    expect(answer.code).toBe(200);
    expect((await unmerge(outsider, answer)).code).toBe(403);
    expect((await unmerge(foreigner, answer)).code).toBe(404);
    expect((await call(world.test, outsider, 'GET', `leads/${own2}/merged-into`)).code).toBe(404);
    expect((await call(world.test, admin, 'POST', `res/leads/${own2}/restore`)).code).toBe(409);
    expect((await lead(own2))['deleted_at']).not.toBeNull();
  });

  it('the owner goes with the choice, pending follow-ups with the owner, and back', async () => {
    const kept = await world.makeLead();
    const lost = await world.makeLead({}, 'outsider@northstar.example');
    const at = new Date(world.test.services.now().getTime() + 3_600_000).toISOString();
    await call(world.test, world.admin, 'POST', 'res/follow-ups', {
      lead_id: lost,
      call_date_time: at,
      user_id: world.outsider.userId,
    });
    const answer = await merge(world.admin, kept, lost);
    expect(answer.code).toBe(200);
    expect((await mine('follow_ups', kept)).map((one) => one['user_id'])).toEqual([world.counsellor.userId]);
    expect((await lead(kept))['next_followup_at']).toBe(at);
    await unmerge(world.admin, answer);
    expect((await mine('follow_ups', lost)).map((one) => one['user_id'])).toEqual([world.outsider.userId]);
    expect([(await lead(kept))['next_followup_at'], (await lead(lost))['next_followup_at']]).toEqual([null, at]);
    const second = await merge(world.admin, kept, lost, { user_id: 'lost' });
    expect((await lead(kept))['user_id']).toBe(world.outsider.userId);
    await unmerge(world.admin, second);
    expect((await lead(kept))['user_id']).toBe(world.counsellor.userId);
  });
});
