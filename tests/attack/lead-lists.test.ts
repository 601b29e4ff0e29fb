import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ring } from '../../server/live/incoming-call';
import { remindAll } from '../../server/live/reminders';
import { findEvents } from '../../server/webhooks/find-events';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import type { Committed } from '../../server/store/store';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';

/** Places that combine data of many leads or deliver it unrequested: audiences, chats, deliveries and notifications. */
const every = [1, 2, 3, 4, 5, 6];
const secret = 'Zarina Confidential';
const phone = '+919822000002';

for (const { name, fresh } of await reachableDatabases())
  describe(`data of leads in lists and messages, ${name}`, () => {
    let test: TestApp;
    let tenantId = '';
    let admin: Browser;
    let counsellor: Browser;
    let outsider: Browser;
    const told: Committed['userEvents'][number][] = [];
    beforeAll(async () => {
      test = await build({ store: await fresh(), demo: true });
      tenantId = test.fixture.tenants.northstar;
      test.store.onCommit((committed) => void told.push(...committed.userEvents));
      const codes = JSON.stringify(accessCodes.filter((code) => code !== 'Timeline').map((code) => ({ code, level: every })));
      await edit(test, tenantId, `update users_roles set permissions = '${codes}' where role = 4`);
      await edit(test, tenantId, `update users set wp_access = 1`);
      admin = await signIn(test, 'admin@northstar.example');
      counsellor = await signIn(test, 'counsellor@northstar.example');
      outsider = await signIn(test, 'outsider@northstar.example');
      await edit(
        test,
        tenantId,
        `insert into leads (tenant_id, id, name, phone, user_id) values
          ('${tenantId}', 'lead-mine', 'Mine', '+919811000001', '${counsellor.userId}'),
          ('${tenantId}', 'lead-theirs', '${secret}', '${phone}', '${outsider.userId}')`,
      );
    });
    afterAll(() => test.close());
    const ask = (who: Browser, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<Answer> =>
      call(test, who, method, path, body);

    it('TRUST-S34 a broadcast counts and reaches only leads that its sender sees', async () => {
      const idOf = (made: Answer) => ((made.body['data'] ?? made.body) as { id: string }).id;
      const text = `insert into sms_templates (tenant_id, id, name, body, status) values ('${tenantId}', 'sms-hello', 'Hello', 'Hello', 1)`;
      await edit(test, tenantId, text);
      const audience = await ask(admin, 'POST', 'lead-gen/audience', {
        name: 'Everybody',
        kind: 'static',
        lead_ids: ['lead-mine', 'lead-theirs'],
      });
      const broadcast = await ask(counsellor, 'POST', 'lead-gen/broadcasts', {
        name: 'Hello',
        channel: 'sms',
        template_id: 'sms-hello',
        audience_id: idOf(audience),
      });
      const sent = await ask(counsellor, 'POST', 'lead-gen/send-broadcast', { broadcast_id: idOf(broadcast) });
      expect(sent.body).toMatchObject({ code: 200, data: { queued: 1 } });
      test.services.jobs.start();
      const of = `lead-gen/broadcasts/${idOf(broadcast)}`;
      await expect.poll(async () => (await ask(admin, 'GET', of)).text).toContain('"state":"sent"');
      await test.services.jobs.stop();
      const outbox = await test.store.transaction(actor(tenantId), (tx) =>
        tx.rows<{ to: string }>(sql`select "to" from "outbox_messages" where "tenant_id" = ${tenantId} and "channel" = 'sms'`),
      );
      expect(outbox).toEqual([{ to: '+919811000001' }]);
    });

    it('TRUST-S34 a voice campaign and a push notification reach only leads that the user who starts them sees', async () => {
      const idOf = (made: Answer) => ((made.body['data'] ?? made.body) as { id: string }).id;
      await edit(
        test,
        tenantId,
        `insert into voice_files (tenant_id, id, name, file, approval, is_active) values ('${tenantId}', 'vf', 'Hello', 'files/x', 'approved', 1)`,
      );
      await edit(
        test,
        tenantId,
        `insert into obd_service_numbers (tenant_id, id, number, label) values ('${tenantId}', 'sn', '1409876543', 'Office')`,
      );
      await edit(
        test,
        tenantId,
        `insert into push_subscribers (tenant_id, id, endpoint, keys, status, lead_id) values
          ('${tenantId}', 'sub-mine', 'https://push.example/mine', '"x"', 1, 'lead-mine'),
          ('${tenantId}', 'sub-theirs', 'https://push.example/theirs', '"x"', 1, 'lead-theirs')`,
      );
      const lead_ids = ['lead-mine', 'lead-theirs'];
      const audience_id = idOf(await ask(admin, 'POST', 'lead-gen/audience', { name: 'For calls', kind: 'static', lead_ids }));
      const voice = { name: 'Ring', voice_file_id: 'vf', service_number_id: 'sn', audience_id };
      const campaign = idOf(await ask(counsellor, 'POST', 'create-voice-campaign', voice));
      await edit(
        test,
        tenantId,
        `insert into message_settings (tenant_id, id, hours_from, hours_to) values ('${tenantId}', 'any-hour', '00:00', '00:00')`,
      );
      const text = { title: 'Hello', body: 'Hello' };
      const push = await ask(counsellor, 'POST', 'push-notification', { ...text, audience: audience_id });
      expect(push.body).toMatchObject({ data: { recipients: 1 } });
      // Without an audience: all subscribers that the sender sees.
      expect((await ask(counsellor, 'POST', 'push-notification', { ...text, title: 'To all' })).code).toBe(200);
      test.services.jobs.start();
      const waiting = `select id from jobs where kind in ('voice-campaign', 'campaign-send') and state in ('queued', 'running')`;
      await expect.poll(async () => (await test.store.admin(waiting)).length).toBe(0);
      await test.services.jobs.stop();
      const called = await test.store.admin(`select lead_id from voice_calls where campaign_id = '${campaign}'`);
      expect(called).toEqual([{ lead_id: 'lead-mine' }]);
      const pushed = await test.store.admin(`select "to" from outbox_messages where "to" in ('sub-mine', 'sub-theirs')`);
      expect(pushed).toEqual([{ to: 'sub-mine' }, { to: 'sub-mine' }]);
    });

    it('TRUST-S34 an audience shows and counts only leads that the reader sees, and keeps the others', async () => {
      const made = await ask(admin, 'POST', 'lead-gen/audience', {
        name: 'Both',
        kind: 'static',
        lead_ids: ['lead-mine', 'lead-theirs'],
      });
      expect(made.code, made.text).toBe(200);
      const { id } = (made.body['data'] ?? made.body) as { id: string };
      for (const path of [`lead-gen/audience/${id}`, 'lead-gen/audience', `res/lead-gen-audiences/${id}/history`]) {
        const answer = await ask(counsellor, 'GET', path);
        expect([path, answer.code, answer.text.includes('lead-mine'), answer.text.includes('lead-theirs')]).toEqual([
          path,
          200,
          true,
          false,
        ]);
      }
      const saved = await ask(counsellor, 'PUT', `lead-gen/audience/${id}`, { lead_ids: [] });
      expect([saved.code, saved.text.includes('lead-theirs')]).toEqual([200, false]);
      expect((await ask(admin, 'GET', `lead-gen/audience/${id}`)).body['data']).toMatchObject({ lead_ids: ['lead-theirs'] });
      for (const wanted of ['lead-theirs', 'lead-of-nobody']) {
        const refused = await ask(counsellor, 'POST', 'lead-gen/audience', {
          name: 'Guess',
          kind: 'static',
          lead_ids: [wanted],
        });
        expect([wanted, refused.code, refused.body.message]).toEqual([wanted, 422, expect.stringContaining('does not exist')]);
      }
      const rule = [{ condition: 'And', rules: [{ columnName: 'name', operator: 'in', value: secret }] }];
      const guess = await ask(counsellor, 'POST', 'lead-gen/audience', {
        name: 'Who',
        kind: 'dynamic',
        globleCondtion: 'And',
        rule,
      });
      if (guess.code === 200) expect(((guess.body['data'] ?? guess.body) as { count: number }).count).toBe(0);
      else expect(guess.code).toBe(422);
    });

    it('TRUST-S34 a chat and its messages move with the lead from owner to owner', async () => {
      const write = (text: string) => ask(admin, 'POST', 'sandbox/whatsapp/message', { phone, text, name: 'Someone' });
      expect((await write('First')).code).toBe(200);
      // Someone took the chat while the lead had no owner.
      await edit(test, tenantId, `update whatsapp_chats set owner_id = '${counsellor.userId}' where lead_id = 'lead-theirs'`);
      const lists = async (who: Browser): Promise<string> =>
        (await ask(who, 'GET', `chats_list?id=${who.userId}`)).text + (await ask(who, 'GET', 'requesting_chats_list')).text;
      const sees = async (who: Browser): Promise<[boolean, number, boolean]> => [
        (await lists(who)).includes(secret),
        (await ask(who, 'GET', `chat_history?chat_id=${phone.slice(1)}&userId=${who.userId}`)).code,
        (await ask(who, 'POST', `chats_list_query/${who.userId}`, { unseen_msg: true })).text.includes(secret),
      ];
      expect(await sees(outsider)).toEqual([true, 200, true]);
      expect(await sees(counsellor)).toEqual([false, 404, false]);
      await edit(test, tenantId, `update leads set user_id = '${counsellor.userId}' where id = 'lead-theirs'`);
      told.length = 0;
      await write('Second');
      expect(told.filter(({ event }) => event === 'wa_message').map(({ userId }) => userId)).toEqual([counsellor.userId]);
      expect(await sees(counsellor)).toEqual([true, 200, true]);
      expect(await sees(outsider)).toEqual([false, 404, false]);
      await edit(test, tenantId, `update leads set user_id = '${outsider.userId}' where id = 'lead-theirs'`);
    });

    it('TRUST-S34 a role that sees masked numbers opens a chat by its key', async () => {
      const rules = JSON.stringify([{ resource: 'leads', field: 'phone', rule: 'masked' }]);
      await edit(test, tenantId, `update users_roles set field_rules = '${rules}' where role = 4`);
      test.clock.add(61);
      const list = await ask(outsider, 'GET', `chats_list?id=${outsider.userId}`);
      const [chat] = list.body['data'] as { wa_user_id: string; phone: string }[];
      expect([list.text.includes(phone.slice(-10)), chat!.phone]).toEqual([false, '98xxxxxx02']);
      const path = `chat_history?chat_id=${chat!.wa_user_id}&userId=${outsider.userId}`;
      expect((await ask(outsider, 'GET', path)).body).toMatchObject({ code: 200, count: 2 });
      told.length = 0;
      await ask(admin, 'POST', 'sandbox/whatsapp/message', { phone, text: 'Third' });
      expect(told.map(({ body }) => JSON.stringify(body).includes(phone.slice(-10)))).toEqual([false]);
      await edit(test, tenantId, `update users_roles set field_rules = '[]' where role = 4`);
      test.clock.add(61);
    });

    it('TRUST-S34 incoming calls and reminders do not name leads that the user may not see', async () => {
      const lead = { id: 'lead-theirs', name: secret, email: 'z@example.com', phone, user_id: outsider.userId! };
      const now = test.services.now();
      const soon = new Date(now.getTime() + 120_000).toISOString();
      await edit(
        test,
        tenantId,
        `insert into follow_ups (tenant_id, id, lead_id, user_id, call_date_time, state, created_date)
          values ('${tenantId}', 'due', 'lead-theirs', '${counsellor.userId}', '${soon}', 'pending', now())`,
      );
      told.length = 0;
      await test.store.transaction({ ...actor(tenantId), reason: 'a call' }, async (tx) => {
        for (const userId of [counsellor.userId!, outsider.userId!])
          await ring(tx, { tenantId, userIds: [userId], lead, phone: null, virtualNumber: null, at: now });
      });
      const rung = told
        .filter(({ event }) => event === 'dialer_call')
        .map(({ body }) => (body as { requestBody: object }).requestBody);
      expect(rung).toEqual([
        { id: null, name: null, email: null, phone, user_id: counsellor.userId },
        { id: 'lead-theirs', name: secret, email: 'z@example.com', phone, user_id: outsider.userId },
      ]);
      await remindAll(test.services);
      test.clock.add(90);
      await remindAll(test.services);
      const listed = await ask(counsellor, 'GET', `users/notifications?user_id=${counsellor.userId}&page=1&limit=50`);
      const stored = await test.store.admin(
        `select notifications::text as text, user_id from notifications where tenant_id = '${tenantId}'`,
      );
      const mine = stored.filter((row) => row['user_id'] === counsellor.userId).map((row) => String(row['text']));
      expect(mine.some((text) => text.includes('Follow-up with a lead'))).toBe(true);
      expect(mine.some((text) => text.includes('Missed call'))).toBe(true);
      expect([...mine, listed.text].filter((text) => text.includes(secret))).toEqual([]);
    });

    it('TRUST-S34 a webhook’s deliveries show the record only to users who see every lead', async () => {
      const hook = await ask(admin, 'POST', 'res/webhooks', {
        name: 'All',
        url: 'https://hooks.example.com/x',
        events: ['leads.*'],
        secret: 'signing-secret-0123456789',
        status: 1,
      });
      expect(hook.code, hook.text).toBe(200);
      await edit(test, tenantId, `update leads set city = 'Alibag' where id = 'lead-theirs'`);
      await edit(
        test,
        tenantId,
        `insert into leads (tenant_id, id, name, phone, user_id) values ('${tenantId}', 'lead-new', '${secret}', '+919822000003', '${outsider.userId}')`,
      );
      await findEvents(test.services, tenantId);
      for (const [who, sees] of [
        [admin, true],
        [counsellor, false],
      ] as const) {
        const answer = await ask(who, 'GET', 'res/webhook-deliveries?_end=50');
        expect(
          [answer.code, answer.text.includes('leads.created'), answer.text.includes(secret)],
          answer.text.slice(0, 300),
        ).toEqual([200, true, sees]);
      }
    });
  });
