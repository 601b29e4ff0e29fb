import type { TrafficBy, TrafficNumbers } from '../../schemas/calls/marketing-figures';
import type { DimensionValues } from '../../schemas/kit/cells';
import type { DimensionId } from '../../schemas/kit/dimensions';
import { measureOf } from '../../schemas/kit/measures';
import type { Days } from '../../ui/time/day-presets';
import type { FigureColumn } from './figure-table';
import { per } from './figure-text';
import { leadLink } from './lead-link';

export const rowNames: Readonly<
  Record<TrafficBy, { readonly tab: string; readonly title: string; readonly dimension: DimensionId }>
> = {
  channel: { tab: 'Channels', title: 'Channel', dimension: 'visit_channel' },
  day: { tab: 'Days', title: 'Day', dimension: 'day' },
  source: { tab: 'Sources', title: 'UTM source', dimension: 'visit_source' },
  medium: { tab: 'Mediums', title: 'UTM medium', dimension: 'visit_medium' },
  campaign: { tab: 'Campaigns', title: 'UTM campaign', dimension: 'visit_campaign' },
  page: { tab: 'Pages', title: 'Page', dimension: 'visit_page' },
  device: { tab: 'Devices', title: 'Device', dimension: 'visit_device' },
  site: { tab: 'Sites', title: 'Site', dimension: 'visit_site' },
};

/** The leads of a row, as the server counts them. */
export const valuesOf = (site: string | undefined): DimensionValues => (site ? { visit_site: [site] } : { visited: ['yes'] });

export function trafficColumns(by: TrafficBy, days: Days, site: string | undefined): FigureColumn<TrafficNumbers>[] {
  const count = (name: keyof TrafficNumbers, title: string, definition: string): FigureColumn<TrafficNumbers> => ({
    name,
    title,
    definition,
    unit: 'count',
    value: (numbers) => numbers[name],
  });
  return [
    count('visits', 'Visits', 'Visits that began in the range. A visit ends after 30 minutes without a page.'),
    count('visitors', 'Unique visitors', 'Browsers, each counted once. Totals count a browser once as well.'),
    count('page_views', 'Page views', 'Pages that were opened.'),
    count('form_views', 'Form views', 'Enquiry forms that came into view.'),
    count('form_starts', 'Form starts', 'Enquiry forms in which someone began to fill in a field.'),
    {
      name: 'leads',
      title: 'Leads',
      definition: `${measureOf('L1').definition} Here: from a form on a counted visit, among the leads that you can open.`,
      unit: 'count',
      value: ({ leads }) => leads,
      link: (row) => leadLink('L1', days, { ...valuesOf(site), ...(row ? { [rowNames[by].dimension]: [row.key] } : {}) }),
    },
    {
      name: 'conversion',
      title: 'Visit → lead',
      definition: 'Visits from which an enquiry came, new or again, of all visits.',
      unit: 'percent',
      value: ({ converted, visits }) => per(converted, visits),
      of: ({ converted, visits }) => [converted, visits],
    },
  ];
}
