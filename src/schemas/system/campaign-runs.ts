import { defineResource, type Row } from '../kit/resource';

/** What the server keeps of a campaign's current run: its job, how far its recipients are listed, and its message. */
export const campaignRuns = defineResource({
  name: 'campaign-runs',
  label: 'Campaign run',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['campaign_id'],
    additionalProperties: false,
    properties: {
      campaign_id: { type: 'string', title: 'Campaign', maxLength: 26 },
      job_id: { type: 'string', maxLength: 26 },
      /** The last lead that was written down as a recipient of this run; 'all' once every one is. */
      listed: { type: 'string', maxLength: 26 },
      /** Who started the run: its audience is theirs, also when another person lets it go on. */
      starter: { type: 'string', maxLength: 26 },
      /** When the campaign started first: one that repeats keeps its day and its time. */
      first_at: { type: 'string', format: 'date-time' },
      /** Calls of a voice campaign, each asked for the first time, that the provider refused one after the other. */
      refused_in_row: { type: 'integer', minimum: 0 },
      /** The template as it was when the run started: a later change or deletion does not reach it. */
      message: { type: 'object', properties: {} },
      /** Who takes its messages: a provider's row, 'operator' or 'simulator'. Another one does not go on without a person. */
      sender: { type: 'string', maxLength: 26 },
      /** Messages of an ended run are sent once more: the state that the campaign goes back to. */
      returns_to: { type: 'string', enum: ['scheduled', 'sent', 'stopped'] },
      /** How often in a row the provider has said that messages come too fast. */
      slowed: { type: 'integer', minimum: 0 },
    },
  },
  audited: false,
  unique: ['campaign_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type CampaignRun = Row<typeof campaignRuns>;
