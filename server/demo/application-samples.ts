import type { Fields } from '../../src/schemas/kit/field';

const answers = (more: Fields, required: readonly string[] = ['name', 'phone']) => ({
  type: 'object',
  required,
  properties: {
    name: { type: 'string', title: 'Full name', minLength: 1, maxLength: 120 },
    phone: { type: 'string', title: 'Phone', pattern: '^[0-9]{10}$' },
    email: { type: 'string', title: 'E-mail', format: 'email' },
    ...more,
  },
});
const percent = { type: 'number', title: 'Class 12 %', minimum: 0, maximum: 100 } as const;

/** Forms of an admissions season; the first two are those that demo applications were made with. */
export const forms = [
  {
    name: 'B.Tech application',
    slug: 'btech',
    kind: 'application',
    fee: 1200,
    schema: answers({ percent_12: percent, jee: { type: 'integer', title: 'JEE rank', minimum: 1 } }),
  },
  {
    name: 'MBA application',
    slug: 'mba',
    kind: 'application',
    fee: 1500,
    schema: answers({
      percent_12: percent,
      exam: { type: 'string', title: 'Entrance test', enum: ['CAT', 'MAT', 'XAT', 'CMAT'] },
    }),
  },
  {
    name: 'Campus visit',
    slug: 'visit',
    kind: 'enquiry',
    fee: 0,
    schema: answers({ day: { type: 'string', title: 'Day', format: 'date' } }),
  },
  {
    name: 'Hostel choice',
    slug: 'hostel',
    kind: 'post_application',
    fee: 0,
    schema: answers({
      room: { type: 'string', title: 'Room', enum: ['Single', 'Double', 'Triple'] },
      food: { type: 'string', title: 'Food', enum: ['Vegetarian', 'Non-vegetarian'] },
    }),
  },
] as const;

export const faqs = [
  ['When does the hostel open?', 'Two days before the first lecture. Keys are handed out from 10:00.', 'Hostel'],
  ['Is the application fee refunded?', 'No. If you withdraw within 24 hours, write to us and we will look into it.', 'Fees'],
  [
    'Which documents do I bring?',
    'Marksheets of class 10 and 12, Aadhaar card, two photos, and the caste certificate where it applies.',
    'Documents',
  ],
  ['Can I pay in instalments?', 'Yes, in two: at admission and by 31 August.', 'Fees'],
  ['How do I get an education loan?', 'We work with three banks. Your counsellor fills in the form with you.', 'Loan'],
] as const;

export const queries = [
  ['Hostel fee', 'Is the hostel fee part of the tuition fee?', 'No, it is billed separately: ₹ 84,000 a year with food.'],
  ['Change of course', 'I applied for Civil and would like Computer Science.', ''],
  ['Scholarship', 'I have 92 % in class 12. Is there a scholarship?', 'Above 90 % you get 25 % off the first year.'],
  ['Interview date', 'Can my interview be moved to Saturday?', ''],
] as const;
