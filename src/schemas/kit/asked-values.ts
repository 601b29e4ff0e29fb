/** The values of columns that a list of leads takes from elsewhere; the schema files of those records have them too. */
export const callOutcomes = [
  'answered',
  'no_answer',
  'busy',
  'unreachable',
  'invalid',
  'failed',
  'missed',
  'rejected',
  'voicemail',
  'unknown',
] as const;
export const applicationStates = [
  'draft',
  'submitted',
  'under_review',
  'documents_pending',
  'interview',
  'waitlisted',
  'offered',
  'accepted',
  'rejected',
  'withdrawn',
  'cancelled',
  'enrolled',
] as const;
export const paymentStates = ['none', 'pending', 'paid', 'failed', 'refunded'] as const;

export const yesNo = { type: 'string', enum: ['yes', 'no'] } as const;

export const consentTo = (part: 'sms' | 'email' | 'whatsapp' | 'call') =>
  ({ from: 'consent', field: { type: 'string', enum: ['given', 'withdrawn'] }, part }) as const;
