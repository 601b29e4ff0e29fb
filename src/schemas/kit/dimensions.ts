/** What the facts behind a measure can be grouped and filtered by, in words. How is in server/measures/dimensions.ts. */
export interface Dimension {
  readonly label: string;
  /** What a row without a value is called. */
  readonly unset: string;
  /** The resource whose records are its values. */
  readonly of?: string;
  /** The field of a lead that it shows: a role that may not see the field does not get the dimension. */
  readonly field?: string;
}

const ofLead = (label: string, field: string, of?: string): Dimension => ({
  label,
  unset: 'Not set',
  field,
  ...(of ? { of } : {}),
});

export const dimensions = {
  user: { label: 'User', unset: 'Nobody', of: 'users' },
  owner: { label: 'Lead owner', unset: 'Not assigned', of: 'users' },
  team: { label: 'Team', unset: 'No team', of: 'teams' },
  owner_team: { label: "Lead owner's team", unset: 'No team', of: 'teams' },
  source: ofLead('Primary source', 'prmary_source', 'lead-sources'),
  secondary_source: ofLead('Secondary source', 'secondary_source', 'lead-sources'),
  tertiary_source: ofLead('Tertiary source', 'tertiary_source', 'lead-sources'),
  last_source: ofLead('Last source', 'last_source', 'lead-sources'),
  any_source: ofLead('Any source', 'source', 'lead-sources'),
  college: ofLead('College', 'clg_id', 'colleges'),
  any_college: ofLead('College', 'clg_id', 'colleges'),
  course: ofLead('Course', 'course', 'courses'),
  utm_source: ofLead('UTM source', 'utm_source'),
  utm_medium: ofLead('UTM medium', 'utm_medium'),
  utm_campaign: ofLead('UTM campaign', 'utm_campaign'),
  utm_content: ofLead('UTM content', 'utm_content'),
  utm_term: ofLead('UTM term', 'utm_term'),
  stage: ofLead('Stage', 'stage_id', 'lead-stages'),
  sub_stage: ofLead('Sub-stage', 'last_callaction_sub_stage'),
  state: ofLead('State', 'state'),
  city: ofLead('City', 'city'),
  publisher: ofLead('Publisher', 'publisher_id', 'publishers'),
  idle_days: { ...ofLead('Days since the last act', 'last_act_at'), unset: 'Never' },
  campaign: ofLead('Campaign of the first capture', 'utm_campaign'),
  last_campaign: ofLead('Campaign of the last capture', 'utm_campaign'),
  any_campaign: ofLead('Campaign of any capture', 'utm_campaign'),
  platform: { ...ofLead('Platform of the first capture', 'utm_source'), unset: 'Not known' },
  last_platform: { ...ofLead('Platform of the last capture', 'utm_source'), unset: 'Not known' },
  any_platform: { ...ofLead('Platform of any capture', 'utm_source'), unset: 'Not known' },
  visited: { label: 'Came by a site visit', unset: 'No' },
  visit_site: { label: 'Site', unset: 'No visit', of: 'analytics-properties' },
  visit_channel: { label: 'Channel of the visit', unset: 'Not known' },
  visit_source: { label: 'UTM source of the visit', unset: 'Not set' },
  visit_medium: { label: 'UTM medium of the visit', unset: 'Not set' },
  visit_campaign: { label: 'UTM campaign of the visit', unset: 'Not set' },
  visit_page: { label: 'Page of the visit', unset: 'Not known' },
  visit_device: { label: 'Device', unset: 'Not known' },
  recorded_stage: { label: 'Recorded stage', unset: 'No stage', of: 'lead-stages', field: 'stage_id' },
  act: { label: 'Act', unset: 'Other' },
  direction: { label: 'Direction', unset: 'Not set' },
  outcome: { label: 'Outcome', unset: 'Not set' },
  form: { label: 'Form', unset: 'No form', of: 'forms' },
  hour: { label: 'Hour', unset: 'No time' },
  day: { label: 'Day', unset: 'No day' },
  week: { label: 'Week', unset: 'No week' },
  month: { label: 'Month', unset: 'No month' },
} as const satisfies Readonly<Record<string, Dimension>>;

export type DimensionId = keyof typeof dimensions;
export const dimensionOf = (id: DimensionId): Dimension => dimensions[id];
export const isDimension = (id: string): id is DimensionId => Object.hasOwn(dimensions, id);
