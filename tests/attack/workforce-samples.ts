import { addDays, dayOf } from '../../server/domain/days';
import { call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import type { Sample } from './call-samples';

/** Samples of the calls of attendance, working time, other people's sessions and one's own exports. */
export async function workforceSamples(
  test: TestApp,
  admin: Browser,
  foreign: Browser,
): Promise<Readonly<Record<string, Sample>>> {
  const today = dayOf(test.services.now(), 'Asia/Kolkata');
  const sessions = async (who: Browser): Promise<{ id: string; current: boolean }[]> =>
    ((await call(test, who, 'GET', 'users/team-sessions')).body['data'] as { rows: { id: string; current: boolean }[] }).rows;
  const other = async (who: Browser): Promise<string | undefined> => (await sessions(who)).find((one) => !one.current)?.id;
  if (!(await other(admin))) await signIn(test, 'admin@northstar.example');
  const exported = async (who: Browser): Promise<string> => {
    const made = (await call(test, who, 'POST', 'users/auth-time/export', { format: 'csv', from: today, to: today })).body[
      'data'
    ];
    return (made as { export_id: string }).export_id;
  };
  const own = await exported(admin);
  // As it ends where nothing can be written: the jobs of other samples are left alone.
  await edit(test, test.fixture.tenants.northstar, `update csv_exports set state = 'failed' where id = '${own}'`);
  return {
    'attendance-report': { query: { month: today.slice(0, 7), page: 1 } },
    'attendance-report-export': { body: { format: 'csv', month: today.slice(0, 7) } },
    'attendance-day': { query: { user_id: admin.userId, date: today }, ids: { 'query.user_id': foreign.userId } },
    'team-today': {},
    'decide-corrections': { body: { ids: [await asked(test, admin)], status: 'approved' } },
    'auth-time': { query: { from: today, to: today, page: 1 } },
    'auth-time-export': { body: { format: 'csv', from: today, to: today } },
    'team-sessions': { query: { page: 1 }, ids: { 'query.user_ids': [foreign.userId] }, narrows: true },
    'end-team-session': {
      params: { id: (await other(admin))! },
      body: {},
      ids: { 'params.id': (await sessions(foreign))[0]!.id },
    },
    'delete-export': { params: { id: own }, ids: { 'params.id': await exported(foreign) } },
  };
}

/** A correction that this person asked for; one open request a day, so each is of an earlier one. */
async function asked(test: TestApp, who: Browser): Promise<string> {
  for (let back = 1; back < 400; back++) {
    const date = addDays(dayOf(test.services.now(), 'Asia/Kolkata'), -back);
    const made: Answer = await call(test, who, 'POST', 'res/attendance-corrections', {
      date,
      check_in: `${date}T05:00:00Z`,
      reason: 'Power cut',
    });
    if (made.code === 200) return String(made.body['id']);
  }
  throw new Error('no day is left to correct');
}
