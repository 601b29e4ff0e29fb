import type { FitPart, FitPartName, Verdict } from '../../src/schemas/calls/lead-colleges';
import { eligibilityRules } from '../../src/schemas/calls/lead-colleges';
import { indianNumber } from '../../src/schemas/kit/counted';

/** What is known of a lead; null and empty: not said, or not for the person who looks. */
export interface Wishes {
  readonly courses: readonly string[];
  readonly streams: readonly string[];
  /** Levels of the courses; empty where none was named. */
  readonly levels: readonly string[];
  readonly education: string | null;
  readonly academics: readonly { readonly level?: string | null; readonly percent?: number | null }[];
  readonly exams: readonly string[];
  readonly budget: number | null;
  readonly cities: readonly string[];
  /** Where the lead lives; it counts where no city was wished for. */
  readonly home: string | null;
  readonly state: string | null;
  readonly hostel: boolean;
}
/** A course of a college. */
export interface Offer {
  readonly course_id: string;
  readonly stream_id: string | null;
  readonly level: string | null;
  readonly fee_total: number | null;
  readonly min_percent: number | null;
  readonly exams: readonly string[];
  readonly last_date: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly hostel: boolean | null;
}
export interface Fit {
  readonly fit: number;
  readonly eligible: 'yes' | 'no' | 'unknown';
  readonly parts: readonly FitPart[];
}

/** The points of each part: 100 together. What is not known counts half. */
const points: Readonly<Record<FitPartName, number>> = {
  course: 30,
  education: 5,
  marks: 15,
  exam: 10,
  last_date: 0,
  fee: 20,
  city: 15,
  hostel: 5,
};
const share: Readonly<Record<Verdict, number>> = { passed: 1, partly: 0.6, failed: 0, unknown: 0.5 };
type Judged = readonly [Verdict, string];

/** How well a course fits a lead, with each part's reason. `today` is the tenant's day. */
export function fitOf(lead: Wishes, offer: Offer, today: string): Fit {
  const judged: Readonly<Record<FitPartName, Judged>> = {
    course: course(lead, offer),
    education: education(lead, offer),
    marks: marks(lead, offer),
    exam: exam(lead, offer),
    last_date: lastDate(offer, today),
    fee: fee(lead, offer),
    city: city(lead, offer),
    hostel: hostel(lead, offer),
  };
  const parts = Object.entries(judged).map(([name, [verdict, why]]): FitPart => {
    const part = nameOf(name);
    return { name: part, verdict, why, points: Math.round(points[part] * share[verdict]), of: points[part] };
  });
  const rules = parts.filter(({ name }) => eligibilityRules.includes(name));
  const eligible = rules.some(({ verdict }) => verdict === 'failed')
    ? 'no'
    : rules.every(({ verdict }) => verdict === 'passed')
      ? 'yes'
      : 'unknown';
  return { fit: parts.reduce((sum, part) => sum + part.points, 0), eligible, parts };
}

const nameOf = (name: string): FitPartName => partNames.find((one) => one === name) ?? 'course';
const partNames: readonly FitPartName[] = ['course', 'education', 'marks', 'exam', 'last_date', 'fee', 'city', 'hostel'];

function course({ courses, streams, levels }: Wishes, offer: Offer): Judged {
  if (courses.includes(offer.course_id)) return ['passed', 'The course that was asked for.'];
  if (offer.stream_id && streams.includes(offer.stream_id))
    return !levels.length || levels.includes(offer.level ?? '')
      ? ['partly', 'Another course of the same stream.']
      : ['failed', 'The same stream, but another level than the one asked for.'];
  if (!courses.length && !streams.length) return ['unknown', 'The lead has not named a course or stream.'];
  return ['failed', 'Another stream than the one asked for.'];
}

const schooling: Readonly<Record<string, number>> = {
  '10th': 1,
  ITI: 1,
  '12th': 2,
  Diploma: 2,
  Graduation: 3,
  'Post Graduation': 4,
  Doctorate: 5,
};
/** The last education that a course of this level begins after. */
const begins: Readonly<Record<string, string>> = {
  certificate: '10th',
  diploma: '10th',
  undergraduate: '12th',
  postgraduate: 'Graduation',
  doctorate: 'Post Graduation',
};

