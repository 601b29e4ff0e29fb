import { dataOf, defineCall } from '../kit/call';
import { mergeFields } from '../kit/lead-merge';

const id = { type: 'string', minLength: 1, maxLength: 26 } as const;
const version = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const;
/** Who may change leads may merge two that they see, and undo it. */
const access = { code: 'LEADS' } as const;

/**
 * Makes two leads one: everything about `lost_id` moves to `kept_id`, whose address also answers for the lost one. `choices`: the
 * fields whose value comes from the lost lead, or stays; without a choice the kept lead's value stays, or the other one's fills its gap.
 */
export const leadMerge = defineCall({
  name: 'lead-merge',
  wire: 'POST leads/merge',
  access,
  as: 'update',
  data: dataOf<LeadsMerged>(),
  idempotent: true,
  body: {
    type: 'object',
    required: ['kept_id', 'lost_id'],
    additionalProperties: false,
    properties: {
      kept_id: id,
      lost_id: id,
      choices: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(mergeFields.map((field) => [field, { type: 'string', enum: ['kept', 'lost'] } as const])),
      },
      /** The versions that were compared: another one in the database is answered with 409. */
      kept_version: version,
      lost_version: version,
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
});
/** Puts back what a merge moved, within 72 hours. */
export const leadUnmerge = defineCall({
  name: 'lead-unmerge',
  wire: 'POST leads/unmerge',
  access,
  as: 'update',
  data: dataOf<LeadsUnmerged>(),
  body: { type: 'object', required: ['merge_id'], additionalProperties: false, properties: { merge_id: id } },
});
/** Where the address of a lead that was merged leads to; one that was not is answered with 404. */
export const leadMergedInto = defineCall({
  name: 'lead-merged-into',
  wire: 'GET leads/{id}/merged-into',
  access,
  as: 'read',
  data: dataOf<{ readonly id: string }>(),
});

export interface LeadsMerged {
  readonly merge_id: string;
  readonly kept_id: string;
  /** Rows that moved: calls, follow-ups, messages and all else. */
  readonly moved: number;
}
export interface LeadsUnmerged {
  readonly kept_id: string;
  readonly lost_id: string;
  readonly returned: number;
  /** Rows that were deleted or moved on since. */
  readonly gone: number;
  /** Labels of fields that someone changed since the merge: they keep what they have now. */
  readonly kept_changes: readonly string[];
}
