import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';

let test: TestApp;
let admin: Browser;
let counsellor: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
});
afterAll(() => test.close());

describe('an entry of the timeline', () => {
  it('names the record of an entry, or the lead it belongs to, for those who may see it', async () => {
    interface Named {
      readonly tableAffected: string;
      readonly record_text?: string;
      readonly record_of?: { readonly resource: string; readonly id: string };
    }
    const northstar = test.fixture.tenants['northstar'];
    const lead = (await call(test, admin, 'POST', 'res/leads', { name: 'Meera Joshi', phone: '9822044444' })).body as {
      id: string;
    };
    const [workflow, entry] = [newId(), newId()];
    await test.store.transaction(actor(northstar), async (tx) => {
      await tx.run(sql`insert into "workflows" ("tenant_id", "id", "name", "entry_trigger", "steps")
        values (${northstar}, ${workflow}, 'Welcome', 'manual', '[]'::jsonb)`);
      await tx.run(sql`insert into "workflow_entries" ("tenant_id", "id", "workflow_id", "lead_id", "state")
        values (${northstar}, ${entry}, ${workflow}, ${lead.id}, 'active')`);
    });
    const namedFor = async (who: Browser): Promise<Named[]> => {
      const { body } = await call(test, who, 'GET', 'getTimeline?limit=10');
      return (body['data'] as { entries: Named[] }[]).flatMap(({ entries }) => entries);
    };
    const forAdmin = await namedFor(admin);
    const of = (table: string): Named | undefined => forAdmin.find((one) => one.tableAffected === table);
    expect(of('leads')).toMatchObject({ record_text: 'Meera Joshi' });
    expect(of('workflows')).toMatchObject({ record_text: 'Welcome' });
    expect(of('workflow_entries')).toMatchObject({
      record_text: 'Meera Joshi',
      record_of: { resource: 'leads', id: lead.id },
    });
    expect(JSON.stringify(await namedFor(counsellor))).not.toContain('Meera Joshi');
  });

  it('that says what was deleted names it, for those who may see it', async () => {
    const { body } = await call(test, admin, 'POST', 'res/leads', { name: 'Deleted Devi', phone: '9822044445' });
    const deleted = await call(test, admin, 'DELETE', `res/leads/${String(body['id'])}`);
    expect(deleted.status, deleted.text).toBeLessThan(300);
    const entries = async (who: Browser): Promise<{ property: string; record_text?: string }[]> =>
      ((await call(test, who, 'GET', 'getTimeline?limit=20')).body['data'] as { entries: [] }[]).flatMap((day) => day.entries);
    expect(await entries(admin)).toContainEqual(expect.objectContaining({ property: 'Deleted', record_text: 'Deleted Devi' }));
    expect(JSON.stringify(await entries(counsellor))).not.toContain('Deleted Devi');
  });
});
