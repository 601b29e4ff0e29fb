import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import type { Endpoint } from '../../server/http/endpoints';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import type { Field } from '../../src/schemas/kit/field';
import { wireUrl } from '../../src/schemas/kit/wire';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeExamples } from './examples';
import { makeLeadRows, traceIn, tracesOf, type LeadRows } from './lead-rows';

/**
 * Every declared call that reads, made by a user who may not open a lead, with the ids, number and email of that lead and its
 * rows wherever the call takes a text. Also made by a role that sees leads without their contact data (TRUST-S34).
 */
const every = [1, 2, 3, 4, 5, 6];
const reads = collectEndpoints().endpoints.filter(
  ({ operation, call: spec, access, twin }) =>
    access !== 'public' && !twin && (operation === 'list' || operation === 'read' || spec?.as === 'read'),
);

for (const { name, fresh } of await reachableDatabases())
  describe(`calls about leads, ${name}`, () => {
    let test: TestApp;
    let counsellor: Browser;
    let masked: Browser;
    let own: LeadRows;
    let hidden: LeadRows;
    beforeAll(async () => {
      test = await build({ store: await fresh(), demo: true });
      const tenantId = test.fixture.tenants.northstar;
      const { users } = test.fixture;
      const ours = { tenantId, userId: users['admin@northstar.example']! };
      const examples = await makeExamples(test.store, { ours });
      const codesWithout = (left: string): string =>
        JSON.stringify(accessCodes.filter((code) => code !== left).map((code) => ({ code, level: every })));
      const rules = ['name', 'phone', 'alternate_phone', 'whatsapp_number', 'email', 'address'].map((field) => ({
        resource: 'leads',
        field,
        rule: field === 'email' ? 'hidden' : 'masked',
      }));
      await edit(test, tenantId, `update users set wp_access = 1`);
      // D-021: with the Timeline permission a user reads the entries of the whole tenant, others read only their own.
      await edit(test, tenantId, `update users_roles set permissions = '${codesWithout('Timeline')}' where role = 4`);
      await edit(test, tenantId, `update users_roles set permissions = '${codesWithout('')}' where role = 3`);
      await edit(
        test,
        tenantId,
        `update users_roles set data_scope = 'tenant', field_rules = '${JSON.stringify(rules)}' where role = 3`,
      );
      const make = (owner: string, number: number, word: string): Promise<LeadRows> =>
        makeLeadRows(test.store, { tenantId, owner, users: users['counsellor@northstar.example']!, by: ours.userId }, examples, {
          now: test.services.now(),
          number,
          word,
        });
      own = await make(users['counsellor@northstar.example']!, 11_000_001, 'Own');
      hidden = await make(users['outsider@northstar.example']!, 22_000_002, 'Hidden');
      counsellor = await signIn(test, 'counsellor@northstar.example');
      masked = await signIn(test, 'lead@northstar.example');
    });
    afterAll(() => test.close());

    /**
     * Ids to send with a call: the lead's and those of its rows, one per resource. A resource's own calls compare an id with those of
     * its rows alone, so they are sent its own and every eighth of the others.
     */
    function idsFor({ name: called, call: spec }: Endpoint, rows: LeadRows, turn: number): string[] {
      const its = called.split('.')[0]!;
      const some = [...rows.keys].filter(([resource], at) => spec || resource === its || (at + turn) % 8 === 0);
      return [...new Set([rows.lead, ...some.map(([, [first]]) => String(first))])];
    }
    const asked = new Set<string>();
    function valueFor(field: string, spec: Field | undefined, id: string, { person }: LeadRows, who: Browser): unknown {
      if (spec?.enum) return spec.enum[0];
      if (/^(user_?id|userid)$/i.test(field)) return who.userId;
      if (/phone|number/.test(field)) return person.phone;
      if (/email/.test(field)) return person.email;
      if (/wa_user|chat/.test(field)) return person.phone.slice(1);
      const types = [spec?.type].flat();
      if (types.includes('integer') || types.includes('number')) return spec?.minimum ?? 1;
      if (types.includes('boolean')) return true;
      if (types.includes('array')) return [id];
      if (types.includes('object')) return {};
      return spec?.default ?? id;
    }
    async function ask(
      one: Endpoint,
      who: Browser,
      rows: LeadRows,
      id: string,
    ): Promise<{ answer: Answer; sent: readonly string[] } | undefined> {
      const params: Record<string, unknown> = {};
      for (const { name: param } of one.wire.params)
        params[param] = /user/i.test(param) ? who.userId : param === 'resource' ? 'leads' : id;
      const filled = (shape: { required?: readonly string[]; properties?: Readonly<Record<string, Field>> } | undefined) =>
        Object.fromEntries(
          Object.entries(shape?.properties ?? {})
            .filter(([field]) => shape?.required?.includes(field) || /lead|phone|email/.test(field))
            .map(([field, spec]) => [field, valueFor(field, spec, id, rows, who)]),
        );
      const path = wireUrl({ ...one.wire, query: one.wire.query.filter((item) => item.constant !== undefined) }, params);
      const query = new URLSearchParams(
        Object.entries(filled(one.call?.query as never)).map(([field, value]) => [field, String(value)]),
      );
      // `id` is the caller in the chat calls and a record elsewhere.
      for (const { name: field } of one.wire.query)
        if (field === 'id' || field === 'campaign_id') query.set(field, one.call?.chatToken ? who.userId! : id);
      const url = query.size ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
      const body = one.method === 'GET' ? undefined : filled(one.call?.body as never);
      const whole = JSON.stringify([who.userId, one.name, url, body]);
      if (asked.has(whole)) return undefined;
      asked.add(whole);
      const words = [id, ...query.values(), ...Object.values(body ?? {}).flat()].filter(
        (word) => typeof word === 'string' && word.length > 5,
      ) as string[];
      const digits = words.filter((word) => /^\+?\d{10,}$/.test(word)).map((word) => word.slice(-10));
      return { answer: await call(test, who, one.method, url, body), sent: [...words, ...digits] };
    }
    /** Makes all reading calls with each id; returns the answers that contain one of the traces. */
    async function found(
      who: Browser,
      rows: LeadRows,
      traces: readonly string[],
    ): Promise<{ leaks: string[]; answered: number; shown: Set<string> }> {
      const leaks: string[] = [];
      const shown = new Set<string>();
      let answered = 0;
      for (const [turn, one] of reads.entries())
        for (const id of idsFor(one, rows, turn)) {
          const made = await ask(one, who, rows, id);
          if (!made) continue; // the call does not take the id
          const { answer, sent } = made;
          if (answer.code === 200) answered++;
          // An echo of the sent values reveals nothing; a caller may end a call in progress even if the lead has a new owner.
          const known = ['dialer-desk', 'live-board', 'missed-events'].includes(one.name)
            ? [...sent, ...rows.keys.get('calls')!.map(String)]
            : sent;
          const text = known.reduce((rest, word) => rest.replaceAll(word, ''), answer.text);
          // The user a lead is referred to sees the referral, but nothing of the lead itself.
          const { person } = rows;
          const trace = traceIn(
            text,
            one.name.startsWith('lead-referrals.') ? [person.name, person.phone, person.email] : traces,
          );
          if (answer.code >= 500) leaks.push(`${one.name} with ${id}: ${answer.code}`);
          if (trace)
            leaks.push(
              `${one.name} (${one.method} ${one.wire.path}) with ${id}: ${text.slice(Math.max(0, text.indexOf(trace) - 60), text.indexOf(trace) + 40)}`,
            );
          if (traceIn(text, tracesOf(own))) shown.add(one.name);
        }
      return { leaks: [...new Set(leaks)], answered, shown };
    }

    it('TRUST-S34 none reveals data of a lead that the user may not open; the user’s own leads are shown in full', async () => {
      const { leaks, answered, shown } = await found(counsellor, hidden, tracesOf(hidden));
      expect(leaks.slice(0, 30)).toEqual([]);
      expect(answered).toBeGreaterThan(reads.length / 3);
      expect([...shown]).toEqual(
        expect.arrayContaining(['my-day', 'chats-list', 'orders.list', 'calls.list', 'follow-ups.list']),
      );
    });

    it('TRUST-S34 the report of a voice campaign lists only calls to the user’s own leads', async () => {
      const reported = async (rows: LeadRows): Promise<string> => {
        const [row] = await test.store.admin(
          `select "campaign_id" from "voice_calls" where "id" = '${rows.keys.get('voice-calls')![0]}'`,
        );
        const path = `get-obd-campaign-report?campaign_id=${String(row!['campaign_id'])}&page_number=1&limit=100`;
        const answer = await call(test, counsellor, 'GET', path);
        expect(answer.code, answer.text).toBe(200);
        return answer.text;
      };
      expect(await reported(own)).toContain(own.person.phone.slice(-10));
      expect(await reported(hidden)).not.toContain(hidden.person.phone.slice(-10));
    });

    it('TRUST-S34 none reveals a phone number, an email, an address or a name that the role sees masked', async () => {
      const { person } = hidden;
      const { leaks, answered } = await found(masked, hidden, [
        person.phone.slice(-10),
        person.email,
        person.address,
        person.name,
      ]);
      expect(leaks.slice(0, 30)).toEqual([]);
      expect(answered).toBeGreaterThan(reads.length / 3);
      const order = await call(test, masked, 'GET', `res/orders/${hidden.keys.get('orders')![0]}`);
      expect(order.body).toMatchObject({ billing_phone: '98xxxxxx02', billing_first_name: expect.stringMatching(/^Z\*\*\*/) });
      expect(order.body).not.toHaveProperty('billing_email');
      for (const query of [
        `q=${person.phone.slice(-10)}`,
        `billing_phone=${encodeURIComponent(person.phone)}`,
        'billing_email_like=z',
      ])
        expect([query, (await call(test, masked, 'GET', `res/orders?${query}`)).status]).toEqual([query, 422]);
    });
  });
