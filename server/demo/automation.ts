import sql from 'sql-template-tag';
import type { ConditionBlock, ConditionRow } from '../../src/schemas/kit/conditions';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { audienceSize, audienceSql } from '../lead-events/audience';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';
import type { Office } from './lead-rows';
import { seedDialer } from './dialer';
import type { Chance } from './random';
import type { TenantSeed } from './seed-tenant';
import { writeRows } from './write-rows';

const asks = (
  columnName: string,
  value: unknown,
  displayName: string,
  type: ConditionRow['type'] = 'multiselect',
): ConditionRow => ({
  columnName,
  operator: 'in',
  value,
  valueAry: [value].flat().map((key) => ({ key, value: displayName })),
  displayName,
  type,
});
const blocks = (...rules: ConditionRow[]): ConditionBlock[] => [{ condition: 'And', rules }];

/**
 * Rules, allocation, workflows, campaigns and lists of a season, with a month of runs, so that their pages have something to show.
 * Who gets new leads is left to be switched on: a demo's unassigned leads stay so until someone says otherwise.
 */
export async function seedAutomation(tx: Tx, { seed, colleges, owners }: Office, luck: Chance, now: number): Promise<void> {
  const { tenantId } = seed;
  const id = (): string => luck.id(now);
  const people = owners.map(([user]) => user);
  const put: Desk['put'] = (table, rows) => writeRows(tx, tenantId, table, rows);

  const desk: Desk = { put, id };
  const rules = rulesOf(seed, id);
  await put('rules', rules);

  await addWorkflows(desk);
  await addAllocation(desk, people);
  const audiences = await addAudiences(desk, tx, tenantId);
  await put('lead_gen_campaigns', campaignsOf(desk, [...seed.sources.values()], colleges, audiences[0]!.id, now));
  await put(
    'map_cities',
    (await tx.rows<{ id: number; name: string }>(sql`select "id", "name" from "cities" where "tenant_id" = ${tenantId}`)).flatMap(
      (city) => (oldNames[city.name] ? [{ id: id(), external_name: oldNames[city.name], city_id: city.id, status: 1 }] : []),
    ),
  );

  await seedDialer({ put, tx, tenantId, id }, people, blocks(west));
  for (const rule of rules.slice(0, 2)) await seedRuns(tx, tenantId, rule, now);
}

/** Writes rows of a table, and makes their ids. */
interface Desk {
  readonly put: (table: string, rows: readonly AnyRow[]) => Promise<void>;
  readonly id: () => string;
}
const south = asks('state', ['Karnataka', 'Kerala', 'Tamil Nadu'], 'Karnataka, Kerala, Tamil Nadu');
const west = asks('state', ['Maharashtra', 'Gujarat', 'Goa'], 'Maharashtra, Gujarat, Goa');
const unverified = asks('is_verified', 0, 'Not Verified', 'select');

function rulesOf(seed: TenantSeed, id: () => string) {
  const stage = [...seed.stages.keys()][1]!;
  const atStage = asks('last_callaction_btn_message', [stage], stage);
  return [
    {
      name: 'Tag western leads',
      trigger: 'lead_created',
      rule: blocks(west),
      actions: [{ type: 'add_tag', params: { tag: 'west' } }],
      priority: 50,
    },
    {
      name: 'Verify new numbers',
      trigger: 'lead_created',
      rule: blocks(unverified),
      actions: [{ type: 'create_followup', params: { in_minutes: 30, note: 'Verify the number' } }],
      priority: 20,
      status: 0,
    },
    {
      name: 'Thank after counselling',
      trigger: 'stage_changed',
      rule: blocks(atStage),
      actions: [{ type: 'send_sms', params: { body: 'Dear {{name}}, thank you for your time today.' } }],
      priority: 10,
      delay_min: 15,
    },
    {
      name: 'Notify the owner of a high-priority lead',
      trigger: 'lead_updated',
      rule: blocks(asks('priority', 2, 'High', 'select')),
      actions: [{ type: 'notify_user', params: { message: 'This lead was set to high priority.' } }],
      priority: 40,
    },
  ].map((row) => ({ _id: id(), globleCondtion: 'And', delay_min: 0, run_once_per_lead: true, status: 1, ...row }));
}

