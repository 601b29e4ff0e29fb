import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayBounds, dayOf, endOfWeek, startOfDay, weekdayOf } from '../../server/domain/days';
import { matchOf, nameFor, type DuplicateRule, type Identity } from '../../server/domain/duplicates';
import { Matcher } from '../../server/leads/known-leads';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { normalisePhone } from '../../server/domain/phone';
import { sourceFinder, withCapture } from '../../server/domain/sources';
import { countries } from '../../server/domain/countries';

describe('days', () => {
  it('TRUST-R14 a day holds exactly the instants that a clock in the zone shows on that day', () => {
    const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Chatham', 'America/Sao_Paulo', 'Africa/Cairo'];
    const instant = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') }).map((at) => new Date(at));
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
        const oracle = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at);
        const { date, from, to } = dayBounds(at, zone);
        expect(date).toBe(oracle);
        expect(from.getTime() <= at.getTime() && at.getTime() < to.getTime()).toBe(true);
        expect(dayOf(new Date(from.getTime() - 1), zone)).toBe(addDays(date, -1));
        expect(dayOf(to, zone)).toBe(addDays(date, 1));
      }),
      { numRuns: 1500 },
    );
  });

  it('TRUST-R14 the day in India changes at 18:30 UTC', () => {
    expect(dayOf(new Date('2026-03-12T18:29:59.999Z'), 'Asia/Kolkata')).toBe('2026-03-12');
    expect(dayOf(new Date('2026-03-12T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-03-13');
    expect(startOfDay('2026-03-13', 'Asia/Kolkata').toISOString()).toBe('2026-03-12T18:30:00.000Z');
    // A midnight that a clock change skips: Cairo, 26 April 2024.
    expect(startOfDay('2024-04-26', 'Africa/Cairo').toISOString()).toBe('2024-04-25T22:00:00.000Z');
  });

  it('weeks start on Monday', () => {
    expect(weekdayOf('2026-03-09')).toBe(0);
    for (const at of ['2026-03-09T00:00:00Z', '2026-03-15T12:00:00Z'])
      expect(endOfWeek(new Date(at), 'Asia/Kolkata').toISOString()).toBe('2026-03-15T18:30:00.000Z');
  });
});

describe('phones', () => {
  it.each([
    ['98765 43210', '+919876543210'],
    ['098765-43210', '+919876543210'],
    ['+91 98765 43210', '+919876543210'],
    ['919876543210', '+919876543210'],
    ['+1 202 555 0143', '+12025550143'],
  ])('%s is %s', (typed, e164) => expect(normalisePhone(typed)).toEqual({ ok: true, e164 }));

  it.each(['', '12', '98765', 'not a phone', '+91 98765', '98765432101234'])('refuses %j', (typed) =>
    expect(normalisePhone(typed)).toEqual({ ok: false, message: 'Please, Enter valid Mobile Number.' }),
  );

  it('an Indian mobile is normalised as by the library, with and without +91', () => {
    const own = fc
      .tuple(fc.constantFrom('', '+91', '91', '0', '+', '+1'), fc.constantFrom('', '971'), fc.stringMatching(/^[0-9]{8,12}$/))
      .map(([before, code, digits]) => ({ text: `${before}${digits}`, code }));
    const mobile = fc
      .stringMatching(/^[6-9][0-9]{9}$/)
      .chain((digits) =>
        fc.constantFrom({ text: digits, code: '' }, { text: `+91${digits}`, code: '' }, { text: `+91 ${digits}`, code: '971' }),
      );
    fc.assert(
      fc.property(fc.oneof(own, mobile), ({ text, code }) => {
        const abroad = code && !text.startsWith('+');
        const library = parsePhoneNumberFromString(abroad ? `+${code}${text.replace(/^0+/, '')}` : text, 'IN');
        const verdict = normalisePhone(text, { country: 'India' }, code || null);
        expect(verdict.ok ? verdict.e164 : null).toBe(library?.isValid() ? library.number : null);
      }),
      { numRuns: 5000 },
    );
  });

  it("uses the tenant's country and phone pattern, which cannot hang the server", () => {
    expect(normalisePhone('020 7946 0018', { country: 'United Kingdom' })).toEqual({ ok: true, e164: '+442079460018' });
    const own = {
      phone_validation_enabled: 1,
      custom_phone_regex: '^[6-9]\\d{9}$',
      phone_validation_error_message: 'Ten digits, please.',
    };
    expect(normalisePhone('9876543210', own)).toEqual({ ok: true, e164: '+919876543210' });
    expect(normalisePhone('2025550143', own)).toEqual({ ok: false, message: 'Ten digits, please.' });
    const started = process.cpuUsage();
    normalisePhone(`${'1'.repeat(5000)}x`, { ...own, custom_phone_regex: '^(1+)+$' });
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  });
});

