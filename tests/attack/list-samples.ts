import sql from 'sql-template-tag';
import { newId } from '../../server/store/ids';
import { actor } from '../support/database';
import { call, type Browser, type TestApp } from '../support/app';
import type { Sample } from './call-samples';

const madeOnce = new WeakMap<TestApp, { own: string; view: string; job: string; file: string }>();

/** Schedules of reports: the call that deletes one has one of its own. */
async function scheduleSamples(test: TestApp, admin: Browser, foreign: Browser): Promise<Record<string, Sample>> {
  const body = (who: Browser): Record<string, unknown> => ({
    report: 'user-productivity',
    name: `Every morning ${Math.random()}`,
    range: 'yesterday',
    frequency: 'daily',
    hour: 9,
    user_ids: [who.userId],
  });
  const add = async (who: Browser): Promise<string> =>
    String(((await call(test, who, 'POST', 'report-schedules', body(who))).body['data'] as { id: string }).id);
  const known = schedules.get(test) ?? { own: await add(admin), theirs: await add(foreign) };
  schedules.set(test, known);
  const ids = { 'query.id': known.theirs };
  const orders = await paidOrders(test);
  const made = await add(admin);
  return {
    'order-figures': { body: { query: {} } },
    'order-receipt': { params: { id: orders.own }, ids: { 'params.id': orders.theirs } },
    'report-schedules': {},
    'add-report-schedule': { body: body(admin), ids: { 'body.user_ids.*': foreign.userId } },
    'change-report-schedule': { query: { id: known.own }, body: { status: 0 }, ids },
    'delete-report-schedule': { query: { id: made }, body: {}, ids },
  };
}

/** An order that was paid, of either tenant. */
async function paidOrders({ store, fixture: { tenants } }: TestApp): Promise<{ own: string; theirs: string }> {
  const add = (tenant: string): Promise<string> =>
    store.transaction(actor(tenant), async (tx) => {
      const [id, lead] = [newId(), newId()];
      await tx.run(sql`insert into "leads" ("tenant_id", "id", "name") values (${tenant}, ${lead}, 'Payer')`);
      await tx.run(
        sql`insert into "orders" ("tenant_id", "id", "status", "total", "lead_id") values (${tenant}, ${id}, 'paid', 500, ${lead})`,
      );
      await tx.run(sql`insert into "payments" ("tenant_id", "id", "order_id", "amount", "state", "receipt_no")
        values (${tenant}, ${newId()}, ${id}, 500, 'captured', ${`R-${id}`})`);
      return id;
    });
  return { own: await add(tenants.northstar), theirs: await add(tenants.lakeview) };
}
const schedules = new WeakMap<TestApp, { own: string; theirs: string }>();

/** Good requests of the calls that every list has: views, bulk changes, exports, imports. */
export async function listSamples(test: TestApp, admin: Browser, foreign: Browser): Promise<Record<string, Sample>> {
  const view = async (who: Browser): Promise<string> => {
    const answer = await call(test, who, 'POST', 'views/leads', { name: `View ${Math.random()}`, address: 'city=Pune' });
    return String((answer.body['data'] as { id: string }).id);
  };
  const job = async (who: Browser): Promise<string> =>
    String(
      (await call(test, who, 'POST', 'res/leads/bulk', { action: 'update', ids: ['none'], values: { city: 'Pune' } })).body[
        'job_id'
      ],
    );
  const file = async (who: Browser): Promise<string> =>
    String((await call(test, who, 'POST', 'res/streams/export', { format: 'csv' })).body['export_id']);
  // one shared by all samples of a test: a list stores at most fifty views per user
  const known = madeOnce.get(test) ?? {
    own: await view(admin),
    view: await view(foreign),
    job: await job(foreign),
    file: await file(foreign),
  };
  madeOnce.set(test, known);
  const theirs = known;
  const params = { resource: 'leads' };
  return {
    'list-views': { params },
    'add-view': { params, body: { name: `View ${Math.random()}`, shared_with: 'team', address: 'city=Pune' } },
    'change-view': {
      params,
      query: { id: known.own },
      body: { shared_with: 'everyone' },
      ids: { 'query.id': theirs.view },
    },
    'delete-view': { params, query: { id: await view(admin) }, body: {}, ids: { 'query.id': theirs.view } },
    'keep-list-settings': {
      params,
      body: { columns: ['name', 'phone'], default_view: known.own, pin: known.own },
      ids: { 'body.default_view': theirs.view, 'body.pin': theirs.view },
    },
    bulk: { params, body: { action: 'update', ids: ['none'], values: { city: 'Pune' } } },
    export: { params, body: { format: 'csv', columns: ['name'], query: {} } },
    'my-exports': { query: { page: 1 } },
    'my-export': { params: { id: await file(admin) }, ids: { 'params.id': theirs.file } },
    import: { params: { resource: 'streams' }, file: true },
    ...(await scheduleSamples(test, admin, foreign)),
    'job-rows': { params: { job_id: await job(admin) }, ids: { 'params.job_id': theirs.job } },
  };
}
