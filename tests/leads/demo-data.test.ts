import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPhone } from '../../server/demo/names';
import { callRecording } from '../../server/dialer/recordings';
import type { Config } from '../../server/config';
import { firstStart, seedDemo } from '../../server/demo/seed-demo';
import { seedCountries } from '../../server/demo/seed-tenant';
import { verifyPassword } from '../../server/identity/passwords';
import { quote, tableName } from '../../server/store/identifiers';
import { resources } from '../../src/schemas/kit/all';
import { actor, freshStore, type TestStore } from '../support/database';

const now = new Date('2026-03-12T09:30:00Z'); // a Thursday, 15:00 in Pune
let store: TestStore;
beforeAll(async () => {
  store = await freshStore();
  await seedCountries(store);
  await seedDemo(store, { now, leads: 600 });
});
afterAll(() => store.close());

const count = async (from: string): Promise<number> =>
  Number((await store.admin(`select count(*) as n from ${from}`)).at(-1)!['n']);
const none = async (name: string, from: string): Promise<void> => expect({ [name]: await count(from) }).toEqual({ [name]: 0 });

describe('demo data', () => {
  it('creates two tenants with the accounts and the password of the run contract', async () => {
    const users = await store.admin(`select "email", "role", "password" from "users" order by "email"`);
    const emails = users.map((user) => `${String(user['email'])} ${String(user['role'])}`);
    for (const [i, name] of ['admin', 'manager', 'lead', 'counsellor', 'caller', 'backoffice'].entries())
      expect(emails).toContain(`${name}@northstar.example ${i + 1}`);
    expect(emails).toEqual(expect.arrayContaining(['admin@lakeview.example 1', 'counsellor@lakeview.example 4']));
    expect(await verifyPassword(users[0]!['password'] as string, 'Prospectus#2026')).toBe(true);
    expect(await count(`"dialer_rules" where "created_by" is not null`)).toBeGreaterThan(0);
    await none('dialer rules of nobody', `"dialer_rules" where "created_by" is null`);
    expect(await count(`"leads"`)).toBe(660);
    expect(await count(`"countries"`)).toBeGreaterThan(230);
    expect(await count(`"streams" where "tenant_id" = (select min("tenant_id") from "tenant")`)).toBe(26);
    expect(await count(`"states" where "tenant_id" = (select min("tenant_id") from "tenant")`)).toBe(36);
  });

  it('has conversations that are recorded: everyone has some, and their recordings are on the way', async () => {
    const waiting = `"jobs" j join "calls" c on c."tenant_id" = j."tenant_id" and c."id" = j."payload" ->> 'callId' where j."kind" = '${callRecording.name}'`;
    expect(await count(`${waiting} and c."talk_s" > 0`)).toBe(await count(waiting));
    expect(await count(`(select distinct c."user_id" from ${waiting}) u`)).toBe(
      await count(`(select distinct "user_id" from "calls" where "talk_s" > 0) u`),
    );
  });

  it('holds the invariants of a lead', async () => {
    const newest = `(select distinct on ("tenant_id", "lead_id") * from "call_actions" order by "tenant_id", "lead_id", "created_at" desc, "id" desc)`;
    await none(
      'last_callaction_* is not the newest call action',
      `"leads" l left join ${newest} c on c."tenant_id" = l."tenant_id" and c."lead_id" = l."id"
       where (l."last_callaction_btn_message", l."last_callaction_sub_stage", l."last_callaction_message", l."last_callaction_call_date_time", l."stage_id")
         is distinct from (c."btn_message", c."sub_stage", c."message", c."call_date_time", c."stage_id")`,
    );
    await none(
      'next_followup_at is not the earliest pending one',
      `"leads" l where l."next_followup_at" is distinct from (select min(f."call_date_time") from "follow_ups" f
        where f."tenant_id" = l."tenant_id" and f."lead_id" = l."id" and f."state" = 'pending')`,
    );
    await none(
      'more than one pending follow-up',
      `(select 1 from "follow_ups" where "state" = 'pending' group by "tenant_id", "lead_id" having count(*) > 1) t`,
    );
    await none('time ahead of now', `"call_actions" where "created_at" > '${now.toISOString()}'`);
    await none('call ahead of now', `"calls" where "started_at" > '${now.toISOString()}'`);
    await none('touched before assigned', `"leads" where "first_act_at" < "assigned_at"`);
    await none(
      'owner of a lead without history',
      `"leads" l where l."user_id" is distinct from (select h."to_user_id" from "lead_owner_history" h
      where h."tenant_id" = l."tenant_id" and h."lead_id" = l."id" order by h."created_at" desc, h."id" desc limit 1)`,
    );
    await none(
      'dials',
      `"leads" l where l."dial_count" <> (select count(*) from "calls" c where c."lead_id" = l."id" and c."direction" = 'outbound')`,
    );
    await none(
      're-enquiries',
      `"leads" l where l."re_enquiry_count" <> (select count(*) from "lead_captures" c where c."lead_id" = l."id" and c."is_re_enquiry")`,
    );
    await none(
      'stage without its sub-stage',
      `"call_actions" c join "lead_stages" s on s."tenant_id" = c."tenant_id" and s."id" = c."stage_id"
      where (s."sub_stage_required" and c."sub_stage" is null) or (s."followup_required" and c."call_date_time" is null)`,
    );
  });

  it('has rows for each list', async () => {
    const at = now.toISOString();
    expect(await count(`"leads" where "stage_id" is null`)).toBeGreaterThan(10);
    expect(await count(`"leads" where "next_followup_at" < '${at}'`)).toBeGreaterThan(10);
    expect(
      await count(`"leads" where "next_followup_at" >= '${at}' and "next_followup_at" < '2026-03-12T18:30:00Z'`),
    ).toBeGreaterThan(5);
    expect(await count(`"leads" where "user_id" is null`)).toBeGreaterThan(3);
    expect(await count(`"calls" where "outcome" = 'missed'`)).toBeGreaterThan(3);
    expect(await count(`"leads" where "re_enquiry_count" > 0`)).toBeGreaterThan(20);
  });

  it('finishes a first start that was killed between the tenants, and does not touch a database that has its own tenant', async () => {
    const services = (demo: boolean, on: TestStore) => ({
      store: on,
      config: { demo } as Config,
      now: () => now,
      log: { info() {}, warn() {}, error() {} },
    });
    const half = await freshStore();
    let transactions = 0;
    const dying: TestStore = {
      ...half,
      // Creates the countries and the first tenant; then the power fails.
      transaction: (...args) => (++transactions > 2 ? Promise.reject(new Error('killed')) : half.transaction(...args)),
    };
    await expect(firstStart(services(true, dying))).rejects.toThrow('killed');
    expect((await half.lookUp('tenant_ids', [])).length).toBe(1);
    await Promise.all([firstStart(services(true, half)), firstStart(services(true, half))]);
    const leads = await half.admin(`select count(*) as n from "leads" group by "tenant_id" order by 1`);
    expect(leads.map((row) => Number(row['n']))).toEqual([200, 2000]);
    await half.close();

    const own = await freshStore();
    await firstStart(services(false, own));
    await own.transaction(actor('t1'), (tx) =>
      tx.insertMany('tenant', ['tenant_id', 'id', 'name'], [['t1', 't1', 'A real one']]),
    );
    await firstStart(services(true, own));
    expect((await own.lookUp('tenant_ids', [])).length).toBe(1);
    await own.close();
  });

  it('never gives a phone twice', () => {
    const phones = new Set(Array.from({ length: 200_000 }, (_, n) => demoPhone(n)));
    expect(phones.size).toBe(200_000);
    for (const phone of [...phones].slice(0, 500)) expect(phone).toMatch(/^\+91[6-9]\d{9}$/);
  });
});

