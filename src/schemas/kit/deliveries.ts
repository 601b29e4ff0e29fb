import type { Field } from './field';

/** The fields of a lead that a publisher can send. */
export const deliverableFields = [
  'name',
  'phone',
  'email',
  'alternate_phone',
  'whatsapp_number',
  'gender',
  'date_of_birth',
  'country',
  'state',
  'city',
  'pincode',
  'clg_id',
  'stream',
  'course',
  'last_education',
  'year_of_admission',
  'intake',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;

/** What the team says about a lead: its work and what figures count. A publisher does not set it. */
export const teamFields = ['user_id', 'priority', 'is_verified', 'tags', 'lead_type'] as const;

/** What became of a delivered lead. `refused`: above a limit, or of an inactive publisher; `test`: nothing was stored of it. */
export const deliveryStates = ['accepted', 'duplicate', 'invalid', 'refused', 'test'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deliveryLabels: Readonly<Record<DeliveryState, string>> = {
  accepted: 'Accepted',
  duplicate: 'Duplicate',
  invalid: 'Invalid',
  refused: 'Refused',
  test: 'Test',
};

/** How far a delivered lead has come, as it is shown to its publisher. */
export const stageBuckets = ['new', 'in_progress', 'applied', 'enrolled', 'lost'] as const;
export type StageBucket = (typeof stageBuckets)[number];
export const bucketLabels: Readonly<Record<StageBucket, string>> = {
  new: 'New',
  in_progress: 'In progress',
  applied: 'Applied',
  enrolled: 'Enrolled',
  lost: 'Lost',
};

/** A publisher's objection to a duplicate or an invalid lead, and our answer. */
export const disputeStates = ['open', 'agreed', 'declined'] as const;
export type DisputeState = (typeof disputeStates)[number];
export const disputeLabels: Readonly<Record<DisputeState, string>> = {
  open: 'Waiting for an answer',
  agreed: 'Agreed',
  declined: 'Declined',
};

const count = (title: string) => ({ type: 'integer', title, minimum: 0 }) as const satisfies Field;
/** What is counted of a publisher's leads; percentages are of the accepted ones. */
export const deliveryFigures = {
  leads_today: count('Today'),
  leads_month: count('This month'),
  accepted: count('Accepted'),
  duplicates: count('Duplicates'),
  invalid: count('Invalid'),
  refused: count('Refused'),
  disputes: count('Open disputes'),
  verified_percent: { type: 'number', title: 'Verified %', minimum: 0 },
  connected_percent: { type: 'number', title: 'Connected %', minimum: 0 },
  applied: count('Applications'),
  enrolled: count('Enrolled'),
  payable: { type: 'number', title: 'Payable', minimum: 0 },
  last_lead_at: { type: 'string', title: 'Last lead', format: 'date-time' },
} as const;
export type DeliveryFigure = keyof typeof deliveryFigures;
const isFigure = (name: string): name is DeliveryFigure => Object.hasOwn(deliveryFigures, name);
export const deliveryFigureNames: readonly DeliveryFigure[] = Object.keys(deliveryFigures).filter(isFigure);

/** The list of the rows that each figure counts; `list` is the address of the publisher's. */
export function figureLists(list: `/${string}`) {
  const sent = '&state=accepted&state=duplicate&state=invalid';
  const accepted = '&state=accepted';
  const opens = (query: string, width = 96) => ({ opens: `${list}${query}`, width }) as const;
  return {
    leads_today: opens(`${sent}&delivered_at_between=today`),
    leads_month: opens(`${sent}&delivered_at_between=this_month`, 104),
    accepted: opens(accepted),
    duplicates: opens('&state=duplicate', 104),
    invalid: opens('&state=invalid'),
    refused: opens('&state=refused'),
    disputes: opens('&dispute_state=open', 128),
    verified_percent: opens(`${accepted}&is_verified=true`, 104),
    connected_percent: opens(`${accepted}&is_connected=true`, 124),
    applied: opens(`${accepted}&has_applied=true`, 116),
    enrolled: opens(`${accepted}&is_enrolled=true`),
  };
}
