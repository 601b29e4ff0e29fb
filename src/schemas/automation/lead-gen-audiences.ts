import { conditionBlocks, exampleBlocks, globleCondtion } from '../kit/condition-blocks';
import { campaignResultLabels, campaignResultNames } from '../kit/send-reasons';
import { defineResource, type Row } from '../kit/resource';

export const leadGenAudiences = defineResource({
  name: 'lead-gen-audiences',
  label: 'Audience',
  menu: { group: 'Automation', under: 'Lead Generation', tab: 'Audience', path: '/lead-generation/audience' },
  access: { code: 'Automtion_Workflow', route: 'signed-in', feature: 'lead_generation' },
  fields: {
    type: 'object',
    required: ['name', 'kind'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      kind: { type: 'string', enum: ['dynamic', 'static', 'list', 'campaign'], default: 'dynamic' },
      rule: conditionBlocks,
      globleCondtion,
      lead_ids: { type: 'array', title: 'Leads', items: { type: 'string' }, uniqueItems: true, maxItems: 10_000 },
      file: { type: 'string', title: 'CSV of phones or emails', format: 'uri-reference' },
      file_result: { type: 'string', title: 'Rows of the file', maxLength: 400 },
      address: { type: 'string', title: 'Address of the lead list', maxLength: 4000 },
      campaign_id: { type: 'string', title: 'Campaign', maxLength: 26 },
      campaign_result: { type: 'string', title: 'Leads whose message is', enum: campaignResultNames },
      count: { type: 'integer', title: 'Current leads', minimum: 0 },
    },
  },
  readOnly: ['count', 'file_result', 'campaign_id', 'campaign_result'],
  refs: { lead_ids: 'leads' },
  reach: { nothing: 'a broadcast or campaign takes from it only leads that its sender can see' },
  unique: ['name'],
  files: ['file'],
  personal: ['file_result'],
  columns: ['name', 'kind', 'count', 'updated_at'],
  filter: ['kind'],
  sort: ['name', 'count', 'updated_at'],
  order: 'name',
  search: ['name'],
  checks: ['known conditions'],
  when: [
    { if: { field: 'kind', is: 'dynamic' }, require: ['rule'] },
    { if: { field: 'kind', is: 'dynamic' }, show: ['rule', 'globleCondtion'] },
    { if: { field: 'kind', is: 'static' }, show: ['lead_ids', 'file', 'file_result'] },
    { if: { field: 'kind', is: 'list' }, require: ['address'] },
    { if: { field: 'kind', is: 'list' }, show: ['address'] },
  ],
  ui: {
    kind: {
      labels: {
        dynamic: 'All leads that meet the conditions',
        static: 'A fixed list of leads',
        campaign: 'Results of a campaign',
      },
    },
    rule: { counts: 'audience' },
    file: { help: 'The leads with these phones or emails become the list when you save' },
    address: {
      help: 'Open the lead list, choose a saved view or filters, and paste the address of that page. The leads are found again each time.',
    },
    campaign_id: { widget: 'hidden' },
    campaign_result: { labels: campaignResultLabels },
  },
  groups: [
    { title: 'Audience', fields: ['name', 'kind'] },
    { title: 'Which leads', fields: ['rule', 'globleCondtion', 'lead_ids', 'file', 'file_result', 'address'] },
  ],
  wire: {
    list: 'GET lead-gen/audience',
    read: 'GET lead-gen/audience/{id}',
    create: 'POST lead-gen/audience',
    update: ['PUT lead-gen/audience/{id}', 'PUT lead-gen/audience@id'],
    delete: ['DELETE lead-gen/audience/{id}', 'DELETE lead-gen/audience?id'],
  },
  examples: [{ name: 'Numbers to verify', kind: 'dynamic', rule: exampleBlocks }],
});

export type LeadGenAudience = Row<typeof leadGenAudiences>;
