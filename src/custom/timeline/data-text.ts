import { fullTime, plainDate } from '../../ui/time/dates';
import type { Entry } from './timeline-entry';

/** A value of the audit in readable form; '–' for nothing. */
export function dataText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return fullTime(value);
    return /^\d{4}-\d\d-\d\d$/.test(value) ? plainDate(value) : value;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** 'sub_stage' as 'Sub stage', for fields without a title in their resource. */
export function keyText(key: string): string {
  const words = key.replace(/^_+/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The affected table in words; the tooltip shows its own name. */
export const tableText = ({ table_label, tableAffected }: Pick<Entry, 'table_label' | 'tableAffected'>): string =>
  table_label ?? keyText(tableAffected);

/** 'March 12, 2026'. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** A user agent as 'Chrome 133, Windows 10'; as it is if neither can be recognised. */
export function agentText(agent: string | null): string {
  if (!agent) return 'no user agent';
  const browser = /(Edg|OPR|Firefox|Chrome|Version)\/(\d+)/.exec(agent.replace(/Chrome\/\S+(?=.*(Edg|OPR)\/)/, ''));
  const system = /Windows NT 1\d|Android \d+|iPhone OS \d+|Mac OS X|Linux/.exec(agent)?.[0];
  if (!browser || !system) return agent;
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' };
  const where = system.startsWith('Windows') ? 'Windows' : system.replace('iPhone OS', 'iOS').replace('Mac OS X', 'macOS');
  return `${names[browser[1]!] ?? browser[1]} ${browser[2]}, ${where}`;
}
