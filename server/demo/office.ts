import sql from 'sql-template-tag';
import { addDays, dayOf } from '../domain/days';
import type { Tx } from '../store/store';
import { day, hour, iso, minute } from './office-hours';
import { adder, type Add } from './office-add';
import { addTargets } from './month-targets';
import { announcements, feedback, holidays, leaveReasons, tickets } from './office-samples';
import type { Chance } from './random';

interface Person {
  readonly id: string;
  readonly role: number;
  readonly reports_to: string | null;
}
interface Desk {
  readonly add: Add;
  readonly people: readonly Person[];
  readonly boss: string;
  readonly now: number;
  readonly luck: Chance;
}
const zone = 'Asia/Kolkata';

/** What an office has besides its leads: shifts, attendance, leave, money, tickets, announcements, feedback. */
export async function seedOffice(tx: Tx, tenantId: string, now: number, luck: Chance): Promise<void> {
  const people = await tx.rows<Person>(
    sql`select "id", "role", "reports_to" from "users" where "tenant_id" = ${tenantId} order by "id"`,
  );
  const boss = people.find((one) => one.role === 1)!.id;
  const desk: Desk = { add: adder(tx, tenantId, now, luck), people, boss, now, luck };
  const [shift] = await desk.add('shifts', [
    { name: 'Day', start_time: '09:30', end_time: '18:30', weekly_off: ['Sunday'] },
    { name: 'Late', start_time: '11:00', end_time: '20:00', weekly_off: ['Sunday', 'Monday'], grace_min: 10 },
  ]);
  await tx.run(sql`update "users" set "shift_id" = ${shift} where "tenant_id" = ${tenantId}`);
  await desk.add('team-roles', [
    {
      name: 'Lead',
      description: 'Leads the team',
      rights: ['see_team_leads', 'reassign', 'approve_leave', 'listen_calls', 'export'],
    },
    { name: 'Deputy', description: 'Stands in for the lead', rights: ['see_team_leads', 'reassign'] },
    { name: 'Member', rights: [] },
    { name: 'Trainee', description: 'First three months', rights: [] },
  ]);
  const year = dayOf(new Date(now), zone).slice(0, 4);
  await desk.add(
    'holidays',
    holidays.map(([name, date, optional = false]) => ({ name, date: `${year}-${date}`, optional })),
  );
  await addLeaves(desk);
  await addAttendance(desk);
  await addWorkTimes(desk, tx, tenantId);
  await addMoney(desk);
  await addSupport(desk);
  await addTargets(desk);
  await tx.insertMany('counters', ['tenant_id', 'name', 'last'], [[tenantId, 'tickets', tickets.length]]);
}

async function addLeaves({ add, people, boss, now, luck }: Desk): Promise<void> {
  const types = await add('leave-types', [
    { name: 'Casual leave', yearly_days: 12 },
    { name: 'Sick leave', yearly_days: 10, carry_forward: true },
    { name: 'Earned leave', yearly_days: 15, carry_forward: true },
    { name: 'Unpaid leave', yearly_days: 0, paid: false },
  ]);
  const today = dayOf(new Date(now), zone);
  const asked = people.filter((one) => one.role > 2).slice(0, 8);
  await add(
    'leaves',
    asked.map((person, i) => {
      const state = (['pending', 'approved', 'approved', 'rejected', 'pending'] as const)[i % 5]!;
      const from = addDays(today, state === 'approved' ? -20 + i * 2 : 4 + i * 2);
      return {
        user_id: person.id,
        leave_type_id: luck.pick(types.slice(0, 3)),
        from_date: from,
        to_date: addDays(from, i % 3),
        reason: leaveReasons[i % leaveReasons.length],
        state,
        created_by: person.id,
        ...(state === 'pending'
          ? {}
          : { decided_by: person.reports_to ?? boss, remark: state === 'rejected' ? 'Admission week' : 'Fine' }),
      };
    }),
  );
}

/** Two weeks of days; today those who have come. */
async function addAttendance({ add, people, now, luck }: Desk): Promise<void> {
  const rows = Array.from({ length: 14 }, (_, back) => addDays(dayOf(new Date(now), zone), -back)).flatMap((date, back) => {
    if (new Date(`${date}T00:00:00Z`).getUTCDay() === 0) return [];
    return people.flatMap((person) => {
      const came = Date.parse(`${date}T09:20:00+05:30`) + luck.whole(0, 35) * 60_000;
      const left = came + luck.whole(500, 580) * 60_000;
      const away = luck.happens(0.05);
      if (came > now) return [];
      const open = back === 0 && left > now;
      return [
        away
          ? { user_id: person.id, date, state: 'absent' }
          : {
              user_id: person.id,
              date,
              check_in: iso(came),
              check_out: open ? null : iso(left),
              mode: luck.weighed([
                ['office', 8],
                ['remote', 2],
                ['field', 1],
              ] as const),
              state: 'present',
              late_min: lateBy(came, date),
              created_by: person.id,
            },
      ];
    });
  });
  await add('attendance', rows);
}

/** As a check-in counts it: minutes after the shift's start, once they are more than its grace. */
function lateBy(came: number, date: string): number {
  const late = Math.floor((came - Date.parse(`${date}T09:30:00+05:30`)) / minute);
  return late > 15 ? late : 0;
}

