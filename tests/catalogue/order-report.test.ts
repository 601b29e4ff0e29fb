import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderFigures } from '../../src/schemas/calls/order-report';
import { call, edit, newBrowser, signIn, type Answer, type Browser } from '../support/app';
import { admin, dataOf, formId, startWorld, stopWorld, submitted, test } from './applications-world';

type Shown = Record<string, unknown> & { id: string };

describe('the report of orders', () => {
  let paid: Shown;
  let open: Shown;
  let manager: Browser;
  const rows = async (who: Browser, query = ''): Promise<Shown[]> =>
    (await call(test, who, 'GET', `res/orders?_sort=created_at&_order=asc${query}`)).body as unknown as Shown[];
  const figures = async (who: Browser, query: object = {}): Promise<OrderFigures> =>
    dataOf<OrderFigures>(await call(test, who, 'POST', 'order-reports/figures', { query }));
  const offline = (who: Browser, id: string, body: object): Promise<Answer> =>
    call(test, who, 'POST', `order-reports/${id}/offline-payment`, body);
  beforeAll(async () => {
    await startWorld();
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update "users_roles" set "permissions" = '[{"code":"LEADS","level":[1,2,3,5,6]},{"code":"CAF_Application_Form_Report","level":[1,3,6]}]'
      where "tenant_id" = '${test.fixture.tenants.northstar}' and "role" in (2, 5)`,
    );
    manager = await signIn(test, 'manager@northstar.example');
    for (let i = 0; i < 2; i++) {
      const sent = await submitted();
      expect(
        (await call(test, newBrowser(), 'POST', 'payments/order', { application_id: sent.application_id, token: sent.token }))
          .code,
      ).toBe(200);
    }
    // The manager's branch owns them.
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update "leads" set "user_id" = '${test.fixture.users['counsellor@northstar.example']}' where "tenant_id" = '${test.fixture.tenants.northstar}'`,
    );
    [paid, open] = (await rows(admin)) as [Shown, Shown];
  });
  afterAll(stopWorld);

  it('shows what an order belongs to and what was paid', () => {
    expect(paid).toMatchObject({
      application_no: expect.any(String),
      form: 'Form btech',
      owner_name: 'Counsellor Northstar',
      application_state: 'Submitted',
      item_names: 'Form btech',
      total: 1000,
      discount: 0,
      paid: 0,
      status: 'created',
    });
  });

  it('marks an order as paid offline: an administrator at once, others after approval', async () => {
    expect((await offline(admin, paid.id, { method: 'cash', reference: 'Receipt 17' })).body['message']).toBe(
      'Order marked as paid.',
    );
    expect((await offline(manager, open.id, { method: 'bank_transfer', reference: 'UTR 22' })).body['message']).toBe(
      'Payment saved. It waits for approval.',
    );
    const [first, second] = await rows(admin);
    expect(first).toMatchObject({ status: 'paid', paid: 1000, method: 'Cash', payment_at: expect.any(String) });
    expect(second).toMatchObject({ status: 'created', paid: 0, method: 'Bank transfer (waits for approval)' });
    const kept = (await call(test, admin, 'GET', `res/payments?order_id=${open.id}`)).body as unknown as {
      id: string;
      note: string;
    }[];
    expect(kept[0]!.note).toBe('Proof: UTR 22');
    const again = await offline(manager, open.id, { method: 'cash', reference: 'Receipt 18' });
    expect([again.code, again.body['message']]).toEqual([409, 'An offline payment of this order already waits for approval.']);
    expect((await offline(admin, paid.id, { method: 'cash', reference: 'Receipt 19' })).code).toBe(409);
  });

  it('writes a receipt of what was paid, and none where nothing was', async () => {
    const receipt = dataOf<{ file_name: string; html: string }>(
      await call(test, manager, 'GET', `order-reports/${paid.id}/receipt`),
    );
    expect(receipt.file_name).toMatch(/^Receipt R-\d{4}-\d{5}\.html$/);
    expect(receipt.html).toContain('Aarav Sharma');
    expect(receipt.html).toContain('₹ 1,000');
    expect((await call(test, admin, 'GET', `order-reports/${open.id}/receipt`)).code).toBe(409);
    const outsider = await signIn(test, 'lead@northstar.example');
    expect((await call(test, outsider, 'GET', `order-reports/${paid.id}/receipt`)).code).toBe(403);
  });

  it.each([
    [{ method: 'gold', reference: 'Receipt 1' }, 'method'],
    [{ method: 'cash' }, 'reference'],
    [{ method: 'cash', reference: 'R1', note: '' }, 'reference'],
  ])('refuses %j', async (body, path) => {
    const answer = await offline(admin, open.id, body);
    expect([answer.code, answer.body.errors?.[0]?.path]).toEqual([422, path]);
  });

  it('its totals count the rows of the list, under the same filters', async () => {
    expect(await figures(admin)).toEqual({ orders: 2, started: 2, submitted: 2, paid: 1, amount: 1000, failed: 0 });
    for (const [name, value, ids] of [
      ['status', 'paid', [paid.id]],
      ['method', 'cash', [paid.id]],
      ['method', 'cash,bank_transfer', [paid.id, open.id]],
      ['owner_id', test.fixture.users['counsellor@northstar.example']!, [paid.id, open.id]],
      ['owner_id', 'nobody', []],
      ['application_state', 'draft', []],
      ['form_id', formId, [paid.id, open.id]],
      ['progress_from', '101', 'refused'],
    ] as const) {
      const list = await call(test, admin, 'GET', `res/orders?_sort=created_at&_order=asc&${name}=${value}`);
      if (ids === 'refused') expect([name, list.body.errors?.[0]?.path]).toEqual([name, name]);
      else {
        expect([name, value, (list.body as unknown as Shown[]).map(({ id }) => id)]).toEqual([name, value, [...ids]]);
        expect((await figures(admin, { [name]: value })).orders).toBe(ids.length);
      }
    }
  });

  it('TRUST-S4 a column that a rule hides is not a filter under any name', async () => {
    const rules = ['method', 'application_state', 'progress', 'form'].map((field) => ({
      resource: 'orders',
      field,
      rule: 'hidden',
    }));
    const save = (field_rules: object[]) => call(test, admin, 'PATCH', 'res/users-roles/2', { field_rules });
    expect((await save(rules)).code).toBe(200);
    test.clock.add(61);
    expect((await rows(manager))[0]).not.toHaveProperty('method');
    for (const [name, value] of [
      ['method', 'cash'],
      ['application_state', 'submitted'],
      ['progress_from', '10'],
      ['progress_to', '90'],
      ['form_id', formId],
    ] as const) {
      expect([name, (await call(test, manager, 'GET', `res/orders?${name}=${value}`)).body.errors?.[0]?.path]).toEqual([
        name,
        name,
      ]);
      expect([name, (await call(test, manager, 'POST', 'order-reports/figures', { query: { [name]: value } })).code]).toEqual([
        name,
        422,
      ]);
    }
    expect((await call(test, manager, 'GET', 'res/orders?course_id=c-1')).code).toBe(200);
    const copies = ['state', 'progress', 'form_id'].map((field) => ({ resource: 'applications', field, rule: 'hidden' }));
    expect((await save(copies)).code).toBe(200);
    test.clock.add(61);
    expect((await rows(manager))[0]).toMatchObject({ application_state: null, progress: null, form: null, method: 'Cash' });
    for (const name of ['application_state', 'progress_from', 'form_id'])
      expect([name, (await call(test, manager, 'GET', `res/orders?${name}=10`)).code]).toEqual([name, 422]);
    expect((await save([])).code).toBe(200);
    test.clock.add(61);
    expect((await call(test, manager, 'GET', 'res/orders?method=cash')).code).toBe(200);
  });

  it('D-022 ACL-011 role 5 is refused whatever its codes say, and the back office sees nothing else of leads', async () => {
    const caller = await signIn(test, 'caller@northstar.example');
    expect((await call(test, caller, 'GET', 'res/orders')).code).toBe(403);
    expect((await call(test, caller, 'POST', 'order-reports/figures', { query: {} })).code).toBe(403);
    expect((await offline(caller, open.id, { method: 'cash', reference: 'Receipt 20' })).code).toBe(403);
    const office = await signIn(test, 'backoffice@northstar.example');
    expect((await rows(office))[0]).toMatchObject({ form: 'Form btech', owner_name: null, source_name: null });
    expect((await call(test, office, 'GET', 'res/orders?owner_id=x')).body.errors?.[0]?.path).toBe('owner_id');
    expect((await offline(office, open.id, { method: 'cash', reference: 'Receipt 21' })).code).toBe(403);
  });
});
