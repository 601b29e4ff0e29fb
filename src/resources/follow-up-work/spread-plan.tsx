import type { ReactNode } from 'react';
import { useSpreadPlan } from '../../providers/calls/follow-up-calls';
import type { RowsMeant } from '../../providers/calls/list-work';
import type { SpreadPlan } from '../../schemas/calls/follow-up-work';
import { counted } from '../../schemas/kit/counted';
import { messageOf } from '../../ui/page/states';
import { shortTime } from '../../ui/time/dates';

/** What spreading these follow-ups would do, in words: the server says so before anything changes. */
export function SpreadPlanText({ rows, from, every }: { rows: RowsMeant; from: string | null; every: number | null }): ReactNode {
  const { data, error } = useSpreadPlan(rows, from, every);
  return <p role="status">{!from || !every ? '' : error ? messageOf(error) : data ? textOf(data) : ''}</p>;
}

const textOf = ({ count, people, first, last }: SpreadPlan): string =>
  `${counted(count, 'follow-up')}${people > 1 ? ` of ${people} people` : ''}: first ${shortTime(first, { hour: true })}, last ${shortTime(last, { hour: true })}.`;