/** What the timer counted on those days, with the breaks, and the sign-ins behind it. */
async function addWorkTimes({ add, now, luck }: Desk, tx: Tx, tenantId: string): Promise<void> {
  const days = await tx.rows<{ user_id: string; date: string; check_in: string; check_out: string | null }>(sql`
    select "user_id", "date"::text as "date", "check_in", "check_out" from "attendance"
    where "tenant_id" = ${tenantId} and "check_in" is not null order by "date", "user_id"`);
  const made = days.map((day) => {
    const came = Date.parse(day.check_in) + 3 * minute;
    const left = day.check_out === null ? null : Date.parse(day.check_out);
    const until = left ?? now;
    const breaks = (
      [
        ['Tea / Coffee Break', 110, 12],
        ['Lunch Break', 240, 34],
        ['Tea / Coffee Break', 400, 11],
      ] as const
    )
      .map(([reason, after, long]) => {
        const from = came + (after + luck.whole(0, 30)) * minute;
        return { reason, from, to: from + (long + luck.whole(0, 8)) * minute };
      })
      .filter(({ to }) => to < until);
    const rest = breaks.reduce((sum, { from, to }) => sum + to - from, 0);
    const active = Math.max(0, until - came - rest);
    const seconds = Math.floor((active * luck.whole(78, 92)) / 100 / 1000);
    return { ...day, came, left, breaks, seconds };
  });
  await add(
    'auth-logs',
    made.map(({ user_id, date, came, left, breaks, seconds }) => ({
      user_id,
      date,
      first_login: iso(came),
      last_logout: left === null ? null : iso(left),
      total_seconds: seconds,
      breaks: breaks.map(({ reason, from, to }) => ({ reason, from: iso(from), to: iso(to) })),
      ip: '203.0.113.24',
    })),
  );
  // A sign-in of today would look as if someone were signed in who is not.
  await add(
    'sign-ins',
    made.flatMap(({ user_id, came, left }) =>
      left === null
        ? []
        : [
            {
              user_id,
              family: luck.id(came),
              started_at: iso(came),
              expires_at: iso(came + 12 * hour),
              ...(luck.happens(0.8) ? { ended_at: iso(left), ended_by: 'user' } : {}),
              ip: '203.0.113.24',
              agent:
                'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
            },
          ],
    ),
  );
}

async function addMoney({ add, people, now, luck }: Desk): Promise<void> {
  const month = (back: number): string => addDays(`${dayOf(new Date(now), zone).slice(0, 7)}-15`, -30 * back).slice(0, 7);
  const staff = people.filter((one) => one.role > 1);
  await add(
    'finances',
    staff.flatMap((person, i) => [
      {
        user_id: person.id,
        kind: 'salary',
        amount: 22_000 + luck.whole(0, 30) * 1000,
        month: month(1),
        bank: 'HDFC Bank',
        reference: `SAL/${1001 + i}`,
        state: 'paid',
      },
      ...(person.role > 2 && i % 2
        ? [
            {
              user_id: person.id,
              kind: 'incentive',
              amount: luck.whole(2, 12) * 500,
              month: month(1),
              reference: 'Enrolments',
              state: 'approved',
            },
          ]
        : []),
      ...(i % 4 === 0
        ? [
            {
              user_id: person.id,
              kind: 'expense',
              amount: luck.whole(4, 40) * 50,
              month: month(0),
              reference: 'Travel to the education fair',
              state: 'draft',
            },
          ]
        : []),
    ]),
  );
}

async function addSupport({ add, people, boss, now, luck }: Desk): Promise<void> {
  const staff = people.filter((one) => one.role > 2);
  const someone = (): string => luck.pick(staff).id;
  await add(
    'tickets',
    tickets.map(([subject, category, priority, module, state, description], i) => {
      const at = now - (tickets.length - i) * day * 1.4;
      const raiser = someone();
      const reply = {
        user_id: boss,
        message: 'Thank you, we are looking into it.',
        files: [],
        internal: false,
        created_at: iso(at + 3_600_000),
      };
      return {
        sla_due_at: iso(at + (priority === 'high' ? 8 : priority === 'low' ? 72 : 24) * 3_600_000),
        ticket_no: `T-${String(i + 1).padStart(5, '0')}`,
        subject,
        category,
        priority,
        module,
        state,
        description,
        assigned_to: state === 'open' ? null : boss,
        replies: state === 'open' ? [] : [reply],
        ...(['resolved', 'closed'].includes(state) ? { resolved_at: iso(at + day), rating: 4 } : {}),
        created_by: raiser,
        created_at: iso(at),
      };
    }),
  );
  await add(
    'announcements',
    announcements.map(([title, body, type, pinned, from, to]) => ({
      title,
      body,
      type,
      pinned,
      must_acknowledge: type === 'warning',
      audience_roles: [],
      audience_team_ids: [],
      starts_at: iso(now + from * day),
      ends_at: to === null ? null : iso(now + to * day),
      created_by: boss,
    })),
  );
  await add(
    'feedback',
    feedback.map(([comments, recommend, category, selectedFeatures, stars, state], i) => ({
      comments,
      recommend,
      ...(recommend === 1 ? { recommendationsDetails: 'https://northstar.example' } : {}),
      category: [...category],
      selectedFeatures: [...selectedFeatures],
      ratings: { experience: stars, easeOfUse: Math.min(stars + 1, 5), uiUxDesign: 4, reliability: stars, satisfaction: stars },
      state,
      remark: state === 'resolved' ? 'Thank you, done with the last release.' : null,
      created_by: someone(),
      created_at: iso(now - (i * 5 + 1) * day),
    })),
  );
}
