import sql from 'sql-template-tag';
import { newId } from '../../server/store/ids';
import { json } from '../../server/store/parameters';
import { actor, type TestStore } from '../support/database';
import { build, testPush, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';

export type Name = 'Counselled' | 'Call back' | 'Interested' | 'Enrolled' | 'Not interested' | 'Closed';
/** The built app with stages, two colleges and two sources in each tenant, and the signed-in users. */
export interface World {
  readonly test: TestApp;
  readonly stages: Readonly<Record<Name, string>>;
  readonly foreignStage: string;
  readonly source: string;
  readonly otherSource: string;
  readonly admin: Browser;
  readonly lead: Browser;
  readonly counsellor: Browser;
  readonly outsider: Browser;
  readonly foreigner: Browser;
  /** Creates a lead of the counsellor unless another owner's email (or null) is given. */
  makeLead(values?: Record<string, unknown>, owner?: string | null): Promise<string>;
  /** One row as stored in the database. */
  row(table: string, id: string): Promise<Record<string, unknown>>;
  rows(table: string, where: string): Promise<Record<string, unknown>[]>;
}

const stageSeeds: readonly {
  name: Name;
  subs?: string[];
  sub?: true;
  followUp?: true;
  lock?: true;
  status?: 0;
  outcome?: string;
}[] = [
  { name: 'Counselled', subs: ['Course explained'] },
  { name: 'Call back', subs: ['Evening'], followUp: true },
  { name: 'Interested', subs: ['Visit', 'Scholarship'], sub: true, followUp: true, lock: true },
  { name: 'Enrolled', subs: ['Seat confirmed'], sub: true, lock: true, outcome: 'enrolled' },
  { name: 'Not interested', subs: ['Fees'], sub: true, outcome: 'lost' },
  { name: 'Closed', status: 0 },
];

export async function makeWorld(store?: TestStore, at?: Date): Promise<World> {
  const test = await build({ push: testPush, demo: true, ...(store ? { store } : {}) });
  if (at) test.clock.set(at);
  const stages = {} as Record<Name, string>;
  let foreignStage = '';
  const sources: string[] = [];
  for (const [tenant, tenantId] of Object.entries(test.fixture.tenants))
    await test.store.transaction(actor(tenantId), async (tx) => {
      for (const [i, stage] of stageSeeds.entries()) {
        const id = newId();
        if (tenant === 'northstar') stages[stage.name] = id;
        else foreignStage = id;
        await tx.run(sql`insert into "lead_stages" ("tenant_id", "id", "stage_name", "sub_stages", "sub_stage_required", "followup_required",
            "is_allow_user_lock_stage", "status", "outcome", "sort_order")
          values (${tenantId}, ${id}, ${stage.name}, ${json((stage.subs ?? []).map((name) => ({ name })))}::jsonb, ${stage.sub ?? false},
            ${stage.followUp ?? false}, ${stage.lock ?? false}, ${stage.status ?? 1}, ${stage.outcome ?? 'open'}, ${i})`);
      }
      await tx.run(
        sql`insert into "colleges" ("tenant_id", "clg_id", "clg_name") values (${tenantId}, 10001, 'Sahyadri'), (${tenantId}, 10002, 'Deccan')`,
      );
      for (const name of ['Google', 'Facebook']) {
        const id = newId();
        if (tenant === 'northstar') sources.push(id);
        await tx.run(sql`insert into "lead_sources" ("tenant_id", "id", "name") values (${tenantId}, ${id}, ${name})`);
      }
    });
  const admin = await signIn(test, 'admin@northstar.example');
  const [lead, counsellor, outsider, foreigner] = await Promise.all([
    signIn(test, 'lead@northstar.example'),
    signIn(test, 'counsellor@northstar.example'),
    signIn(test, 'outsider@northstar.example'),
    signIn(test, 'counsellor@lakeview.example'),
  ]);
  let made = 0;
  const rows = async (table: string, where: string): Promise<Record<string, unknown>[]> =>
    test.store.admin(`select * from "${table}" where ${where}`);
  return {
    test,
    stages,
    foreignStage,
    source: sources[0]!,
    otherSource: sources[1]!,
    admin,
    lead,
    counsellor,
    outsider,
    foreigner,
    async makeLead(values = {}, owner = 'counsellor@northstar.example') {
      made++;
      const phone = `98220${String(10_000 + made)}`;
      const answer = await call(test, admin, 'POST', 'res/leads', {
        name: `Sneha Kulkarni ${made}`,
        phone,
        ...(owner ? { user_id: test.fixture.users[owner] } : {}),
        ...values,
      });
      if (answer.status >= 300) throw new Error(answer.text);
      return (answer.body as { id: string }).id;
    },
    row: async (table, id) => (await rows(table, `"id" = '${id}'`))[0]!,
    rows,
  };
}

/** Saves the call-action modal; `callObj` is its form. */
export function saveStage(
  world: World,
  who: Browser,
  leadId: string,
  callObj: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return call(world.test, who, 'POST', 'callGenerate', { lead_id: leadId, callObj, ...more });
}
/** The moment this many hours from the world's now. */
export const inHours = (world: World, hours: number): string =>
  new Date(world.test.services.now().getTime() + hours * 3_600_000).toISOString();
