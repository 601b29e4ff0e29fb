import { figures, languages, scheduleAt, timeOfDay } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';

export const aiCallCampaigns = defineResource({
  name: 'ai-call-campaigns',
  label: 'AI call campaign',
  menu: { group: 'Marketing', entry: 'AI Call', order: 45, path: '/ai-call' },
  // D-006: the menu asks for one code, the route for the other; the calls go with the route.
  access: { code: 'AI_CALL', menu: { code: 'AI_Call' } },
  fields: {
    type: 'object',
    required: ['name', 'script', 'voice', 'audience_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      script: { type: 'string', minLength: 1, maxLength: 20_000 },
      voice: { type: 'string', minLength: 1, maxLength: 60 },
      language: { type: 'string', enum: languages, default: 'English' },
      goals: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 120 } },
      audience_id: { type: 'string', title: 'Audience' },
      service_number_id: { type: 'string', title: 'Service number' },
    },
  },
  refs: { service_number_id: 'obd-service-numbers', audience_id: 'lead-gen-audiences' },
  columns: ['name', 'language', 'audience_id'],
  filter: ['language', 'audience_id'],
  sort: ['name', 'created_at'],
  order: '-created_at',
  search: ['name'],
  ui: {
    script: { widget: 'textarea', help: 'The voice first says that the call is automated' },
    voice: { placeholder: 'Asha' },
    goals: { help: 'What the call should find out' },
  },
  groups: [
    { title: 'Campaign', fields: ['name', 'audience_id', 'service_number_id'] },
    { title: 'Conversation', fields: ['script', 'voice', 'language', 'goals'] },
  ],
  later: {
    page: 'no AI calls are made yet. Campaigns you prepare are saved.',
    fields: {
      window: {
        why: 'no AI calls are made yet',
        field: {
          type: 'object',
          title: 'Calling hours',
          additionalProperties: false,
          properties: { from: timeOfDay, to: timeOfDay },
        },
      },
      max_attempts: {
        why: 'no AI calls are made yet',
        field: { type: 'integer', title: 'Attempts', minimum: 1, maximum: 5, default: 2 },
      },
      schedule_at: { why: 'no AI calls are made yet', field: { ...scheduleAt, title: 'Starts at' } },
      state: {
        why: 'no AI calls are made yet',
        field: {
          type: 'string',
          title: 'Status',
          enum: ['draft', 'scheduled', 'running', 'paused', 'stopped', 'completed', 'failed'],
          default: 'draft',
        },
      },
      totals: { why: 'no AI calls are made yet', field: figures('called', 'answered', 'interested', 'transferred', 'failed') },
    },
  },
  examples: [
    {
      name: 'Missed counselling slot',
      script: 'Namaste, this is an automated call from Northstar Admissions.',
      voice: 'Asha',
      audience_id: '$lead-gen-audiences',
    },
  ],
});

export type AiCallCampaign = Row<typeof aiCallCampaigns>;
