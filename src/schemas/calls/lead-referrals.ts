import { dataOf, defineCall } from '../kit/call';
import { chosenLeads } from '../kit/chosen-leads';

/** Asks colleagues to take leads: several people get them by round robin. */
export const leadRefer = defineCall({
  name: 'lead-refer',
  wire: 'POST leads/refer',
  access: { code: 'LEADS', create: { code: 'LEADS', level: 3 } },
  as: 'create',
  data: dataOf<LeadsReferred>(),
  idempotent: true,
  body: {
    type: 'object',
    required: ['to_user_ids'],
    properties: {
      ...chosenLeads,
      to_user_ids: {
        type: 'array',
        title: 'Users',
        items: { type: 'string', maxLength: 26 },
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
      },
      note: { type: 'string', maxLength: 500 },
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
});

/** `data` of `lead-refer`. */
export interface LeadsReferred {
  readonly referred: number;
  /** How many each person was asked to take, in the order chosen. */
  readonly shares: readonly { readonly user_id: string; readonly name: string; readonly count: number }[];
  /** Leads left as they are: someone was already asked to take them, or they belong to the only person chosen. */
  readonly already_asked: number;
  readonly already_theirs: number;
}

/** How many leads colleagues have asked this user to take; the list at /leads?type=assigned-leads shows the same ones. */
export const referralCount = defineCall({
  name: 'referral-count',
  wire: 'GET leads/referral-count',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<{ readonly waiting: number }>(),
});
