import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build, call, edit, type TestApp } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { captureWays, type CaptureWays } from './capture-ways';

const message = 'Enter a number with one of these country codes: +91, +971.';

describe.each(await reachableDatabases())('the country constraint at lead capture, $name', ({ fresh }) => {
  let test: TestApp;
  let world: CaptureWays;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    world = await captureWays(test);
  });
  afterAll(() => test.close());
  beforeEach(() => constraint(1));
  const constraint = (on: 0 | 1) =>
    edit(
      test,
      test.fixture.tenants.northstar,
      `update "tenant" set "is_enable_country_constraint" = ${on}, "allowed_countries_for_lead_capture" = '["91", "+971"]'`,
    );
  const leads = () => test.store.admin(`select "phone" from "leads" order by "phone"`);

  it.each(['form', 'api key', 'lead capture', 'public form'] as const)(
    'TENANTEDIT-062 TENANTEDIT-079 a lead by %s comes from an allowed country or is refused with its field',
    async (way) => {
      const before = await leads();
      const refused = await world.ways[way]({ name: 'Ann', phone: '+14155552671' });
      expect(refused.body).toMatchObject({ code: 422, errors: [{ path: 'phone', message }] });
      expect(await leads()).toEqual(before);
      const at = Object.keys(world.ways).indexOf(way);
      for (const phone of [`981000001${at}`, `+97150123456${at}`]) {
        const taken = await world.ways[way]({ name: 'Asha', phone });
        expect([200, 201], taken.text).toContain(taken.code);
      }
      expect((await leads()).length).toBe(before.length + 2);
    },
  );

  it('TENANTEDIT-079 a lead without a phone is checked by its other number, and one without any number is accepted', async () => {
    const abroad = await world.ways.form({ name: 'Ann', email: 'ann@example.com', whatsapp_number: '+14155552671' });
    expect(abroad.body).toMatchObject({ code: 422, errors: [{ path: 'whatsapp_number', message }] });
    const parent = { name: 'Asha', phone: '9810000031', alternate_phone: '+14155552671' };
    expect((await world.ways.form(parent)).status).toBe(200);
    expect((await world.ways.form({ name: 'Mail alone', email: 'mail.alone@example.com' })).status).toBe(200);
  });

  it('TENANTEDIT-079 an existing lead accepts no number of another country, but keeps the one it has', async () => {
    await constraint(0);
    const { body } = await world.ways.form({ name: 'Ann', phone: '+14155552672' });
    await constraint(1);
    const change = (values: object) => call(test, world.admin, 'PATCH', `res/leads/${String(body['id'])}`, values);
    const bulk = (values: object) =>
      call(test, world.admin, 'POST', 'res/leads/bulk', { action: 'update', ids: [body['id']], values });
    const refused = await change({ phone: '+14155552673' });
    expect(refused.body).toMatchObject({ code: 422, errors: [{ path: 'phone', message }] });
    // With its own number it can be edited like any other, also by a form that sends the unchanged number.
    for (const values of [{ city: 'Pune' }, { name: 'Anne', phone: '+14155552672' }, { alternate_phone: '+14155552674' }])
      expect([values, (await change(values)).status]).toEqual([values, 200]);
    expect((await change({ phone: '9810000051' })).status).toBe(200);
    expect((await change({ phone: '+14155552672' })).status).toBe(422);
    // Without the phone, the alternate number is checked instead.
    expect((await change({ phone: null, email: 'anne@example.com' })).body.errors).toMatchObject([{ path: 'alternate_phone' }]);
    expect((await bulk({ phone: '+14155552673' })).status).toBe(200);
    await runDueJobs(test);
    expect(await test.store.admin(`select "phone" from "leads" where "id" = '${String(body['id'])}'`)).toEqual([
      { phone: '+919810000051' },
    ]);
  });

  it('TENANTEDIT-079 an import reports each row of another country with its column, and accepts the others', async () => {
    const { counts, failed } = await world.importFile([
      'Asha,9810000041,',
      'Ann,+14155552674,ann.two@example.com',
      'Omar,+971501234599,',
      'Mail,,mail.two@example.com',
    ]);
    expect(counts).toMatchObject({ status: 'done', created: 3, failed: 1 });
    expect(failed).toEqual([{ line: 3, field: 'Mobile', reason: message }]);
  });

  it('TENANTEDIT-062 with the constraint off every country is accepted, whatever is still chosen', async () => {
    await constraint(0);
    expect((await world.ways.form({ name: 'Ann', phone: '+14155552675' })).status).toBe(200);
  });
});
