import { describe, expect, it } from 'vitest';
import { fitOf, type Offer, type Wishes } from '../../server/domain/college-fit';

const nothing: Wishes = {
  courses: [],
  streams: [],
  levels: [],
  education: null,
  academics: [],
  exams: [],
  budget: null,
  cities: [],
  home: null,
  state: null,
  hostel: false,
};
const offer: Offer = {
  course_id: 'btech',
  stream_id: 'engineering',
  level: 'undergraduate',
  fee_total: 400_000,
  min_percent: 60,
  exams: ['JEE Main', 'MHT-CET'],
  last_date: '2027-06-30',
  city: 'Pune',
  state: 'Maharashtra',
  hostel: true,
};
const good: Wishes = {
  courses: ['btech'],
  streams: ['engineering'],
  levels: ['undergraduate'],
  education: '12th',
  academics: [{ level: 'Class 12', percent: 71 }],
  exams: ['jee main'],
  budget: 500_000,
  cities: ['Pune'],
  home: 'Nashik',
  state: 'Maharashtra',
  hostel: true,
};
const today = '2026-11-24';
const part = (lead: Wishes, name: string, of: Partial<Offer> = {}) =>
  fitOf(lead, { ...offer, ...of }, today).parts.find((one) => one.name === name)!;

describe('how well a course fits a lead', () => {
  it('a lead that meets all of it fits by 100 %, and each part says why', () => {
    const { fit, eligible, parts } = fitOf(good, offer, today);
    expect([fit, eligible]).toEqual([100, 'yes']);
    expect(parts.map(({ why }) => why)).toEqual([
      'The course that was asked for.',
      '12th is required, the lead has 12th.',
      '60 % is required, the lead has 71 %.',
      'JEE Main was taken.',
      'Applications are open.',
      '₹ 4,00,000 is within the budget of ₹ 5,00,000.',
      'Pune, as asked for.',
      'There is a hostel.',
    ]);
  });

  it('the points that are shown add up to the fit, whatever is known', () => {
    for (const lead of [nothing, good, { ...good, courses: [], budget: 350_000 }, { ...nothing, hostel: true, state: 'Goa' }])
      for (const level of ['undergraduate', 'postgraduate', null]) {
        const { fit, parts } = fitOf(lead, { ...offer, level }, today);
        expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(fit);
        expect(parts.reduce((sum, { of }) => sum + of, 0)).toBe(100);
        expect(fit).toBeGreaterThanOrEqual(0);
        expect(fit).toBeLessThanOrEqual(100);
      }
  });

  it('what nobody knows is unknown, neither passed nor failed', () => {
    const { eligible, parts } = fitOf(nothing, { ...offer, hostel: null }, today);
    expect(eligible).toBe('unknown');
    expect(Object.fromEntries(parts.map(({ name, verdict }) => [name, verdict]))).toMatchObject({
      course: 'unknown',
      education: 'unknown',
      marks: 'unknown',
      exam: 'unknown',
      fee: 'unknown',
      city: 'unknown',
    });
  });

  it('one failed rule makes the lead ineligible', () => {
    expect(fitOf({ ...good, academics: [{ level: 'HSC', percent: 52 }] }, offer, today).eligible).toBe('no');
    expect(fitOf({ ...good, exams: ['CAT'] }, offer, today).eligible).toBe('no');
    expect(fitOf({ ...good, education: '10th' }, offer, today).eligible).toBe('no');
    expect(fitOf(good, { ...offer, last_date: '2026-11-23' }, today).eligible).toBe('no');
  });

  it('the last date itself is still open', () => {
    expect(part(good, 'last_date', { last_date: today }).verdict).toBe('passed');
  });

  it('a course after graduation counts the marks of the degree, not those of class 12', () => {
    const academics = [
      { level: '12th', percent: 91 },
      { level: 'B.Com', percent: 48 },
    ];
    expect(part({ ...good, academics }, 'marks', { level: 'postgraduate' })).toMatchObject({
      verdict: 'failed',
      why: '60 % is required, the lead has 48 %.',
    });
    expect(part({ ...good, academics }, 'marks').verdict).toBe('passed');
  });

  it('a course without requirements asks for nothing', () => {
    const open = { min_percent: null, exams: [], last_date: null, level: null };
    expect(fitOf(nothing, { ...offer, ...open }, today).eligible).toBe('yes');
  });

  it('a fee up to a fifth above the budget fits partly, above that not', () => {
    expect(part({ ...good, budget: 400_000 }, 'fee').verdict).toBe('passed');
    expect(part({ ...good, budget: 340_000 }, 'fee')).toMatchObject({ verdict: 'partly', points: 12, of: 20 });
    expect(part({ ...good, budget: 300_000 }, 'fee')).toMatchObject({ verdict: 'failed', points: 0 });
    expect(part(good, 'fee', { fee_total: null }).verdict).toBe('unknown');
  });

  it('the city where the lead lives counts where none was wished for, and the own state partly', () => {
    expect(part({ ...good, cities: [], home: 'pune' }, 'city').why).toBe('Pune, where the lead lives.');
    expect(part({ ...good, cities: ['Mumbai'] }, 'city').verdict).toBe('partly');
    expect(part({ ...good, cities: ['Mumbai'], state: 'Goa' }, 'city').verdict).toBe('failed');
  });

  it('another course of the stream fits partly, another level or stream not', () => {
    expect(part({ ...good, courses: ['mca'] }, 'course').verdict).toBe('partly');
    expect(part({ ...good, courses: ['mca'] }, 'course', { level: 'diploma' }).verdict).toBe('failed');
    expect(part({ ...good, courses: ['mca'], streams: ['law'] }, 'course').verdict).toBe('failed');
  });

  it('a hostel counts only where one was asked for', () => {
    expect(part({ ...good, hostel: false }, 'hostel', { hostel: false }).verdict).toBe('passed');
    expect(part(good, 'hostel', { hostel: false }).verdict).toBe('failed');
  });
});
