import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import type { LeadCallFigures, LeadPanel, OwnerSpell } from '../../src/schemas/calls/lead-page';
import type { JourneyEntry } from '../../src/schemas/kit/lead-journey';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { call, type Browser } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from './lead-world';

describe.each(await reachableDatabases())('the lead page on $name', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
  });
  afterAll(() => world.test.close());

  const tenantId = (): string => world.test.fixture.tenants.northstar;
  const userId = (who: string): string => world.test.fixture.users[`${who}@northstar.example`]!;
  async function read<T>(path: string, who: Browser = world.counsellor): Promise<T> {
    const answer = await call(world.test, who, 'GET', path);
    expect(answer.code, answer.text).toBe(200);
    return answer.body['data'] as T;
  }
  const write = (
    work: (tx: { run(statement: ReturnType<typeof sql>): Promise<unknown> }) => Promise<unknown>,
  ): Promise<unknown> => world.test.store.transaction(actor(tenantId()), work);
  const callRow = (leadId: string, at: string, direction: string, talk: number) =>
    sql`insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "phone", "state", "started_at", "ended_at", "outcome", "talk_s", "duration_s")
      values (${tenantId()}, ${newId()}, ${leadId}, ${userId('counsellor')}, ${direction}, '+919822000000', 'ended', ${at}::timestamptz, ${at}::timestamptz,
        ${talk ? 'answered' : direction === 'inbound' ? 'missed' : 'no_answer'}, ${talk}, ${talk + 5})`;

  describe('the panel', () => {
    it('has open follow-ups, tickets raised from the page, the way through the stages, and nothing the role has no right to', async () => {
      const id = await world.makeLead();
      await saveStage(world, world.counsellor, id, {
        stage_id: world.stages['Call back'],
        sub_stage: 'Evening',
        call_date_time: inHours(world, 3),
        message: 'Father decides',
      });
      const ticket = {
        subject: 'Wrong phone',
        category: 'bug',
        description: 'The number is wrong',
        page_url: `/lp/${id}/conversion?x=1`,
      };
      expect((await call(world.test, world.counsellor, 'POST', 'res/tickets', ticket)).status).toBeLessThan(300);
      const panel = await read<LeadPanel>(`leads/${id}/panel`);
      expect(panel.follow_ups).toHaveLength(1);
      expect(panel.tickets).toMatchObject([{ subject: 'Wrong phone', state: 'open' }]);
      expect(panel.way.map(({ btn_message }) => btn_message)).toEqual(['Call back']);
      expect(panel.stages.map(({ stage_name }) => stage_name).slice(-6)).toContain('Interested');
      expect([panel.applications, panel.payments]).toEqual([null, null]);
      const admins = await read<LeadPanel>(`leads/${id}/panel`, world.admin);
      expect([admins.applications, admins.payments]).toEqual([[], []]);
    });

    it('says how many entries each tab has, as the tab lists them', async () => {
      const id = await world.makeLead();
      const before = (await read<LeadPanel>(`leads/${id}/panel`)).tabs;
      expect(before).toEqual({
        'lead-owner-history': (await read<unknown[]>(`leads/${id}/owners`)).length,
        'college-shortlisted': 0,
        'college-not-interested': 0,
        'call-history': 0,
        'virtual-meeting-history': 0,
      });
      for (const [relation, clg] of [
        ['shortlisted', 10001],
        ['not_interested', 10002],
      ] as const)
        await write((tx) =>
          tx.run(sql`insert into "lead_colleges" ("tenant_id", "id", "lead_id", "clg_id", "relation")
            values (${tenantId()}, ${newId()}, ${id}, ${clg}, ${relation})`),
        );
      await write((tx) => tx.run(callRow(id, '2026-03-02T10:00:00Z', 'inbound', 30)));
      expect((await read<LeadPanel>(`leads/${id}/panel`)).tabs).toMatchObject({
        'college-shortlisted': 1,
        'college-not-interested': 1,
        'call-history': 1,
      });
    });

    it('and the list of pending follow-ups say the same of them, and hide the same', async () => {
      const id = await world.makeLead();
      const plan = { lead_id: id, call_date_time: inHours(world, 5), note: 'Ask for the marksheet' };
      const made = await call(world.test, world.counsellor, 'POST', 'res/follow-ups', plan);
      expect(made.status, made.text).toBeLessThan(300);
      const both = async (): Promise<unknown[]> => [
        await read<unknown>(`followup/lead/${id}`),
        (await read<LeadPanel>(`leads/${id}/panel`)).follow_ups,
      ];
      const [list, ofPanel] = await both();
      expect(list).toEqual(ofPanel);
      expect(list).toMatchObject([{ note: 'Ask for the marksheet' }]);
      const rules = (value: string): Promise<unknown> =>
        write((tx) => tx.run(sql`update "users_roles" set "field_rules" = ${value}::jsonb where "role" = 4`));
      await rules('[{"resource":"follow-ups","field":"note","rule":"hidden"}]');
      world.test.clock.add(61); // a session knows its rights for a minute
      for (const one of await both()) expect(one).toMatchObject([{ note: null }]);
      await rules('[]');
      world.test.clock.add(61);
    });

    it('shows who else has the same email, only to those who see that lead too', async () => {
      const one = await world.makeLead({ email: 'twin@example.com' });
      const mine = await world.makeLead({ email: 'twin@example.com', name: 'Twin of the counsellor' });
      const theirs = await world.makeLead({ email: 'twin@example.com', name: 'Twin of nobody' }, null);
      const seen = (panel: LeadPanel): string[] => panel.same.map(({ id }) => id);
      expect(seen(await read<LeadPanel>(`leads/${one}/panel`))).toEqual([mine]);
      expect(seen(await read<LeadPanel>(`leads/${one}/panel`, world.admin)).toSorted()).toEqual([mine, theirs].toSorted());
    });

    it('shows who has the same number in either field and what it was marked a duplicate of, but not deleted and merged leads', async () => {
      const one = await world.makeLead({ phone: '9811100001' });
      const [other, second, marked, gone, merged, guarded] = await Promise.all([
        world.makeLead({ alternate_phone: '9811100001' }),
        world.makeLead({ name: 'Same second number' }),
        world.makeLead(),
        world.makeLead({ alternate_phone: '9811100001' }),
        world.makeLead({ alternate_phone: '9811100001' }),
        world.makeLead({ alternate_phone: '9811100001' }, 'outsider@northstar.example'),
      ]);
      await write(async (tx) => {
        await tx.run(sql`update "leads" set "alternate_phone" = '+919811100002' where "id" in (${one}, ${second})`);
        await tx.run(sql`update "leads" set "duplicate_of" = ${marked} where "id" = ${one}`);
        await tx.run(sql`update "leads" set "deleted_at" = now() where "id" = ${gone}`);
        await tx.run(sql`update "leads" set "merged_into" = ${one} where "id" = ${merged}`);
      });
      const same = async (who?: Browser): Promise<string[]> =>
        (await read<LeadPanel>(`leads/${one}/panel`, who)).same.map(({ id }) => id).toSorted();
      expect(await same()).toEqual([other, second, marked].toSorted());
      expect(await same(world.admin)).toEqual([other, second, marked, guarded].toSorted());
      const hide = (fields: readonly string[]): Promise<unknown> =>
        write((tx) =>
          tx.run(
            sql`update "users_roles" set "field_rules" = ${JSON.stringify(
              fields.map((field) => ({ resource: 'leads', field, rule: 'masked' })),
            )}::jsonb where "role" = 4`,
          ),
        );
      await hide(['phone', 'alternate_phone', 'whatsapp_number']);
      world.test.clock.add(61); // a session knows its rights for a minute
      expect(await same()).toEqual([marked]);
      await hide([]);
      world.test.clock.add(61);
    });

    it('every part of the page is refused outside the scope and for another tenant', async () => {
      const id = await world.makeLead();
      for (const path of ['panel', 'owners', 'call-figures', 'journey']) {
        expect((await call(world.test, world.outsider, 'GET', `leads/${id}/${path}`)).code, path).toBe(403);
        expect((await call(world.test, world.foreigner, 'GET', `leads/${id}/${path}`)).code, path).toBe(404);
      }
    });
  });

  describe('the journey', () => {
    it('has notes, messages with their state, applications, payments, documents, meetings and colleges; narrowed by type and person', async () => {
      const id = await world.makeLead();
      const note = { lead_id: id, body: 'Wants the hostel' };
      expect((await call(world.test, world.counsellor, 'POST', 'res/notes', note)).status).toBeLessThan(300);
      const ids = { chat: newId(), form: newId(), application: newId(), order: newId(), type: newId() };
      const t = tenantId();
      await write(async (tx) => {
        await tx.run(sql`update "users" set "wp_access" = 1 where "tenant_id" = ${t}`);
        await tx.run(
          sql`insert into "whatsapp_chats" ("tenant_id", "id", "wa_user_id", "lead_id") values (${t}, ${ids.chat}, '919822000000', ${id})`,
        );
        await tx.run(sql`insert into "whatsapp_messages" ("tenant_id", "id", "chat_id", "direction", "type", "text", "status", "sent_at", "created_by")
          values (${t}, ${newId()}, ${ids.chat}, 'out', 'text', 'Your brochure', 'read', now(), ${userId('counsellor')})`);
        await tx.run(sql`insert into "forms" ("tenant_id", "id", "name", "slug", "kind", "schema")
          values (${t}, ${ids.form}, 'Admission 2027', 'admission-2027', 'application', '{}'::jsonb)`);
        await tx.run(sql`insert into "applications" ("tenant_id", "id", "form_id", "lead_id", "application_no", "state", "answers")
          values (${t}, ${ids.application}, ${ids.form}, ${id}, 'A-1', 'draft', '{}'::jsonb)`);
        await tx.run(sql`update "applications" set "state" = 'submitted' where "tenant_id" = ${t} and "id" = ${ids.application}`);
        await tx.run(sql`insert into "orders" ("tenant_id", "id", "lead_id", "application_id", "status", "total")
          values (${t}, ${ids.order}, ${id}, ${ids.application}, 'paid', 25000)`);
        await tx.run(sql`insert into "payments" ("tenant_id", "id", "order_id", "amount", "state", "method")
          values (${t}, ${newId()}, ${ids.order}, 25000, 'captured', 'upi')`);
        await tx.run(
          sql`insert into "document_types" ("tenant_id", "id", "name") values (${t}, ${ids.type}, 'Marksheet of class 12')`,
        );
        await tx.run(sql`insert into "document_verifications" ("tenant_id", "id", "application_id", "document_type_id", "file", "state")
          values (${t}, ${newId()}, ${ids.application}, ${ids.type}, 'files/01J00000000000000000000000', 'uploaded')`);
        await tx.run(sql`insert into "virtual_meetings" ("tenant_id", "id", "lead_id", "user_id", "starts_at", "state")
          values (${t}, ${newId()}, ${id}, ${userId('counsellor')}, now() + interval '1 day', 'scheduled')`);
        await tx.run(sql`insert into "lead_colleges" ("tenant_id", "id", "lead_id", "clg_id", "relation")
          values (${t}, ${newId()}, ${id}, 10001, 'shortlisted')`);
      });
      const kinds = async (more: string, who: Browser): Promise<string[]> =>
        (await read<JourneyEntry[]>(`leads/${id}/journey?limit=50${more}`, who)).map(({ kind }) => kind);
      const office = ['application', 'payment', 'document'];
      const own = ['note', 'meeting', 'college', 'capture'];
      expect(await kinds('', world.counsellor)).toEqual(expect.arrayContaining(own));
      // the role may not use WhatsApp, although the person has access
      expect((await kinds('', world.counsellor)).filter((kind) => kind === 'message' || office.includes(kind))).toEqual([]);
      expect(await kinds('', world.admin)).toEqual(expect.arrayContaining(office));
      expect(await kinds('&type=application', world.admin)).toEqual(expect.arrayContaining(office));
      expect(new Set(await kinds('&type=note', world.counsellor))).toEqual(new Set(['note']));
      const told = await read<JourneyEntry[]>(`leads/${id}/journey?type=message`, world.admin);
      expect(told).toMatchObject([{ kind: 'message', direction: 'out', text: 'Your brochure', status: 'read' }]);
      const states = await read<JourneyEntry[]>(`leads/${id}/journey?type=application&limit=50`, world.admin);
      expect(states.flatMap((entry) => (entry.kind === 'application' ? [[entry.old, entry.state]] : []))).toEqual(
        expect.arrayContaining([
          [null, 'draft'],
          ['draft', 'submitted'],
        ]),
      );
      const byPerson = await read<JourneyEntry[]>(`leads/${id}/journey?limit=50&person=${userId('counsellor')}`, world.admin);
      expect(byPerson.map(({ kind }) => kind).toSorted()).toEqual(['message', 'note']);
      expect((await call(world.test, world.counsellor, 'GET', `leads/${id}/journey?type=nothing`)).code).toBe(422);
    });

    it('names what a changed field refers to, before and after', async () => {
      const id = await world.makeLead();
      const set = (values: object) => call(world.test, world.counsellor, 'PATCH', `res/leads/${id}`, values);
      expect((await set({ source: world.otherSource, gender: 'male' })).status).toBe(200);
      const changes = await read<JourneyEntry[]>(`leads/${id}/journey?type=change`);
      const change = changes.find(({ kind }) => kind === 'field_change');
      const { name } = await world.row('lead_sources', world.otherSource);
      expect(change).toMatchObject({ labels: { new: { source: name } } });
    });

    it('a private note is in its author’s journey alone', async () => {
      const id = await world.makeLead();
      const note = { lead_id: id, body: 'Only for me', visibility: 'private' };
      await call(world.test, world.counsellor, 'POST', 'res/notes', note);
      expect(await read<JourneyEntry[]>(`leads/${id}/journey?type=note`)).toHaveLength(1);
      expect(await read<JourneyEntry[]>(`leads/${id}/journey?type=note`, world.admin)).toEqual([]);
    });
  });

  describe('a mention in a note', () => {
    it('notifies the colleague once with a link to the lead, and is refused for one who cannot see the note', async () => {
      const id = await world.makeLead();
      const send = (mentions: string[], more: object = {}) =>
        call(world.test, world.counsellor, 'POST', 'res/notes', { lead_id: id, body: 'Please call', mentions, ...more });
      const sent = await send([userId('admin'), userId('counsellor')]);
      expect(sent.status, sent.text).toBeLessThan(300);
      await call(world.test, world.counsellor, 'PATCH', `res/notes/${String(sent.body['id'])}`, { body: 'Please call today' });
      const told = await world.rows('notifications', `"notifications" ->> 'type' = 'note_mention'`);
      expect(told.map((row) => [row['user_id'], (row['notifications'] as { leadId: string }).leadId])).toEqual([
        [userId('admin'), id],
      ]);
      expect((await send([userId('lead'), userId('admin')])).status).toBeLessThan(300); // whose team has the owner, and all leads
      const second = await send([userId('lead'), userId('outsider')]);
      expect([second.code, second.text]).toEqual([422, expect.stringContaining('Outsider Northstar cannot see this note')]);
      const refused = await send([userId('outsider')]);
      expect([refused.code, refused.text]).toEqual([422, expect.stringContaining('cannot see this note')]);
      expect((await send([userId('admin')], { visibility: 'private' })).code).toBe(422);
      expect((await send([world.test.fixture.users['counsellor@lakeview.example']!])).code).toBe(422);
    });
  });

  describe('owners and calls', () => {
    it('says who had the lead, for how many days, why, and what they did', async () => {
      const id = await world.makeLead();
      await saveStage(world, world.counsellor, id, { stage_id: world.stages.Counselled, sub_stage: 'Course explained' });
      const moved = { lead_ids: [id], user_id: userId('lead'), reason: 'Speaks Marathi' };
      expect((await call(world.test, world.admin, 'POST', 'leads/re-assign', moved)).code).toBe(200);
      const [now, first] = await read<OwnerSpell[]>(`leads/${id}/owners`, world.admin);
      expect(now).toMatchObject({
        to_id: userId('lead'),
        reason: 'manual',
        note: 'Speaks Marathi',
        until: null,
        days: 0,
        stages: 0,
      });
      expect(first).toMatchObject({ to_id: userId('counsellor'), stages: 1, calls: 0, until: now!.at });
      expect([first!.first_act_s === null, now!.first_act_s]).toEqual([false, null]);
    });

    it('counts calls, answered and missed ones, and finds the hour with most answers in the tenant’s zone', async () => {
      const id = await world.makeLead();
      await write(async (tx) => {
        await tx.run(callRow(id, '2026-03-10T05:40:00Z', 'outbound', 60)); // 11:10 in India
        await tx.run(callRow(id, '2026-03-11T05:50:00Z', 'outbound', 30));
        await tx.run(callRow(id, '2026-03-11T09:00:00Z', 'outbound', 40));
        await tx.run(callRow(id, '2026-03-11T10:00:00Z', 'outbound', 0));
        await tx.run(callRow(id, '2026-03-11T11:00:00Z', 'inbound', 0));
      });
      expect(await read<LeadCallFigures>(`leads/${id}/call-figures`)).toEqual({
        dialled: 4,
        connected: 3,
        missed: 1,
        talk_s: 130,
        best_hour: 11,
      });
    });
  });
});
