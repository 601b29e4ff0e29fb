import { describe, expect, it } from 'vitest';
import { isQuiet } from '../../server/domain/quiet-hours';

const zone = 'Asia/Kolkata';
/** A local time in India; 16 November 2026 is a Monday. */
const at = (day: number, clock: string): Date => new Date(`2026-11-${day}T${clock}:00+05:30`);
const quiet = (shift: Parameters<typeof isQuiet>[0], day: number, clock: string): boolean => isQuiet(shift, at(day, clock), zone);

describe('quiet hours', () => {
  const day = { start_time: '09:30', end_time: '18:30', weekly_off: ['Sunday'] };
  const night = { start_time: '22:00', end_time: '06:00', weekly_off: ['Sunday'] };

  it.each([
    [16, '09:29', true],
    [16, '09:30', false],
    [16, '18:29', false],
    [16, '18:30', true],
    [22, '12:00', true], // Sunday
  ])('of a day shift: the %ith at %s is quiet: %s', (date, clock, is) => expect(quiet(day, date, clock)).toBe(is));

  it.each([
    [16, '21:59', true],
    [16, '22:00', false],
    [17, '05:59', false],
    [17, '06:00', true],
    [22, '03:00', false], // Sunday, in the shift that began on Saturday
    [22, '23:00', true],
    [23, '03:00', true], // Monday, in the shift that would have begun on Sunday
  ])('of a shift over midnight: the %ith at %s is quiet: %s', (date, clock, is) => expect(quiet(night, date, clock)).toBe(is));

  it('follow the tenant’s zone; without a shift or a day off there are none', () => {
    expect(isQuiet(day, new Date('2026-11-16T04:00:00Z'), 'Asia/Kolkata')).toBe(false);
    expect(isQuiet(day, new Date('2026-11-16T04:00:00Z'), 'Europe/London')).toBe(true);
    expect(isQuiet(null, at(22, '03:00'), zone)).toBe(false);
    expect(quiet({ ...day, weekly_off: null }, 22, '12:00')).toBe(false);
  });
});
