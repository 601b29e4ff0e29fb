import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { remindAll } from '../../server/live/reminders';
import { newId } from '../../server/store/ids';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';

let test: TestApp;
let counsellor: Browser;
let lead: string;
const tenant = (): string => test.fixture.tenants.northstar;

beforeAll(async () => {
  test = await build({ demo: true });
  counsellor = await signIn(test, 'counsellor@northstar.example');
  const admin = await signIn(test, 'admin@northstar.example');
  const made = await call(test, admin, 'POST', 'res/leads', {
    name: 'Ravi Kale',
    phone: '9822012345',
    user_id: counsellor.userId,
  });
  lead = String(made.body['id']);
});
afterAll(() => test.close());

const listOf = async (who: Browser): Promise<NotificationItem[]> =>
  (await call(test, who, 'GET', `users/notifications?user_id=${who.userId}&page=1&limit=100`)).body['data'] as NotificationItem[];

describe('reminders of follow-ups', () => {
  const followUp = (inSeconds: number, of = lead): Promise<string> =>
    test.store.transaction(actor(tenant()), async (tx) => {
      const id = newId();
      const at = new Date(test.services.now().getTime() + inSeconds * 1000).toISOString();
      await tx.run(sql`insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "btn_message",
          "created_date", "state", "user_id") values (${tenant()}, ${id}, ${id}, ${of}, ${at}::timestamptz, 'Call back',
          ${at}::timestamptz, 'pending', ${counsellor.userId})`);
      return id;
    });
  const told = async (type: string): Promise<string[]> =>
    (await listOf(counsellor)).filter((one) => one.notifications.type === type).map((one) => one.notifications.message);

  it('come five minutes before and at the due time, each once, no matter how many processes check how often', async () => {
    await followUp(600);
    await remindAll(test.services);
    expect(await told('followup_due')).toEqual([]);
    test.clock.add(310);
    for (let i = 0; i < 3; i++) await remindAll(test.services);
    expect(await told('followup_due')).toEqual(['Follow-up with Ravi Kale in 5 minutes']);
    test.clock.add(300);
    await Promise.all([remindAll(test.services), remindAll(test.services)]);
    expect(await told('followup_due')).toEqual(['Follow-up with Ravi Kale is due now', 'Follow-up with Ravi Kale in 5 minutes']);
  });

  it('do not come for follow-ups that are done or long past; the digest of overdue ones comes once a day after nine', async () => {
    const at = new Date(Date.now() + 2 * 86_400_000); // at any hour now, follow-ups due before are of an earlier day by then
    at.setUTCHours(3, 0, 0, 0); // half past eight in the tenant's zone
    test.clock.set(at);
    Object.assign(counsellor, await signIn(test, 'counsellor@northstar.example'));
    await followUp(-2 * 86_400);
    await followUp(-3 * 86_400);
    const gone = await call(test, counsellor, 'POST', 'res/leads', { name: 'Gone Lead', phone: '9822012399' });
    for (let i = 0; i < 10; i++) await followUp(-3 * 86_400 - i, String(gone.body['id']));
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`update "leads" set "deleted_at" = now() where "id" = ${String(gone.body['id'])}`),
    );
    const before = (await told('followup_overdue')).length;
    const due = (await told('followup_due')).length;
    await remindAll(test.services);
    expect(await told('followup_overdue')).toHaveLength(before);
    test.clock.add(1900);
    Object.assign(counsellor, await signIn(test, 'counsellor@northstar.example'));
    for (let i = 0; i < 2; i++) await remindAll(test.services);
    const digests = await told('followup_overdue');
    expect(digests).toHaveLength(before + 1);
    expect(digests[0]).toMatch(/^You have [3-9] overdue follow-ups$/);
    expect(await told('followup_due')).toHaveLength(due);
  });
});
