import { actKinds } from './act-kinds';
import { outcomeLabels } from './call-outcomes';
import { deviceNames, visitChannelNames } from './visit-channels';

/** What the facts behind a measure can be grouped and filtered by, in words. How is in server/measures/dimensions.ts. */
export interface Dimension {
  readonly label: string;
  /** What a row without a value is called. */
  readonly unset: string;
  /** The resource whose records are its values. */
  readonly of?: string;
  /** The field of a lead that it shows: a role that may not see the field does not get the dimension. */
  readonly field?: string;
  /** The field of a call that it shows, likewise. */
  readonly ofCall?: string;
  /** A value can have a part of its own behind a slash: `01J…/With parents`. */
  readonly hasParts?: true;
  /** All its values and what they are called, where they are few and known. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** Where ads run. */
const platforms = { google: 'Google', facebook: 'Facebook', other: 'Other' } as const;
const tags = { leads: 'Lead', call: 'Call', application: 'Application' } as const;

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
  intake: ofLead('Intake', 'intake'),
  utm_source: ofLead('UTM source', 'utm_source'),
  utm_medium: ofLead('UTM medium', 'utm_medium'),
  utm_campaign: ofLead('UTM campaign', 'utm_campaign'),
  utm_content: ofLead('UTM content', 'utm_content'),
  utm_term: ofLead('UTM term', 'utm_term'),
  stage: ofLead('Stage', 'stage_id', 'lead-stages'),
  sub_stage: ofLead('Sub-stage', 'last_callaction_sub_stage'),
  stage_sub: { ...ofLead('Stage and sub-stage', 'stage_id', 'lead-stages'), hasParts: true },
  stage_tag: { ...ofLead('Stage tag', 'stage_id'), unset: 'No tag', choices: tags },
  locked: { ...ofLead('Stage lock', 'is_stage_mark_locked'), choices: { 1: 'Locked', 0: 'Not locked' } },
  state: ofLead('State', 'state'),
  city: ofLead('City', 'city'),
  channel: {
    label: 'Traffic channel',
    unset: 'Not set',
    field: 'prmary_source',
    choices: {
      website: 'Website',
      landing_page: 'Landing page',
      paid_search: 'Paid search',
      paid_social: 'Paid social',
      organic: 'Organic',
      publisher: 'Publisher',
      referral: 'Referral',
      walk_in: 'Walk-in',
      event: 'Event',
      telephony: 'Telephony',
      whatsapp: 'WhatsApp',
      email: 'Email',
      sms: 'SMS',
      offline: 'Offline',
      other: 'Other',
    },
  },
  partner: { label: 'Partner', unset: 'Without a partner', field: 'clg_id', choices: { yes: 'Of a partner' } },
  dials: {
    label: 'Dial attempts',
    unset: 'None',
    choices: { 0: '0', 1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6 – 10', 11: 'More than 10' },
  },
  captures: { label: 'Captures', unset: 'None', choices: { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5 or more' } },
  dated: { label: 'Range on', unset: 'Not set', choices: { created: 'Created', assigned: 'Assigned', last_act: 'Last act' } },
  publisher: ofLead('Publisher', 'publisher_id', 'publishers'),
  idle_days: {
    ...ofLead('Days since the last act', 'last_act_at'),
    unset: 'Never',
    choices: {
      0: '0–1 days',
      2: '2–3 days',
      4: '4–7 days',
      8: '8–15 days',
      16: '16–30 days',
      31: 'Over 30 days',
    },
  },
  campaign: ofLead('Campaign of the first capture', 'utm_campaign'),
  last_campaign: ofLead('Campaign of the last capture', 'utm_campaign'),
  any_campaign: ofLead('Campaign of any capture', 'utm_campaign'),
  platform: { ...ofLead('Platform of the first capture', 'utm_source'), unset: 'Not known', choices: platforms },
  last_platform: { ...ofLead('Platform of the last capture', 'utm_source'), unset: 'Not known', choices: platforms },
  any_platform: { ...ofLead('Platform of any capture', 'utm_source'), unset: 'Not known', choices: platforms },
  visited: { label: 'Came by a site visit', unset: 'No', choices: { yes: 'By a site visit' } },
  visit_site: { label: 'Site', unset: 'No visit', of: 'analytics-properties' },
  visit_channel: { label: 'Channel of the visit', unset: 'Not known', choices: visitChannelNames },
  visit_source: ofLead('UTM source of the visit', 'utm_source'),
  visit_medium: ofLead('UTM medium of the visit', 'utm_medium'),
  visit_campaign: ofLead('UTM campaign of the visit', 'utm_campaign'),
  visit_page: { label: 'Page of the visit', unset: 'Not known' },
  visit_device: { label: 'Device', unset: 'Not known', choices: deviceNames },
  recorded_stage: { label: 'Recorded stage', unset: 'No stage', of: 'lead-stages', field: 'stage_id' },
  recorded_sub: {
    label: 'Recorded stage and sub-stage',
    unset: 'No stage',
    of: 'lead-stages',
    field: 'stage_id',
    hasParts: true,
  },
  recorded_tag: { label: 'Recorded stage tag', unset: 'No tag', choices: tags },
  from_stage: { label: 'Earlier stage', unset: 'No earlier stage', of: 'lead-stages', field: 'stage_id' },
  act: { label: 'Act', unset: 'Other', choices: actKinds },
  direction: { label: 'Direction', unset: 'Not set', ofCall: 'direction', choices: { outbound: 'Outbound', inbound: 'Inbound' } },
  disposition: {
    label: 'Disposition',
    unset: 'No stage recorded',
    of: 'lead-stages',
    field: 'stage_id',
    ofCall: 'disposition',
  },
  dialer_list: { label: 'Dialer list', unset: 'No list', of: 'dialer-lists', ofCall: 'list_key' },
  virtual_number: { label: 'Virtual number', unset: 'Not known', ofCall: 'virtual_number' },
  due_status: {
    label: 'Follow-up status',
    unset: 'Not set',
    choices: {
      in_time: 'Done in time',
      late: 'Done late',
      overdue: 'Overdue',
      upcoming: 'Upcoming',
      replaced: 'Replaced',
      cancelled: 'Cancelled',
    },
  },
  outcome: { label: 'Outcome', unset: 'Not set', ofCall: 'outcome', choices: outcomeLabels },
  form: { label: 'Form', unset: 'No form', of: 'forms' },
  work_hour: { label: 'Working hour', unset: 'No time' },
  hour: { label: 'Hour', unset: 'No time' },
  day: { label: 'Day', unset: 'No day' },
  week: { label: 'Week', unset: 'No week' },
  month: { label: 'Month', unset: 'No month' },
} as const satisfies Readonly<Record<string, Dimension>>;

export type DimensionId = keyof typeof dimensions;
export const dimensionOf = (id: DimensionId): Dimension => dimensions[id];
export const isDimension = (id: string): id is DimensionId => Object.hasOwn(dimensions, id);

/** The record that a value names, and its own part behind the slash. */
export function partsOf(id: DimensionId, value: string): readonly [record: string, part: string] {
  const { hasParts }: Dimension = dimensionOf(id);
  const at = hasParts ? value.indexOf('/') : -1;
  return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
}
