import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindAll } from '../../server/live/reminders';
import type { DialerDesk } from '../../src/schemas/calls/dialer';
import type { MyDay } from '../../src/schemas/calls/leads';
import { signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeDialWorld, type DialWorld } from './dial-world';
import { inHours, saveStage } from './lead-world';

const parts = ['missed', 'overdue', 'due_today', 'untouched'] as const;
type Parts = Record<(typeof parts)[number], string[]>;

/** What happened to a person; times in milliseconds. */
interface Person {
  /** '' for a number that is not a lead. */
  readonly lead: string;
  readonly phone: string;
  /** Email of the owner. */
  owner: string;
  assigned: number;
  acted: number;
  missed: number;
  /** Of its pending follow-up. */
  due: number;
  plan: string;
}

describe.each(await reachableDatabases())('$name', (database) => {
  let world: DialWorld;
  let people: Person[];
  const counsellor = 'counsellor@northstar.example';
  const admin = 'admin@northstar.example';
  const users = [counsellor, 'lead@northstar.example'] as const;
  let browsers: Readonly<Record<string, Browser>>;
  beforeAll(async () => {
    world = await makeDialWorld(await database.fresh());
    await begin();
    people = [];
    for (let n = 0; n < 6; n++) {
      const phone = `+91988770010${n}`;
      const lead = n < 5 ? await world.makeLead({ phone }) : '';
      people.push({ lead, phone, owner: counsellor, assigned: now(), acted: 0, missed: 0, due: 0, plan: '' });
    }
  });
  afterAll(() => world.test.close());

  /** Signs everyone in again: a session is over after a quarter of an hour. */
  const begin = async (): Promise<void> => {
    const made: Record<string, Browser> = {};
    for (const email of [...users, admin]) made[email] = await signIn(world.test, email);
    browsers = made;
  };
  const by = (email: string): Browser => browsers[email] ?? world.admin;
  const now = (): number => world.test.services.now().getTime();
  const pass = (seconds: number): void => world.test.clock.add(seconds);
  const well = async (answer: Promise<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    const { code = 200, data, message } = await answer;
    expect([code, message]).toEqual([200, message]);
    return (data ?? {}) as Record<string, unknown>;
  };
  const ring = async ({ lead, phone, owner }: Person): Promise<string> => {
    const about = lead ? { lead_id: lead } : { phone };
    return String((await well(world.post(by(admin), 'dialer/sandbox-call', { user_id: by(owner).userId, ...about })))['call_id']);
  };

  const events: Record<string, (one: Person) => Promise<void>> = {
    async 'a call is missed'(one) {
      await ring(one);
      one.missed = now();
      pass(65);
      await remindAll(world.test.services);
    },
    async 'an incoming call is answered'(one) {
      const call_id = await ring(one);
      await well(world.post(by(one.owner), 'dialer/take', { call_id }));
      pass(5);
      await well(world.post(by(one.owner), 'dialer/hangup', { call_id }));
      one.acted = now();
    },
    async 'the person is called back'(one) {
      const whom = one.lead ? { lead_id: one.lead } : { phone: one.phone };
      const { call_id } = await well(world.post(by(one.owner), 'dialer/call', whom));
      one.acted = now();
      pass(5);
      await well(world.post(by(one.owner), 'dialer/hangup', { call_id }));
      await well(world.post(by(one.owner), 'dialer/outcome', { call_id, outcome: 'no_answer' }));
    },
    async 'a follow-up is planned or done'(one) {
      if (!one.lead) return;
      if (one.due) {
        await well(world.get(by(one.owner), `followup/lead/mark-status/${one.plan}`));
        one.due = 0;
      } else {
        const call_date_time = inHours(world, 0.05);
        const saved = await saveStage(world, by(one.owner), one.lead, { stage_id: world.stages['Call back'], call_date_time });
        const { call_action_id } = saved.body['data'] as { call_action_id: string };
        Object.assign(one, { due: Date.parse(call_date_time), plan: call_action_id });
      }
      one.acted = now();
    },
    async 'the lead is reassigned'(one) {
      if (!one.lead) return;
      const to = users.find((email) => email !== one.owner) ?? one.owner;
      await well(world.post(by(admin), 'leads/re-assign', { lead_ids: [one.lead], user_id: by(to).userId }));
      Object.assign(one, { owner: to, assigned: now() });
    },
    async 'five minutes pass'() {
      pass(300);
      await begin();
    },
  };

  const partOf = ({ lead, missed, acted, due, assigned }: Person): (typeof parts)[number] | undefined => {
    if (missed > acted) return 'missed';
    if (!lead) return undefined;
    if (due) return due < now() ? 'overdue' : 'due_today';
    return acted < assigned ? 'untouched' : undefined;
  };
  function expected(who: string): Parts {
    const own = people.filter(({ owner }) => owner === who);
    const of = (part: string): string[] => own.flatMap((one) => (partOf(one) === part ? one.lead || one.phone : [])).toSorted();
    return { missed: of('missed'), overdue: of('overdue'), due_today: of('due_today'), untouched: of('untouched') };
  }
  async function shown(who: string): Promise<Parts> {
    const day = (await well(world.get(by(who), 'dashboard/my-day'))) as unknown as MyDay;
    const desk = (await well(world.get(by(who), 'dialer/desk'))) as unknown as DialerDesk;
    expect(desk.callbacks.map((row) => row.call_id)).toEqual(day.missed_calls.map((row) => row.call_id));
    const { missed_calls: missed, overdue, due_today, untouched } = day;
    const ids = (rows: readonly { lead_id: string; phone: string | null }[]): string[] =>
      rows.map((row) => row.lead_id || String(row.phone)).toSorted();
    const found = { missed: ids(missed), overdue: ids(overdue), due_today: ids(due_today), untouched: ids(untouched) };
    const { unread, ...totals } = day.totals;
    expect(totals).toEqual(Object.fromEntries(parts.map((part) => [part, found[part].length])));
    expect(unread, 'chats are answered, not called').toBe(day.unread.length);
    const all = parts.flatMap((part) => found[part]);
    expect(new Set(all).size, 'each person once').toBe(all.length);
    return found;
  }

  it('the queue holds each person once, in the most urgent part, and agrees with the dialer after every event', async () => {
    const names = Object.keys(events);
    const happened: string[] = [];
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let n = 0; n < 40; n++) {
      const name = names[random(names.length - (n % 8 ? 1 : 0))] ?? '';
      const at = random(people.length);
      if (n % 5 === 0) await begin();
      happened.push(`${name}: ${at}`);
      await events[name]?.(people[at]!);
      pass(5);
      for (const who of users) expect(await shown(who), happened.join('\n')).toEqual(expected(who));
    }
    expect(new Set(happened.map((one) => one.split(':')[0])).size).toBe(names.length);
  });

  it('holds who rang before becoming a lead once, and nobody whose number was withheld', async () => {
    await begin();
    const missed = async (about: Record<string, unknown>): Promise<void> => {
      await well(world.post(by(admin), 'dialer/sandbox-call', { user_id: by(counsellor).userId, ...about }));
      pass(65);
      await remindAll(world.test.services);
    };
    const before = (await shown(counsellor)).missed;
    await missed({});
    expect((await shown(counsellor)).missed).toEqual(before);
    const phone = '+919887700777';
    await missed({ phone });
    expect((await shown(counsellor)).missed).toContain(phone);
    const made = await world.post(by(admin), 'res/leads', { name: 'Rang first', phone, user_id: by(counsellor).userId });
    const lead = String(made['id']);
    await missed({ phone });
    const now = await shown(counsellor);
    expect([now.missed.includes(lead), now.missed.includes(phone), now.untouched.includes(lead)]).toEqual([true, false, false]);
    const view = await world.get(by(counsellor), 'res/leads?type=all&view=missed');
    expect(JSON.stringify(view), 'the list behind the number').toContain(lead);
  });
});
