import { channelNames, leadChannels } from '../kit/lead-channels';
import { defineResource, type Row } from '../kit/resource';

export const leadColleges = defineResource({
  name: 'lead-colleges',
  label: 'College choice',
  access: { code: 'LEADS', create: { code: 'LEADS', level: 3 }, feature: 'partner_college' },
  fields: {
    type: 'object',
    required: ['lead_id', 'clg_id', 'relation'],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string', title: 'Lead' },
      clg_id: { type: 'integer', title: 'College' },
      relation: { type: 'string', enum: ['recommended', 'shortlisted', 'not_interested'] },
      reason: { type: 'string', title: 'Note', maxLength: 500 },
      course_id: { type: 'string', title: 'Course' },
      reason_code: {
        type: 'string',
        title: 'Reason not interested',
        enum: ['fees', 'location', 'eligibility', 'placement', 'other'],
      },
      rank: { type: 'integer', title: 'Place', minimum: 1 },
      chosen_by: { type: 'string', title: 'Chosen by' },
      chosen_at: { type: 'string', title: 'Chosen', format: 'date-time' },
      shared_at: { type: 'string', title: 'Shared', format: 'date-time' },
      share_code: { type: 'string', title: 'Short link of the share', maxLength: 32 },
      opened_at: { type: 'string', title: 'Opened', format: 'date-time' },
      response: { type: 'string', title: 'Student response', enum: ['interested', 'undecided', 'visit', 'declined'] },
      next_step: { type: 'string', title: 'Next step', maxLength: 200 },
      shared_via: { type: 'string', title: 'Shared by', enum: leadChannels },
    },
  },
  refs: { lead_id: 'leads', clg_id: 'colleges', course_id: 'courses', chosen_by: { to: 'users', evenInactive: true } },
  readOnly: ['rank', 'chosen_by', 'chosen_at', 'shared_at', 'shared_via', 'share_code', 'opened_at'],
  fixed: ['lead_id', 'clg_id'],
  scope: { through: 'lead_id' },
  unique: [['lead_id', 'clg_id'], 'share_code'],
  messages: { reason_code: { required: 'Choose a reason' } },
  columns: ['clg_id', 'lead_id', 'relation', 'course_id', 'reason_code', 'reason', 'created_at'],
  filter: ['lead_id', 'clg_id', 'relation'],
  sort: ['created_at'],
  order: '-created_at',
  when: [
    { if: { field: 'relation', is: 'not_interested' }, require: ['reason_code'] },
    { if: { field: 'relation', is: 'not_interested' }, show: ['reason_code'] },
  ],
  ui: {
    reason: { widget: 'textarea' },
    shared_via: { labels: channelNames },
    response: { labels: { interested: 'Interested', undecided: 'Undecided', visit: 'Wants to visit', declined: 'Declined' } },
  },
  actions: {
    place: { wire: 'PUT res/lead-colleges/{id}/place', as: 'update' },
    push: { wire: 'POST res/lead-colleges/{id}/push', as: 'update' },
  },
  examples: [{ lead_id: '$leads', clg_id: '$colleges', relation: 'recommended' }],
});

export type LeadCollege = Row<typeof leadColleges>;
