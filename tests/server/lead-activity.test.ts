import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { call, edit, signIn, type Browser } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, noon, type DialWorld } from '../leads/dial-world';
import { saveStage } from '../leads/lead-world';

type Row = Record<string, unknown>;
const databases = await reachableDatabases();

describe.each(databases)('the activity of all leads on $name', ({ fresh }) => {
  let world: DialWorld;
  let asha = '';
  let foreign = '';
  const idOf = (name: string): string => world.test.fixture.users[`${name}@northstar.example`]!;
  const at = (minutes: number): string => new Date(noon.getTime() + minutes * 60_000).toISOString();
  const insert = (table: string, row: Row): Promise<number> =>
    world.test.store.transaction(actor(world.tenant), (tx) => tx.insertMany(table, Object.keys(row), [Object.values(row)]));
  const made = async (table: string, row: Row): Promise<string> => {
    const id = newId();
    await insert(table, { tenant_id: world.tenant, id, ...row });
    return id;
  };
  const list = async (who: Browser, query = ''): Promise<Row[]> => {
    const answer = await call(world.test, who, 'GET', `res/lead-activity?_limit=100${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as Row[];
  };
  const kinds = (rows: readonly Row[]): unknown[] => rows.map(({ kind }) => kind).toSorted();

  beforeAll(async () => {
    world = await makeDialWorld(await fresh());
    asha = await world.makeLead({ name: 'Asha Rao', clg_id: 10001, source: world.source });
    foreign = await world.makeLead({ name: 'Of the outsider' }, 'outsider@northstar.example');
    await edit(world.test, world.tenant, `update lead_owner_history set created_at = '2027-03-01T06:00:00Z'`);
    const user_id = idOf('counsellor');
    const of = { lead_id: asha, user_id, direction: 'outbound', state: 'ended', phone: '+919822010001' };
    await made('calls', { ...of, started_at: at(-60), outcome: 'answered', talk_s: 95, note: 'Asked for fees' });
    await made('calls', { ...of, direction: 'inbound', started_at: at(-59), outcome: 'missed', talk_s: 0 });
    await made('notes', {
      lead_id: asha,
      body: 'For me only',
      visibility: 'private',
      created_by: idOf('lead'),
      created_at: at(-58),
    });
    await made('outbox_messages', {
      channel: 'email',
      to: 'a@example.com',
      subject: 'Brochure',
      body: 'See below',
      state: 'sent',
      lead_id: asha,
      sent_by: user_id,
      created_at: at(-57),
    });
    await made('outbox_messages', {
      channel: 'email',
      to: 'a@example.com',
      body: 'Of a campaign',
      state: 'sent',
      lead_id: asha,
      created_at: at(-57),
    });
    await made('call_actions', {
      lead_id: asha,
      user_id,
      stage_id: world.stages['Counselled'],
      btn_message: 'Counselled',
      previous_btn_message: 'Call back',
      message: 'Explained',
      origin: 'manual',
      created_at: at(-56),
    });
    await made('call_actions', {
      lead_id: asha,
      user_id,
      stage_id: world.stages['Call back'],
      btn_message: 'Call back',
      actor: "Rule 'West'",
      origin: 'rule',
      created_at: at(-55),
    });
    await made('follow_ups', {
      lead_id: asha,
      user_id,
      created_by: user_id,
      call_date_time: at(60),
      state: 'done',
      done_by: user_id,
      done_at: at(-10),
      created_at: at(-54),
      call_action_id: newId(),
    });
    await made('virtual_meetings', { lead_id: asha, user_id, starts_at: at(-30), duration_min: 30, state: 'done' });
    await made('calls', { ...of, lead_id: foreign, user_id: idOf('outsider'), started_at: at(-20), outcome: 'busy', talk_s: 0 });
  });
  afterAll(() => world.test.close());

  it('lists what was done, the newest first, with user, lead, from and to, channel, comment, length and origin', async () => {
    const rows = await list(world.admin, `&lead_id=${asha}&at_between=today`);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'follow_up_done',
      'meeting',
      'follow_up_added',
      'call_action',
      'call_action',
      'email',
      'note',
      'call_out',
    ]);
    const [, meeting, , ruled, stage, email, note, dialled] = rows;
    expect(meeting).toMatchObject({ duration_s: 1800 });
    expect(ruled).toMatchObject({ user_id: null, actor: "Rule 'West'", origin: 'rule', to_text: 'Call back' });
    expect(stage).toMatchObject({
      user_id: idOf('counsellor'),
      from_text: 'Call back',
      to_text: 'Counselled',
      message: 'Explained',
      origin: 'manual',
    });
    expect(stage!['_labels']).toMatchObject({ lead_id: 'Asha Rao', user_id: expect.any(String) });
    expect(email).toMatchObject({ channel: 'email', message: 'Brochure' });
    expect(note).toMatchObject({ message: null });
    expect(dialled).toMatchObject({ channel: 'call', duration_s: 95, message: 'Asked for fees' });
    expect((await list(world.admin, `&lead_id=${asha}&kind=owner`)).length).toBeGreaterThan(0);
  });

  it.each([
    ['kind=call_out', ['call_out', 'call_out']],
    ['kind=call_out&kind=email', ['call_out', 'call_out', 'email']],
    ['origin=rule', ['call_action']],
    ['clg_id=10001&kind=note', ['note']],
    ['channel=email', ['email']],
    ['q=outsider', ['call_out']],
    ['duration_s_gte=1000', ['meeting']],
  ])('filters by %s', async (query, expected) => {
    expect(kinds(await list(world.admin, `&at_between=today&${query}`))).toEqual(expected);
  });

  it('narrows to a stage and to a user', async () => {
    expect(kinds(await list(world.admin, `&stage_id=${world.stages['Counselled']}`))).toEqual(['call_action']);
    expect(kinds(await list(world.admin, `&at_between=today&user_id=${idOf('outsider')}`))).toEqual(['call_out']);
  });

  it('TRUST-S34 shows acts on the leads that the reader sees, and a private note to its author alone', async () => {
    expect((await list(world.counsellor, '&at_between=today')).every(({ lead_id }) => lead_id === asha)).toBe(true);
    expect((await list(world.outsider, '&at_between=today')).map(({ lead_id }) => lead_id)).toEqual([foreign]);
    expect(await list(world.foreigner)).toEqual([]);
    const leader = await list(world.lead, `&kind=note`);
    expect(leader).toMatchObject([{ message: 'For me only' }]);
  });

  it('A2 a number of activities opens exactly the acts that it counted', async () => {
    const cell = encodeURIComponent(`A2;2027-03-10;2027-03-10;user=${idOf('counsellor')}`);
    const answer = await call(world.test, world.admin, 'GET', `res/lead-activity?_limit=100&cell=${cell}`);
    expect(answer.status, answer.text).toBe(200);
    expect(kinds(answer.body as unknown as Row[])).toEqual([
      'call_action',
      'call_out',
      'email',
      'follow_up_added',
      'follow_up_done',
      'meeting',
    ]);
    const narrowed = `${cell}${encodeURIComponent(';act=email')}`;
    expect(kinds(await list(world.admin, `&cell=${narrowed}`))).toEqual(['email']);
    const wrong = await call(
      world.test,
      world.admin,
      'GET',
      `res/lead-activity?cell=${encodeURIComponent('L3;2027-03-10;2027-03-10')}`,
    );
    expect(wrong.status).toBe(422);
  });

  it('C1 a number of calls opens exactly those calls in the call history', async () => {
    const cell = encodeURIComponent(`C1;2027-03-10;2027-03-10`);
    const rows = (await call(world.test, world.admin, 'GET', `res/calls-history?_limit=100&cell=${cell}`))
      .body as unknown as Row[];
    expect(rows.map(({ lead_id }) => lead_id).toSorted()).toEqual([asha, foreign].toSorted());
    const counts = (await call(world.test, world.admin, 'GET', `calls/history-counts?cell=${cell}`)).body as Row;
    expect(counts).toMatchObject({ data: { all: 2, outbound: 2, inbound: 0 } });
  });

  it('exports, and shows an act as soon as it is done', async () => {
    const saved = await saveStage(world, world.counsellor, asha, {
      stage_id: world.stages['Counselled'],
      sub_stage: 'Course explained',
      message: 'Will apply',
    });
    expect(saved.body, saved.text).toMatchObject({ code: 200 });
    const [newest] = await list(world.admin, `&lead_id=${asha}`);
    expect(newest).toMatchObject({ kind: 'call_action', message: 'Will apply', user_id: idOf('counsellor') });
    const order = { format: 'csv', columns: ['at', 'kind', 'lead_id', 'message'], query: { kind: 'email' } };
    expect(JSON.stringify((await call(world.test, world.admin, 'POST', 'res/lead-activity/export', order)).body)).toContain(
      'job_id',
    );
    await world.work(1);
    expect(await world.rows('csv_exports', `kind = 'lead-activity'`)).toMatchObject([{ state: 'done', rows: 1 }]);
    const plain = await signIn(world.test, 'backoffice@northstar.example');
    expect((await list(plain)).length).toBe(0);
  });
});
