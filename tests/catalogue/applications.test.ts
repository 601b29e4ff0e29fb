import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreTotal } from '../../server/applications/score-total';
import { call, edit, newBrowser } from '../support/app';
import {
  type Sent,
  add,
  admin,
  dataOf,
  form,
  formId,
  idOf,
  patch,
  nextPhone,
  send,
  startWorld,
  stopWorld,
  submitted,
  test,
} from './applications-world';

beforeAll(startWorld);
afterAll(stopWorld);

describe('forms', () => {
  it('accept only a closed schema, and get a new version when their questions change', async () => {
    for (const [path, schema] of [
      ['schema', 'text'],
      ['schema', { type: 'array' }],
      ['schema.properties.a.$ref', { type: 'object', properties: { a: { $ref: '#' } } }],
      ['schema.properties.a.type', { type: 'object', properties: { a: { type: 'text' } } }],
      ['schema.properties.a.pattern', { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } }],
      ['schema.required', { type: 'object', required: ['b'], properties: { a: {} } }],
      ['schema.properties.a.minLength', { type: 'object', properties: { a: { type: 'string', minLength: -1 } } }],
    ] as const)
      expect((await add('forms', form('bad', { schema }))).body.errors?.[0]?.path, JSON.stringify(schema)).toBe(path);
    expect((await add('forms', form('steps', { steps: [{ title: 'One', fields: ['age'] }] }))).code).toBe(422);
    const id = idOf(await add('forms', form('versions')));
    expect((await patch('forms', id, { fee: 500 })).body).toMatchObject({ version: 1 });
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    expect((await patch('forms', id, { schema })).body).toMatchObject({ version: 2 });
  });

  it('PRODUCT-015 CALL-160 are public while published and open; an answer creates a lead and an application', async () => {
    expect((await call(test, newBrowser(), 'GET', 'forms/btech')).body).toMatchObject({
      code: 200,
      data: { name: 'Form btech', fee: 1000, schema: { required: ['name', 'phone'] } },
    });
    await add('forms', form('hidden', { published: false }));
    await add('forms', form('over', { opens_at: '2020-01-01T00:00:00Z', closes_at: '2020-02-01T00:00:00Z' }));
    for (const slug of ['hidden', 'over', 'nowhere']) expect((await send(slug)).code).toBe(404);
    const wrong = await send('btech', { name: 'A', phone: '12', percent: 101, extra: 1 });
    expect(wrong.body.errors?.map((one) => one.path).sort()).toEqual(['answers.extra', 'answers.percent', 'answers.phone']);
    const answer = await send('btech', { name: 'Diya Patil', phone: '9811112222' });
    expect(answer.body).toMatchObject({
      code: 200,
      message: 'We have it.',
      data: { fee: 1000, application_no: expect.stringMatching(/^APP-\d{4}-\d{5}$/) },
    });
    const made = await call(test, admin, 'GET', `res/applications/${dataOf<Sent>(answer).application_id}`);
    expect(made.body).toMatchObject({
      state: 'submitted',
      progress: 100,
      payment_state: 'none',
      submitted_at: expect.any(String),
    });
    const lead = await call(test, admin, 'GET', `res/leads/${String(made.body['lead_id'])}`);
    expect(lead.body).toMatchObject({ name: 'Diya Patil', phone: '+919811112222', created_via: 'form' });
    const again = await submitted('btech');
    expect(again.application_no).not.toBe(dataOf<Sent>(answer).application_no);
    const same = dataOf<Sent>(await send('btech', { name: 'Diya Patil', phone: '9811112222' }));
    const known = await call(test, admin, 'GET', `res/applications/${same.application_id}`);
    expect(known.body['lead_id']).toBe(made.body['lead_id']);
  });

  it('of the post-application kind are a view: same rows, other address', async () => {
    const id = idOf(await add('post-forms', { ...form('hostel'), kind: undefined }));
    expect((await call(test, admin, 'GET', `res/forms/${id}`)).body).toMatchObject({ kind: 'post_application' });
    const list = (await call(test, admin, 'GET', 'res/post-forms')).body as unknown as { id: string }[];
    expect(list.map((one) => one.id)).toEqual([id]);
    expect((await call(test, admin, 'GET', 'res/forms?kind=post_application')).text).toContain(id);
    expect((await patch('post-forms', id, { fee: 10 })).body).toMatchObject({ fee: 10 });
    expect((await call(test, admin, 'GET', `res/post-forms/${formId}`)).code).toBe(404);
    expect((await patch('post-forms', formId, { fee: 10 })).code).toBe(404);
    expect((await call(test, admin, 'GET', `res/post-forms/${id}/history`)).code).toBe(200);
    expect((await call(test, admin, 'DELETE', `res/post-forms/${id}`)).code).toBe(200);
    const gone = (await call(test, admin, 'GET', 'res/post-forms/deleted')).body as unknown as { id: string }[];
    expect(gone.map((one) => one.id)).toEqual([id]);
    expect((await call(test, admin, 'POST', `res/post-forms/${id}/restore`)).code).toBe(200);
    expect((await call(test, admin, 'GET', `res/post-forms/${id}`)).code).toBe(200);
  });
});

