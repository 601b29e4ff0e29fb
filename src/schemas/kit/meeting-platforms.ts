/** Where people meet, as it is stored and as people call it. */
export const meetingPlatforms = {
  google_meet: 'Google Meet',
  zoom: 'Zoom',
  microsoft_teams: 'Microsoft Teams',
  webex: 'Webex',
  phone: 'Phone',
  other: 'Other',
} as const;
export type MeetingPlatform = keyof typeof meetingPlatforms;

const hosts: readonly (readonly [RegExp, MeetingPlatform])[] = [
  [/(^|\.)meet\.google\.com$/, 'google_meet'],
  [/(^|\.)zoom\.(us|com)$/, 'zoom'],
  [/(^|\.)teams\.(microsoft|live)\.com$/, 'microsoft_teams'],
  [/(^|\.)webex\.com$/, 'webex'],
];
/** The chosen platform in words, otherwise that to which the link leads; undefined where neither says it. */
export function platformText(platform: string | null | undefined, link: string | null | undefined): string | undefined {
  const known = Object.entries(meetingPlatforms).find(([name]) => name === platform);
  if (known) return known[1];
  const host = link && URL.canParse(link) ? new URL(link).hostname : '';
  const found = hosts.find(([pattern]) => pattern.test(host));
  return found && meetingPlatforms[found[1]];
}
