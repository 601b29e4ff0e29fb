import { defineResource, type Row } from '../kit/resource';

/** What a campaign cost on a day: from a file of the ad platform, or of a channel without one. `campaign` is the UTM campaign. */
export const campaignCosts = defineResource({
  name: 'campaign-costs',
  label: 'Campaign cost',
  menu: { group: 'Marketing', under: 'Marketing Analytics', path: '/marketing-analytics/costs' },
  access: { code: ['Marketing_Analytics', 'Ads_Management'], menu: { code: 'Marketing_Analytics' } },
  fields: {
    type: 'object',
    required: ['day', 'platform', 'campaign', 'spend'],
    additionalProperties: false,
    properties: {
      day: { type: 'string', format: 'date' },
      platform: { type: 'string', enum: ['google', 'facebook', 'other'] },
      campaign: { type: 'string', title: 'UTM campaign', minLength: 1, maxLength: 100 },
      account_id: { type: 'string', title: 'Ads account' },
      source_id: { type: 'string', title: 'Lead source' },
      spend: { type: 'number', title: 'Spend (₹)', minimum: 0, maximum: 1_000_000_000 },
      impressions: { type: 'integer', minimum: 0, maximum: 10_000_000_000 },
      clicks: { type: 'integer', minimum: 0, maximum: 10_000_000_000 },
    },
  },
  refs: { account_id: { to: 'ads-accounts', evenInactive: true }, source_id: { to: 'lead-sources', evenInactive: true } },
  // figures know one campaign whatever its case
  unique: [{ fields: ['day', 'platform', 'campaign'], folds: true }],
  columns: ['day', 'platform', 'campaign', 'spend', 'impressions', 'clicks', 'source_id', 'account_id'],
  display: 'campaign',
  filter: ['day', 'platform', 'campaign', 'account_id', 'source_id'],
  sort: ['day', 'campaign', 'spend'],
  order: '-day',
  search: ['campaign'],
  ui: {
    platform: { labels: { google: 'Google', facebook: 'Facebook', other: 'Other' } },
    campaign: { help: 'As in utm_campaign of the links: leads and costs of a campaign are matched by it.' },
    source_id: { help: 'The source whose leads this paid for. Leave empty to use the source of the ads account.' },
  },
  related: [
    { title: 'Marketing Analytics', path: '/marketing-analytics/google' },
    { title: 'Ads Management', path: '/advertising-management' },
  ],
  examples: [{ day: '2026-03-02', platform: 'google', campaign: 'mba-2027', spend: 4200.5, impressions: 52_000, clicks: 810 }],
});

export type CampaignCost = Row<typeof campaignCosts>;
