import { defineResource, type Row } from '../kit/resource';

export const leadGenCampaigns = defineResource({
  name: 'lead-gen-campaigns',
  label: 'Lead-generation campaign',
  menu: { group: 'Automation', entry: 'Lead Generation', order: 29, path: '/lead-generation' },
  access: { code: 'Automtion_Workflow', route: 'signed-in', feature: 'lead_generation' },
  fields: {
    type: 'object',
    required: ['name', 'college_ids', 'channels', 'start_date'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      college_ids: { type: 'array', title: 'Colleges', items: { type: 'integer' }, uniqueItems: true, minItems: 1 },
      channels: {
        type: 'array',
        items: { type: 'string', enum: ['sms', 'email', 'whatsapp', 'voice', 'push', 'ads'] },
        uniqueItems: true,
        minItems: 1,
      },
      audience_id: { type: 'string', title: 'Audience' },
      budget: { type: 'number', minimum: 0 },
      start_date: { type: 'string', title: 'Starts', format: 'date' },
      end_date: { type: 'string', title: 'Ends', format: 'date' },
      source_id: { type: 'string', title: 'Source' },
      state: { type: 'string', enum: ['draft', 'running', 'paused', 'completed'], default: 'draft' },
    },
  },
  refs: { college_ids: 'colleges', audience_id: 'lead-gen-audiences', source_id: 'lead-sources' },
  unique: ['name'],
  columns: ['name', 'channels', 'audience_id', 'budget', 'start_date', 'end_date', 'state'],
  filter: ['state', 'audience_id', 'source_id', 'start_date'],
  sort: ['name', 'start_date', 'budget', 'updated_at'],
  order: '-start_date',
  search: ['name'],
  when: [{ notBefore: ['end_date', 'start_date'] }],
  ui: {
    budget: { help: "In your organisation's currency" },
    channels: { labels: { sms: 'SMS', email: 'Email', whatsapp: 'WhatsApp', voice: 'Voice', push: 'Push', ads: 'Ads' } },
  },
  groups: [
    { title: 'Campaign', fields: ['name', 'college_ids', 'channels', 'state'] },
    { title: 'Audience', fields: ['audience_id', 'source_id'] },
    { title: 'Schedule and budget', fields: ['start_date', 'end_date', 'budget'] },
  ],
  wire: {
    list: 'GET lead-gen/campaigns',
    read: 'GET lead-gen/campaigns/{id}',
    create: 'POST lead-gen/campaigns',
    update: ['PUT lead-gen/campaigns/{id}', 'PUT lead-gen/campaigns@id'],
    delete: ['DELETE lead-gen/campaigns/{id}', 'DELETE lead-gen/campaigns?id'],
  },
  later: {
    page: 'campaigns do not send anything yet. To reach an audience now, use the Broadcasts tab.',
    fields: {
      target_leads: {
        why: 'leads are not counted per campaign yet',
        field: { type: 'integer', title: 'Target number of leads', minimum: 0 },
      },
    },
  },
  examples: [{ name: 'Monsoon intake', college_ids: ['$colleges'], channels: ['sms', 'email'], start_date: '2026-06-01' }],
});

export type LeadGenCampaign = Row<typeof leadGenCampaigns>;
