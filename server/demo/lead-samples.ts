import { enrolled } from '../../src/schemas/kit/stage-rules';

/** What counsellors write, by stage; {course} and {college} are the lead's own. */
export const comments: Readonly<Record<string, readonly string[]>> = {
  'Not connected': [
    '',
    '',
    'Rang out twice.',
    'Phone switched off, tried WhatsApp too.',
    'Cut the call, sent the brochure by SMS.',
    'Busy, will try in the evening.',
  ],
  'Call back': [
    'Parent to decide, call when father is home.',
    'In an exam till 4, asked for a call in the evening.',
    'Travelling, wants a call tomorrow.',
    'Wants to discuss in Marathi, call with Rohini.',
    'Asked to call after the 12th result.',
  ],
  Counselled: [
    'Explained {course}, fee and placements. Comparing with two colleges.',
    'Asked about the education loan, sent the list of documents.',
    'Wants hostel fee in writing.',
    'Shared brochure of {college}.',
    'Mother joined the call, safety of the hostel is the main question.',
    'JEE Main 86 percentile, looking for {course}.',
  ],
  Interested: [
    'Will visit the campus on Saturday with marksheets.',
    'Scholarship letter asked for, 92 % in 12th.',
    'Liked {college}, fee in two parts if possible.',
    'Wants a seat in {course}, father agrees.',
    'Comparing {college} with a college near home.',
  ],
  Application: [
    'Form started, marksheet still missing.',
    'Documents checked, fee link sent.',
    'Fee link expires tonight, reminded.',
    'Category certificate to follow by Friday.',
  ],
  'Fee paid': [
    'Seat deposit of ₹ 25,000 received.',
    'Full first-year fee paid by bank transfer.',
    'Part fee paid, rest after the loan is approved.',
  ],
  Enrolled: ['Seat confirmed in {course}.', 'Originals verified, hostel room given.', 'Joined the orientation.'],
  'Not interested': [
    'Fee is above the budget.',
    'Joined a college in the home town.',
    'Too far from home.',
    'Will take a drop year for NEET.',
    'Chose a government college.',
  ],
  Invalid: ['Wrong number.', 'Is a parent of a class 8 child.', 'Test entry from the website.'],
};

/** Where a stage leads, with weights; '' is the beginning. A stage that is missing is an end. */
export const ways: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  '': [
    ['Not connected', 38],
    ['Call back', 14],
    ['Counselled', 34],
    ['Not interested', 9],
    ['Invalid', 5],
  ],
  'Not connected': [
    ['Not connected', 36],
    ['Call back', 17],
    ['Counselled', 29],
    ['Not interested', 8],
    ['Invalid', 4],
  ],
  'Call back': [
    ['Counselled', 45],
    ['Interested', 18],
    ['Not connected', 17],
    ['Not interested', 12],
  ],
  Counselled: [
    ['Interested', 45],
    ['Call back', 12],
    ['Application', 15],
    ['Not interested', 17],
  ],
  Interested: [
    ['Application', 40],
    ['Counselled', 15],
    ['Interested', 17],
    ['Not interested', 15],
  ],
  Application: [
    ['Fee paid', 52],
    ['Application', 26],
    ['Not interested', 13],
  ],
  'Fee paid': [
    [enrolled, 85],
    ['Fee paid', 15],
  ],
};
/** Hours until the next talk, from and to. */
export const pauses: Readonly<Record<string, readonly [number, number]>> = {
  'Not connected': [2, 26],
  'Call back': [3, 50],
  Counselled: [20, 80],
  Interested: [20, 100],
  Application: [20, 90],
  'Fee paid': [40, 140],
};