function education(lead: Wishes, { level }: Offer): Judged {
  const needed = begins[level ?? ''];
  if (!needed) return ['passed', 'No education is required.'];
  const reached = schooling[lead.education ?? ''];
  if (reached === undefined) return ['unknown', `${needed} is required. The lead's last education is not known.`];
  const enough = reached >= (schooling[needed] ?? 0);
  return [enough ? 'passed' : 'failed', `${needed} is required, the lead has ${lead.education}.`];
}

/** Records of schooling are typed by hand: 'Class 12', 'HSC', 'B.Com'. */
const beforeDegree = /12|xii|hsc|inter|plus two|\+2|diploma|puc/i;
const degree = /^b\.?\s?[a-z]|graduat|bachelor|degree/i;
function marks(lead: Wishes, { level, min_percent: least }: Offer): Judged {
  if (least === null) return ['passed', 'No minimum marks.'];
  const after = level === 'postgraduate' || level === 'doctorate';
  const counted = after ? degree : level === 'diploma' || level === 'certificate' ? /./ : beforeDegree;
  const known = lead.academics.flatMap((one) =>
    typeof one.percent === 'number' && counted.test(one.level ?? '') ? [one.percent] : [],
  );
  if (!known.length) return ['unknown', `${least} % is required. The lead's marks are not known.`];
  const best = Math.max(...known);
  return [best >= least ? 'passed' : 'failed', `${least} % is required, the lead has ${best} %.`];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
function exam(lead: Wishes, { exams }: Offer): Judged {
  if (!exams.length) return ['passed', 'No entrance exam.'];
  const list = exams.join(' or ');
  if (!lead.exams.length) return ['unknown', `${list} is required. The lead's exams are not known.`];
  const taken = exams.find((one) => lead.exams.some((own) => plain(own) === plain(one)));
  return taken ? ['passed', `${taken} was taken.`] : ['failed', `${list} is required, the lead took ${lead.exams.join(', ')}.`];
}

function lastDate({ last_date: last }: Offer, today: string): Judged {
  if (!last) return ['passed', 'No last date.'];
  return last >= today ? ['passed', 'Applications are open.'] : ['failed', 'The last date has passed.'];
}

const rupees = (amount: number): string => `₹ ${indianNumber(amount)}`;
function fee({ budget }: Wishes, { fee_total: total }: Offer): Judged {
  if (total === null) return ['unknown', 'The fee is not known.'];
  if (budget === null) return ['unknown', `${rupees(total)}. The lead's budget is not known.`];
  if (total <= budget) return ['passed', `${rupees(total)} is within the budget of ${rupees(budget)}.`];
  const over = `${rupees(total)} is above the budget of ${rupees(budget)}`;
  return total <= budget * 1.2 ? ['partly', `${over}, by up to 20 %.`] : ['failed', `${over}.`];
}

function city(lead: Wishes, offer: Offer): Judged {
  if (!offer.city) return ['unknown', 'The city is not known.'];
  const wished = lead.cities.length ? lead.cities : lead.home ? [lead.home] : [];
  if (!wished.length && !lead.state) return ['unknown', 'The lead has not named a city.'];
  if (wished.some((one) => plain(one) === plain(offer.city ?? '')))
    return ['passed', lead.cities.length ? `${offer.city}, as asked for.` : `${offer.city}, where the lead lives.`];
  if (lead.state && offer.state && plain(lead.state) === plain(offer.state))
    return ['partly', `${offer.city}, in the lead's own state.`];
  return ['failed', `${offer.city}, not ${wished.join(' or ') || lead.state}.`];
}

function hostel(lead: Wishes, offer: Offer): Judged {
  if (!lead.hostel) return ['passed', 'No hostel was asked for.'];
  if (offer.hostel === null) return ['unknown', 'A hostel was asked for. Whether there is one is not known.'];
  return offer.hostel ? ['passed', 'There is a hostel.'] : ['failed', 'A hostel was asked for, and there is none.'];
}
