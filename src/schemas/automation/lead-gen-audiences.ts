import { conditionBlocks, exampleBlocks, globleCondtion } from '../kit/condition-blocks';
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
      kind: { type: 'string', enum: ['dynamic', 'static'], default: 'dynamic' },
      rule: conditionBlocks,
      globleCondtion,
      lead_ids: { type: 'array', title: 'Leads', items: { type: 'string' }, uniqueItems: true, maxItems: 10_000 },
      file: { type: 'string', title: 'CSV of phones', format: 'uri-reference' },
      count: { type: 'integer', title: 'Current leads', minimum: 0 },
    },
  },
  readOnly: ['count'],
  refs: { lead_ids: 'leads' },
  reach: { nothing: 'a broadcast or campaign takes from it only leads that its sender can see' },
  unique: ['name'],
  files: ['file'],
  columns: ['name', 'kind', 'count', 'updated_at'],
  filter: ['kind'],
  sort: ['name', 'count', 'updated_at'],
  order: 'name',
  search: ['name'],
  checks: ['known conditions'],
  when: [
    { if: { field: 'kind', is: 'dynamic' }, require: ['rule'] },
    { if: { field: 'kind', is: 'dynamic' }, show: ['rule', 'globleCondtion'] },
    { if: { field: 'kind', is: 'static' }, show: ['lead_ids', 'file'] },
  ],
  ui: {
    kind: { labels: { dynamic: 'All leads that meet the conditions', static: 'A fixed list of leads' } },
    rule: { counts: 'audience' },
  },
  groups: [
    { title: 'Audience', fields: ['name', 'kind'] },
    { title: 'Which leads', fields: ['rule', 'globleCondtion', 'lead_ids', 'file'] },
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
