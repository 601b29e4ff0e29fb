import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelOf } from '../../src/schemas/kit/access';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { build, call, edit, newBrowser, signIn, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('$name', ({ fresh }) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => test.close());

  describe('permissions', () => {
    it('ACL-001 the list has codes and their granted levels', async () => {
      const who = await signIn(test, 'counsellor@northstar.example');
      const answer = await call(test, who, 'GET', 'acl');
      expect(answer.body).toMatchObject({ code: 200 });
      const data = answer.body['data'] as { code: string; level: number[] }[];
      expect(data).toContainEqual({ code: 'LEADS', level: [1, 2, 3, 6] });
      expect(new Set(data.map((entry) => entry.code)).size).toBe(data.length);
    });

    it('ACL-014 role 1 has every code at all levels', async () => {
      const who = await signIn(test, 'admin@northstar.example');
      const data = (await call(test, who, 'GET', 'acl')).body['data'] as { code: string; level: number[] }[];
      expect(data.map((entry) => entry.code)).toEqual(accessCodes);
      for (const entry of data) expect(entry.level).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it("a user's own rights are added to the role's", async () => {
      const id = test.fixture.users['backoffice@northstar.example'];
      await edit(
        test,
        test.fixture.tenants.northstar,
        `update users set permissions = '[{"code":"Notes","level":[1,6]}]' where id = '${id}'`,
      );
      const who = await signIn(test, 'backoffice@northstar.example');
      const data = (await call(test, who, 'GET', 'acl')).body['data'];
      expect(data).toContainEqual({ code: 'Notes', level: [1, 6] });
      expect(data).toContainEqual({ code: 'LEADS', level: [1, 6] });
    });

    it('GUARD-012 ACL-016 a call without the right answers 403 and no data', async () => {
      const who = await signIn(test, 'backoffice@northstar.example');
      const answer = await call(test, who, 'POST', 'leads/re-assign', { lead_ids: ['x'], user_id: 'y' });
      expect(answer).toMatchObject({ status: 200, code: 403 });
      expect(answer.body).toEqual({ code: 403, message: 'You do not have permission to perform this action.' });
      expect((await call(test, newBrowser(), 'GET', 'leads/counts')).status).toBe(401);
    });

    it('ACL-015 each level allows its own operation and no other', async () => {
      const allowed = async (email: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string): Promise<boolean> => {
        const who = await signIn(test, email);
        return (await call(test, who, method, path, method === 'GET' ? undefined : {})).status !== 403;
      };
      expect(levelOf).toMatchObject({ read: 1, create: 2, update: 3, delete: 4, export: 5, open: 6 });
      const operations = [
        ['GET', 'res/leads'], // 1
        ['POST', 'res/leads'], // 2
        ['PATCH', 'res/leads/nobody'], // 3
        ['DELETE', 'res/leads/nobody'], // 4
      ] as const;
      const verdicts = async (email: string) => {
        const found: boolean[] = [];
        for (const [method, path] of operations) found.push(await allowed(email, method, path));
        return found;
      };
      expect(await verdicts('counsellor@northstar.example')).toEqual([true, true, true, false]); // [1,2,3,6]
      expect(await verdicts('lead@northstar.example')).toEqual([true, true, true, false]); // [1,2,3,5,6]
      expect(await verdicts('backoffice@northstar.example')).toEqual([true, false, false, false]); // [1,6]
      expect(await verdicts('admin@northstar.example')).toEqual([true, true, true, true]);
    });

    it('D-019 a feature that is off refuses its calls even to role 1, with its own message', async () => {
      const { lakeview } = test.fixture.tenants;
      await edit(test, lakeview, `update tenant set features = '{"sms":false}' where tenant_id = '${lakeview}'`);
      const who = await signIn(test, 'admin@lakeview.example');
      const config = (await call(test, who, 'GET', 'tenant-config')).body['data'];
      expect(config).toMatchObject({ features: { sms: false, email: true } });
      expect((await call(test, who, 'GET', 'getsmstemplate')).body).toEqual({
        code: 403,
        message: 'This feature is not enabled for your organisation.',
      });
    });

    it('ACL-017 a changed permission applies within 60 s, and not before the cache expires', async () => {
      const who = await signIn(test, 'counsellor@lakeview.example');
      expect((await call(test, who, 'GET', 'leads/counts')).code).toBe(200);
      await edit(
        test,
        test.fixture.tenants.lakeview,
        `update users_roles set permissions = '[]' where role = 4 and tenant_id = '${test.fixture.tenants.lakeview}'`,
      );
      test.clock.add(61);
      expect((await call(test, who, 'GET', 'leads/counts')).code).toBe(403);
      test.clock.add(-61);
    });

    it('gives the shell its settings and the users of the timeline filter', async () => {
      const who = await signIn(test, 'counsellor@northstar.example');
      const config = (await call(test, who, 'GET', 'tenant-config')).body['data'] as Record<string, unknown>;
      expect(Object.keys(config).sort()).toEqual(
        'brand_color brand_name enforce_pending_followup entity_name features logo_image push time_tracking timeline_single_date timezone vc_meetings_enabled whatsapp_client_base'.split(
          ' ',
        ),
      );
      expect(config['features']).toMatchObject({ workflow: true, partner_college: true });
      const users = (await call(test, who, 'GET', 'users/by-specific-roles?flag=true')).body['data'] as {
        name: string;
      }[];
      expect(users).toHaveLength(8);
      expect(users.map((one) => one.name)).toEqual(users.map((one) => one.name).toSorted());
    });
  });
});
