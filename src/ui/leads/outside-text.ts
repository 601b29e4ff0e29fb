import type { FollowUpTime } from '../../schemas/calls/follow-up-work';

/** 'This is outside your shift (10:00 to 18:00)'. `isOthers`: the follow-up is for someone else. */
export function outsideText({ from, to, dayOff }: NonNullable<FollowUpTime['outside']>, isOthers = false): string {
  const whose = isOthers ? 'their' : 'your';
  return dayOff ? `This is on ${whose} day off` : `This is outside ${whose} shift (${from} to ${to})`;
}
