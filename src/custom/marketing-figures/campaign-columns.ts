import {
  platformsOf,
  type Attribution,
  type CampaignBy,
  type CampaignNumbers,
  type PlatformChoice,
} from '../../schemas/calls/marketing-figures';
import type { DimensionValues } from '../../schemas/kit/cells';
import type { DimensionId } from '../../schemas/kit/dimensions';
import { measureOf, type MeasureId } from '../../schemas/kit/measures';
import type { Days } from '../../ui/time/day-presets';
import type { FigureColumn, FigureRow } from './figure-table';
import { per } from './figure-text';
import { leadLink } from './lead-link';

export interface CampaignsShown {
  readonly days: Days;
  readonly by: CampaignBy;
  readonly platform: PlatformChoice | undefined;
  readonly attribution: Attribution;
  /** The leads are all there are, so that costs can be divided by them. */
  readonly whole: boolean;
}
export const campaignRowNames: Readonly<Record<CampaignBy, { readonly tab: string; readonly title: string }>> = {
  campaign: { tab: 'Campaigns', title: 'Campaign' },
  day: { tab: 'Days', title: 'Day' },
  source: { tab: 'Sources', title: 'Source' },
};
export const attributionNames: Readonly<Record<Attribution, string>> = {
  first: 'First capture',
  last: 'Last capture',
  any: 'Any capture',
};

const prefixes = { first: '', last: 'last_', any: 'any_' } as const;

/** The leads of a row, or of all, as the server counts them. */
export function valuesOf({ by, platform, attribution }: CampaignsShown, row: FigureRow | undefined): DimensionValues {
  const of = (what: 'campaign' | 'platform' | 'source'): DimensionId => `${prefixes[attribution]}${what}`;
  return {
    ...(platform ? { [of('platform')]: platformsOf(platform) } : {}),
    ...(row ? { [by === 'day' ? 'day' : of(by)]: [row.key] } : {}),
  };
}

type Column = FigureColumn<CampaignNumbers>;
type Name = keyof CampaignNumbers;

export function campaignColumns(shown: CampaignsShown): Column[] {
  const known = (name: Name, title: string, definition: string, unit: Column['unit'] = 'count'): Column => ({
    name,
    title,
    definition,
    unit,
    value: (numbers) => numbers[name],
  });
  const measured = (name: Name, title: string, measure: MeasureId): Column => ({
    ...known(name, title, `${measureOf(measure).definition} Among the leads that you can open.`),
    link: (row) => leadLink(measure, shown.days, valuesOf(shown, row)),
  });
  const ratio = (
    name: string,
    title: string,
    definition: string,
    unit: Column['unit'],
    [of, by]: readonly [Name, Name],
  ): Column => ({
    name,
    title,
    definition,
    unit,
    value: (numbers) => per(numbers[of], numbers[by]),
    of: (numbers) => [numbers[of], numbers[by]],
  });
  /** A ratio of costs and numbers of leads. */
  const cost = (...[name, title, definition, unit, parts]: Parameters<typeof ratio>): Column =>
    shown.whole
      ? ratio(name, title, definition, unit, parts)
      : { name, title, definition: `${definition} Only for those who see all leads.`, unit, value: () => null };
  return [
    known('spend', 'Spend', 'Uploaded costs. – means that nobody uploaded any.', 'rupees'),
    known('impressions', 'Impressions', 'How often the ads were shown, as uploaded.'),
    known('clicks', 'Clicks', 'Clicks on the ads, as uploaded.'),
    ratio('ctr', 'CTR', 'Clicks of all impressions.', 'percent', ['clicks', 'impressions']),
    ratio('cpc', 'CPC', 'Spend per click.', 'rupees', ['spend', 'clicks']),
    measured('leads', 'Leads', 'L1'),
    cost('cpl', 'CPL', 'Spend per new lead.', 'rupees', ['spend', 'leads']),
    measured('verified', 'Verified', 'L8'),
    measured('applications', 'Applications', 'P2'),
    cost('cpa', 'CPA', 'Spend per lead with a submitted application.', 'rupees', ['spend', 'applications']),
    measured('enrolled', 'Enrolled', 'P4'),
    cost('cpe', 'Cost per enrolment', 'Spend per enrolled lead.', 'rupees', ['spend', 'enrolled']),
    known('revenue', 'Revenue', measureOf('R1').definition, 'rupees'),
    cost('roas', 'ROAS', 'Revenue per rupee spent.', 'times', ['revenue', 'spend']),
  ];
}
