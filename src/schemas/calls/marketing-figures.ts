import { dataOf, defineCall } from '../kit/call';

const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' } as const;

export const trafficRows = ['day', 'channel', 'source', 'medium', 'campaign', 'page', 'device', 'site'] as const;
export type TrafficBy = (typeof trafficRows)[number];

/** Visits of the tenant's sites and the leads they led to, of days of the tenant. */
export const traffic = defineCall({
  name: 'traffic',
  wire: 'GET traffic',
  access: { code: 'Traffic_Analytics' },
  as: 'read',
  data: dataOf<Traffic>(),
  query: {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      from: day,
      to: day,
      site: { type: 'string', maxLength: 26 },
      by: { type: 'string', enum: trafficRows, default: 'channel' },
    },
  },
});
export interface TrafficNumbers {
  readonly visits: number;
  /** Browsers, each once. */
  readonly visitors: number;
  readonly page_views: number;
  readonly form_views: number;
  readonly form_starts: number;
  /** Visits from which an enquiry came of a lead that the reader can open. */
  readonly converted: number;
  /** L1: leads captured for the first time. Null where the rows have no such number, or the reader no right to it. */
  readonly leads: number | null;
}
export interface TrafficRow extends TrafficNumbers {
  /** An empty text: not set. */
  readonly key: string;
  readonly label: string;
}
export interface Traffic {
  readonly total: TrafficNumbers;
  /** Visits at which a form was seen, and at which one was started. */
  readonly funnel: { readonly saw_form: number; readonly began_form: number };
  readonly days: readonly { readonly day: string; readonly visits: number; readonly converted: number }[];
  /** Up to 500, those with the most visits. */
  readonly rows: readonly TrafficRow[];
  readonly more_rows: number;
  readonly as_of: string;
}

/** Who is on the sites now, and whether each site's script reports. */
export const trafficNow = defineCall({
  name: 'traffic-now',
  wire: 'GET traffic/now',
  access: { code: 'Traffic_Analytics' },
  as: 'read',
  data: dataOf<TrafficNow>(),
});
export interface TrafficNow {
  /** Visits with a page or a form in the last five minutes. */
  readonly live: number;
  readonly pages: readonly { readonly page: string; readonly visits: number }[];
  readonly sites: readonly SiteState[];
}
export interface SiteState {
  readonly id: string;
  readonly name: string;
  readonly site_url: string | null;
  readonly consent: string | null;
  readonly consent_text: string | null;
  readonly status: number;
  /** Of the newest report. */
  readonly last_at: string | null;
}

export const platforms = ['google', 'facebook', 'other'] as const;
export type Platform = (typeof platforms)[number];
/** One platform, or those with ads accounts together. */
export const platformChoices = [...platforms, 'ads'] as const;
export type PlatformChoice = (typeof platformChoices)[number];
export const platformsOf = (choice: PlatformChoice): readonly Platform[] =>
  choice === 'ads' ? ['google', 'facebook'] : [choice];
export const attributions = ['first', 'last', 'any'] as const;
export type Attribution = (typeof attributions)[number];
export const campaignRows = ['campaign', 'day', 'source'] as const;
export type CampaignBy = (typeof campaignRows)[number];

/** What campaigns cost by the uploaded costs, and how far their leads have come by the product's measures. */
export const campaignFigures = defineCall({
  name: 'campaign-figures',
  wire: 'GET campaign-figures',
  access: { code: ['Marketing_Analytics', 'Ads_Management'] },
  as: 'read',
  data: dataOf<CampaignFigures>(),
  query: {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      from: day,
      to: day,
      platform: { type: 'string', enum: platformChoices },
      by: { type: 'string', enum: campaignRows, default: 'campaign' },
      attribution: { type: 'string', enum: attributions, default: 'first' },
    },
  },
});
/** Costs are null where no row of the uploads has any; numbers of leads where the reader has no right to them. */
export interface CampaignNumbers {
  readonly spend: number | null;
  readonly impressions: number | null;
  readonly clicks: number | null;
  readonly leads: number | null;
  readonly verified: number | null;
  readonly applications: number | null;
  readonly enrolled: number | null;
  readonly revenue: number | null;
}
export interface CampaignRow extends CampaignNumbers {
  readonly key: string;
  readonly label: string;
}
export interface CampaignFigures {
  readonly total: CampaignNumbers;
  readonly rows: readonly CampaignRow[];
  readonly more_rows: number;
  /** The reader sees all leads. Otherwise what one of them cost is not known: costs are those of all. */
  readonly whole: boolean;
  /** The last day with an uploaded cost, whatever the range. */
  readonly costs_until: string | null;
  readonly as_of: string;
}
