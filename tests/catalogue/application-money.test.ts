import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discountOf } from '../../server/applications/coupon-use';
import { call, newBrowser, signIn } from '../support/app';
import { type Sent, add, admin, dataOf, form, idOf, patch, startWorld, stopWorld, submitted, test } from './applications-world';

beforeAll(startWorld);
afterAll(stopWorld);

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

  it('CALL-158 opens an order only with the applicant’s own token, and processes each signed report once', async () => {
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

  it('grants the last use of a coupon once, and an unpaid order returns its use', async () => {
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
    expect((await order(sent[winner]!)).code).toBe(200); // again, without the coupon
    expect(await used()).toBe(0);
    expect((await patch('coupons', id, { code: 'OTHER' })).code).toBe(200);
  });
  it('an abandoned order returns its coupon once, and takes it again when it is paid after all', async () => {
    const valid = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2999-01-01T00:00:00Z' };
    const id = idOf(await add('coupons', { code: 'GIVEN-UP', kind: 'percent', value: 10, usage_limit: 5, ...valid }));
    const used = async () => (await call(test, admin, 'GET', `res/coupons/${id}`)).body['used'];
    const [mine, other] = [await submitted(), await submitted()];
    expect((await order(other, 'GIVEN-UP')).code).toBe(200);
    const first = dataOf<Opened>(await order(mine, 'GIVEN-UP'));
    expect(await used()).toBe(2);
    await order(mine); // the first one is abandoned
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

  it('a coupon that does not apply gives the reason', () => {
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

  it('that was paid offline is approved or rejected', async () => {
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

  it('CALL-028 ORDER-015 ORDER-017 ACL-011 answers an order as a list of one, to everyone with the code except role 5', async () => {
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

  it('notifies the rule engine of submitted forms and received payments', async () => {
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

  it('is totalled by day and form', async () => {
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
    const found = async (query: string): Promise<unknown> =>
      (await call(test, admin, 'GET', `res/purchase-summary?form_id=${id}&${query}`)).headers['x-total-count'];
    expect(await found('day_between=last_7_days')).toBe('1');
    expect(await found('day_lt=2020-01-01')).toBe('0');
    expect(await found('form_id_ne=' + id)).toBe('0');
    expect(await found('id=none&_sort=id')).toBe('0');
    const none = await call(test, admin, 'GET', 'reports/purchase-summary?day_gte=2999-01-01');
    expect(none.body).toMatchObject({ count: 0 });
    for (const path of ['res/purchase-summary?day_near=2020-01-01', 'reports/purchase-summary?until=2020-01-01']) {
      const refused = await call(test, admin, 'GET', path);
      expect([path, refused.code]).toEqual([path, 422]);
      expect(refused.text).toContain('This list has no filter');
    }
    expect((await call(test, admin, 'GET', `reports/purchase-summary?form_id[]=${id}&to=2020-01-01`)).body).toMatchObject({
      count: 0,
    });
  });
});
