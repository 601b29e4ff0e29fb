import type { ReactNode } from 'react';
import type { List } from '../../resources/list/use-list';
import type { CallSummaryRow } from '../../schemas/kit/call-summary';
import type { SummaryTab } from '../../schemas/kit/call-summary-columns';
import type { ListFilter } from '../../schemas/kit/list-query';
import { phoneText } from '../../schemas/kit/phone-text';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import { momentOf, plainDate } from '../../ui/time/dates';

const fields = {
  user: 'user_id',
  day: 'started_at',
  number: 'virtual_number',
  disposition: 'stage_id',
  list: 'list_key',
} as const;

/** What a row of the figures is of; a click shows its calls. */
export function FigureRowName({ row, tab, list }: { row: CallSummaryRow; tab: SummaryTab; list: List<HistoryCall> }): ReactNode {
  const text = textOf(row, tab);
  const own = filterOf(row, tab);
  if (!own) return text;
  const others = list.state.filters.filter((one) => one.field !== own.field);
  return (
    <button
      type="button"
      className="p-link"
      title={`Show the calls: ${text}`}
      onClick={() => list.change({ filters: [...others, own] })}
    >
      {text}
    </button>
  );
}

function textOf({ key, label }: CallSummaryRow, { name, unset }: SummaryTab): string {
  if (key === null) return unset;
  if (name === 'day') return plainDate(key);
  return name === 'number' ? phoneText(key) : (label ?? 'Former entry');
}

function filterOf({ key }: CallSummaryRow, { name }: SummaryTab): ListFilter | undefined {
  const field = fields[name];
  if (key === null) return name === 'day' ? undefined : { field, operator: 'null', values: [] };
  return name === 'day' ? { field, operator: 'between', values: daySpan(key) } : { field, operator: 'eq', values: [key] };
}

/** A day of the tenant by its two ends, as the list takes a span of moments. */
function daySpan(day: string): readonly string[] {
  return [momentOf(day, '00:00'), new Date(Date.parse(momentOf(day, '23:59')) + 59_999).toISOString()];
}
