import { leadMeasures } from './lead-measures';
import { count, percent, seconds, type Measure } from './measure-kinds';

const actsAre =
  'Acts are call actions, follow-ups added or marked done, notes, calls made or answered, single messages, verified documents and meetings held.';

/**
 * The product's dictionary of measures: what each counts, in words. How it is counted is in server/measures/countings.ts; a report
 * names measures by these ids, so that two reports cannot count the same thing differently.
 */
export const measures = {
  A2: count('Activities', 'acts', `Acts by the user. ${actsAre}`),
  A3: count('Leads touched', 'leads', `Different leads with at least one act by the user. ${actsAre}`),
  A4: count('Notes', 'acts', 'Notes added to leads.'),
  A5: count('Follow-ups done', 'acts', 'Follow-ups marked done, whenever they were due.'),
  A6: count('Emails sent', 'acts', 'Single emails sent to leads. Campaigns and automation do not count.'),
  A7: count('SMS sent', 'acts', 'Single SMS sent to leads. Campaigns and automation do not count.'),
  A8: count('WhatsApp sent', 'acts', 'Single WhatsApp messages sent to leads. Campaigns and automation do not count.'),
  A9: {
    label: 'Activities per hour',
    definition: 'Activities per hour of working time.',
    unit: 'count',
    opens: 'acts',
  },

  A10: {
    label: 'First activity',
    definition: 'When the first activity by the user was.',
    unit: 'moment',
    opens: 'acts',
  },
  A11: {
    label: 'Last activity',
    definition: 'When the last activity by the user was.',
    unit: 'moment',
    opens: 'acts',
  },
  A12: {
    label: 'Longest gap',
    definition: 'The longest time between two activities of one user, one after the other on the same day.',
    unit: 'minutes',
    opens: 'acts',
    lessIsBetter: true,
  },

  A13: count(
    'Messages delivered',
    'acts',
    'Single emails, SMS and WhatsApp messages that the provider reported as delivered or read. Not every provider reports it.',
  ),
  A14: count(
    'Messages replied',
    'acts',
    'Single emails, SMS and WhatsApp messages that the lead replied to; on WhatsApp within a day.',
  ),

  L1: count('New leads', 'leads', 'Different leads captured for the first time.'),
  L1o: count('New, assigned', 'leads', 'New leads that have an owner now.'),
  L1u: { ...count('New, unassigned', 'leads', 'New leads that have no owner now.'), lessIsBetter: true },
  L1w: count('Usual new leads', 'leads', 'New leads on the same weekdays of the four weeks before, on average.'),
  L2: count('Re-enquiries', 'lead-captures', 'Captures that matched an existing lead.'),
  L3: count('Leads assigned', 'leads', 'Different leads assigned to the user. A lead assigned twice counts once.'),
  L4: count('Leads owned', 'leads', 'Leads owned by the user at the end of the range, or now if the range includes today.'),
  L5: {
    ...count(
      'Untouched',
      'leads',
      'Assigned leads without an act by that user since the assignment. In totals: without an act by any user they were assigned to.',
    ),
    lessIsBetter: true,
  },
  L6: count('Engaged', 'leads', 'Assigned leads with an act by the user they were assigned to.'),
  L7: { ...count('Leads taken away', 'leads', 'Different leads that left the user.'), lessIsBetter: true },
  L8: count('Verified', 'leads', 'New leads that are verified.'),
  L9: {
    ...count('Unassigned', 'leads', 'Leads without an owner at the end of the range, or now if the range includes today.'),
    lessIsBetter: true,
  },

  L10: {
    label: 'Last lead',
    definition: 'When the last lead arrived, for the first time or again.',
    unit: 'moment',
    opens: 'lead-captures',
  },

  ...leadMeasures,

  T1: {
    label: 'First response (median)',
    definition: 'Working minutes from the assignment to the first act of the user: half of the responses were faster.',
    unit: 'minutes',
    opens: 'leads',
    lessIsBetter: true,
  },
  T1p90: {
    label: 'First response (90 %)',
    definition: 'Working minutes from the assignment to the first act of the user: nine of ten responses were faster.',
    unit: 'minutes',
    opens: 'leads',
    lessIsBetter: true,
  },
  T2n: count('Answered in time', 'leads', 'Assigned leads whose first act came within the response target.'),
  T2late: {
    ...count('Answered late', 'leads', 'Assigned leads whose first act came after the response target.'),
    lessIsBetter: true,
  },
  T2: percent('In time', 'leads', 'Assigned leads whose first act came within the response target, of all assigned leads.'),

  S1: count('Stage changes', 'call-actions', 'Call actions that changed the stage or sub-stage of the lead.'),
  S2: count('In stage', 'leads', 'Leads that are in this stage now.'),
  S2o: count('In stage, owned', 'leads', 'Leads with an owner that are in this stage now.'),
  S3: count('Reached stage', 'leads', 'Different leads for which this stage was recorded.'),
  S4: {
    label: 'Days in stage (median)',
    definition: 'Days since the lead came to its stage, or since it was created: half of the owned leads are there for less.',
    unit: 'days',
    opens: 'leads',
    lessIsBetter: true,
  },
  S5: count('Stage records', 'call-actions', 'Call actions saved, each with a stage.'),
  S6: count('Moved forward', 'call-actions', 'Call actions whose stage stands after the earlier one in the order of stages.'),
  S7: {
    ...count('Moved back', 'call-actions', 'Call actions whose stage stands before the earlier one in the order of stages.'),
    lessIsBetter: true,
  },
  S8: count('Same stage again', 'call-actions', 'Call actions that recorded the stage in which the lead was already.'),
  S9: {
    label: 'Days before (median)',
    definition: 'Days in the earlier stage until this one was recorded: half of the leads were faster.',
    unit: 'days',
    opens: 'call-actions',
    lessIsBetter: true,
  },

  F1: count('Follow-ups added', 'follow-ups', 'Follow-ups created.'),
  F2: count('Due', 'follow-ups', 'Follow-ups with their time in the range that were not replaced or cancelled.'),
  F3: count('Done in time', 'follow-ups', 'Due follow-ups marked done by the end of their due day.'),
  F4: { ...count('Done late', 'follow-ups', 'Due follow-ups marked done after their due day.'), lessIsBetter: true },
  F5: {
    ...count('Overdue', 'follow-ups', 'Due follow-ups that are not done although their time has passed.'),
    lessIsBetter: true,
  },
  F6: count('Upcoming', 'follow-ups', 'Follow-ups that are planned for later than now, whatever the range.'),
  F7: percent('Follow-up compliance', 'follow-ups', 'Follow-ups done by the end of their due day, of all due follow-ups.'),

  F8: {
    ...count('Rescheduled', 'follow-ups', 'Due follow-ups that were moved to another time at least once.'),
    lessIsBetter: true,
  },
  F9: {
    label: 'Average delay',
    definition: 'Hours from the planned time until a due follow-up was marked done. One that was done early counts as 0.',
    unit: 'hours',
    opens: 'follow-ups',
    lessIsBetter: true,
  },
  F10: {
    label: 'Oldest overdue',
    definition: 'Days since the planned time of the due follow-up that is overdue for longest.',
    unit: 'days',
    opens: 'follow-ups',
    lessIsBetter: true,
  },
  F11: {
    ...count(
      'No follow-up planned',
      'leads',
      'Owned leads in a stage that requires a follow-up although none is planned, whatever the range.',
    ),
    lessIsBetter: true,
  },
  F12: count(
    'Connected on time',
    'follow-ups',
    'Due follow-ups whose lead was talked to on the phone within one hour before or after the planned time.',
  ),

  C1: count('Dialled', 'calls', 'Outbound calls made.'),
  C2: count('Connected', 'calls', 'Outbound calls that the lead answered.'),
  C3: { ...count('Not connected', 'calls', 'Outbound calls that the lead did not answer.'), lessIsBetter: true },
  C3a: count('No answer', 'calls', 'Outbound calls that rang without an answer.'),
  C3b: count('Busy', 'calls', 'Outbound calls to a busy number.'),
  C3c: count('Unreachable', 'calls', 'Outbound calls to a phone that was switched off or unreachable.'),
  C3d: count('Invalid number', 'calls', 'Outbound calls to a number that does not exist.'),
  C3e: count('Failed', 'calls', 'Outbound calls that failed for another reason.'),
  C4: count('Inbound answered', 'calls', 'Inbound calls that the user answered.'),
  C5: {
    ...count(
      'Inbound missed',
      'calls',
      'Inbound calls that nobody answered. A call that rang for several users counts once in totals.',
    ),
    lessIsBetter: true,
  },
  C6: count('Missed and called back', 'calls', 'Missed inbound calls whose number was called by anyone within 60 minutes.'),
  C6n: {
    ...count('Missed and not called back', 'calls', 'Missed inbound calls whose number nobody called within 60 minutes.'),
    lessIsBetter: true,
  },
  C7: count('Unique leads dialled', 'leads', 'Different leads dialled.'),
  C8: count('Unique leads connected', 'leads', 'Different leads that answered an outbound call.'),
  C9: seconds('Talk time', 'calls', 'Time talked, in outbound and inbound calls.'),
  C10: seconds('Average talk', 'calls', 'Talk time per answered call, outbound and inbound.'),
  C11: percent('Connect %', 'calls', 'Connected calls of all dialled calls.'),
  C12: count(
    'Real conversations',
    'calls',
    'Calls that lasted at least as long as the tenant counts as a conversation (60 seconds unless set otherwise).',
  ),
  C13: {
    label: 'First call',
    definition: 'When the first call was that the user made or answered.',
    unit: 'moment',
    opens: 'calls',
  },
  C14: {
    label: 'Last call',
    definition: 'When the last call was that the user made or answered.',
    unit: 'moment',
    opens: 'calls',
  },
  C16: seconds('Longest call', 'calls', 'The longest talk, of outbound and inbound calls.'),
  C15: {
    label: 'Longest gap',
    definition: 'The longest time from the end of a call until the next one of the same user on the same day.',
    unit: 'minutes',
    opens: 'calls',
    lessIsBetter: true,
  },

  W1: seconds('Working time', 'auth-logs', 'Active time counted by the work timer.'),
  W2: seconds('Break time', 'auth-logs', 'Time on breaks.'),
  W3: { label: 'First sign-in', definition: 'The first sign-in of the range.', unit: 'moment', opens: 'auth-logs' },
  W4: { label: 'Last sign-out', definition: 'The last sign-out, or the last activity.', unit: 'moment', opens: 'auth-logs' },
  W5: seconds(
    'Idle time',
    'auth-logs',
    'Time between first sign-in and last sign-out that was neither working time nor a break.',
  ),

  P1: count('Applications started', 'leads', "Different leads that started an application. Credited to the lead's owner."),
  P2: count('Applications submitted', 'leads', "Different leads that submitted an application. Credited to the lead's owner."),
  P3: count('Fee paid', 'leads', "Different leads with an approved payment. Credited to the lead's owner."),
  P4: count('Enrolled', 'leads', "Different leads that reached a stage with the outcome enrolled. Credited to the lead's owner."),
  P4c: count('Assigned and enrolled', 'leads', 'Leads assigned in the range that have enrolled since.'),
  P5: percent(
    'Conversion %',
    'leads',
    'Leads assigned in the range that have enrolled since, of all leads assigned in the range.',
  ),
  P4n: count('New and enrolled', 'leads', 'New leads that have enrolled since.'),
  L6n: count('New and engaged', 'leads', 'New leads that someone has acted on since.'),
  P1n: count('New with an application', 'leads', 'New leads that have started an application since.'),
  P2n: count('New and submitted', 'leads', 'New leads that have submitted an application since.'),
  P3n: count('New and paid', 'leads', 'New leads with an approved payment since.'),
  P5n: percent('Conversion % of new', 'leads', 'New leads that have enrolled since, of all new leads.'),
  R1: {
    label: 'Revenue',
    definition: "Approved payments minus refunds. Credited to the lead's owner.",
    unit: 'rupees',
    opens: 'payments',
    money: true,
  },

  Q1: count('Queries received', 'queries', 'Applicant queries assigned to the user.'),
  Q2: count('Queries answered', 'queries', 'Assigned applicant queries that are answered or closed.'),
  Q4: {
    label: 'Answer time (median)',
    definition: 'Hours from the question to its first answer: half of the answered queries were faster.',
    unit: 'hours',
    opens: 'queries',
    lessIsBetter: true,
  },
  Q3: count('Queries closed', 'queries', 'Assigned applicant queries that are closed.'),
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureId = keyof typeof measures;
export const measureOf = (id: MeasureId): Measure => measures[id];
export const isMeasure = (id: string): id is MeasureId => Object.hasOwn(measures, id);
