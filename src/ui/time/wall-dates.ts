import type { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { localInput } from './dates';
import { serverNow } from './server-clock';

dayjs.extend(utc);

/**
 * What a clock on the tenant's wall shows. Such a time has no zone of its own and is held as one of UTC, so that neither the browser's
 * zone nor its clock changes ever move it.
 */
export const wallOf = (local: string): Dayjs | null => (local ? dayjs.utc(local) : null);
/** 'YYYY-MM-DDTHH:mm', as `localInput` writes it. */
export const localOf = (wall: Dayjs): string => wall.format('YYYY-MM-DDTHH:mm');

const months = dayjs.utc(0).month(0);
const monthNames = Array.from({ length: 12 }, (_, month) => months.month(month).format('MMMM').toLowerCase());
const typed =
  /^(?:[a-z]{3,9},?\s+)?(?:(?<day>\d{1,2})[\s./-]+(?<month>[a-z]{3,9}|\d{1,2})[\s./-]+(?<year>\d{4})|(?<iso>\d{4}-\d{2}-\d{2}))(?:,\s*|\s+|t)(?<hour>\d{1,2})[:.](?<minute>\d{2})\s*(?<half>[ap]m)?$/i;

/** '24 Nov 2026 17:30', '24/11/2026 5:30 pm' or '2026-11-24 17:30', with or without the weekday; null for anything else. */
export function readWall(text: string): Dayjs | null {
  const found = typed.exec(text.trim())?.groups;
  if (!found) return null;
  const { day = '', month = '', year, iso, half, minute } = found;
  const named = monthNames.findIndex((name) => name.startsWith(month.toLowerCase())) + 1;
  const two = (number: string | number): string => String(number).padStart(2, '0');
  const date = iso ?? `${year}-${two(/^\d/.test(month) ? month : named)}-${two(day)}`;
  const hour = half ? (Number(found['hour']) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(found['hour']);
  const local = `${date}T${two(hour)}:${minute}`;
  const wall = dayjs.utc(local);
  return wall.isValid() && localOf(wall) === local ? wall : null; // there is no 31 February
}

/** How antd's picker counts: with times of the wall, today by the server's clock, and weeks from Monday. */
export const wallDates: Parameters<typeof DatePicker.generatePicker<Dayjs>>[0] = {
  getNow: () => dayjs.utc(localInput(new Date(serverNow()))),
  getFixedDate: (day) => dayjs.utc(day),
  getEndDate: (at) => at.endOf('month'),
  getWeekDay: (at) => at.day(),
  getYear: (at) => at.year(),
  getMonth: (at) => at.month(),
  getDate: (at) => at.date(),
  getHour: (at) => at.hour(),
  getMinute: (at) => at.minute(),
  getSecond: (at) => at.second(),
  getMillisecond: (at) => at.millisecond(),
  addYear: (at, count) => at.add(count, 'year'),
  addMonth: (at, count) => at.add(count, 'month'),
  addDate: (at, count) => at.add(count, 'day'),
  setYear: (at, year) => at.year(year),
  setMonth: (at, month) => at.month(month),
  setDate: (at, day) => at.date(day),
  setHour: (at, hour) => at.hour(hour),
  setMinute: (at, minute) => at.minute(minute),
  setSecond: (at, second) => at.second(second),
  setMillisecond: (at, millisecond) => at.millisecond(millisecond),
  isAfter: (one, other) => one.isAfter(other),
  isValidate: (at) => at.isValid(),
  locale: {
    getWeekFirstDay: () => 1,
    getWeekFirstDate: (_, at) => at.subtract((at.day() + 6) % 7, 'day'),
    getWeek: (_, at) => Math.ceil((at.diff(at.startOf('year'), 'day') + 1) / 7),
    getShortWeekDays: () => ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
    getShortMonths: () => monthNames.map((name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1, 3)}`),
    format: (_, at, format) => at.format(format),
    parse: (_, text) => readWall(text),
  },
};
