import { newId } from '../../server/store/ids';
import { json } from '../../server/store/parameters';
import { actor, type TestStore } from '../support/database';
import { call, type Browser } from '../support/app';
import { runDueJobsWell } from '../support/due-jobs';
import { makeWorld, type World } from './lead-world';

type Row = Record<string, unknown>;
/** The world of leads with dialer lists, at noon of the tenant's day. */
export interface DialWorld extends World {
  readonly tenant: string;
  /** Creates a list whose callers are the counsellor, the team leader and the admin by default; returns its key. */
  list(values?: Row): Promise<string>;
  /** Adds a lead to a list; returns the entry's id. */
  queue(list: string, lead: string, values?: Row): Promise<string>;
  entry(id: string): Promise<Row>;
  get(who: Browser, path: string): Promise<Row>;
  post(who: Browser, path: string, body?: unknown): Promise<Row>;
  /** Runs the due jobs, and waiting jobs as if this many seconds had passed. */
  work(ahead?: number): Promise<void>;
}
/** 12:00 in Pune, a Wednesday. */
export const noon = new Date('2027-03-10T06:30:00.000Z');

export async function makeDialWorld(store?: TestStore): Promise<DialWorld> {
  const world = await makeWorld(store, noon);
  const { test } = world;
  const tenant = test.fixture.tenants.northstar;
  const callers = ['counsellor', 'lead', 'admin'].map((name) => test.fixture.users[`${name}@northstar.example`]!);
  const insert = (table: string, row: Row): Promise<number> =>
    test.store.transaction(actor(tenant), (tx) => tx.insertMany(table, Object.keys(row), [Object.values(row)]));
  const answerOf = async (who: Browser, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Row> =>
    (await call(test, who, method, path, body)).body as Row;
  return {
    ...world,
    tenant,
    async list(values = {}) {
      const key = newId();
      const whole = {
        user_ids: callers,
        max_attempts: 3,
        daily_attempts: 2,
        retry_gap_min: 60,
        wrap_up_s: 30,
        status: 1,
        mode: 'preview',
      };
      const row = { ...whole, value: `List ${key}`, ...values };
      const { user_ids, calling_window = null } = row as typeof row & { calling_window?: unknown };
      await insert('dialer_lists', {
        tenant_id: tenant,
        key,
        ...row,
        user_ids: json(user_ids),
        calling_window: json(calling_window),
      });
      return key;
    },
    async queue(list, lead, values = {}) {
      const id = newId();
      await insert('dialer_list_leads', {
        tenant_id: tenant,
        id,
        list_key: list,
        lead_id: lead,
        state: 'queued',
        attempts: 0,
        priority: 0,
        ...values,
      });
      return id;
    },
    entry: (id) => world.row('dialer_list_leads', id),
    get: (who, path) => answerOf(who, 'GET', path),
    post: (who, path, body = {}) => answerOf(who, 'POST', path, body),
    async work(ahead = 0) {
      test.clock.add(ahead);
      const now = test.services.now().toISOString();
      await test.store.admin(`update "jobs" set "run_at" = clock_timestamp() where "state" = 'queued' and "run_at" <= '${now}'`);
      await runDueJobsWell(test);
    },
  };
}
