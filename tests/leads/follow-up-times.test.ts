import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { runDueJobs } from '../support/due-jobs';
import { makeWorld, type World } from './lead-world';

/** Wednesday, 23:14 in India: one hour later is another day. */
const now = new Date('2027-03-03T17:44:00Z');

describe.each(await reachableDatabases())('$name', (database) => {
  let world: World;
  let tenant: string;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh(), now);
    tenant = world.test.fixture.tenants['northstar']!;
    await edit(
      world.test,
      tenant,
      `insert into "shifts" ("tenant_id", "id", "name", "start_time", "end_time", "weekly_off") values ('${tenant}', 'day-shift', 'Day', '10:00', '18:00', '["Sunday"]')`,
    );
    await edit(world.test, tenant, `update "users" set "shift_id" = 'day-shift' where "id" = '${world.counsellor.userId}'`);
  });
  afterAll(() => world.test.close());

  const get = (path: string, who: Browser = world.counsellor): Promise<Answer> => call(world.test, who, 'GET', path);
  const post = (path: string, body: object, who: Browser = world.counsellor): Promise<Answer> =>
    call(world.test, who, 'POST', path, body);
  /** The job once it has run. */
  async function settled(id: string): Promise<unknown> {
    await runDueJobs(world.test);
    const { body } = await get(`jobs/${id}`, world.lead);
    return body['data'] ?? body;
  }
  async function plan(at: string, who: Browser = world.counsellor): Promise<{ id: string; lead_id: string }> {
    const lead_id = await world.makeLead();
    const made = await post('res/follow-ups', { lead_id, call_date_time: at }, who);
    if (made.code !== 200) throw new Error(made.text);
    return { id: (made.body as { id: string }).id, lead_id };
  }

  describe('the time of a follow-up', () => {
    const timeOf = async (at: string): Promise<unknown> => (await get(`followup/time?at=${at}`)).body['data'];

    it('is outside the shift after its end, on a day off, and not within it', async () => {
      const hours = { from: '10:00', to: '18:00' };
      expect(await timeOf('2027-03-03T18:45:00Z')).toEqual({ planned: 0, outside: { ...hours, dayOff: false } }); // 00:15
      expect(await timeOf('2027-03-07T06:00:00Z')).toEqual({ planned: 0, outside: { ...hours, dayOff: true } }); // Sunday 11:30
      expect(await timeOf('2027-03-04T05:30:00Z')).toEqual({ planned: 0, outside: null });
    });

    it('counts what is pending in the same half hour', async () => {
      for (const minute of ['00', '10', '29']) await plan(`2027-03-05T06:${minute}:00Z`);
      await plan('2027-03-05T06:30:00Z');
      const { lead_id: gone } = await plan('2027-03-05T06:20:00Z');
      expect((await call(world.test, world.admin, 'DELETE', `res/leads/${gone}`)).code).toBe(200);
      expect(await timeOf('2027-03-05T06:15:00Z')).toMatchObject({ planned: 3 });
      expect(await timeOf('2027-03-05T06:45:00Z')).toMatchObject({ planned: 1 });
    });

    it('of another person is told to those who see their leads', async () => {
      const of = `followup/time?at=2027-03-03T18:45:00Z&user_id=${world.counsellor.userId}`;
      expect((await get(of, world.lead)).body['data']).toMatchObject({ outside: { from: '10:00' } });
      expect((await get(of, world.outsider)).code).toBe(403);
      expect((await get('followup/time?at=soon')).code).toBe(422);
    });

    it('is before the year 3000, for a new follow-up and for one that is moved', async () => {
      const { id, lead_id } = await plan('2027-03-05T07:00:00Z');
      const far = { call_date_time: '3207-03-05T07:00:00Z' };
      const says = [{ path: 'call_date_time', message: 'Followup Date must be before the year 3000' }];
      expect((await post('res/follow-ups', { lead_id, ...far })).body.errors).toEqual(says);
      expect((await call(world.test, world.counsellor, 'PATCH', `res/follow-ups/${id}`, far)).body.errors).toEqual(says);
    });

    it('is one that a clock shows: a leap second is refused at its field', async () => {
      const at = '2027-06-30T23:59:60Z';
      expect((await get(`followup/time?at=${at}`)).body.errors).toMatchObject([{ path: 'at' }]);
      const lead_id = await world.makeLead();
      const made = await post('res/follow-ups', { lead_id, call_date_time: at });
      expect(made.body.errors).toMatchObject([{ path: 'call_date_time' }]);
    });
  });

  it('marking done keeps the outcome, once, and can be taken back', async () => {
    const { id, lead_id } = await plan('2027-03-04T05:30:00Z');
    const done = await post(`followup/lead/done/${id}`, { outcome: 'no_answer', note: ' rang twice ' });
    expect(done.code, done.text).toBe(200);
    expect(await world.row('follow_ups', id)).toMatchObject({ state: 'done', done_reason: 'No answer: rang twice' });
    expect(await world.row('leads', lead_id)).toMatchObject({ last_act_type: 'follow_up_done' });
    expect((await post(`followup/lead/done/${id}`, { outcome: 'spoke' })).code).toBe(200);
    expect(await world.row('follow_ups', id)).toMatchObject({ done_reason: 'No answer: rang twice' });
    const { done_at } = done.body['data'] as { done_at: string };
    expect((await post(`followup/lead/reopen/${id}`, { done_at })).code).toBe(200);
    expect(await world.row('follow_ups', id)).toMatchObject({ state: 'pending', done_reason: null });
    expect((await post(`followup/lead/done/${id}`, { outcome: 'maybe' })).body.errors).toMatchObject([{ path: 'outcome' }]);
    expect((await post(`followup/lead/done/${id}`, { outcome: 'spoke' }, world.outsider)).code).toBe(403);
  });

  /** The job that takes that one back. */
  async function undo(job_id: string): Promise<string> {
    world.test.clock.set(new Date()); // jobs end by the database's own clock
    const undone = await post('res/follow-ups/bulk', { action: 'undo', job_id }, world.lead);
    expect(undone.code, undone.text).toBe(200);
    world.test.clock.set(now);
    return String(undone.body['job_id']);
  }

  it('the undo of many marked done leaves one that was opened and marked done again since', async () => {
    const [first, second] = [await plan('2027-03-04T05:30:00Z'), await plan('2027-03-04T06:30:00Z')];
    const cleared = { action: 'done', ids: [first.id, second.id], values: { reason: 'Old list' } };
    const job = String((await post('res/follow-ups/bulk', cleared, world.lead)).body['job_id']);
    await settled(job);
    const { done_at } = await world.row('follow_ups', first.id);
    world.test.clock.set(new Date(now.getTime() + 60_000));
    expect((await post(`followup/lead/reopen/${first.id}`, { done_at }, world.lead)).code).toBe(200);
    expect((await post(`followup/lead/done/${first.id}`, { outcome: 'spoke' }, world.lead)).code).toBe(200);
    const undone = await undo(job);
    expect(await settled(undone)).toMatchObject({ result: { done: 1, skipped: 1 } });
    const { name } = await world.row('leads', first.lead_id); // a follow-up is known by its lead
    expect((await get(`jobs/${undone}/rows?outcome=skipped`, world.lead)).body['data']).toMatchObject([{ name }]);
    expect(await world.row('follow_ups', first.id)).toMatchObject({ state: 'done', done_reason: 'Spoke to them' });
    expect(await world.row('follow_ups', second.id)).toMatchObject({ state: 'pending' });
  });

  describe('spreading', () => {
    it('keeps the order, stays inside the shift, and can be undone', async () => {
      const late = await plan('2027-03-06T08:00:00Z');
      const soon = await plan('2027-03-06T07:00:00Z');
      const last = await plan('2027-03-06T09:00:00Z');
      const ids = [late.id, soon.id, last.id];
      // Saturday 17:50: the third one would be at 18:10, and Sunday is off.
      const asked = { ids, from: '2027-03-06T12:20:00Z', every_min: 10 };
      expect((await post('followup/spread', asked)).code).toBe(403); // work on many rows needs level 5
      const preview = await post('followup/spread', { ...asked, preview: true }, world.lead);
      expect(preview.body['data']).toEqual({
        count: 3,
        people: 1,
        first: '2027-03-06T12:20:00.000Z',
        last: '2027-03-08T04:40:00.000Z',
      });
      expect(await world.row('follow_ups', soon.id)).toMatchObject({ reschedule_count: 0 });

      const done = await post('followup/spread', asked, world.lead);
      const { job_id } = done.body['data'] as { job_id: string };
      expect(await settled(job_id)).toMatchObject({ state: 'done', result: { done: 3, skipped: 0 } });
      const times = async (): Promise<unknown[]> =>
        Promise.all([soon, late, last].map(async ({ id }) => (await world.row('follow_ups', id))['call_date_time']));
      expect(await times()).toEqual(['2027-03-06T12:20:00.000Z', '2027-03-08T04:30:00.000Z', '2027-03-08T04:40:00.000Z']);
      expect(await world.row('leads', late.lead_id)).toMatchObject({ next_followup_at: '2027-03-08T04:30:00.000Z' });

      await edit(
        world.test,
        tenant,
        `update "follow_ups" set "call_date_time" = '2027-03-09T05:00:00Z' where "id" = '${last.id}'`,
      );
      expect(await settled(await undo(job_id))).toMatchObject({ result: { done: 2, skipped: 1 } });
      expect(await times()).toEqual(['2027-03-06T07:00:00.000Z', '2027-03-06T08:00:00.000Z', '2027-03-09T05:00:00.000Z']);
    });

    it('of overdue ones is undone too: each has its time again, and the move no longer counts', async () => {
      const { id } = await plan('2027-03-06T07:00:00Z');
      await edit(world.test, tenant, `update "follow_ups" set "call_date_time" = '2026-03-01T05:00:00Z' where "id" = '${id}'`);
      const asked = { ids: [id], from: '2027-03-08T05:00:00Z', every_min: 10 };
      const { job_id } = (await post('followup/spread', asked, world.lead)).body['data'] as { job_id: string };
      await settled(job_id);
      expect(await world.row('follow_ups', id)).toMatchObject({ reschedule_count: 1 });
      expect(await settled(await undo(job_id))).toMatchObject({ result: { done: 1, skipped: 0 } });
      expect(await world.row('follow_ups', id)).toMatchObject({
        call_date_time: '2026-03-01T05:00:00.000Z',
        reschedule_count: 0,
      });
    });

    it('refuses a time that is past or far away, nothing chosen, and follow-ups that are not pending', async () => {
      const { id } = await plan('2027-03-09T07:00:00Z');
      const asked = { ids: [id], from: '2027-03-09T05:00:00Z', every_min: 10 };
      const refused = async (body: object): Promise<unknown> =>
        (await post('followup/spread', body, world.lead)).body.errors?.[0]?.path;
      expect(await refused({ ...asked, from: '2027-03-03T05:00:00Z' })).toBe('from');
      expect(await refused({ ...asked, from: '9999-12-31T23:00:00Z' })).toBe('from');
      expect(await refused({ ...asked, ids: undefined })).toBe('ids');
      expect(await refused({ ...asked, every_min: 0 })).toBe('every_min');
      await post(`followup/lead/done/${id}`, { outcome: 'spoke' });
      expect(await refused(asked)).toBe('ids');
    });
  });

  it('the calendar counts each day and names its first follow-ups', async () => {
    for (const minute of ['10', '20', '30', '40']) await plan(`2027-04-01T05:${minute}:00Z`);
    await plan('2027-04-01T18:45:00Z'); // 2 April, 00:15 in India
    const { body } = await get('followup/calendar?from=2027-04-01&to=2027-04-30&most=2');
    expect(body['data']).toMatchObject([
      { date: '2027-04-01', count: 4, open: 4, rows: [{ call_date_time: '2027-04-01T05:10:00.000Z' }, { state: 'pending' }] },
      { date: '2027-04-02', count: 1 },
    ]);
    expect((await get('followup/calendar?from=2027-04-01&to=2027-06-30')).body.errors).toMatchObject([{ path: 'to' }]);
    expect((await get('followup/calendar?from=2027-04-09&to=2027-04-01')).body.errors).toMatchObject([{ path: 'to' }]);
    const theirs = `followup/calendar?from=2027-04-01&to=2027-04-30&user_id=${world.counsellor.userId}`;
    expect((await get(theirs, world.lead)).body['data']).toHaveLength(2);
    expect((await get(theirs, world.outsider)).code).toBe(403);
  });

  describe('the calendar address', () => {
    const fileAt = async (url: string): Promise<Answer> =>
      call(world.test, { cookies: new Map(), ip: '198.51.100.7' }, 'GET', new URL(url).pathname.replace(/^\/api\//, ''));
    const renewed = async (): Promise<string> => {
      const { body } = await call(world.test, world.counsellor, 'POST', 'followup/calendar-feed', {});
      return (body['data'] as { url: string }).url;
    };

    it('serves the pending follow-ups until it is renewed or ended', async () => {
      expect((await get('followup/calendar-feed')).body['data']).toEqual({ url: null });
      const url = await renewed();
      expect((await get('followup/calendar-feed')).body['data']).toEqual({ url });
      const { id, lead_id } = await plan('2027-03-04T05:30:00Z');
      const { text, headers } = await fileAt(url);
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
      expect(text).toContain(`UID:${id}@prospectus\r\n`);
      expect(text).toContain('DTSTART:20270304T053000Z\r\n');
      expect(text.replaceAll('\r\n ', '')).toContain(`/lp/${lead_id}/`);
      await post(`followup/lead/done/${id}`, { outcome: 'spoke' });
      expect((await fileAt(url)).text).not.toContain(id);

      const next = await renewed();
      expect(next).not.toBe(url);
      expect((await fileAt(url)).code).toBe(404);
      expect((await fileAt(next)).code).toBe(200);
      expect((await fileAt(next.replace(/\.[^.]+\.ics$/, '.forged.ics'))).code).toBe(404);
      await call(world.test, world.counsellor, 'DELETE', 'followup/calendar-feed');
      expect((await fileAt(next)).code).toBe(404);
    });

    it('is one, also where it is renewed several times at once', async () => {
      const urls = await Promise.all(Array.from({ length: 5 }, renewed));
      const served = await Promise.all(urls.map(async (url) => (await fileAt(url)).code));
      expect(served.toSorted()).toEqual([200, 404, 404, 404, 404]);
    });

    it('ends with the account', async () => {
      const url = await renewed();
      const status = (value: number): Promise<unknown> =>
        edit(world.test, tenant, `update "users" set "status" = ${value} where "id" = '${world.counsellor.userId}'`);
      await status(0);
      expect((await fileAt(url)).code).toBe(404);
      await status(1);
      expect((await fileAt(url)).code).toBe(200);
    });
  });
});
