import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discountOf } from '../../server/applications/coupon-use';
import { scoreTotal } from '../../server/applications/score-total';
import { build, call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
let formId: string;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  formId = idOf(await add('forms', form('btech')));
});
afterAll(() => test.close());

const idOf = (answer: Answer): string => String(answer.body['id']);
const add = (resource: string, body: object) => call(test, admin, 'POST', `res/${resource}`, body);
const patch = (resource: string, id: string, body: object) => call(test, admin, 'PATCH', `res/${resource}/${id}`, body);
const dataOf = <T>(answer: Answer): T => answer.body['data'] as T;
const form = (slug: string, more: object = {}) => ({
  name: `Form ${slug}`,
  slug,
  kind: 'application',
  fee: 1000,
  published: true,
  thank_you_text: 'We have it.',
  schema: {
    type: 'object',
    required: ['name', 'phone'],
    properties: {
      name: { type: 'string', title: 'Name', minLength: 1 },
      phone: { type: 'string', pattern: '^[0-9]{10}$' },
      percent: { type: 'number', title: 'Percent', minimum: 0, maximum: 100 },
    },
  },
  ...more,
});
let phones = 9_800_000_000;
interface Sent {
  application_id: string;
  application_no: string;
  token: string;
  fee: number;
}
const send = async (slug = 'btech', answers: object = { name: 'Aarav Sharma', phone: String(++phones), percent: 81 }) =>
  call(test, newBrowser(), 'POST', `forms/${slug}`, { answers });
const submitted = async (slug?: string): Promise<Sent> => dataOf<Sent>(await send(slug));

