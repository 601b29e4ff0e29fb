import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Answer, type Browser } from '../support/app';
import { inHours, makeWorld, type World } from './lead-world';
import { reachableDatabases } from '../support/postgres';

interface Job {
  readonly id: string;
  readonly state: string;
  readonly message: string;
  readonly result: { readonly done: number; readonly skipped: number };
}

describe.each(await reachableDatabases())('what is done with many leads on $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    world.test.services.jobs.start();
  });
  afterAll(() => world.test.close());

  const bulk = (body: object, who: Browser = world.admin): Promise<Answer> =>
    call(world.test, who, 'POST', 'res/leads/bulk', body);
  const ended = async (answer: Answer, who: Browser = world.admin): Promise<Job> => {
    expect(answer.code, answer.text).toBe(200);
    for (;;) {
      const job = (await call(world.test, who, 'GET', `jobs/${String(answer.body['job_id'])}`)).body['data'] as Job;
      if (!['queued', 'running'].includes(job.state)) return job;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const act = async (name: string, ids: readonly string[], values: object, who: Browser = world.admin): Promise<Job> =>
    ended(await bulk({ action: 'act', act: name, ids, values }, who), who);
  const undo = async (job: Job, who: Browser = world.admin): Promise<Job> =>
    ended(await bulk({ action: 'undo', job_id: job.id }, who), who);
  const reasonsOf = async (job: Job, who: Browser = world.admin): Promise<unknown[]> =>
    ((await call(world.test, who, 'GET', `jobs/${job.id}/rows?outcome=skipped`)).body['data'] as { reason: string }[]).map(
      ({ reason }) => reason,
    );
  const user = (email: string): string => world.test.fixture.users[email]!;
  const ownersOf = async (ids: readonly string[]): Promise<unknown[]> =>
    Promise.all(ids.map(async (id) => (await world.row('leads', id))['user_id']));
  const leadsOf = async (count: number, values: object = {}): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await world.makeLead({ ...values }));
    return ids.sort();
  };

  it('re-assigns by round robin with the owner history, and the undo gives every lead back', async () => {
    const ids = await leadsOf(5);
    const [lead, outsider, counsellor] = ['lead', 'outsider', 'counsellor'].map((name) => user(`${name}@northstar.example`));
    const job = await act('reassign', ids, { user_ids: [lead, outsider], reason: 'Summer intake' });
    expect(job).toMatchObject({ state: 'done', result: { done: 5, skipped: 0 } });
    expect(await ownersOf(ids)).toEqual([lead, outsider, lead, outsider, lead]);
    const history = await world.rows('lead_owner_history', `"lead_id" = '${ids[0]}' and "reason" = 'bulk'`);
    expect(history).toMatchObject([{ from_user_id: counsellor, to_user_id: lead, note: 'Summer intake' }]);

    await call(world.test, world.admin, 'PATCH', `res/leads/${ids[1]}`, { user_id: user('counsellor@northstar.example') });
    await call(world.test, world.admin, 'PATCH', `res/leads/${ids[2]}`, { city: 'Pune' });
    const undone = await undo(job);
    expect(undone.result).toEqual({ done: 4, skipped: 1 });
    expect(await reasonsOf(undone)).toEqual(['It has been changed since: Lead Owner.']);
    expect(await ownersOf(ids)).toEqual(Array.from({ length: 5 }, () => counsellor));
    expect((await world.row('leads', ids[2]!))['city']).toBe('Pune');
    expect((await bulk({ action: 'undo', job_id: job.id, client_ref: 'again' })).code).toBe(409);
  });

  it('whoever may hand leads over takes them back with the undo, although they no longer see them', async () => {
    const ids = await leadsOf(2);
    const owner = user('counsellor@northstar.example');
    const job = await act('reassign', ids, { user_ids: [user('outsider@northstar.example')] }, world.lead);
    expect(job.result).toEqual({ done: 2, skipped: 0 });
    expect((await undo(job, world.lead)).result).toEqual({ done: 2, skipped: 0 });
    expect(await ownersOf(ids)).toEqual([owner, owner]);
  });

  it('asks the right of the act, the scope of each row and the shape of the values', async () => {
    const [id] = await leadsOf(1);
    const other = user('outsider@northstar.example');
    const refused = async (body: object, who: Browser): Promise<number> => (await bulk(body, who)).code;
    const reassign = { action: 'act', act: 'reassign', ids: [id], values: { user_ids: [other] } };
    expect(await refused(reassign, world.counsellor)).toBe(403);
    expect(await refused({ ...reassign, values: {} }, world.admin)).toBe(422);
    expect(await refused({ ...reassign, values: { user_ids: ['nobody'] } }, world.admin)).toBe(422);
    expect(await refused({ ...reassign, act: 'constructor' }, world.admin)).toBe(422);
    expect(await refused({ ...reassign, act: 'nothing' }, world.admin)).toBe(422);
    expect(await refused({ action: 'act', act: 'reassign', values: { user_ids: [other] } }, world.admin)).toBe(422);
    expect((await call(world.test, world.foreigner, 'GET', 'bulk-changes')).body['data']).toEqual([]);
    const foreign = await call(world.test, world.foreigner, 'POST', 'res/leads/bulk/preview', {
      act: 'tags',
      ids: [id],
      values: { add: ['x'] },
    });
    expect([403, 200]).toContain(foreign.code);
    if (foreign.code === 200) expect(foreign.body).toMatchObject({ looked: 0 });
    expect(await ownersOf([id!])).toEqual([user('counsellor@northstar.example')]);
  });

  it('a lead has up to 200 tags; one that would get more is left as it is, with the reason', async () => {
    const tags = Array.from({ length: 200 }, (_, at) => `tag ${at}`);
    const [full] = await leadsOf(1, { tags });
    const job = await act('tags', [full!], { add: ['One more'] });
    expect(await reasonsOf(job)).toEqual(['Tags can have up to 200 entries.']);
    expect((await world.row('leads', full!))['tags']).toHaveLength(200);
    const more = await call(world.test, world.admin, 'PATCH', `res/leads/${full}`, { tags: [...tags, 'One more'] });
    expect(more.body).toMatchObject({ code: 422, errors: [{ path: 'tags' }] });
  });

  it('adds and removes tags and leaves the others; the undo restores what each lead had', async () => {
    const ids = await leadsOf(2, { tags: ['Scholarship', 'Cold'] });
    const [third] = await leadsOf(1, { tags: ['Hot'] });
    const all = [...ids, third!].sort();
    const job = await act('tags', all, { add: ['Hot'], remove: ['Cold'] });
    expect(job.result).toEqual({ done: 2, skipped: 1 });
    expect(await reasonsOf(job)).toEqual(['It already has this value.']);
    expect((await world.row('leads', ids[0]!))['tags']).toEqual(['Scholarship', 'Hot']);
    expect((await undo(job)).result).toEqual({ done: 2, skipped: 0 });
    expect((await world.row('leads', ids[0]!))['tags']).toEqual(['Scholarship', 'Cold']);
  });

  it('changes the stage by its rules: follow-ups are spread over the window for the owners, and refusals are named', async () => {
    const ids = await leadsOf(3);
    const { Interested, Enrolled } = world.stages;
    const values = { stage_id: world.stages['Call back'], from: inHours(world, 24), to: inHours(world, 26) };
    expect((await bulk({ action: 'act', act: 'stage', ids, values: { stage_id: world.stages['Call back'] } })).code).toBe(422);
    expect((await bulk({ action: 'act', act: 'stage', ids, values: { stage_id: Interested, from: values.from } })).code).toBe(
      422,
    );
    const job = await act('stage', ids, values);
    expect(job.result).toEqual({ done: 3, skipped: 0 });
    const planned = await world.rows(
      'follow_ups',
      `"lead_id" in (${ids.map((id) => `'${id}'`).join()}) order by "call_date_time"`,
    );
    const minutes = planned.map((row) => Date.parse(String(row['call_date_time'])) / 60_000);
    expect(planned.map((row) => row['user_id'])).toEqual(ids.map(() => user('counsellor@northstar.example')));
    expect(minutes.map((minute) => Math.round(minute - minutes[0]!))).toEqual([0, 60, 120]);
    expect((await bulk({ action: 'undo', job_id: job.id })).code).toBe(409);

    await act('stage', [ids[0]!], { stage_id: Enrolled, sub_stage: 'Seat confirmed' });
    const back = await act('stage', [ids[0]!], { stage_id: world.stages.Counselled });
    expect(back.result).toEqual({ done: 0, skipped: 1 });
    expect(await reasonsOf(back)).toEqual(['An enrolled lead cannot leave the stage Enrolled.']);
  });

  it('refers by round robin, tells each colleague once, and the undo takes open questions back', async () => {
    const ids = await leadsOf(4);
    const to = ['lead', 'outsider'].map((name) => user(`${name}@northstar.example`));
    const before = (await world.rows('notifications', `"user_id" = '${to[0]}'`)).length;
    const job = await act('refer', ids, { to_user_ids: to, note: 'Kannada speakers' });
    expect(job.result).toEqual({ done: 4, skipped: 0 });
    const told = await world.rows('notifications', `"user_id" = '${to[0]}' order by "seq"`);
    expect(told).toHaveLength(before + 1);
    expect(told.at(-1)!['lead_ids']).toEqual([ids[0], ids[2]]);
    expect((await undo(job)).result).toEqual({ done: 4, skipped: 0 });
    const open = await world.rows(
      'lead_referrals',
      `"lead_id" in (${ids.map((id) => `'${id}'`).join()}) and "state" = 'pending'`,
    );
    expect(open).toEqual([]);
  });

  it('counts who is excluded before a message is sent, and writes to the others alone', async () => {
    const template = await call(world.test, world.admin, 'POST', 'create/campaign/template', {
      name: 'Open day',
      channel: 'email',
      subject: 'Open day',
      body_html: '<p>Dear {{name}}</p>',
    });
    expect(template.code, template.text).toBe(200);
    const ids = [
      ...(await leadsOf(1, { email: 'asha@example.com' })),
      ...(await leadsOf(1)),
      ...(await leadsOf(1, { email: 'ravi@example.com', do_not_disturb: true })),
      ...(await leadsOf(1, { email: 'meera@example.com', consent: { email: false } })),
    ].sort();
    const values = {
      channel: 'email',
      template_id: String((template.body['data'] as { id: string } | undefined)?.id ?? template.body['id']),
    };
    const preview = await call(world.test, world.admin, 'POST', 'res/leads/bulk/preview', { act: 'message', ids, values });
    expect(preview.body, preview.text).toMatchObject({ looked: 4, all: true });
    const { skipped } = preview.body as unknown as { skipped: { reason: string; count: number }[] };
    expect(new Map(skipped.map(({ reason, count }) => [reason, count]))).toEqual(
      new Map([
        ['The lead has no email address.', 1],
        ['The lead is marked do not disturb.', 1],
        ['The lead has opted out of emails.', 1],
      ]),
    );
    const job = await act('message', ids, values);
    expect(job.result).toEqual({ done: 1, skipped: 3 });
    const sent = await world.rows('outbox_messages', `"lead_id" in (${ids.map((id) => `'${id}'`).join()})`);
    expect(sent.map((row) => row['to'])).toEqual(['asha@example.com']);
  });

  describe('before it begins', () => {
    const preview = async (name: string, ids: readonly string[], values: object): Promise<unknown> => {
      const answer = await call(world.test, world.admin, 'POST', 'res/leads/bulk/preview', { act: name, ids, values });
      expect(answer.code, answer.text).toBe(200);
      return answer.body['skipped'];
    };
    /** What the preview says is what the job then does. */
    const holds = async (name: string, ids: readonly string[], values: object): Promise<unknown> => {
      const counted = (await preview(name, ids, values)) as { reason: string; count: number }[];
      const reasons = await reasonsOf(await act(name, ids, values));
      expect(counted.flatMap(({ reason, count }) => Array.from({ length: count }, () => reason)).toSorted()).toEqual(
        reasons.toSorted(),
      );
      return counted;
    };

    it('it says which leads already have the tags', async () => {
      const ids = [...(await leadsOf(2, { tags: ['Hot'] })), ...(await leadsOf(1))];
      expect(await holds('tags', ids, { add: ['Hot'] })).toEqual([{ reason: 'It already has this value.', count: 2 }]);
    });

    it('it says which leads the new owner already has', async () => {
      const ids = [...(await leadsOf(2)), await world.makeLead({}, 'lead@northstar.example')];
      const counsellor = user('counsellor@northstar.example');
      expect(await holds('reassign', ids, { user_ids: [counsellor] })).toEqual([
        { reason: 'The lead is already theirs.', count: 2 },
      ]);
      expect(await preview('reassign', ids, { user_ids: [counsellor, user('lead@northstar.example')] })).toEqual([]);
    });

    it('it says about which leads someone has been asked', async () => {
      const ids = await leadsOf(3);
      const to_user_ids = [user('lead@northstar.example')];
      await act('refer', [ids[0]!], { to_user_ids });
      const theirs = await world.makeLead({}, 'lead@northstar.example');
      expect(await holds('refer', [...ids, theirs], { to_user_ids })).toEqual([
        { reason: 'Someone has already been asked to take this lead.', count: 1 },
        { reason: 'The lead is already theirs.', count: 1 },
      ]);
    });

    it('it says which leads cannot get the stage, and why', async () => {
      const [enrolled, there, free] = await leadsOf(3);
      const values = { stage_id: world.stages.Counselled, sub_stage: 'Course explained' };
      await act('stage', [enrolled!], { stage_id: world.stages.Enrolled, sub_stage: 'Seat confirmed' });
      await act('stage', [there!], values);
      expect(await holds('stage', [enrolled!, there!, free!], values)).toEqual([
        { reason: 'An enrolled lead cannot leave the stage Enrolled.', count: 1 },
        { reason: 'It already has this stage.', count: 1 },
      ]);
    });
  });

  it('refuses, before anything is queued, colleagues who do not exist, a sub stage of another stage, and a blank tag', async () => {
    const ids = await leadsOf(1);
    const fault = async (name: string, values: object): Promise<unknown> =>
      (await bulk({ action: 'act', act: name, ids, values })).body.errors?.[0];
    const foreigner = user('counsellor@lakeview.example');
    for (const id of ['nobody', foreigner])
      expect(await fault('refer', { to_user_ids: [id] })).toMatchObject({ path: 'to_user_ids' });
    const stage_id = world.stages.Counselled;
    expect(await fault('stage', { stage_id, sub_stage: 'Seat confirmed' })).toMatchObject({ path: 'sub_stage' });
    expect(await fault('stage', { stage_id, to: inHours(world, 2) })).toMatchObject({ path: 'from' });
    expect(await fault('tags', { add: [' '] })).toEqual({ path: 'add', message: 'Each must be a text of 1 to 40 characters' });
    expect(await fault('tags', { add: ['x'.repeat(41)] })).toMatchObject({ path: 'add' });
  });

  it('an undo that is asked for several times at once is one job', async () => {
    const job = await act('tags', await leadsOf(2), { add: ['Once'] });
    const asked = await Promise.all(
      ['a', 'b', 'c', 'd'].map((client_ref) => bulk({ action: 'undo', job_id: job.id, client_ref })),
    );
    expect(asked.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('lists what was changed, by whom, and until when it can be undone', async () => {
    const ids = await leadsOf(2);
    const answer = await bulk({ action: 'update', ids, values: { priority: 2, source: world.source } });
    const job = await ended(answer);
    const list = async (who: Browser, query = ''): Promise<Record<string, unknown>[]> =>
      (await call(world.test, who, 'GET', `bulk-changes${query}`)).body['data'] as Record<string, unknown>[];
    const [first] = await list(world.admin, `?job_id=${job.id}`);
    expect(first).toMatchObject({
      job_id: job.id,
      resource: 'leads',
      action: 'update',
      values: { priority: 2, source: world.source },
      labels: { source: 'Google' },
      state: 'done',
      changed: 2,
      skipped: 0,
      undo: null,
    });
    expect(Date.parse(String(first!['undo_until'])) - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect((await list(world.counsellor, `?job_id=${job.id}`)).length).toBe(0);
    const undone = await undo(job);
    const [after] = await list(world.admin, `?job_id=${job.id}`);
    expect(after).toMatchObject({ undo_until: null, undo: { job_id: undone.id, state: 'done', changed: 2, skipped: 0 } });
  });
});