describe('sources', () => {
  it('keeps the first three different sources and the newest', () => {
    const trail = ['a', 'b', 'a', 'c', 'd', null].reduce((so, source) => withCapture(so, source), withCapture({}, null));
    expect(trail).toEqual({ source: 'a', prmary_source: 'a', secondary_source: 'b', tertiary_source: 'c', last_source: 'd' });
  });
  it("matches names and aliases in any case, a name before another's alias", () => {
    const find = sourceFinder([
      { id: 1, name: 'Google', aliases: ['AdWords', 'Facebook'] },
      { id: 2, name: 'Facebook' },
    ]);
    expect([find(' google '), find('ADWORDS'), find('facebook'), find('Bing')].map((source) => source?.id)).toEqual([
      1,
      1,
      2,
      undefined,
    ]);
  });
});

describe('leads', () => {
  it('chooses the newest match inside the window', () => {
    const now = new Date('2026-03-12T00:00:00Z');
    const leads = [{ created_at: '2026-01-01T00:00:00Z' }, { created_at: '2026-03-01T00:00:00Z' }];
    expect(matchOf(leads, { keys: ['phone'], action: 're_enquiry' }, now)).toBe(leads[1]);
    expect(matchOf(leads, { keys: ['phone'], action: 're_enquiry', window_days: 5 }, now)).toBeUndefined();
  });
  it('always has a name', () => {
    expect(nameFor({ name: '  Asha   Menon ' })).toBe('Asha Menon');
    expect(nameFor({ phone: '+919876543210', email: 'asha@x.in' })).toBe('+919876543210');
    expect(nameFor({ email: 'asha@x.in' })).toBe('asha');
  });
  it('India is country 101', () =>
    expect(countries.find((country) => country.id === 101)).toMatchObject({ name: 'India', phonecode: '91' }));
});

describe('matching an arrival to a lead', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const days = (count: number): string => new Date(now.getTime() - count * 86_400_000).toISOString();
  const matcher = (rule: DuplicateRule, leads: readonly (Identity & { id: string; created_at: string })[]) => {
    const known = new Matcher<Identity & { id: string; created_at: string }>(rule);
    for (const lead of leads) known.add(lead);
    return known;
  };

  it('TRUST-R16 an email alone does not match a lead that has a phone: a family may share one address', () => {
    const rule: DuplicateRule = { keys: ['phone', 'email'], action: 're_enquiry' };
    const father = { id: 'father', phone: '+919822000001', email: 'family@example.com', created_at: days(1) };
    expect(matcher(rule, [father]).judge({ email: 'family@example.com' }, now)).toEqual({ verdict: 'fresh', lead: undefined });
    const son = { id: 'son', phone: null, email: 'family@example.com', created_at: days(1) };
    expect(matcher(rule, [father, son]).judge({ email: 'Family@example.com' }, now).lead).toBe(son);
  });

  it('TRUST-R16 of several leads with the number, the newest inside the window matches', () => {
    const rule: DuplicateRule = { keys: ['phone', 'alternate_phone'], action: 're_enquiry', window_days: 30 };
    const old = { id: 'old', phone: '+919822000002', created_at: days(100) };
    const fresh = { id: 'fresh', phone: '+919822000003', alternate_phone: '+919822000002', created_at: days(2) };
    const asks = { phone: '+919822000002' };
    expect(matcher(rule, [old, fresh]).judge(asks, now)).toEqual({ verdict: 're_enquiry', lead: fresh });
    expect(matcher({ ...rule, action: 'block' }, [old, fresh]).judge(asks, now).verdict).toBe('blocked');
    expect(matcher({ ...rule, action: 'new' }, [old, fresh]).judge(asks, now)).toEqual({ verdict: 'apart', lead: fresh });
    expect(matcher(rule, [old]).judge(asks, now)).toEqual({ verdict: 'apart', lead: old });
  });
});
