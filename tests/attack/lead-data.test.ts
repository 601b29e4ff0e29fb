import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { hooksOf } from '../../server/hooks/all';
import { planExport } from '../../server/exports/plan-export';
import type { Context, Handler } from '../../server/context/context';
import { loadUser } from '../../server/identity/sessions';
import { watchedRooms } from '../../server/live/watch';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { Problem } from '../../src/schemas/kit/problem';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { contextOf, type Request } from '../catalogue/act';
import { build, edit, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { makeExamples } from './examples';
import { aboutLeads, makeLeadRows, traceIn, tracesOf, withLead, type LeadRows } from './lead-rows';

/**
 * Rows of every resource about leads, for a lead that the user may open and for one that they may not: lists, records, histories
 * and exports show rows of the first one only (TRUST-S34). The schema files say which resources these are.
 */
const every = [1, 2, 3, 4, 5, 6];
type Body = { data?: unknown; count?: number };

for (const { name, fresh } of await reachableDatabases())
  describe(`data of a lead elsewhere, ${name}`, () => {
    let test: TestApp;
    let own: LeadRows;
    let hidden: LeadRows;
    let waiting: LeadRows;
    let tenantId = '';
    const people = { counsellor: '', backoffice: '' };
    const exported = new Set<string>();
    /** A resource without a list, or one that only administrators read, has no export for a counsellor. */
    const refusal = (error: unknown): undefined => {
      if (!(error instanceof Problem) || ![403, 404].includes(error.code)) throw error;
    };
    beforeAll(async () => {
      test = await build({ store: await fresh() });
      tenantId = test.fixture.tenants.northstar;
      const { users } = test.fixture;
      people.counsellor = users['counsellor@northstar.example']!;
      people.backoffice = users['backoffice@northstar.example']!;
      const ours = { tenantId, userId: users['admin@northstar.example']! };
      const examples = await makeExamples(test.store, { ours });
      const codes = JSON.stringify(accessCodes.map((code) => ({ code, level: every })));
      await edit(test, tenantId, `update users_roles set permissions = '${codes}' where role in (4, 6)`);
      const make = (owner: string | null, number: number, word: string) =>
        makeLeadRows(test.store, { tenantId, owner, users: people.counsellor, by: ours.userId }, examples, {
          now: test.services.now(),
          number,
          word,
        });
      own = await make(people.counsellor, 11_000_001, 'Own');
      hidden = await make(users['outsider@northstar.example']!, 22_000_002, 'Hidden');
      waiting = await make(null, 33_000_003, 'Waiting');
    });
    afterAll(() => test.close());

    /** Acts as that user with the product's own session, also through calls that the schema does not open to the role. */
    const as = <T>(userId: string, resource: AnyResource, request: Request, work: (context: Context) => Promise<T>): Promise<T> =>
      test.store.transaction(actor(tenantId, userId), async (tx) => {
        const session = { ...(await loadUser(tx, tenantId, userId))!, jti: 'test', tokenVersion: 0, exp: 4e9 };
        const asked = { wire: `GET|POST|PATCH|DELETE res/${resource.name}`, ...request };
        const context = contextOf(test.store, { tenantId, userId }, tx, asked);
        return work({ ...context, session, services: test.services });
      });
    const ask = async (
      userId: string,
      resource: AnyResource,
      operation: string,
      request: Request = {},
    ): Promise<{ code: number; body: Body; text: string }> => {
      const handler = (catalogueHandlers(resource, hooksOf(resource)) as Record<string, Handler | undefined>)[operation];
      if (!handler) return { code: 404, body: {}, text: '' };
      try {
        const body = await as(userId, resource, request, handler);
        return { code: 200, body, text: JSON.stringify(body) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { code: error.code, body: {}, text: JSON.stringify([error.message, error.errors]) };
      }
    };
    const counsellor = (resource: AnyResource, operation: string, request?: Request) =>
      ask(people.counsellor, resource, operation, request);
    /** Every lead that is not the counsellor's. */
    const foreign = (): readonly string[] => [hidden, waiting].flatMap(tracesOf);
    const keysOf = (rows: LeadRows, resource: AnyResource): readonly (string | number)[] => rows.keys.get(resource.name)!;
    const inherits = aboutLeads.filter((one) => !one.leadData?.apart);

    it('there are such resources, and those with other visibility say why', () => {
      expect(inherits.map((one) => one.name)).toEqual(
        expect.arrayContaining(['orders', 'payments', 'applications', 'calls', 'notes', 'push-subscribers']),
      );
      const apart = aboutLeads.filter((one) => one.leadData?.apart).map((one) => one.name);
      expect(apart.toSorted()).toEqual([
        'lead-merges',
        'lead-referrals',
        'lead-suspects',
        'outbox-messages',
        'whatsapp-chats',
        'whatsapp-messages',
      ]);
    });

    it.each(inherits.map((one) => [one.name, one] as const))(
      '%s: lists, counts, filters, orders and search',
      async (_, resource) => {
        const all = await counsellor(resource, 'list', { query: { _end: '100' } });
        const shown = (all.body.data as Record<string, unknown>[]).map((row) => row[keyOf(resource).name]);
        expect([all.code, traceIn(all.text, foreign())]).toEqual([200, undefined]);
        for (const key of keysOf(own, resource)) expect(shown).toContain(key);
        expect(all.body.count).toBe(shown.length);
        for (const field of resource.sort ?? []) {
          const sorted = await counsellor(resource, 'list', { query: { _end: '100', _sort: field, _order: 'ASC' } });
          expect([field, sorted.body.count, traceIn(sorted.text, foreign())]).toEqual([field, shown.length, undefined]);
        }
        for (const secret of [hidden, waiting]) {
          const [row] = await rowOf(resource, keysOf(secret, resource)[0]!);
          for (const field of resource.filter ?? []) {
            const value = row![field];
            if (typeof value !== 'string' || !traceIn(value, tracesOf(secret))) continue;
            const found = await counsellor(resource, 'list', { query: { [field]: value } });
            expect([field, found.code, found.body.count]).toEqual([field, 200, 0]);
          }
          for (const q of resource.search?.length ? [secret.mark, secret.person.phone.slice(-10)] : [])
            expect((await counsellor(resource, 'list', { query: { q } })).body).toMatchObject({ data: [], count: 0 });
        }
      },
    );

    it.each(inherits.map((one) => [one.name, one] as const))(
      '%s: one record, its history, its copy, its change',
      async (_, resource) => {
        for (const secret of [hidden, waiting])
          for (const key of keysOf(secret, resource))
            for (const operation of ['read', 'history', 'usage', 'duplicate', 'update', 'delete']) {
              const answer = await counsellor(resource, operation, { params: { id: String(key) } });
              const at = `${operation} ${key}`;
              expect([at, [403, 404].includes(answer.code), traceIn(answer.text, foreign())]).toEqual([at, true, undefined]);
            }
        const [key] = keysOf(own, resource);
        const read = await counsellor(resource, 'read', { params: { id: String(key) } });
        expect([read.code, traceIn(read.text, foreign())]).toEqual([200, undefined]);
        expect((await counsellor(resource, 'history', { params: { id: String(key) } })).code).toBe(200);
      },
    );

    it.each(inherits.map((one) => [one.name, one] as const))(
      '%s: exports, and who is notified of changes',
      async (_, resource) => {
        for (const format of ['csv', 'xlsx', 'csv_import'] as const)
          for (const ids of [undefined, [...keysOf(own, resource), ...keysOf(hidden, resource)]]) {
            const order = { resource: resource.name, format, query: {}, ...(ids ? { ids } : {}) };
            const made = await as(people.counsellor, resource, {}, async (context) => {
              const plan = await planExport(order, context);
              return { count: await plan.count(context), rows: (await plan.page(context, undefined, 1000)).rows };
            }).catch(refusal);
            if (!made) continue;
            exported.add(resource.name);
            const { count, rows } = made;
            expect([format, traceIn(JSON.stringify(rows), foreign())]).toEqual([format, undefined]);
            expect(count).toBe(rows.length);
            expect(rows.length).toBeGreaterThanOrEqual(keysOf(own, resource).length);
          }
        const rooms = await as(people.counsellor, resource, {}, async ({ session }) => watchedRooms(session, [resource.name]));
        expect(rooms.filter((room) => room.endsWith(`:r:${resource.name}:all`))).toEqual([]);
      },
    );

    it('what a counsellor works with can be exported', () =>
      expect([...exported].toSorted()).toEqual(
        expect.arrayContaining([
          'call-actions',
          'calls',
          'follow-ups',
          'lead-captures',
          'lead-owner-history',
          'notes',
          'orders',
          'virtual-meetings',
        ]),
      ));

    it('someone else’s lead cannot be the parent of a new record or a member of a list', async () => {
      for (const resource of inherits) {
        const [row] = await rowOf(resource, keysOf(hidden, resource)[0]!);
        const paths = withLead.get(resource.name)!.filter((path) => !resource.readOnly?.includes(path));
        if (!resource.examples?.length || !paths.length) continue;
        const names = new Set([...Object.keys(resource.examples[0]!), ...paths]);
        const body = Object.fromEntries([...names].map((field) => [field, row![field]]));
        const answer = await counsellor(resource, 'create', { body });
        expect([resource.name, [403, 422].includes(answer.code)], answer.text).toEqual([resource.name, true]);
      }
    });

    it('D-001 the back office works with applications, orders, payments and documents of all applicants, but with no other lead data', async () => {
      for (const resource of inherits) {
        const list = await ask(people.backoffice, resource, 'list', { query: { _end: '100' } });
        const office = ['orders', 'payments', 'applications', 'document-verifications', 'interviews'].includes(resource.name);
        const seen = keysOf(hidden, resource).every((key) => list.text.includes(`"${key}"`));
        expect([resource.name, seen]).toEqual([resource.name, office]);
        if (!office && resource.name !== 'notes')
          expect([resource.name, traceIn(list.text, tracesOf(own))]).toEqual([resource.name, undefined]);
      }
    });

    const rowOf = (resource: AnyResource, key: string | number) =>
      test.store.admin(`select * from ${resource.name.replaceAll('-', '_')} where ${keyOf(resource).name} = '${key}'`) as Promise<
        Record<string, unknown>[]
      >;
  });
