import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { MeasureId } from '../../src/schemas/kit/measures';
import type { ReportTable } from '../../src/schemas/kit/report';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const day = '2027-03-02';
const at = (time: string, on = day): string => new Date(`${on}T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let user: string;
  let tenant: string;
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    admin = await signIn(test, 'admin@northstar.example');
    user = test.fixture.users['counsellor@northstar.example']!;
    tenant = test.fixture.tenants.northstar;
    const told = new History(test.store, tenant);
    const lead = await told.capture(at('09:00'));
    await told.assign(lead, user, at('09:01'));
    await edit(
      test,
      tenant,
      `insert into "outbox_messages" ("tenant_id", "id", "channel", "to", "state", "lead_id", "sent_by", "created_at", "delivered_at", "read_at", "replied_at")
       values ('${tenant}', 'mail-read', 'email', 'a@x.example', 'sent', '${lead}', '${user}', '${at('10:00')}', null, '${at('10:30')}', '${at('11:00')}'),
              ('${tenant}', 'sms-there', 'sms', '+919800000001', 'sent', '${lead}', '${user}', '${at('10:05')}', '${at('10:06')}', null, null),
              ('${tenant}', 'sms-lost', 'sms', '+919800000001', 'failed', '${lead}', '${user}', '${at('10:10')}', null, null, null)`,
    );
    await edit(
      test,
      tenant,
      `insert into "whatsapp_chats" ("tenant_id", "id", "lead_id", "wa_user_id", "phone")
       values ('${tenant}', 'chat', '${lead}', '919800000001', '+919800000001')`,
    );
    await edit(
      test,
      tenant,
      `insert into "whatsapp_messages" ("tenant_id", "id", "chat_id", "direction", "type", "status", "sent_by", "sent_at")
       values ('${tenant}', 'wa-answered', 'chat', 'out', 'text', 'read', '${user}', '${at('12:00')}'),
              ('${tenant}', 'wa-in', 'chat', 'in', 'text', 'sent', null, '${at('13:00')}'),
              ('${tenant}', 'wa-silent', 'chat', 'out', 'text', 'sent', '${user}', '${at('14:00')}')`,
    );
    const asked = await call(test, admin, 'POST', 'res/queries', {
      subject: 'Fee',
      message: 'What is the fee?',
      lead_id: lead,
      assigned_to: user,
    });
    expect(asked.status, asked.text).toBeLessThan(300);
    await edit(test, tenant, `update "queries" set "created_at" = '${at('15:00')}' where "tenant_id" = '${tenant}'`);
    const [{ id }] = (await test.store.admin(`select "id" from "queries" where "tenant_id" = '${tenant}'`)) as [{ id: string }];
    const answered = await call(test, admin, 'PATCH', `res/queries/${id}`, { state: 'answered', answer: '90,000 a year' });
    expect(answered.status, answered.text).toBe(200);
  });
  afterAll(() => test.close());

  const totalOf = async (tab: string, measure: MeasureId): Promise<unknown> => {
    const answer = await call(test, admin, 'GET', `reports/user-productivity?from=${day}&to=${day}&tab=${tab}&group_by=user`);
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    const table = answer.body['data'] as ReportTable;
    return table.totals[table.columns.findIndex((one) => one.measure === measure)]!.value;
  };

  it.each([
    ['A6', 1],
    ['A7', 2],
    ['A8', 2],
    ['A13', 3],
    ['A14', 2],
  ] as const)('%s of single messages is %d, and opens those messages', async (measure, expected) => {
    expect(Number(await totalOf('messages', measure))).toBe(expected);
    const cell = encodeURIComponent(writeCell({ measure, from: day, to: day, values: { user: [user] } }));
    const { body } = await call(test, admin, 'GET', `reports/acts?cell=${cell}`);
    expect(body['count']).toBe(expected);
  });

  it('says how long a query waited for its first answer', async () => {
    expect(Number(await totalOf('queries', 'Q2'))).toBe(1);
    expect(Number(await totalOf('queries', 'Q4'))).toBeCloseTo(3, 1); // 15:00 to 18:00
  });
});
