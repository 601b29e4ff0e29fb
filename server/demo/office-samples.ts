/** Sample texts of the office: support, announcements, feedback, holidays, money. */
export const holidays: readonly (readonly [name: string, date: string, optional?: boolean])[] = [
  ['Republic Day', '01-26'],
  ['Maha Shivratri', '02-15', true],
  ['Holi', '03-04'],
  ['Gudi Padwa', '03-19'],
  ['Ramzan Eid', '03-20', true],
  ['Maharashtra Day', '05-01'],
  ['Independence Day', '08-15'],
  ['Ganesh Chaturthi', '09-14'],
  ['Gandhi Jayanti', '10-02'],
  ['Dussehra', '10-20'],
  ['Diwali (Lakshmi Pujan)', '11-08'],
  ['Diwali (Padwa)', '11-10'],
  ['Guru Nanak Jayanti', '11-24', true],
  ['Christmas', '12-25'],
];

export const tickets = [
  [
    'Call recordings do not play',
    'bug',
    'high',
    'Leads',
    'in_progress',
    'Since this morning the player stays at 0:00 for every call.',
  ],
  [
    'Please add the course B.Sc Forensic Science',
    'feature',
    'medium',
    'Setting',
    'open',
    'Symbiosis asks for leads of this course; it is not in our list.',
  ],
  [
    'Cannot see the leads of the Hyderabad team',
    'access',
    'high',
    'Leads',
    'waiting',
    'I stand in for Kavitha this week and need her team’s leads.',
  ],
  [
    'How do I send a brochure to fifty leads at once?',
    'question',
    'low',
    'Marketing',
    'resolved',
    'I found only the single send on the lead page.',
  ],
  ['Follow-up reminder came twice', 'bug', 'medium', 'Leads', 'resolved', 'Two notifications for the same call at 11:30.'],
  ['Invoice for the SMS pack', 'billing', 'low', 'Marketing', 'closed', 'Accounts needs the GST invoice for October.'],
  [
    'WhatsApp template was rejected',
    'question',
    'medium',
    'Marketing',
    'open',
    'The provider says the variable count does not match.',
  ],
] as const;

export const announcements = [
  [
    'Admission week from Monday',
    'Counselling stays open until 20:00 from Monday to Saturday. Please check your shifts.',
    'info',
    true,
    -2,
    8,
  ],
  [
    'New: one page for every lead',
    "A lead's journey, calls, messages and documents are now on one page. Tell us what is missing.",
    'new_feature',
    false,
    -9,
    null,
  ],
  [
    'Consent before you call',
    'DLT rules changed on the 1st. Do not call numbers that are marked do-not-disturb. Please confirm that you have read this.',
    'warning',
    false,
    -15,
    null,
  ],
  [
    'Office closed for Diwali',
    'The office is closed from 8 to 11 November. The Hyderabad team will answer online leads.',
    'info',
    false,
    -30,
    -8,
  ],
] as const;

export const feedback = [
  [
    'The work queue saves me half an hour a day.',
    1,
    ['Positive Experience', 'Feature Appreciation'],
    ['Dashboard', 'Leads'],
    5,
    'resolved',
  ],
  [
    'Typing in the call action form is slow on my old phone.',
    2,
    ['Mobile Experience', 'Performance Issue'],
    ['Leads'],
    3,
    'in_progress',
  ],
  ['Please show the college fee next to the course.', 2, ['Feature Request'], ['Leads', 'Application Manager'], 4, 'open'],
  ["Last month's report did not include Saturday.", 2, ['Report Incorrect'], ['Reports & Activity'], 2, 'resolved'],
  ['Import of 4,000 leads took less than a minute. Great!', 1, ['Performance Kudos'], ['Leads'], 5, 'resolved'],
  ['I was signed out in the middle of a call.', 2, ['Login Issue'], ['Dashboard'], 2, 'open'],
] as const;

export const leaveReasons = [
  'Cousin’s wedding in Nashik',
  'Fever',
  'Daughter’s school admission',
  'Travel home for Diwali',
  'Dental appointment',
];
