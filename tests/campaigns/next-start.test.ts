import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStart } from '../../server/campaigns/next-start';
import { opensAt } from '../../server/domain/sending-hours';
import { startTime } from '../../server/domain/start-time';
import { instantOf, wallTimeOf } from '../../server/domain/wall-time';

const zones = [
  'Asia/Kolkata',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];
const instant = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2034-01-01T00:00:00Z'), noInvalidDate: true });
const lastDay = (date: string): number => new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();

/** The next starts, each found when the one before was due. */
function starts(repeat: 'daily' | 'weekly' | 'monthly', first: string, zone: string, n: number): string[] {
  const found: string[] = [];
  for (let now = new Date(first); found.length < n;) {
    now = nextStart({ repeat, first: new Date(first), zone }, now)!;
    found.push(now.toISOString().slice(0, 16));
  }
  return found;
}

describe('a campaign that repeats', () => {
  it('keeps the day of its first start, as far as the month has it', () => {
    expect(starts('monthly', '2027-01-31T04:30:00Z', 'Asia/Kolkata', 4)).toEqual([
      '2027-02-28T04:30',
      '2027-03-31T04:30',
      '2027-04-30T04:30',
      '2027-05-31T04:30',
    ]);
  });

  it('keeps its time of day when the clocks of the organisation change', () => {
    expect(starts('daily', '2027-03-27T10:00:00Z', 'Europe/London', 2)).toEqual(['2027-03-28T09:00', '2027-03-29T09:00']);
    expect(starts('weekly', '2027-10-28T09:00:00Z', 'Europe/London', 2)).toEqual(['2027-11-04T10:00', '2027-11-11T10:00']);
  });

  it('starts after now, soon, on its day and at its time, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('daily', 'weekly', 'monthly'),
        fc.constantFrom(...zones),
        instant,
        fc.nat(3 * 366 * 86_400_000),
        (repeat, zone, first, later) => {
          const now = new Date(first.getTime() + later);
          const next = nextStart({ repeat, first, zone }, now)!;
          const [from, to] = [wallTimeOf(first, zone), wallTimeOf(next, zone)];
          expect(next > now).toBe(true);
          expect(next.getTime() - now.getTime()).toBeLessThanOrEqual({ daily: 2, weekly: 8, monthly: 33 }[repeat] * 86_400_000);
          // A time that the clock skips is up to an hour later.
          expect([from.minutes, from.minutes + 60, from.minutes + 30]).toContain(to.minutes + (to.date < from.date ? 1440 : 0));
          if (repeat === 'monthly') expect(Number(to.date.slice(8))).toBe(Math.min(Number(from.date.slice(8)), lastDay(to.date)));
          if (repeat === 'weekly') expect((Date.parse(to.date) - Date.parse(from.date)) % (7 * 86_400_000)).toBe(0);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('a time on the wall is the instant at which the clock shows it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, at) => {
        const wall = wallTimeOf(at, zone);
        const found = instantOf(wall, zone);
        expect(wallTimeOf(found, zone)).toEqual(wall);
        expect(found.getTime()).toBeLessThanOrEqual(at.getTime());
      }),
    );
    // 02:30 does not exist on this day, and exists twice on that one.
    expect(instantOf({ date: '2027-03-28', minutes: 150 }, 'Europe/Berlin').toISOString()).toBe('2027-03-28T01:30:00.000Z');
    expect(instantOf({ date: '2027-10-31', minutes: 150 }, 'Europe/Berlin').toISOString()).toBe('2027-10-31T00:30:00.000Z');
  });

  it('D-144 sending hours open at their time on the day the clocks change', () => {
    const hours = { from: '10:00', to: '21:00' };
    expect(opensAt(hours, 'Europe/Berlin', new Date('2027-03-27T22:00:00Z'))).toEqual(new Date('2027-03-28T08:00:00Z'));
    expect(opensAt(hours, 'Europe/Berlin', new Date('2027-10-30T21:00:00Z'))).toEqual(new Date('2027-10-31T09:00:00Z'));
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, now) => {
        const opens = opensAt(hours, zone, now);
        if (opens === null) return;
        expect(opens > now).toBe(true);
        expect(wallTimeOf(opens, zone).minutes).toBe(600);
        expect(opens.getTime() - now.getTime()).toBeLessThanOrEqual(14 * 3_600_000);
      }),
    );
  });
});

describe('a planned start', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  const field = { name: 'schedule_at', title: 'Start at' };
  it.each([
    ['9999-01-01T00:00:00Z', 'Start at can be up to 366 days ahead'],
    ['2026-12-31T00:00:00Z', 'Start at must be in the future'],
    ['2027-02-01T10:00', 'Start at must be a date and time with its time zone, such as 2030-01-31T10:00:00+05:30'],
    ['tomorrow', 'Start at must be a date and time with its time zone, such as 2030-01-31T10:00:00+05:30'],
  ])('%s is refused', (text, message) => expect(() => startTime(text, field, now)).toThrow(message));
  it('is an instant', () => expect(startTime('2027-02-01T10:00:00+05:30', field, now)).toEqual(new Date('2027-02-01T04:30:00Z')));
});