describe('forms', () => {
  it('take a closed schema alone, and grow a version with their questions', async () => {
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

  it('PRODUCT-015 CALL-160 are public while published and open; an answer makes lead and application', async () => {
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

  it('of the kind after the application are a view: same rows, other address', async () => {
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
  });
});

describe('applications', () => {
  it('are numbered as configured, answer their form, and go only the ways there are', async () => {
    const lead_id = idOf(await add('leads', { name: 'Kabir', phone: String(++phones) }));
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

  it.each(['the button', 'the form'])('are submitted by staff with %s once what is required is answered', async (by) => {
    const slug = `staff-${by === 'the button' ? 1 : 2}`;
    const form_id = idOf(await add('forms', form(slug)));
    const lead_id = idOf(await add('leads', { name: 'Kavya', phone: String(++phones) }));
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
    expect((await submit()).code).toBe(200); // again changes nothing
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

  it('are interviewed by nobody who is elsewhere, and scored by weight', async () => {
    const [first, second] = [(await submitted()).application_id, (await submitted()).application_id];
    const plan = (application_id: string, starts_at: string, panel: string) =>
      add('interviews', { application_id, starts_at, duration_min: 30, panel_user_ids: [panel], mode: 'phone' });
    const users = test.fixture.users;
    const [one, two] = [users['manager@northstar.example']!, users['lead@northstar.example']!];
    const made = await plan(first, '2027-01-10T05:00:00Z', one);
    expect(made.code).toBe(200);
    expect((await plan(second, '2027-01-10T05:29:00Z', one)).code).toBe(409); // the panel
    expect((await plan(first, '2027-01-10T04:31:00Z', two)).code).toBe(409); // the applicant
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
    expect((await plan(second, '2027-01-10T05:00:00Z', two)).code).toBe(200); // the cancelled one holds nobody
    expect(
      scoreTotal(criteria, [
        { criterion: 'Drive', score: 5, user_id: 'a' },
        { criterion: 'Drive', score: 4, user_id: 'b' },
      ]),
    ).toBe(54);
  });

  it('have queries that are answered in words', async () => {
    const id = idOf(await add('queries', { subject: 'Hostel', message: 'Is there one?' }));
    expect((await patch('queries', id, { state: 'answered' })).body.errors?.[0]?.path).toBe('answer');
    expect((await patch('queries', id, { state: 'answered', answer: 'Yes.' })).code).toBe(200);
  });
});

describe('money', () => {
  const order = (sent: Sent, coupon?: string) =>
    call(test, newBrowser(), 'POST', 'payments/order', { application_id: sent.application_id, token: sent.token, coupon });
  interface Opened {
    order_id: string;
    total: number;
    discount: number;
    provider: { reference: string } | null;
  }
  const tell = (
    reference: string,
    more: { amount?: number; payment_id?: string; state?: 'captured' | 'failed'; sign?: string } = {},
  ) => {
    const news = {
      reference,
      payment_id: more.payment_id ?? `pay_${reference}`,
      amount: more.amount ?? 1000,
      state: more.state ?? ('captured' as const),
    };
    const signature =
      more.sign ??
      test.services.secrets.sign('payments sandbox', [reference, news.payment_id, news.amount, news.state].join('|'));
    return call(test, { ...newBrowser(), cookies: new Map([['XSRF-TOKEN', 'none']]) }, 'POST', 'payments/webhook/sandbox', news, {
      'x-signature': signature,
    });
  };

  it('CALL-158 opens an order with the applicant’s own token alone, and takes a signed word once', async () => {
    const [mine, other] = [await submitted(), await submitted()];
    expect((await order({ ...mine, token: other.token })).code).toBe(401);
    expect((await order({ ...mine, token: `${mine.token}x` })).code).toBe(401);
    const opened = dataOf<Opened>(await order(mine));
    expect(opened).toMatchObject({ total: 1000, discount: 0, provider: { name: 'sandbox' } });
    const { reference } = opened.provider!;
    expect((await tell(reference, { sign: 'forged' })).code).toBe(403);
    expect((await tell(reference, { amount: 1 })).code).toBe(409);
    expect((await tell(reference, { state: 'failed', payment_id: 'p1' })).code).toBe(200);
    const read = async () => (await call(test, admin, 'GET', `res/orders/${opened.order_id}`)).body;
    expect(await read()).toMatchObject({ status: 'failed' });
    expect([(await tell(reference)).code, (await tell(reference)).code]).toEqual([200, 200]);
    expect(await read()).toMatchObject({ status: 'paid', payment_at: expect.any(String), billing_first_name: 'Aarav' });
    expect((await order(mine)).code).toBe(409);
    const payments = (await call(test, admin, 'GET', `res/payments?order_id=${opened.order_id}&state=captured`))
      .body as unknown as { id: string }[];
    expect(payments).toMatchObject([{ amount: 1000, receipt_no: expect.stringMatching(/^R-\d{4}-\d{5}$/) }]);
    const application = async () =>
      (await call(test, admin, 'GET', `res/applications/${mine.application_id}`)).body['payment_state'];
    expect(await application()).toBe('paid');
    const refund = (body: object) => call(test, admin, 'POST', `res/payments/${payments[0]!.id}/refund`, body);
    expect((await refund({ amount: 2000 })).code).toBe(422);
    expect((await refund({ amount: 400 })).body).toMatchObject({ state: 'partially_refunded', refunded_amount: 400 });
    expect((await refund({})).body).toMatchObject({ state: 'refunded', refunded_amount: 1000 });
    expect(await application()).toBe('refunded');
  });

  it('gives the last use of a coupon once, and an unpaid order gives its use back', async () => {
    const coupon = {
      code: 'LAST-1',
      kind: 'percent',
      value: 10,
      usage_limit: 1,
      valid_from: '2020-01-01T00:00:00Z',
      valid_to: '2999-01-01T00:00:00Z',
    };
    const id = idOf(await add('coupons', coupon));
    expect((await add('coupons', { ...coupon, code: 'TOO-MUCH', value: 101 })).code).toBe(422);
    const sent = await Promise.all([submitted(), submitted(), submitted()]);
    const answers = await Promise.all(sent.map((one) => order(one, 'last-1')));
    expect(answers.map((one) => one.code).sort()).toEqual([200, 422, 422]);
    const winner = answers.findIndex((one) => one.code === 200);
    expect(dataOf<Opened>(answers[winner]!)).toMatchObject({ total: 900, discount: 100 });
    const used = async () => (await call(test, admin, 'GET', `res/coupons/${id}`)).body['used'];
    expect(await used()).toBe(1);
    expect((await order(sent[winner]!)).code).toBe(200); // again, without it
    expect(await used()).toBe(0);
    expect((await patch('coupons', id, { code: 'OTHER' })).code).toBe(200);
  });
  it('an order that was given up gives its coupon back once, and holds it again when it is paid after all', async () => {
    const valid = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2999-01-01T00:00:00Z' };
    const id = idOf(await add('coupons', { code: 'GIVEN-UP', kind: 'percent', value: 10, usage_limit: 5, ...valid }));
    const used = async () => (await call(test, admin, 'GET', `res/coupons/${id}`)).body['used'];
    const [mine, other] = [await submitted(), await submitted()];
    expect((await order(other, 'GIVEN-UP')).code).toBe(200);
    const first = dataOf<Opened>(await order(mine, 'GIVEN-UP'));
    expect(await used()).toBe(2);
    await order(mine); // the first is given up
    expect(await used()).toBe(1);
    const late = { amount: 900, state: 'failed', payment_id: 'late' } as const;
    expect((await tell(first.provider!.reference, late)).code).toBe(200);
    const read = async () => (await call(test, admin, 'GET', `res/orders/${first.order_id}`)).body['status'];
    expect(await read()).toBe('cancelled');
    await order(mine);
    expect(await used()).toBe(1);
    expect((await tell(first.provider!.reference, { amount: 900, payment_id: 'later' })).code).toBe(200);
    expect([await read(), await used()]).toEqual(['paid', 2]);
  });

  it('coupons say why not', () => {
    const row = {
      id: 'c',
      kind: 'percent',
      value: 20,
      max_discount: 150,
      min_amount: 500,
      form_ids: ['f'],
      valid_from: '2026-01-01T00:00:00Z',
      valid_to: '2026-12-31T00:00:00Z',
      usage_limit: 2,
      per_lead_limit: 1,
      used: 0,
      status: 1,
    } as const;
    const use = { amount: 1000, formId: 'f', now: new Date('2026-06-01'), ownUses: 0 };
    expect(discountOf(row, use)).toBe(150);
    expect(discountOf({ ...row, max_discount: null }, use)).toBe(200);
    expect(discountOf({ ...row, kind: 'amount', value: 5000, max_discount: null }, use)).toBe(1000);
    for (const [coupon, how] of [
      [{ ...row, status: 0 }, use],
      [row, { ...use, now: new Date('2025-12-31') }],
      [row, { ...use, now: new Date('2027-01-01') }],
      [row, { ...use, formId: 'g' }],
      [row, { ...use, amount: 499 }],
      [{ ...row, used: 2 }, use],
      [row, { ...use, ownUses: 1 }],
    ] as const)
      expect(discountOf(coupon, how)).toEqual(expect.any(String));
  });

  it('that came another way is approved or not', async () => {
    const opened = dataOf<Opened>(await order(await submitted()));
    const pay = { order_id: opened.order_id, amount: 1000, method: 'bank_transfer', bank: 'HDFC Bank' };
    const made = await add('payments', pay);
    expect(made.body).toMatchObject({ provider: 'offline', state: 'pending_approval', currency: 'INR' });
    const decide = (body: object) => call(test, admin, 'PUT', `res/payments/${idOf(made)}/decision`, body);
    expect((await decide({ state: 'refunded' })).code).toBe(422);
    expect((await decide({ state: 'captured' })).body).toMatchObject({ state: 'captured', receipt_no: expect.any(String) });
    expect((await decide({ state: 'rejected' })).code).toBe(409);
    expect((await add('payments', pay)).code).toBe(409);
  });

  it('CALL-028 ORDER-015 ORDER-017 ACL-011 answers an order as a list of one, to everybody with the code but role 5', async () => {
    const { order_id: id } = dataOf<Opened>(await order(await submitted()));
    const backoffice = await signIn(test, 'backoffice@northstar.example');
    const answer = await call(test, backoffice, 'GET', `product-order-detail/${id}`);
    expect(answer.body).toMatchObject({ code: 200, data: [{ id, billing_first_name: 'Aarav', total: 1000, status: 'created' }] });
    await test.store.admin(`begin; set local app.tenant = '${test.fixture.tenants.northstar}'; set local app.request = 'test';
      update users_roles set permissions = permissions || '[{"code":"CAF_Application_Form_Report","level":[1,6]}]' where role = 5; commit`);
    const caller = await signIn(test, 'caller@northstar.example');
    const refused = await call(test, caller, 'GET', `product-order-detail/${id}`);
    expect(refused.body.code).toBe(403);
    expect(refused.body).not.toHaveProperty('data');
    expect((await call(test, caller, 'GET', 'res/orders')).code).toBe(403);
  });

  it('tells the rule engine of a form that is sent in and of a payment that arrives', async () => {
    const slug = 'told';
    await add('forms', form(slug));
    const any = [{ condition: 'And', rules: [{ columnName: 'lead_type', operator: 'NOT IN', value: 'nothing' }] }];
    for (const trigger of ['form_submitted', 'payment_received']) {
      const actions = [{ type: 'add_tag', params: { tag: trigger } }];
      const made = await call(test, admin, 'POST', 'rule-engine/create', {
        name: trigger,
        trigger,
        rule: any,
        actions,
        status: 1,
      });
      expect(made.body).toMatchObject({ code: 200 });
    }
    const sent = await submitted(slug);
    const opened = dataOf<Opened>(await order(sent));
    await tell(opened.provider!.reference);
    const raised = await test.store
      .admin(`select "payload"->>'trigger' as "trigger", "payload"->'leads'->0->>'id' as "lead" from "jobs"
      where "kind" = 'lead-event' and "payload"->>'trigger' in ('form_submitted', 'payment_received') order by "created_at", "id"`);
    const [application] = await test.store.admin(`select "lead_id" from "applications" where "id" = '${sent.application_id}'`);
    const lead = application!['lead_id'];
    expect(raised).toEqual([
      { trigger: 'form_submitted', lead },
      { trigger: 'payment_received', lead },
    ]);
  });

  it('is summed up by day and form', async () => {
    const slug = 'summed';
    const id = idOf(await add('forms', form(slug)));
    const opened = dataOf<Opened>(await order(await submitted(slug)));
    await tell(opened.provider!.reference);
    await order(await submitted(slug));
    const report = await call(test, admin, 'GET', `reports/purchase-summary?form_id[]=${id}`);
    expect(dataOf<{ rows: object[]; totals: object; columns: object[] }>(report)).toMatchObject({
      rows: [{ form_id: id, orders: 2, paid: 1, amount: 1000, discount: 0, _labels: { form_id: 'Form summed' } }],
      totals: { orders: 2, paid: 1, amount: 1000 },
      columns: expect.arrayContaining([{ key: 'day', title: 'Day' }]),
    });
    const plain = await call(test, admin, 'GET', `res/purchase-summary?form_id=${id}&_start=0&_end=10`);
    expect(plain.headers['x-total-count']).toBe('1');
    expect((await call(test, admin, 'GET', `reports/purchase-summary?form_id[]=${id}&to=2020-01-01`)).body).toMatchObject({
      count: 0,
    });
  });
});