describe('applications', () => {
  it('are numbered as configured, answer their form, and change state only in allowed ways', async () => {
    const lead_id = idOf(await add('leads', { name: 'Kabir', phone: nextPhone() }));
    const settings = await add('application-settings', { application_no_format: 'NS/{seq}' });
    expect(settings.code).toBe(200);
    expect((await add('application-settings', { application_no_format: 'X{seq}' })).code).toBe(409);
    expect((await patch('application-settings', idOf(settings), { application_no_format: 'none' })).code).toBe(422);
    const made = await add('applications', { form_id: formId, lead_id, answers: { name: 'Kabir' } });
    expect(made.body).toMatchObject({ application_no: 'NS/00001', progress: 50, state: 'draft' });
    const id = idOf(made);
    expect((await add('applications', { form_id: formId, lead_id, answers: { name: 7 } })).body.errors?.[0]?.path).toBe(
      'answers.name',
    );
    expect((await add('applications', { form_id: formId, lead_id, answers: {}, state: 'offered' })).code).toBe(422);
    const move = async (to: string) => (await patch('applications', id, { state: to })).code;
    expect([await move('submitted'), await move('offered'), await move('withdrawn'), await move('draft')]).toEqual([
      422, 409, 200, 409,
    ]);
    expect((await patch('applications', id, { answers: { name: 'K' } })).code).toBe(409);
    const sent = (await submitted()).application_id;
    const ways = ['under_review', 'interview', 'offered', 'accepted', 'enrolled'];
    for (const state of ways) expect((await patch('applications', sent, { state })).code).toBe(200);
    expect((await patch('applications', sent, { state: 'submitted' })).code).toBe(409);
    expect((await patch('applications', sent, { answers: { name: 'No phone' } })).code).toBe(422);
    await call(test, admin, 'PATCH', `res/application-settings/${idOf(settings)}`, { application_no_format: 'APP-{year}-{seq}' });
  });

  it.each(['the button', 'the form'])('are submitted by staff with %s once the required questions are answered', async (by) => {
    const slug = `staff-${by === 'the button' ? 1 : 2}`;
    const form_id = idOf(await add('forms', form(slug)));
    const lead_id = idOf(await add('leads', { name: 'Kavya', phone: nextPhone() }));
    const made = await add('applications', { form_id, lead_id, answers: { name: 'Kavya' } });
    const id = idOf(made);
    const submit = () =>
      by === 'the button'
        ? call(test, admin, 'POST', `res/applications/${id}/submit`, {})
        : patch('applications', id, { state: 'submitted' });
    const rule = await call(test, admin, 'POST', 'rule-engine/create', {
      name: slug,
      trigger: 'form_submitted',
      rule: [{ condition: 'And', rules: [{ columnName: 'last_education', operator: 'NOT IN', value: 'x' }] }],
      actions: [{ type: 'add_tag', params: { tag: slug } }],
      status: 1,
    });
    expect(rule.code, rule.text).toBe(200);
    const read = async () => (await call(test, admin, 'GET', `res/applications/${id}`)).body;
    const refused = await submit();
    expect(refused.body).toMatchObject({ code: 422, errors: [{ path: 'answers.phone', message: expect.any(String) }] });
    expect(await read()).toMatchObject({ state: 'draft', submitted_at: null, progress: 50 });

    expect((await patch('applications', id, { answers: { name: 'Kavya', phone: '9800000000' } })).code).toBe(200);
    expect((await submit()).code).toBe(200);
    expect(await read()).toMatchObject({
      state: 'submitted',
      progress: 100,
      payment_state: 'none',
      submitted_at: expect.any(String),
      application_no: made.body['application_no'],
    });
    const queued = await test.store.admin(
      `select count(*)::int as n from "jobs" where "kind" = 'lead-event' and "payload" ->> 'trigger' = 'form_submitted'
        and "payload" -> 'leads' -> 0 ->> 'id' = '${lead_id}'`,
    );
    expect(queued).toEqual([{ n: 1 }]);
    expect((await submit()).code).toBe(200); // a second submit changes nothing
    await edit(test, test.fixture.tenants.northstar, `update "rules" set "status" = 0`);
    await edit(test, test.fixture.tenants.northstar, `delete from "jobs" where "kind" = 'lead-event'`);
    expect((await patch('applications', id, { answers: { name: 'No phone' } })).code).toBe(422);
    expect((await patch('applications', id, { state: 'under_review' })).code).toBe(200);
    expect((await submit()).code).toBe(409);
  });

  it('have documents that are verified, or rejected with a reason', async () => {
    const type = idOf(await add('document-types', { name: 'Marksheet' }));
    const application_id = (await submitted()).application_id;
    const id = idOf(await add('document-verifications', { application_id, document_type_id: type, file: '/api/files/x' }));
    expect((await patch('document-verifications', id, { state: 'rejected' })).body.errors?.[0]?.path).toBe('remark');
    expect((await patch('document-verifications', id, { state: 'rejected', remark: 'Blurred' })).body).toMatchObject({
      verified_by: null,
    });
    expect((await patch('document-verifications', id, { state: 'uploaded' })).code).toBe(409);
    expect((await patch('document-verifications', id, { state: 'verified' })).body).toMatchObject({
      verified_by: admin.userId,
      verified_at: expect.any(String),
    });
  });

  it('have interviews that cannot overlap for panel or applicant, and are scored by weight', async () => {
    const [first, second] = [(await submitted()).application_id, (await submitted()).application_id];
    const plan = (application_id: string, starts_at: string, panel: string) =>
      add('interviews', { application_id, starts_at, duration_min: 30, panel_user_ids: [panel], mode: 'phone' });
    const users = test.fixture.users;
    const [one, two] = [users['manager@northstar.example']!, users['lead@northstar.example']!];
    const made = await plan(first, '2027-01-10T05:00:00Z', one);
    expect(made.code).toBe(200);
    expect((await plan(second, '2027-01-10T05:29:00Z', one)).code).toBe(409); // the panel is busy
    expect((await plan(first, '2027-01-10T04:31:00Z', two)).code).toBe(409); // the applicant is busy
    expect((await plan(second, '2027-01-10T05:30:00Z', one)).code).toBe(200);
    const races = await Promise.all([1, 2, 3].map(() => plan(second, '2027-01-11T05:00:00Z', two)));
    expect(races.map((answer) => answer.code).sort()).toEqual([200, 409, 409]);
    const id = idOf(made);
    const scores = [{ criterion: 'Talk', score: 8 }];
    expect((await patch('interviews', id, { scores })).code).toBe(422);
    const criteria = [
      { name: 'Talk', weight: 40, max: 10 },
      { name: 'Drive', weight: 60, max: 5 },
    ];
    expect((await add('scorecards', { name: 'Off', criteria: [criteria[0]] })).body.errors?.[0]?.path).toBe('criteria');
    const scorecard_id = idOf(await add('scorecards', { name: 'PI', criteria }));
    expect((await patch('interviews', id, { scorecard_id, scores })).body).toMatchObject({ total: 32 });
    expect((await patch('interviews', id, { scores: [{ criterion: 'Talk', score: 11 }] })).body.errors?.[0]?.path).toBe(
      'scores.0.score',
    );
    expect((await patch('interviews', id, { state: 'cancelled' })).code).toBe(200);
    expect((await patch('interviews', id, { state: 'scheduled' })).code).toBe(409);
    expect((await plan(second, '2027-01-10T05:00:00Z', two)).code).toBe(200); // the cancelled interview blocks nobody
    expect(
      scoreTotal(criteria, [
        { criterion: 'Drive', score: 5, user_id: 'a' },
        { criterion: 'Drive', score: 4, user_id: 'b' },
      ]),
    ).toBe(54);
  });

  it('have queries that need an answer text', async () => {
    const id = idOf(await add('queries', { subject: 'Hostel', message: 'Is there one?' }));
    expect((await patch('queries', id, { state: 'answered' })).body.errors?.[0]?.path).toBe('answer');
    expect((await patch('queries', id, { state: 'answered', answer: 'Yes.' })).code).toBe(200);
  });
});
