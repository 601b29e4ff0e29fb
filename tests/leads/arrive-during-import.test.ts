import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store, Tx } from '../../server/store/store';
import { build, type Answer, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { captureWays, type CaptureWays } from './capture-ways';

/** The embedded database does one thing at a time: nobody comes in the middle of a part. */
const databases = (await reachableDatabases()).filter(({ name }) => name !== 'embedded');

const ownRows = sql`select 1 from "import_rows" where "xmin"::text = pg_current_xact_id()::xid::text limit 1`;

describe.each(databases)('people who add leads while a part of an import is written, $name', ({ fresh }) => {
  let test: TestApp;
  let world: CaptureWays;
  /** Called with what is written and not committed yet; the part waits for it. */
  let beforeCommit: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const store = await fresh();
    const transaction: Store['transaction'] = (actor, work, options) =>
      store.transaction(
        actor,
        async (tx: Tx) => {
          const result = await work(tx);
          if (actor.reason === 'lead-import' && !options?.readOnly && beforeCommit && (await tx.row(ownRows)))
            await beforeCommit();
          return result;
        },
        options,
      );
    test = await build({ store: { ...store, transaction }, demo: true });
    world = await captureWays(test);
  });
  afterAll(() => test.close());

  it('TRUST-R17 wait for it only where it has the same person, and find that lead', async () => {
    const add = (phone: string): Promise<Answer> => world.ways.form({ name: 'Person', phone });
    const done: string[] = [];
    const asked: Promise<Answer>[] = [];
    const ask = (name: string, phone: string): Promise<Answer> => {
      const answer = add(phone).finally(() => done.push(name));
      asked.push(answer);
      return answer;
    };
    beforeCommit = async () => {
      beforeCommit = undefined;
      await ask('other', '9711100009');
      void ask('same', '9711100001');
      await ask('third', '9711100008');
      done.push('part');
    };
    const { counts, failed } = await world.importFile(['One,9711100001,', 'Two,9711100002,']);
    expect([counts['status'], counts['created'], failed]).toEqual(['done', 2, []]);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(done).toEqual(['other', 'third', 'part', 'same']);
    const found = await test.store.admin(
      `select "phone", "re_enquiry_count" as again from "leads" where "phone" like '+9197111%' order by 1`,
    );
    expect(found).toEqual([
      { phone: '+919711100001', again: 1 },
      { phone: '+919711100002', again: 0 },
      { phone: '+919711100008', again: 0 },
      { phone: '+919711100009', again: 0 },
    ]);
    expect(test.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
