import { defineResource, type Row } from '../kit/resource';

/**
 * A lead that was merged into another: what moved from the lost lead to the kept one and what the kept one was before, so that it can be
 * undone. Its numbers and emails stay known, so a new enquiry of the lost lead reaches the kept one.
 */
export const leadMerges = defineResource({
  name: 'lead-merges',
  label: 'Lead merge',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['kept_id', 'lost_id', 'state'],
    additionalProperties: false,
    properties: {
      kept_id: { type: 'string' },
      /** The first merge of the step in which several leads were made one; their keys are in the order in which they were merged. */
      group_id: { type: 'string', maxLength: 26 },
      lost_id: { type: 'string' },
      state: { type: 'string', enum: ['merged', 'undone'], default: 'merged' },
      /** Of the lost lead. */
      phone: { type: 'string', maxLength: 20 },
      /** Of the kept lead, where it took the lost one's number. */
      former_phone: { type: 'string', maxLength: 20 },
      /** Of a lost lead without a phone. */
      email: { type: 'string', maxLength: 254 },
      /** Of a kept lead without a phone, where it took the lost one's phone or email. */
      former_email: { type: 'string', maxLength: 254 },
      /** Columns of the kept lead that the merge changed: as they were, and as it left them. */
      before: { type: 'object' },
      after: { type: 'object' },
      /** Keys of the rows that moved, by table and column. */
      moved: { type: 'object' },
      undone_at: { type: 'string', format: 'date-time' },
      undone_by: { type: 'string', maxLength: 26 },
    },
  },
  leadData: {
    same: {
      phone: ['phone'],
      former_phone: ['phone'],
      email: ['email'],
      former_email: ['email'],
      before: ['phone', 'alternate_phone', 'whatsapp_number', 'email'],
      after: ['phone', 'alternate_phone', 'whatsapp_number', 'email'],
      moved: [],
    },
    apart: 'no call lists it: the lead page reads the merges of a lead that its reader may see',
  },
  refs: { kept_id: 'leads', lost_id: 'leads' },
  personal: ['phone', 'former_phone', 'email', 'former_email'],
  indexes: [['kept_id'], ['group_id'], ['lost_id'], ['phone'], ['former_phone'], ['email'], ['former_email']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type LeadMerge = Row<typeof leadMerges>;
