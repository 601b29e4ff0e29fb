import type { Field } from './field';

/** Fields that templates and campaigns of every channel share, written once. */

/** The 18 languages on offer (D-142). */
export const languages = [
  'English',
  'Hindi',
  'Assamese',
  'Bengali',
  'Gujarati',
  'Kannada',
  'Kashmiri',
  'Konkani',
  'Malayalam',
  'Manipuri',
  'Marathi',
  'Nepali',
  'Odia',
  'Punjabi',
  'Sindhi',
  'Tamil',
  'Telugu',
  'Urdu',
] as const;

/** Which lead field fills a placeholder, what is there when the lead has none, and what a preview shows. */
export const messageVariables = {
  type: 'array',
  title: 'Variables',
  items: {
    type: 'object',
    required: ['placeholder', 'field'],
    additionalProperties: false,
    properties: {
      placeholder: { type: 'string', maxLength: 60, minLength: 1 },
      field: { type: 'string', title: 'Lead field', maxLength: 60 },
      fallback: { type: 'string', title: 'If empty', maxLength: 200 },
      sample: { type: 'string', maxLength: 200 },
    },
  },
  maxItems: 50,
} as const satisfies Field;

export const timeOfDay = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' } as const satisfies Field;
export const scheduleAt = { type: 'string', title: 'Send at', format: 'date-time' } as const satisfies Field;

/** Drafts and schedules are the client's; sending and what comes after are the server's (server/domain/campaign-states). */
export const campaignState = {
  type: 'string',
  title: 'Status',
  enum: ['draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped', 'failed'],
  default: 'draft',
} as const satisfies Field;

/** What becomes of a call of a voice campaign. The last three were not called: their rows say why. */
export const callStatuses = [
  'pending',
  'dialling',
  'answered',
  'busy',
  'no_answer',
  'failed',
  'unknown',
  'do_not_disturb',
  'opted_out',
  'held',
] as const;

/** The same in words. */
export const callStatusLabels: Readonly<Record<(typeof callStatuses)[number], string>> = {
  pending: 'Waiting',
  dialling: 'Being called',
  answered: 'Answered',
  busy: 'Busy',
  no_answer: 'No answer',
  failed: 'Failed',
  unknown: 'Unknown',
  do_not_disturb: 'Do not disturb',
  opted_out: 'Opted out',
  held: 'Not called',
};

/** Figures of a campaign by name, each a number from 0. */
export function figures<const N extends string>(...names: readonly N[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'number', minimum: 0 }]));
  return { type: 'object', title: 'Results', properties: properties as Record<N, { type: 'number'; minimum: 0 }> } as const;
}