describe('choices in the demo tenants', () => {
  it('are those that a form still offers', async () => {
    const gone: Record<string, number> = {};
    for (const resource of resources)
      for (const [name, field] of Object.entries(resource.fields.properties)) {
        if (!field.enum || resource.store === 'none' || resource.store === 'view' || resource.virtual?.includes(name)) continue;
        const offered = field.enum.map((value) => `'${String(value)}'`).join();
        const rows = await count(`${quote(tableName(resource))} where ${quote(name)}::text not in (${offered})`);
        if (rows > 0) gone[`${resource.name}.${name}`] = rows;
      }
    expect(gone).toEqual({});
  });
});

describe('marketing of the demo tenants', () => {
  it('writes a campaign before it is sent', async () => {
    for (const table of ['email_campaigns', 'sms_campaigns', 'whatsapp_campaigns', 'push_notifications']) {
      expect([table, await count(`"${table}" where "started_at" is not null`)]).not.toEqual([table, 0]);
      await none(table, `"${table}" where "created_at" > "started_at"`);
    }
  });

  it('has rows for every resource, with figures that add up', async () => {
    const tables =
      'sms_templates whatsapp_templates campaign_templates campaign_pages push_subscribers push_notifications voice_files obd_service_numbers voice_campaigns voice_calls course_rules provider_settings email_campaigns sms_campaigns whatsapp_campaigns ai_call_campaigns ads_accounts analytics_properties utm_links short_urls reconcile_batches widgets';
    const empty: string[] = [];
    for (const table of tables.split(' '))
      if ((await count(`(select distinct "tenant_id" from "${table}") t`)) < 2) empty.push(table);
    expect(empty).toEqual([]);
    await none(
      'a voice campaign that was completed without calls',
      `"voice_campaigns" c where c."state" = 'completed' and not exists (select from "voice_calls" v
        where v."tenant_id" = c."tenant_id" and v."campaign_id" = c."id" and v."status" = 'answered')`,
    );
    for (const table of ['sms_campaigns', 'email_campaigns', 'whatsapp_campaigns'])
      await none(
        'a sent campaign without a message that arrived',
        `"${table}" c where c."state" = 'sent' and not exists (select from "outbox_messages" o where o."tenant_id" = c."tenant_id"
          and o."campaign_id" = c."id" and o."delivered_at" is not null)`,
      );
    await none('a message that was read but never sent', `"outbox_messages" where "read_at" is not null and "sent_at" is null`);
  });

  it('gives publishers deliveries that their own rules explain: accepted, duplicate, invalid, refused and disputed', async () => {
    expect(await count('"publishers"')).toBe(5);
    expect(await count(`"publisher_deliveries" where "state" = 'duplicate'`)).toBeGreaterThan(0);
    for (const state of ['accepted', 'invalid', 'refused'])
      expect(await count(`(select distinct "tenant_id" from "publisher_deliveries" where "state" = '${state}') t`), state).toBe(
        2,
      );
    for (const state of ['open', 'agreed', 'declined'])
      expect(await count(`"publisher_deliveries" where "dispute_state" = '${state}'`), state).toBeGreaterThan(0);
    await none(
      'a delivery that is not an enquiry of its lead from the source of its publisher',
      `"publisher_deliveries" d join "publishers" p on p."tenant_id" = d."tenant_id" and p."id" = d."publisher_id" where d."lead_id" is not null
        and not exists (select from "lead_captures" c where c."tenant_id" = d."tenant_id" and c."lead_id" = d."lead_id" and c."source" = p."source_id"
          and c."created_at" = d."delivered_at")`,
    );
    await none('a delivery ahead of now', `"publisher_deliveries" where "delivered_at" > '${now.toISOString()}'`);
  });
});
