import sql, { join, type Sql } from 'sql-template-tag';
import type { feedback } from '../../../src/schemas/access-control/feedback';
import { isDay } from '../../../src/schemas/kit/day-ranges';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof feedback> = {
  async beforeCreate(draft) {
    if (draft.state !== 'open') throw invalid('state', 'New feedback must be open');
    if (draft.remark) throw invalid('remark', 'A remark can only be added when the feedback is reviewed');
    return draft;
  },
  listQuery: ['from', 'to'],
  /** Days of the tenant, both included. */
  listWhere({ from, to }, { session }: Context): Sql | undefined {
    const at = (day: string, plus: number): Sql => sql`(${day}::date + ${plus}::int)::timestamp at time zone ${session.timezone}`;
    const parts = [
      ...(isGiven('from', from) ? [sql`"created_at" >= ${at(from, 0)}`] : []),
      ...(isGiven('to', to) ? [sql`"created_at" < ${at(to, 1)}`] : []),
    ];
    return parts.length ? join(parts, ' and ') : undefined;
  },
  /** The specified call's names alongside those of the record. */
  async present(rows) {
    return rows.map((row) => ({
      ...row,
      _id: row.id,
      user_id: row.created_by,
      user_name: row._labels?.created_by ?? null,
    }));
  },
};

function isGiven(name: string, value: unknown): value is string {
  if (value === undefined || value === '') return false;
  if (typeof value === 'string' && isDay(value)) return true;
  throw invalid(name, `${name} must be a date`);
}
