import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { multipart } from '../attack/call-samples';
import { makeWorld, type World } from '../leads/lead-world';

describe.each(await reachableDatabases())('undo of an import, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    world.test.services.jobs.start();
  });
  afterAll(() => world.test.close());

  interface Status {
    readonly status: string;
    readonly undo?: { readonly undone: number; readonly kept: number };
    readonly undo_until?: string | null;
    readonly errors?: readonly { readonly line: number; readonly reason: string }[];
  }
  const status = async (job: string, who: Browser = world.admin): Promise<Status> =>
    (await call(world.test, who, 'GET', `leads/upload-csv/${job}`)).body['data'] as Status;
  const ended = async (answer: Answer): Promise<string> => {
    expect(answer.code, answer.text).toBe(200);
    const { job_id: job } = answer.body['data'] as { job_id: string };
    await expect.poll(async () => (await status(job)).status).toMatch(/done|failed|cancelled/);
    return job;
  };
  const load = async (lines: readonly string[], options: object = {}): Promise<string> => {
    const mapping = { Name: 'name', Mobile: 'phone', City: 'city', Email: 'email' };
    const form = multipart(
      { mapping: JSON.stringify(mapping), options: JSON.stringify(options) },
      ['Name,Mobile,City,Email', ...lines].join('\n'),
    );
    return ended(await call(world.test, world.admin, 'POST', 'leads/upload-csv', form.body, { 'content-type': form.type }));
  };
  const undo = (job: string, who: Browser = world.admin): Promise<Answer> =>
    call(world.test, who, 'POST', `leads/upload-csv/${job}/undo`, {});
  const byPhone = async (phone: string) => (await world.rows('leads', `phone = '+91${phone}' and deleted_at is null`))[0];

  it('SCREENS-2.5 removes leads that nobody worked with since, restores fields, and says why the others stay', async () => {
    const before = await world.makeLead({ phone: '9700000001', city: undefined });
    const job = await load(
      [
        'Old,9700000001,Pune,',
        'Fresh,9700000002,Goa,',
        'Called,9700000003,Goa,',
        'Edited,9700000004,Goa,',
        'Again,9700000005,Goa,',
        'Again,9700000005,Goa,',
      ],
      { on_match: 'fill_empty' },
    );
    expect((await world.row('leads', before))['city']).toBe('Pune');
    const [called, edited] = [await byPhone('9700000003'), await byPhone('9700000004')];
    await call(world.test, world.admin, 'POST', 'res/notes', { lead_id: called!['id'], body: 'Spoke to the mother' });
    await call(world.test, world.admin, 'PATCH', `res/leads/${String(edited!['id'])}`, { city: 'Nashik' });
    expect((await status(job)).undo_until).toBeTruthy();
    const listed = async (who = world.admin): Promise<unknown> =>
      (await call(world.test, who, 'GET', `bulk-changes?job_id=${job}`)).body['data'];
    expect(await listed()).toMatchObject([{ kind: 'lead-import', changed: 6, undo_until: expect.any(String), undo: null }]);
    expect(await listed(world.counsellor)).toEqual([]);

    const done = await status(await ended(await undo(job)));
    expect(done).toMatchObject({ status: 'done', undo: { undone: 4, kept: 2 } });
    expect(done.errors).toEqual([
      { line: 4, field: null, reason: 'The lead has been worked with since: note.' },
      { line: 5, field: null, reason: 'The lead has been worked with since: change.' },
    ]);
    expect((await world.row('leads', before))['city']).toBeNull();
    expect(await Promise.all(['9700000002', '9700000005'].map(byPhone))).toEqual([undefined, undefined]);
    expect((await byPhone('9700000004'))!['city']).toBe('Nashik');
    expect((await status(job)).undo_until).toBeNull();
    expect(await listed()).toMatchObject([{ undo_until: null, undo: { state: 'done', changed: 4, skipped: 2 } }]);
    const again = await undo(job);
    expect([again.code, again.body.message]).toEqual([409, 'This import has already been undone.']);
    expect(await load(['Fresh,9700000002,Goa,'])).toBeTruthy();
    expect(await byPhone('9700000002')).toBeTruthy();
  });

  it('takes re-enquiries off, and leaves what somebody changed', async () => {
    const first = await world.makeLead({ phone: '9700000011', source: world.source });
    const job = await load(['One,9700000011,,', 'One,9700000011,,']);
    expect((await world.row('leads', first))['re_enquiry_count']).toBe(2);
    await call(world.test, world.admin, 'POST', 'res/leads', { name: 'One', phone: '9700000011', source: world.otherSource });
    await ended(await undo(job));
    expect(await world.row('leads', first)).toMatchObject({ re_enquiry_count: 1, last_source: world.otherSource });
    expect(await world.rows('lead_captures', `lead_id = '${first}' and deleted_at is null`)).toHaveLength(2);
  });

  it('leaves the email of a lead whose phone was removed since: another lead may have it by now', async () => {
    const [first, other] = [await world.makeLead({ phone: '9700000051', email: 'first@x.example' }), 'other@x.example'];
    const job = await load([`One,9700000051,Goa,${other}`], { on_match: 'overwrite', overwrite: ['email', 'city'] });
    expect(await world.row('leads', first)).toMatchObject({ email: other, city: 'Goa' });
    await call(world.test, world.admin, 'PATCH', `res/leads/${first}`, { phone: null });
    await world.makeLead({ phone: undefined, email: 'first@x.example' });
    const done = await status(await ended(await undo(job)));
    expect(done).toMatchObject({ status: 'done', undo: { undone: 1, kept: 0 } });
    expect(done.errors).toMatchObject([{ line: 2, reason: 'Changed since and kept: Email.' }]);
    expect(await world.row('leads', first)).toMatchObject({ email: other, city: null });
  });

  it('goes on after it stopped, and takes nothing back twice', async () => {
    const first = await world.makeLead({ phone: '9700000031' });
    const job = await load(['One,9700000031,,', 'Two,9700000032,,']);
    await call(world.test, world.admin, 'POST', 'res/leads', { name: 'One', phone: '9700000031' });
    const undone = await ended(await undo(job));
    expect((await world.row('leads', first))['re_enquiry_count']).toBe(1);
    const tenant = String((await world.row('leads', first))['tenant_id']);
    await edit(world.test, tenant, `update "jobs" set "state" = 'failed' where "id" = '${undone}'`);
    await edit(world.test, tenant, `update "imports" set "state" = 'undoing' where "job_id" = '${job}'`);
    expect((await status(job)).undo_until).toBeTruthy();
    expect(await status(await ended(await undo(job)))).toMatchObject({ status: 'done', undo: { undone: 2, kept: 0 } });
    expect((await world.row('leads', first))['re_enquiry_count']).toBe(1);
  });

  it('removes a lead that only a rule has worked with, with the follow-up of the rule', async () => {
    const job = await load(['Ruled,9700000041,,']);
    const { id, tenant_id: tenant } = (await byPhone('9700000041'))!;
    const at = `now() + interval '1 day'`;
    await edit(
      world.test,
      String(tenant),
      `insert into "follow_ups" ("tenant_id", "id", "lead_id", "call_date_time", "state", "actor")
       values ('${String(tenant)}', 'by-rule', '${String(id)}', ${at}, 'pending', 'Rule ''New leads''')`,
    );
    expect(await status(await ended(await undo(job)))).toMatchObject({ undo: { undone: 1, kept: 0 } });
    expect(await byPhone('9700000041')).toBeUndefined();
    expect((await world.row('follow_ups', 'by-rule'))['deleted_at']).toBeTruthy();
  });

  it('is refused to others, after 72 hours, and while the import runs', async () => {
    const job = await load(['Late,9700000021,,']);
    expect((await undo(job, world.foreigner)).code).toBeGreaterThanOrEqual(403);
    const tenant = String((await byPhone('9700000021'))!['tenant_id']);
    await edit(
      world.test,
      tenant,
      `update "jobs" set "state" = 'running', "lease_until" = now() + interval '1 hour', "finished_at" = null where "id" = '${job}'`,
    );
    expect((await undo(job)).body.message).toContain('still running');
    await edit(
      world.test,
      tenant,
      `update "jobs" set "state" = 'done', "lease_until" = null, "finished_at" = now() - interval '73 hours' where "id" = '${job}'`,
    );
    expect((await status(job)).undo_until).toBeNull();
    expect((await undo(job)).code).toBe(409);
  });
});
