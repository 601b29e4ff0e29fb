import type { AuthTimeRow } from '../../src/schemas/calls/auth-time';
import type { Context } from '../context/context';
import { readAuthTime, refuseRange, sumAuthTime } from '../workforce/auth-time';
import { wallText } from '../domain/wall-time';
import { wallTime, type Cell } from './export-columns';
import type { AuthTimeOrder, ExportPlan } from './export-plan';
import { aboutPeople } from './people-asked';

type Column = readonly [title: string, cell: (row: AuthTimeRow, at: (value: string | null) => Cell) => Cell];
const minutes = (seconds: number | null): Cell => (seconds === null ? null : Math.round(seconds / 6) / 10);

const columns: readonly Column[] = [
  ['Day', (row) => row.date],
  ['Name', (row) => row.name],
  ['First sign-in', (row, at) => at(row.first_login)],
  ['Last sign-out or activity', (row, at) => at(row.last_seen)],
  ['Sessions', (row) => row.sessions],
  ['Working minutes', (row) => minutes(row.work_seconds)],
  ['Break minutes', (row) => minutes(row.break_seconds)],
  ['Breaks', (row) => row.breaks.map(({ reason, seconds }) => `${reason}: ${Math.round(seconds / 60)} min`).join(', ') || null],
  ['Idle minutes', (row) => minutes(row.idle_seconds)],
  ['Signed out', (row) => row.by_user],
  ['Signed out by others', (row) => row.forced],
  ['Expired', (row) => row.expired],
  ['IP address', (row) => row.ips.join(', ') || null],
  ['Device', (row) => row.agents.join('; ') || null],
];

/** Working time by person and day, in the order and under the filters of its page. */
export function authTimePlan({ query: asked, format }: AuthTimeOrder, { session }: Context): ExportPlan {
  refuseRange(asked);
  const zone = session.timezone;
  const at = (value: string | null): Cell =>
    value === null ? null : format === 'xlsx' ? wallTime(value, zone) : wallText(value, zone);
  return {
    name: 'Auth time spent',
    titles: columns.map(([title]) => title),
    pageRows: 200,
    about: (now) =>
      aboutPeople(now, asked, [
        ['From', asked.from],
        ['To', asked.to],
      ]),
    count: async (now) => (await sumAuthTime(now, asked)).count,
    async page(now, after, limit) {
      const offset = Number(after ?? 0);
      const rows = await readAuthTime(now, asked, { limit, offset });
      return {
        rows: rows.map((row) => columns.map(([, cell]) => cell(row, at))),
        next: rows.length === limit ? String(offset + limit) : undefined,
      };
    },
  };
}
