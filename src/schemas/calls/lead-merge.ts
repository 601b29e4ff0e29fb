import { dataOf, defineCall } from '../kit/call';
import { mergeFields, mostMerged } from '../kit/lead-merge';

const id = { type: 'string', minLength: 1, maxLength: 26 } as const;
const version = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const;
/** Who may change leads may merge those that they see, and undo it. */
const access = { code: 'LEADS' } as const;

/**
 * Makes leads one: everything about `lost_ids` moves to `kept_id`, whose address also answers for the lost ones. `choices`: the lead
 * whose value a field takes; without a choice the kept lead's value stays, or the first of the others that has one fills its gap.
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
    required: ['kept_id', 'lost_ids'],
    additionalProperties: false,
    properties: {
      kept_id: { ...id, title: 'Lead that stays' },
      lost_ids: { type: 'array', title: 'Other leads', items: id, minItems: 1, maxItems: mostMerged - 1, uniqueItems: true },
      choices: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(mergeFields.map((field) => [field, id])),
      },
      /** The versions that were compared: another one in the database is answered with 409. */
      versions: {
        type: 'array',
        maxItems: mostMerged,
        items: {
          type: 'object',
          required: ['id', 'row_version'],
          additionalProperties: false,
          properties: { id, row_version: version },
        },
      },
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
});
/** Puts back what a merge moved, within 72 hours: every lead that was merged in the same step. */
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
  readonly lost_ids: readonly string[];
  readonly returned: number;
  /** Rows that were deleted or moved on since. */
  readonly gone: number;
  /** Labels of fields that someone changed since the merge: they keep what they have now. */
  readonly kept_changes: readonly string[];
}
