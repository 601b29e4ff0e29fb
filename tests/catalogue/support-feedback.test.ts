import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../server/domain/days';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
let counsellor: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
});
afterAll(() => test.close());

const submit = (body: object) => call(test, counsellor, 'POST', 'submitFeedback', body);
const stored = async () => Number((await test.store.admin('select count(*) as n from feedback'))[0]!['n']);

describe('feedback', () => {
  it('FEEDBACK-055 answers success and message', async () => {
    const ratings = { experience: 5, easeOfUse: null, uiUxDesign: 1, reliability: null, support: null, satisfaction: 3 };
    const answer = await submit({ comments: 'Quick', recommend: 1, recommendationsDetails: 'https://a.example', ratings });
    expect(answer.body).toMatchObject({ success: true, message: 'Feedback submitted successfully' });
    expect(await stored()).toBe(1);
  });

  it('FEEDBACK-056 refuses missing comments, a recommendation without its website, and stars outside one to five', async () => {
    const before = await stored();
    for (const [path, body] of [
      ['comments', { recommend: 2 }],
      ['comments', { comments: '   ' }],
      ['recommendationsDetails', { comments: 'x', recommend: 1 }],
      ['ratings.support', { comments: 'x', ratings: { support: 0 } }],
      ['ratings.support', { comments: 'x', ratings: { support: 6 } }],
      ['ratings.support', { comments: 'x', ratings: { support: 2.5 } }],
      ['state', { comments: 'x', state: 'resolved' }],
    ] as const) {
      const { body: answer } = await submit(body);
      expect(answer, path).toMatchObject({ success: false, message: expect.any(String) });
      expect(answer.errors?.map((one) => one.path)).toContain(path);
    }
    expect((await submit({ comments: 'Fine', recommend: 2, ratings: { support: null } })).body).toMatchObject({ success: true });
    expect(await stored()).toBe(before + 1);
  });

  it('FEEDBACK-003 stores No for who sends nothing else, and nothing for who answered neither', async () => {
    await submit({ comments: 'Neither', recommend: 2, recommend_answered: false });
    await submit({ comments: 'Said no', recommend: 2 });
    await submit({ comments: 'Left out' });
    const { data } = (await call(test, admin, 'GET', 'getFeedbackList')).body as {
      data: { comments: string; recommend: unknown }[];
    };
    const recommends = (comments: string): unknown => data.find((one) => one.comments === comments)?.recommend;
    expect(['Neither', 'Said no', 'Left out'].map(recommends)).toEqual([null, 2, 2]);
  });

  it('CALL-023 CALL-024 lists by state and day for users who manage it, and changes the state of an entry', async () => {
    expect((await call(test, counsellor, 'GET', 'getFeedbackList')).code).toBe(403);
    const list = async (query = '') => (await call(test, admin, 'GET', `getFeedbackList${query}`)).body;
    const all = (await list()) as { data: { _id: string; user_name: string; comments: string }[]; count: number };
    expect(all).toMatchObject({ success: true, count: await stored() });
    expect(all.data[0]).toMatchObject({
      _id: expect.any(String),
      user_id: counsellor.userId,
      user_name: 'Counsellor Northstar',
      created_at: expect.any(String),
      state: 'open',
      remark: null,
    });
    const id = all.data[0]!._id;
    const moved = await call(test, admin, 'PATCH', `updateFeedbackState/${id}`, { state: 'resolved', remark: 'Done' });
    expect(moved.body).toMatchObject({ success: true, message: expect.any(String) });
    expect(await list('?state=resolved')).toMatchObject({ count: 1, data: [{ _id: id, remark: 'Done' }] });
    expect((await call(test, admin, 'PATCH', `updateFeedbackState/${id}`, { state: 'gone' })).body).toMatchObject({
      success: false,
    });
    expect((await call(test, admin, 'PATCH', `updateFeedbackState/${id}`, { comments: 'Mine' })).body).toMatchObject({
      success: false,
    });
    const today = dayOf(new Date(), 'Asia/Kolkata');
    expect(await list(`?from=${today}&to=${today}`)).toMatchObject({ count: all.count });
    expect(await list('?from=2999-01-01')).toMatchObject({ count: 0 });
    expect(await list('?to=2020-01-01')).toMatchObject({ count: 0 });
    expect(await list('?from=soon')).toMatchObject({ success: false });
  });
});
