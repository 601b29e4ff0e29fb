import { meetingPlatforms } from '../kit/meeting-platforms';
import { defineResource, type Row } from '../kit/resource';
import { url } from '../kit/shared-fields';

export const virtualMeetings = defineResource({
  name: 'virtual-meetings',
  label: 'Virtual meeting',
  access: { code: 'LEADS', create: { code: 'LEADS', level: 3 } },
  fields: {
    type: 'object',
    required: ['lead_id', 'user_id', 'starts_at'],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string', title: 'Lead' },
      title: { type: 'string', maxLength: 120, default: 'Counselling' },
      user_id: { type: 'string', title: 'Host' },
      starts_at: { type: 'string', title: 'Starts', format: 'date-time' },
      duration_min: { type: 'integer', title: 'Minutes', minimum: 5, maximum: 480, default: 30 },
      platform: { type: 'string', enum: ['google_meet', 'zoom', 'microsoft_teams', 'webex', 'phone', 'other'] },
      link_by: { type: 'string', title: 'Link', enum: ['hand', 'provider'], default: 'hand' },
      link: { ...url, title: 'Address of the meeting' },
      link_state: { type: 'string', enum: ['asked', 'made', 'failed'] },
      link_error: { type: 'string', maxLength: 300 },
      tell_lead: { type: 'boolean', title: 'Email the lead', default: true },
      told_at: { type: 'string', title: 'Lead emailed', format: 'date-time' },
      state: { type: 'string', enum: ['scheduled', 'done', 'missed', 'cancelled'], default: 'scheduled' },
      note: { type: 'string', maxLength: 2000 },
      joined_at: { type: 'string', title: 'Joined', format: 'date-time' },
      left_at: { type: 'string', title: 'Left', format: 'date-time' },
      recording_link: { ...url, title: 'Recording' },
    },
  },
  refs: { lead_id: 'leads', user_id: 'users' },
  readOnly: ['link_state', 'link_error', 'told_at'],
  fixed: ['lead_id'],
  scope: { through: 'lead_id' },
  messages: { user_id: { required: 'Choose who meets the lead' } },
  columns: ['starts_at', 'title', 'lead_id', 'user_id', 'platform', 'duration_min', 'state', 'link'],
  filter: ['lead_id', 'user_id', 'platform', 'state', 'starts_at'],
  sort: ['starts_at', 'created_at'],
  order: '-starts_at',
  ui: {
    note: { widget: 'textarea' },
    state: { labels: { scheduled: 'Scheduled', done: 'Held', missed: 'No-show', cancelled: 'Cancelled' } },
    platform: { labels: meetingPlatforms, help: 'Leave it empty where the link says it' },
    link_by: { labels: { hand: 'Entered by hand', provider: 'Made by the video provider' } },
  },
  actions: {
    tell: { wire: 'POST res/virtual-meetings/{id}/tell', as: 'update' },
    link: { wire: 'POST res/virtual-meetings/{id}/link', as: 'update' },
  },
  examples: [{ lead_id: '$leads', user_id: '$users', starts_at: '2999-01-01T05:30:00.000Z', link: 'https://meet.example/abc' }],
});

export type VirtualMeeting = Row<typeof virtualMeetings>;
