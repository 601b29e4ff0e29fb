import { describe, expect, it } from 'vitest';
import { fullTime, localInput, momentOf, overdueBy, plainDate, shortTime } from '../../src/ui/time/dates';
import { numberWords } from '../../src/kinds/number-words';
import { counted } from '../../src/schemas/kit/counted';
import { countText } from '../../src/ui/marks/numbers';
import { phoneText } from '../../src/schemas/kit/phone-text';
import { phoneLink, withCountry } from '../../src/ui/leads/phones';

const now = new Date('2026-03-12T09:00:00Z'); // 14:30 in Kolkata
const zone = 'Asia/Kolkata';

describe('dates', () => {
  it.each([
    ['2026-03-12T08:35:00Z', 'Today 14:05'],
    ['2026-03-11T18:29:00Z', 'Yesterday 23:59'],
    ['2026-03-11T18:30:00Z', 'Today 00:00'],
    ['2026-03-13T05:30:00Z', 'Tomorrow 11:00'],
    ['2026-03-16T05:30:00Z', '16 Mar 11:00'],
    ['2026-03-02T05:30:00Z', '2 Mar'],
    ['2025-12-31T05:30:00Z', '31 Dec 2025'],
    [null, '–'],
    ['rubbish', '–'],
  ])('%s is shown as %s', (at, text) => expect(shortTime(at, { now, zone })).toBe(text));

  it.each([
    ['2026-03-02T05:30:00Z', '2 Mar 11:00'],
    ['2025-12-31T05:30:00Z', '31 Dec 2025 11:00'],
    ['2026-03-12T08:35:00Z', 'Today 14:05'],
    [null, '–'],
  ])('%s with its time is shown as %s', (at, text) => expect(shortTime(at, { now, zone, hour: true })).toBe(text));

  it('uses the zone of the tenant, not of the machine', () => {
    expect(fullTime('2026-03-12T18:35:00Z', { zone })).toBe('13 Mar 2026, 00:05');
    expect(fullTime('2026-03-12T18:35:00Z', { zone: 'America/New_York' })).toBe('12 Mar 2026, 14:35');
  });
  it('turns a local time into an instant and back, also across a clock change', () => {
    expect(momentOf('2026-03-12', '14:05', zone)).toBe('2026-03-12T08:35:00.000Z');
    for (const [day, clock] of [
      ['2026-03-08', '03:30'],
      ['2026-11-01', '00:30'],
      ['2026-07-01', '23:59'],
    ] as const)
      expect(localInput(momentOf(day, clock, 'America/New_York'), 'America/New_York')).toBe(`${day}T${clock}`);
  });
  it('never shifts a plain date', () => expect(plainDate('2026-03-01')).toBe('1 Mar 2026'));
  it('says how late a follow-up is', () => {
    expect(overdueBy('2026-03-12T07:00:00Z', { now })).toBe('2 h');
    expect(overdueBy('2026-03-10T07:00:00Z', { now })).toBe('2 d');
    expect(overdueBy('2026-03-12T09:30:00Z', { now })).toBeUndefined();
  });
});

describe('numbers and phones', () => {
  it('groups digits as in India', () => {
    expect(numberWords(125000)).toBe('1,25,000');
    expect([1, 0, 2, 125_000].map((count) => counted(count, 'row'))).toEqual(['1 row', '0 rows', '2 rows', '1,25,000 rows']);
    expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
    expect(numberWords(null)).toBe('–');
    expect(countText(10001, false)).toBe('10,000+');
    expect(countText(1284)).toBe('1,284');
  });
  it.each([
    ['+919876543210', '98765 43210', '+919876543210'],
    ['9876543210', '98765 43210', '+919876543210'],
    ['09876543210', '98765 43210', '+919876543210'],
    ['98xxxxxx21', '98xxxxxx21', '9821'],
  ])('%s reads %s', (value, text, link) => {
    expect(phoneText(value)).toBe(text);
    expect(phoneLink(value)).toBe(link);
  });
  it.each([
    ['9800000001', '+919800000001'],
    ['09800000001', '+919800000001'],
    ['+919800000001', '+919800000001'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['0044 20 7946 0958', '+44 20 7946 0958'],
  ])('%s with its country is %s', (value, text) => expect(withCountry(value)).toBe(text));
});

describe('our own formatting equals that of the browser', () => {
  const drawn = <T>(times: number, draw: (part: number) => T): T[] =>
    Array.from({ length: times }, (_, at) => draw(((at * 2_654_435_761) % 4_294_967_296) / 4_294_967_296));

  it('TRUST-R14 for 2,000 instants in India', () => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
    for (const at of drawn(2000, (part) => new Date(Math.round(part * 4e12) - 7e11))) {
      const [date = '', time] = format.format(at).split(', ');
      expect(localInput(at.toISOString(), zone)).toBe(`${date.split('/').reverse().join('-')}T${time}`);
    }
  });

  it('for 2,000 numbers', () => {
    const format = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 6 });
    const values = [0, 1, -1, 999, 1000, 99_999, 100_000, -12_345_678.5, 0.1, 0.000001, 1e15];
    for (const value of [...values, ...drawn(2000, (part) => Math.round((part - 0.5) * 1e12) / 10 ** Math.round(part * 4))])
      expect(numberWords(value)).toBe(format.format(value));
  });
});
