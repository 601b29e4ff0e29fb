import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { automationWorld, type World } from '../automation/automation-world';
import { reachableDatabases } from '../support/postgres';

type Row = Record<string, unknown>;
interface Wish {
  readonly stage: string;
  readonly sub?: string;
  /** Minutes from now. */
  readonly inMinutes?: number;
  readonly lock?: 1;
}

describe.each(await reachableDatabases())('the rules of a stage apply to every caller, $name', ({ fresh }) => {
  let world: World;
  const stages: Record<string, string> = {};
  beforeAll(async () => {
    world = await automationWorld(await fresh());
    const stage = async (stage_name: string, more: Row = {}): Promise<void> => {
      stages[stage_name] = String((await world.post('res/lead-stages', { stage_name, ...more }))['id']);
    };
    await stage('Plain', { sub_stages: [{ name: 'Morning' }, { name: 'Gone', status: 0 }] });
    await stage('Switched off', { status: 0 });
    await stage('Asks sub', { sub_stages: [{ name: 'Visit' }], sub_stage_required: true });
    await stage('Asks date', { followup_required: true });
    await stage('Asks city', { required_fields: ['city'] });
    await stage('Narrow', { next_stage_ids: [stages['Asks sub']] });
    const [enrolled] = await world.rows(`select "id" from "lead_stages" where "stage_name" = 'Enrolled' limit 1`);
    if (enrolled) stages['Enrolled'] = String(enrolled['id']);
    else await stage('Enrolled', { sub_stages: [{ name: 'Seat confirmed' }] });
    // a sub-stage is required because the lead is enrolled, not because of the stage
    await edit(world.test, world.tenant, `update "lead_stages" set "sub_stage_required" = false where "stage_name" = 'Enrolled'`);
    stages['nowhere'] = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  });
  afterAll(() => world.test.close());

  let n = 0;
  const save =
    (dialer: boolean) =>
    async (leadId: string, { stage, sub, inMinutes, lock }: Wish): Promise<string> => {
      const at =
        inMinutes === undefined ? null : new Date(world.test.services.now().getTime() + inMinutes * 60_000).toISOString();
      const callObj = { stage_id: stages[stage], sub_stage: sub ?? null, call_date_time: at };
      const body = { lead_id: leadId, callObj, is_stage_mark_locked: lock ?? 0, dialer };
      const answer = await call(world.test, world.admin, 'POST', 'callGenerate', body);
      return answer.code === 200 ? 'done' : String(answer.body['message']);
    };
  const touch = async (leadId: string, hand: number): Promise<void> => {
    const answer = await call(world.test, world.admin, 'PATCH', `res/leads/${leadId}`, { state: `State ${hand}` });
    expect(answer.status, answer.text).toBe(200);
    await world.done();
  };
  const params = ({ stage, sub, inMinutes }: Wish): Row => ({
    stage_id: stages[stage],
    ...(sub ? { sub_stage: sub } : {}),
    ...(inMinutes ? { in_minutes: inMinutes } : {}),
  });
  const meant = (hand: number): Row[] => [
    { condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: `State ${hand}` }] },
  ];
  /** Sets a stage in each way; returns 'done' or the message of the refusal. */
  const callers: Readonly<Record<string, (leadId: string, wish: Wish) => Promise<string>>> = {
    person: save(false),
    dialer: save(true),
    async rule(leadId, wish) {
      const hand = ++n;
      const actions = [{ type: 'change_stage', params: params(wish) }];
      const made = { name: `West ${hand}`, trigger: 'lead_updated', rule: meant(hand), status: 1, actions };
      const { _id } = await world.post('rule-engine/create', made);
      await touch(leadId, hand);
      const history = (await world.ask('GET', `rule-engine/history/${String(_id)}`))['data'] as Row[];
      const [{ result, message }] = history[0]!['actions'] as [Row];
      return result === 'done' ? 'done' : String(message);
    },
    async workflow(leadId, wish) {
      const hand = ++n;
      const steps = [{ id: 'set', type: 'change_stage', params: params(wish) }];
      const made = { name: `Walk ${hand}`, entry_trigger: 'lead_updated', entry_rule: meant(hand), status: 1, steps };
      const { id } = await world.post('res/workflows', made);
      await touch(leadId, hand);
      const [entry] = await world.rows(`select "state", "message" from "workflow_entries" where "workflow_id" = '${String(id)}'`);
      return String(entry!['message'] ?? 'done').replace('Step set: ', '');
    },
  };
  const automatic = ['rule', 'workflow'];

  const cases: readonly {
    readonly what: string;
    /** Columns that the lead has before; `stage` by name. */
    readonly lead?: Row;
    readonly wish: Wish;
    readonly says: string | RegExp;
    readonly who?: readonly string[];
  }[] = [
    {
      what: 'a stage that does not exist',
      wish: { stage: 'nowhere' },
      says: /^Stage is required$|does not exist or is not active/,
    },
    {
      what: 'a stage that is switched off',
      wish: { stage: 'Switched off' },
      says: /^Stage is required$|does not exist or is not active/,
    },
    { what: 'no sub-stage where one is required', wish: { stage: 'Asks sub' }, says: 'Sub Stage is required' },
    { what: 'a sub-stage of another stage', wish: { stage: 'Plain', sub: 'Visit' }, says: 'Plain has no such sub stage.' },
    { what: 'a sub-stage that is switched off', wish: { stage: 'Plain', sub: 'Gone' }, says: 'Plain has no such sub stage.' },
    { what: 'no follow-up where one is required', wish: { stage: 'Asks date' }, says: 'Followup Date is required' },
    {
      what: 'a follow-up in the past',
      wish: { stage: 'Asks date', inMinutes: -5 },
      says: 'Followup Date must not be in the past',
      who: ['person', 'dialer'],
    },
    { what: 'a lead field that is missing', wish: { stage: 'Asks city' }, says: 'City is required for Asks city' },
    {
      what: 'a stage that cannot follow',
      lead: { stage: 'Narrow' },
      wish: { stage: 'Plain' },
      says: 'Plain cannot follow Narrow.',
    },
    {
      what: 'another stage for an enrolled lead',
      lead: { stage: 'Enrolled' },
      wish: { stage: 'Plain' },
      says: 'An enrolled lead cannot leave the stage Enrolled.',
    },
    {
      what: 'no sub-stage for an enrolled lead',
      lead: { stage: 'Enrolled', last_callaction_sub_stage: 'Seat confirmed' },
      wish: { stage: 'Enrolled' },
      says: 'Sub Stage is required',
    },
    {
      what: 'a lock the stage does not allow',
      wish: { stage: 'Plain', lock: 1 },
      says: 'Plain cannot be locked.',
      who: ['person', 'dialer'],
    },
    {
      what: 'a locked stage, by itself',
      lead: { stage: 'Narrow', is_stage_mark_locked: 1 },
      wish: { stage: 'Asks sub', sub: 'Visit' },
      says: 'The stage of this lead is locked.',
      who: automatic,
    },
  ];
  const each = cases.flatMap((one) => (one.who ?? Object.keys(callers)).map((who) => ({ ...one, who })));
  const stateOf = async (id: string): Promise<Row> =>
    (
      await world.rows(`select "stage_id", "last_callaction_btn_message", "last_callaction_sub_stage", "is_stage_mark_locked", "next_followup_at",
        "last_callaction_call_date_time", "last_callaction_followup_status"
      from "leads" where "id" = '${id}'`)
    )[0]!;
  const leadWith = async ({ stage, ...columns }: Row = {}): Promise<string> => {
    const id = await world.lead({ name: 'Asha Rao' });
    const all: Row = stage ? { ...columns, stage_id: stages[String(stage)], last_callaction_btn_message: stage } : columns;
    for (const [name, value] of Object.entries(all))
      await edit(world.test, world.tenant, `update "leads" set "${name}" = '${String(value)}' where "id" = '${id}'`);
    return id;
  };

  it.each(each)(
    'CALLACTION-055 PRODUCT-008 $who: $what is refused, and nothing is written',
    async ({ who, lead, wish, says }) => {
      const id = await leadWith(lead);
      const before = await stateOf(id);
      expect(await callers[who]!(id, wish)).toMatch(says);
      expect(await stateOf(id)).toEqual(before);
      expect(await world.rows(`select 1 from "call_actions" where "lead_id" = '${id}'`)).toEqual([]);
      expect(await world.rows(`select 1 from "follow_ups" where "lead_id" = '${id}'`)).toEqual([]);
    },
  );

  it.each(Object.keys(callers))('%s: a stage with its follow-up is set once, and the history names who set it', async (who) => {
    const id = await leadWith({ stage: 'Narrow' });
    expect(await callers[who]!(id, { stage: 'Asks sub', sub: 'Visit', inMinutes: 60 })).toBe('done');
    const lead = await stateOf(id);
    expect(lead).toMatchObject({ last_callaction_btn_message: 'Asks sub', last_callaction_sub_stage: 'Visit' });
    const acts = await world.rows(
      `select "origin", "actor", "user_id", "created_by" from "call_actions" where "lead_id" = '${id}'`,
    );
    const name = { rule: /^Rule 'West \d+'$/, workflow: /^Workflow 'Walk \d+'$/ }[who];
    expect(acts).toEqual([
      name
        ? { origin: who, actor: expect.stringMatching(name), user_id: null, created_by: null }
        : {
            origin: who === 'dialer' ? 'dialer' : 'manual',
            actor: null,
            user_id: world.admin.userId,
            created_by: world.admin.userId,
          },
    ]);
    const [planned] = await world.rows(
      `select "call_date_time" from "follow_ups" where "lead_id" = '${id}' and "state" = 'pending'`,
    );
    expect(lead['next_followup_at']).toEqual(planned!['call_date_time']);
    // the audit names the rule too, and not the user whose save triggered it
    const [entry] = await world.rows(
      `select "user_id", "reason" from "audit" where "table_name" = 'leads' and "row_key" = '${id}' and "new" ? 'stage_id' order by "seq" desc limit 1`,
    );
    if (name) expect(entry).toEqual({ user_id: null, reason: expect.stringMatching(name) });
    else expect(entry!['user_id']).toBe(world.admin.userId);
    const told = (await world.ask('GET', `leads/${id}/journey`))['data'] as Row[];
    const shown = told.find((one) => one['kind'] === 'call_action')!['user_name'];
    if (name) expect(shown).toMatch(name);
    else expect(shown).toBe('Admin Northstar');
  });

  it.each(Object.keys(callers))('%s: a follow-up is refused while another is pending, where the tenant says so', async (who) => {
    await edit(world.test, world.tenant, `update "tenant" set "enforce_pending_followup" = true`);
    try {
      const id = await leadWith();
      expect(await callers[who]!(id, { stage: 'Asks date', inMinutes: 30 })).toBe('done');
      const again = await callers[who]!(id, { stage: 'Plain', inMinutes: 60 });
      expect(again).toBe('Please complete the previous followup before adding a new one.');
      expect((await world.rows(`select 1 from "follow_ups" where "lead_id" = '${id}'`)).length).toBe(1);
    } finally {
      await edit(world.test, world.tenant, `update "tenant" set "enforce_pending_followup" = false`);
    }
  });

  it.each(Object.keys(callers))('%s: rules react to a stage that a person set, and to none that automation set', async (who) => {
    const tag = `heard ${who}`;
    const everyone = [{ condition: 'And', rules: [{ columnName: 'city', operator: 'in', value: `Told by ${who}` }] }];
    const actions = [{ type: 'add_tag', params: { tag } }];
    await world.post('rule-engine/create', { name: tag, trigger: 'stage_changed', rule: everyone, status: 1, actions });
    const id = await leadWith({ city: `Told by ${who}` });
    expect(await callers[who]!(id, { stage: 'Asks sub', sub: 'Visit' })).toBe('done');
    await world.done();
    const [lead] = await world.rows(`select "tags" from "leads" where "id" = '${id}'`);
    expect(lead!['tags']).toEqual(automatic.includes(who) ? null : [tag]);
  });

  it.each(automatic)('D-059 %s: a stage without a follow-up keeps the one that a person planned', async (who) => {
    const id = await leadWith();
    expect(await callers['person']!(id, { stage: 'Asks date', inMinutes: 60 })).toBe('done');
    const columns = `"last_callaction_call_date_time", "last_callaction_followup_status", "next_followup_at", "last_callaction_message"`;
    const planned = async (): Promise<Row> => (await world.rows(`select ${columns} from "leads" where "id" = '${id}'`))[0]!;
    const before = await planned();
    expect(before['last_callaction_followup_status']).toBe(0);
    expect(await callers[who]!(id, { stage: 'Plain', sub: 'Morning' })).toBe('done');
    expect(await planned()).toEqual(before);
    // and it stays when the follow-ups are evaluated again
    await world.post('res/follow-ups', { lead_id: id, call_date_time: '2999-01-01T05:30:00Z' });
    expect(await planned()).toEqual(before);
  });

  it('a person can change a locked stage', async () => {
    const id = await leadWith({ stage: 'Narrow', is_stage_mark_locked: 1 });
    expect(await callers['person']!(id, { stage: 'Asks sub', sub: 'Visit' })).toBe('done');
  });
});
