import { dataOf, defineCall } from '../kit/call';
import { suspectReasonNames, type SuspectReason } from '../kit/lead-suspects';

const id = { type: 'string', minLength: 1, maxLength: 26 } as const;
/** Where a pair stands in the list: its weight and its key. */
const pairPattern = '^\\d{1,6}\\.[0-9A-Z]{1,26}$';
const access = { code: 'LEADS' } as const;

/** Pairs of leads that may be one person, the surest first; only pairs of which this user sees both. */
export const leadSuspectList = defineCall({
  name: 'lead-suspects',
  wire: 'GET leads/suspects',
  access,
  as: 'read',
  data: dataOf<SuspectPair[]>(),
  members: dataOf<SuspectCheck>(),
  query: {
    type: 'object',
    properties: {
      state: { type: 'string', enum: ['open', 'apart'], default: 'open' },
      reason: { type: 'string', enum: suspectReasonNames },
      /** The pairs after this one, or before it: `next` and `previous` of an answer. */
      after: { type: 'string', maxLength: 40, pattern: pairPattern },
      before: { type: 'string', maxLength: 40, pattern: pairPattern },
    },
  },
});
/** 'Not the same person', kept until it is taken back (`apart: false`). */
export const leadsApart = defineCall({
  name: 'leads-apart',
  wire: 'POST leads/suspects/apart',
  access,
  as: 'update',
  body: {
    type: 'object',
    required: ['lead_id', 'other_id', 'apart'],
    additionalProperties: false,
    properties: { lead_id: id, other_id: id, apart: { type: 'boolean' } },
  },
});
/** Compares all leads in the background; also done after each import. */
export const leadSuspectCheck = defineCall({
  name: 'lead-suspect-check',
  wire: 'POST leads/suspects/check',
  access: { code: 'LEADS', update: { code: 'LEADS', level: 3 } },
  as: 'update',
  data: dataOf<{ readonly job_id: string }>(),
});

export interface SuspectPair {
  readonly one: SuspectLead;
  readonly other: SuspectLead;
  readonly reasons: readonly SuspectReason[];
}
export interface SuspectLead {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly city: string | null;
  readonly owner_name: string | null;
  readonly stage_name: string | null;
  readonly created_at: string;
}
export interface SuspectCheck {
  /** Where the next and the previous page begin; null where there is none. */
  readonly next: string | null;
  readonly previous: string | null;
  /** Of the pairs that this user sees; 1,000 at most. */
  readonly count: number;
  /** The last check of all leads: null while one runs, or before the first. */
  readonly checked_at: string | null;
  readonly running: boolean;
}
