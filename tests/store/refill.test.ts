import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applications } from '../../src/schemas/applications/applications';
import { resources } from '../../src/schemas/kit/all';
import { callActions } from '../../src/schemas/leads/call-actions';
import { calls } from '../../src/schemas/leads/calls';
import { leadCaptures } from '../../src/schemas/leads/lead-captures';
import { leads } from '../../src/schemas/leads/leads';
import { siteVisits } from '../../src/schemas/marketing/site-visits';
import { tenantFindings } from '../../server/store/checks/invariants';
import type { Connection } from '../../server/store/connection';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { withClient } from '../../server/store/postgres';
import { prepareDatabase } from '../../server/store/prepare-database';
import { applySchema, planFor } from '../../server/store/tables/apply';
import { memoryDatabase } from '../support/database';
import { emptyDatabase, isReachable } from '../support/postgres';

const known = [leads, calls, applications, callActions, leadCaptures, siteVisits];

/** Leads of two tenants, more than one step takes, with values of their own and of calls. */
const filled = ['t1', 't2'].map(
  (tenant) => `select set_config('app.request', 'r', true), set_config('app.tenant', '${tenant}', true);
  insert into leads (tenant_id, id, name, phone, custom, consent) select '${tenant}', 'lead' || n, 'Person', '+9198' || lpad(n::text, 8, '0'),
    '{"town": "Pune"}', '{"sms": true}' from generate_series(1, 2100) n;
  insert into calls (tenant_id, id, lead_id, outcome, started_at) select '${tenant}', 'call' || n, 'lead' || n, 'busy', '2026-03-01T08:00:00Z'
    from generate_series(1, 300) n`,
);

interface Place {
  readonly connection: Connection;
  /** As the owner of the tables, whom row security holds on PostgreSQL. */
  readonly asOwner: <T>(work: (owner: Connection) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}
const embedded = async (): Promise<Place> => {
  const database = await memoryDatabase(resources);
  const connection = pgliteConnection(sendTo(database));
  return { connection, asOwner: (work) => work(connection), close: () => database.close() };
};
const postgres = async (): Promise<Place> => {
  const { runtime, owner, drop } = await emptyDatabase();
  await prepareDatabase(resources, { url: runtime, adminUrl: owner.url });
  return {
    connection: {
      query: (statement) => withClient(owner.superuser, (one) => one.query(statement)),
      script: (text) => withClient(owner.superuser, (one) => one.script(text)),
    },
    asOwner: (work) => withClient(owner.url, work),
    close: drop,
  };
};
const places = [['embedded', embedded], ...((await isReachable()) ? [['PostgreSQL', postgres] as const] : [])] as const;

describe.each(places)('the index of values made again at a start, on %s', (name, open) => {
  let place: Place;
  const run = (text: string) => place.connection.script(text);
  const forget = (states: string) => run(`delete from schema_state where name like '${states}'`);
  const start = (): Promise<void> => place.asOwner((owner) => applySchema(owner, resources));
  const wrong = async (): Promise<number[]> => {
    const found: number[] = [];
    for (const tenant of ['t1', 't2']) {
      const all = await place.asOwner((owner) => tenantFindings(owner, known, tenant));
      found.push(all.find(({ what }) => what.includes('custom values'))!.wrong);
    }
    return found;
  };
  /** A start whose connection is lost after so many steps. */
  const cutOff = (steps: number): Promise<void> =>
    place.asOwner((owner) => {
      let left = steps;
      const script: Connection['script'] = (text) => {
        if (text.includes('refill_step(') && text.startsWith('select') && left-- === 0) throw new Error('cut off');
        return owner.script(text);
      };
      return applySchema({ ...owner, script }, resources);
    });

  beforeAll(async () => {
    place = await open();
    await run(`begin; set local session_replication_role = replica; ${filled.join(';\n')}; commit`);
  });
  afterAll(() => place.close());

  it('has the values of all tenants, goes on where it was cut off, and then has nothing to do', async () => {
    await run(`begin; alter table custom_values no force row level security; delete from custom_values;
      insert into custom_values (tenant_id, table_name, row_key, field, place, text, created_at) values ('t2', 'leads', 'gone', 'town', 1, 'Agra', now());
      alter table custom_values force row level security; commit`);
    await forget('custom:leads%');
    await expect(cutOff(4)).rejects.toThrow('cut off');
    expect(await run(`select hash from schema_state where name = 'refill:leads'`)).toEqual([
      { hash: expect.stringContaining(' t2 ') },
    ]);
    await start();
    expect(await wrong()).toEqual([0, 0]);
    expect(await place.asOwner((owner) => planFor(owner, resources))).toEqual({ statements: [], destructive: [], refills: [] });
  });

  it('makes only what is made in another way again', async () => {
    const mark = (field: string) =>
      run(`begin; alter table custom_values no force row level security; update custom_values set text = 'mark' where field = '${field}';
        alter table custom_values force row level security; commit`);
    const marked = () => run(`select distinct field from custom_values where text = 'mark' order by 1`);
    await mark('town');
    await mark('~last_call_outcome');
    await forget('custom:leads:calls:%');
    await start();
    expect(await marked()).toEqual([{ field: 'town' }]);
    await forget('custom:leads');
    await start();
    expect(await marked()).toEqual([]);
    expect(await wrong()).toEqual([0, 0]);
  });

  it.runIf(name === 'PostgreSQL')('waits for nobody who writes leads meanwhile', async () => {
    await forget('custom:leads%');
    await place.asOwner(async (writer) => {
      await writer.script(`begin; select set_config('app.request', 'r', true), set_config('app.tenant', 't1', true);
        update leads set city = 'Agra' where id = 'lead7'`);
      await start();
      await writer.script('commit');
    });
    expect(await wrong()).toEqual([0, 0]);
  });
});
