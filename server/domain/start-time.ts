import { invalid } from '../../src/schemas/kit/problem';
import { isMoment } from './moment-format';

const mostDaysAhead = 366;

/** When something is planned to start: a time with its zone, after now and not more than a year ahead. Throws the 422 of the field. */
export function startTime(text: unknown, field: { readonly name: string; readonly title: string }, now: Date): Date {
  if (typeof text !== 'string' || !isMoment(text))
    throw invalid(field.name, `${field.title} must be a date and time with its time zone, such as 2030-01-31T10:00:00+05:30`);
  const at = new Date(text);
  if (at <= now) throw invalid(field.name, `${field.title} must be in the future`);
  if (at.getTime() - now.getTime() > mostDaysAhead * 86_400_000)
    throw invalid(field.name, `${field.title} can be up to ${mostDaysAhead} days ahead`);
  return at;
}
