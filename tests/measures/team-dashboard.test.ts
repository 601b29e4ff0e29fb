import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeamDashboard } from '../../src/schemas/calls/team-dashboard';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { ShownCard } from '../../src/schemas/kit/report';
import { History } from './history';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

const today = '2027-03-10';
const at = (time: string, day = today): string => new Date(`${day}T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let lead: Browser;
  let counsellor: Browser;
  let history: History;
  let quick: string;
  let older: string;
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    history = new History(test.store, test.fixture.tenants.northstar);
    admin = await signIn(test, 'admin@northstar.example');
    lead = await signIn(test, 'lead@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    const [me, other] = [counsellor.userId!, test.fixture.users['outsider@northstar.example']!];
    quick = await history.capture(at('09:00'));
    await history.assign(quick, me, at('09:00'));
    await history.call({ lead: quick, user: me, at: at('09:05'), talk: 80 });
    const slow = await history.capture(at('09:30'));
    await history.assign(slow, me, at('09:30'));
    await history.call({ lead: slow, user: me, at: at('11:30'), talk: 30 });
    const theirs = await history.capture(at('10:00'));
    await history.assign(theirs, other, at('10:00'));
    await history.capture(at('15:00'));
    for (let n = 0; n < 14; n++) older = await history.capture(at(`09:${10 + n}`, '2027-03-01'));
    await edit(
      test,
      test.fixture.tenants.northstar,
      `insert into "jobs" ("tenant_id", "id", "kind", "state", "finished_at")
       values ('${test.fixture.tenants.northstar}', 'broken', 'test', 'failed', '${at('17:00')}'),
              ('${test.fixture.tenants.northstar}', 'older', 'test', 'failed', '${at('17:00', '2027-03-08')}')`,
    );
  });
  afterAll(() => test.close());

  const read = (who: Browser, query = ''): Promise<Answer> => call(test, who, 'GET', `dashboard/team${query}`);
  const boardOf = async (who: Browser, query = ''): Promise<TeamDashboard> => {
    const answer = await read(who, query);
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    return answer.body['data'] as TeamDashboard;
  };
  const card = ({ cards }: TeamDashboard, id: string): ShownCard => cards.find((one) => one.id === id)!;
  const tile = (board: TeamDashboard, measure: string): unknown => {
    const { columns, totals } = card(board, 'numbers');
    return totals[columns.findIndex((one) => one.measure === measure)]?.value;
  };

  it('counts the whole tenant for admins, and the team for its leader', async () => {
    const whole = await boardOf(admin);
    expect([tile(whole, 'L1'), tile(whole, 'L5'), tile(whole, 'T2late')]).toEqual([4, 1, 1]);
    const team = await boardOf(lead);
    expect([tile(team, 'L1'), tile(team, 'L5'), tile(team, 'T2late')]).toEqual([2, 0, 1]);
    expect(team.health).toBeUndefined();
  });

  it('says who is where, and who answers late; the list behind it has those leads', async () => {
    const board = await boardOf(lead);
    const people = card(board, 'people');
    expect(people.rows.map(({ value }) => value)).toContain(counsellor.userId);
    expect(people.people!.map(({ user_id }) => user_id)).toContain(counsellor.userId);
    const late = card(board, 'slow').rows.filter(({ cells }) => cells[0]!.value);
    expect(late.map(({ value, cells }) => [value, cells[0]!.value])).toEqual([[counsellor.userId, 1]]);
    const cell = writeCell({ measure: 'T2late', from: today, to: today, values: { user: [counsellor.userId!] } });
    const listed = await call(test, lead, 'GET', `res/leads?cell=${encodeURIComponent(cell)}&limit=1`);
    expect(listed.headers['x-total-count']).toBe('1');
  });

  it('compares the hours of arrival with four weeks', async () => {
    const hours = card(await boardOf(admin), 'arrivals').rows.map(({ value, cells }) => [
      value,
      cells[0]!.value,
      cells[0]!.before,
    ]);
    expect(hours).toEqual([
      ['9', 2, 0.5],
      ['10', 1, 0],
      ['15', 1, 0],
    ]);
  });

  it('tells the admin of a new tenant what is left to set up, until it has leads and people', async () => {
    expect((await boardOf(admin)).setup).toBeUndefined();
    const tenant = test.fixture.tenants.northstar;
    const forNow = async (changes: readonly string[], board: () => Promise<void>): Promise<void> => {
      for (const change of changes)
        await edit(test, tenant, `update ${change} set deleted_at = now() where tenant_id = '${tenant}'`);
      await board();
      for (const change of changes)
        await edit(test, tenant, `update ${change} set deleted_at = null where tenant_id = '${tenant}'`);
    };
    await forNow(['leads'], async () => {
      expect((await boardOf(admin)).setup).toEqual({ people: true, leads: false, rules: false, providers: false });
      expect((await boardOf(lead)).setup).toBeUndefined();
    });
  });

  it('tells admins what failed in the last day', async () => {
    const { health } = await boardOf(admin);
    expect(health!.jobs).toMatchObject({ failed: 1, last_failed: expect.stringContaining('2027-03-10') });
    expect(health!.sources).toEqual([]);
  });

  it('tells admins what is left of the credit of each channel that has one', async () => {
    const tenant = test.fixture.tenants.northstar;
    expect((await boardOf(admin)).health!.quotas).toEqual([]);
    await edit(
      test,
      tenant,
      `insert into "message_settings" ("tenant_id", "id", "hours_from", "hours_to", "credit_sms", "credit_email")
       values ('${tenant}', 'settings', '10:00', '21:00', 100, 5)`,
    );
    await edit(
      test,
      tenant,
      `insert into "outbox_messages" ("tenant_id", "id", "channel", "to", "state", "cost", "asked_at")
       select '${tenant}', 'SPENT' || n, 'sms', '+919800000001', 'sent', 30, now() from generate_series(1, 2) n`,
    );
    expect((await boardOf(admin)).health!.quotas).toEqual([
      { channel: 'email', credit: 5, left: 5 },
      { channel: 'sms', credit: 100, left: 40 },
    ]);
    expect((await boardOf(lead)).health).toBeUndefined();
  });

  it('narrows to an intake, whatever it is called', async () => {
    await edit(test, test.fixture.tenants.northstar, `update "leads" set "intake" = 'July 2027' where "id" = '${quick}'`);
    expect(tile(await boardOf(admin, `?filters=${encodeURIComponent('intake=July 2027')}`), 'L1')).toBe(1);
    expect(tile(await boardOf(admin, '?filters=intake%3D'), 'L1')).toBe(3);
  });

  it('narrows to a filter, and refuses what it has no filter for', async () => {
    expect(tile(await boardOf(admin, '?filters=source%3D'), 'L1')).toBe(4);
    expect(tile(await boardOf(admin, '?filters=source%3Dnone'), 'L1')).toBe(0);
    expect(tile(await boardOf(admin, '?filters=team%3D'), 'L1')).toBe(2); // nobody's, and the one of a user without a team
    const answer = await read(admin, '?filters=city%3DPune');
    expect([answer.code, answer.body.errors]).toEqual([422, [{ path: 'filters', message: "This report has no filter 'City'" }]]);
  });

  it('shows a counsellor nothing of others', async () => {
    const own = await boardOf(counsellor);
    expect(card(own, 'people').rows.map(({ value }) => value)).toEqual([counsellor.userId]);
    expect(tile(own, 'L1')).toBe(2);
  });

  it('follows the leads of the range: what older leads reach in it is no step of theirs', async () => {
    const user = counsellor.userId!;
    await history.assign(older, user, at('16:00'));
    await history.callAction({ lead: older, user, at: at('16:05'), stage: 'Enrolled' });
    const fresh = await history.capture(at('16:10'));
    await history.assign(fresh, user, at('16:10'));
    await history.callAction({ lead: fresh, user, at: at('16:20'), stage: 'Enrolled' });
    const board = await boardOf(admin);
    expect(tile(board, 'P4')).toBe(2);
    const { columns, totals } = card(board, 'funnel');
    const steps = columns.map(({ measure }, at) => [measure, Number(totals[at]!.value)] as const);
    expect(steps[0]).toEqual(['L1', 5]);
    expect(steps.at(-1)).toEqual(['P4n', 1]);
    for (const [measure, value] of steps) expect([measure, value <= 5]).toEqual([measure, true]);
  });

  it('does not name revenue to those who see no orders', async () => {
    await edit(test, test.fixture.tenants.northstar, `update "users" set "role" = 5 where "id" = '${lead.userId}'`);
    test.clock.add(61);
    expect(tile(await boardOf(lead), 'R1')).toBeUndefined();
  });
});