async function addWorkflows({ put, id }: Desk): Promise<void> {
  const workflows = [
    {
      id: id(),
      name: 'New enquiry welcome',
      description: 'A message at once, a second one the next day.',
      entry_trigger: 'manual',
      steps: [
        {
          id: 'hello',
          type: 'send_sms',
          params: { body: 'Dear {{name}}, thank you for your enquiry. Our counsellor will call you.' },
          next: 'day',
        },
        { id: 'day', type: 'wait', params: { minutes: 1440 }, next: 'remind' },
        { id: 'remind', type: 'send_sms', params: { body: 'Dear {{name}}, may we help you choose a course?' }, next: 'end' },
        { id: 'end', type: 'end' },
      ],
      re_entry: false,
      quiet_hours: { from: '21:00', to: '09:00' },
      status: 1,
    },
    {
      id: id(),
      name: 'Fee reminder',
      description: 'For admissions whose fee is open.',
      entry_trigger: 'manual',
      steps: [
        { id: 'call', type: 'create_followup', params: { in_minutes: 60, note: 'Ask about the fee' }, next: 'end' },
        { id: 'end', type: 'end' },
      ],
      re_entry: true,
      quiet_hours: null,
      status: 0,
    },
  ];
  await put('workflows', workflows);
  await put('workflow_rules', [
    {
      _id: id(),
      name: 'Welcome the west',
      rule: blocks(west),
      globleCondtion: 'And',
      workflow_ids: [workflows[0]!['id']],
      on_exit: 'keep',
      priority: 10,
      status: 1,
    },
  ]);
}

async function addAllocation({ put, id }: Desk, people: readonly string[]): Promise<void> {
  const allocation = [
    { name: 'Southern states', rule: blocks(south), method: 'round_robin', user_ids: people.slice(0, 3), priority: 20 },
    { name: 'Everyone else', rule: blocks(unverified), method: 'least_loaded', user_ids: people, priority: 0, daily_cap: 40 },
  ].map((row) => ({ _id: id(), globleCondtion: 'And', only_online: false, working_hours_only: false, status: 0, ...row }));
  await put('counsellor_rules', allocation);
  await put('assignment_rules', [
    {
      id: id(),
      name: 'Everything else',
      priority: 0,
      rule: blocks(unverified),
      globleCondtion: 'And',
      method: 'round_robin',
      user_ids: people,
      only_online: false,
      status: 0,
    },
  ]);
}

async function addAudiences({ put, id }: Desk, tx: Tx, tenantId: string): Promise<{ readonly id: string }[]> {
  const common = { kind: 'dynamic', globleCondtion: 'And' } as const;
  const audiences = [
    { id: id(), name: 'Western states', ...common, rule: blocks(west), count: 0 },
    { id: id(), name: 'Numbers to verify', ...common, rule: blocks(unverified), count: 0 },
  ];
  for (const audience of audiences) audience.count = await audienceSize(tx, tenantId, audience, 'Asia/Kolkata');
  await put('lead_gen_audiences', audiences);
  return audiences;
}

function campaignsOf(
  { id }: Desk,
  sources: readonly string[],
  colleges: Office['colleges'],
  audience: string,
  now: number,
): AnyRow[] {
  const day = (days: number): string => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  return [
    {
      id: id(),
      name: 'Engineering intake',
      college_ids: colleges.slice(0, 2).map((one) => one.id),
      channels: ['sms', 'whatsapp', 'ads'],
      audience_id: audience,
      budget: 250_000,
      start_date: day(-40),
      end_date: day(50),
      target_leads: 900,
      source_id: sources[0],
      state: 'running',
    },
    {
      id: id(),
      name: 'MBA open day',
      college_ids: colleges.slice(1, 3).map((one) => one.id),
      channels: ['email'],
      audience_id: null,
      budget: 60_000,
      start_date: day(10),
      end_date: day(20),
      target_leads: 150,
      source_id: sources[1],
      state: 'draft',
    },
  ];
}

/** Spellings that portals still send. */
const oldNames: Readonly<Record<string, string>> = {
  Mumbai: 'Bombay',
  Pune: 'Poona',
  Chennai: 'Madras',
  Kolkata: 'Calcutta',
  Bengaluru: 'Bangalore',
  Gurugram: 'Gurgaon',
  Thiruvananthapuram: 'Trivandrum',
  Kochi: 'Cochin',
};

/** A run for every lead of the last month that a rule means, at the moment the lead came. */
async function seedRuns(tx: Tx, tenantId: string, rule: ReturnType<typeof rulesOf>[number], now: number): Promise<void> {
  const actions = rule.actions.map(({ type }) => ({ type, result: 'done' }));
  await tx.run(
    sql`insert into "rule_runs" ("tenant_id", "id", "family", "rule_id", "lead_id", "trigger", "actions", "result", "created_at")
        select ${tenantId}, upper(left(md5(${rule._id} || l."id"), 26)), 'rules', ${rule._id}, l."id",
          ${rule.trigger}, ${json(actions)}::jsonb, 'executed', l."created_at"
        from "leads" l where l."tenant_id" = ${tenantId} and l."created_at" > ${new Date(now - 30 * 86_400_000).toISOString()}::timestamptz
          and l."id" in (select "id" from "leads" where "tenant_id" = ${tenantId} and ${audienceSql({ kind: 'dynamic', rule: rule.rule }, 'Asia/Kolkata')})`,
  );
}
