/** Where a lead's page is: its first tab (D-030). Changed here, it is changed in every link, menu and route. */
export const leadTab = 'conversion';
/** The tabs in their order; each is an address below the lead's. */
export const leadTabNames = [
  leadTab,
  'lead-owner-history',
  'profiles',
  'college-recommendation',
  'college-shortlisted',
  'college-not-interested',
  'call-history',
  'virtual-meeting-history',
] as const;
export type LeadTabName = (typeof leadTabNames)[number];
export const leadHome = '/lp/{id}';
export const leadPage = `${leadHome}/${leadTab}` as const;

/** A link to a lead's page, or to another tab of it. */
export const leadPath = (id: unknown, tab: string = leadTab): string =>
  `${leadHome.replace('{id}', encodeURIComponent(String(id)))}/${tab}`;
/** The same addresses as the router takes them. */
export const leadHomeRoute = leadHome.replace('{id}', ':id');
export const leadPageRoute = leadPage.replace('{id}', ':id');

/** Where the leads that the user referred are listed. */
export const ownReferralsPath = '/leads/referred-by-me';
/** Where pairs of leads that may be one person are listed. */
export const suspectsPath = '/leads/duplicates';
