import { daysOf } from './day-ranges';
import { daysOfTab, type ReportSpec, type ReportTab } from './report';

type Spec = Pick<ReportSpec, 'range' | 'single' | 'ahead'>;
type Tab = Pick<ReportTab, 'range' | 'days'>;

/** The last day that can be asked. */
export function latestDay({ ahead = 0 }: Spec, today: string): string {
  const at = new Date(`${today}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + ahead);
  return at.toISOString().slice(0, 10);
}

/** The days of a tab when nobody chose others; its future is left out unless the report looks ahead. */
export function usualDays(spec: Spec, tab: Tab, today: string): readonly [from: string, to: string] {
  if (daysOfTab(spec, tab) === 'now') return [today, today];
  const [from, to] = daysOf(tab.range ?? spec.range, today);
  const latest = latestDay(spec, today);
  return [from, to > latest ? latest : to];
}
