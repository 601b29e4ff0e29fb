import { defineResource, type Row } from '../kit/resource';

/** Every arrival of a lead, first or again: the source of re-enquiries and of primary, secondary, tertiary source. */
export const leadCaptures = defineResource({
  name: 'lead-captures',
  label: 'Lead capture',
  access: { code: 'LEADS' },
  fields: {
    type: 'object',
    required: ['lead_id', 'via'],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string' },
      via: {
        type: 'string',
        enum: ['manual', 'import', 'api', 'form', 'landing_page', 'widget', 'ad', 'call', 'whatsapp', 'chat'],
      },
      is_re_enquiry: { type: 'boolean', title: 'Re-enquiry', default: false },
      source: { type: 'string' },
      clg_id: { type: 'integer', title: 'College' },
      utm_source: { type: 'string', title: 'UTM source', maxLength: 100 },
      utm_medium: { type: 'string', title: 'UTM medium', maxLength: 100 },
      utm_campaign: { type: 'string', title: 'UTM campaign', maxLength: 100 },
      import_id: { type: 'string' },
      /** The site visit it was made on. Visits are deleted after some time; the capture stays. */
      visit_id: { type: 'string', title: 'Site visit' },
      data: { type: 'object' },
    },
  },
  refs: { lead_id: 'leads', source: 'lead-sources', clg_id: 'colleges', import_id: 'imports' },
  scope: { through: 'lead_id' },
  leadData: {
    // a role that may not see one of them sees none of what arrived
    same: {
      data: [
        'name',
        'phone',
        'email',
        'alternate_phone',
        'whatsapp_number',
        'country_code',
        'source',
        'clg_id',
        'stream',
        'course',
        'user_id',
        'country',
        'state',
        'city',
        'pincode',
        'address',
        'gender',
        'date_of_birth',
        'category',
        'last_education',
        'year_of_admission',
        'intake',
        'priority',
        'do_not_disturb',
        'tags',
        'publisher_id',
        'utm_source',
        'utm_medium',
        'utm_campaign',
        'utm_term',
        'utm_content',
      ],
    },
  },
  columns: ['created_at', 'via', 'source', 'is_re_enquiry'],
  filter: ['lead_id', 'import_id', 'visit_id'],
  sort: ['created_at'],
  order: '-created_at',
  capped: true,
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type LeadCapture = Row<typeof leadCaptures>;
