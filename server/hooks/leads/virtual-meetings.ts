import sql from 'sql-template-tag';
import { featureOff, invalid, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import type { VirtualMeeting, virtualMeetings } from '../../../src/schemas/leads/virtual-meetings';
import { videoPlaceOf } from '../../channels/video';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { countMeetingMail } from '../../lead-events/count-meeting-mail';
import { askForLink } from '../../lead-events/meeting-link';
import { mailMeeting, type MeetingNews } from '../../lead-events/meeting-mail';
import { actingOf } from '../../leads/acting';
import { leadOf } from '../../leads/lead-access';
import { noteMeetingHeld } from '../../leads/note-on-lead';

type State = VirtualMeeting['state'];
type Patch = Draft<typeof virtualMeetings>;

/** The tenant switches meetings on (`vc_meetings_enabled`). A meeting is written before provider and lead hear of it. */
export const hooks: Hooks<typeof virtualMeetings> = {
  async beforeCreate(draft, context) {
    await refuseWhenOff(context);
    refusePast(draft.starts_at, context);
    refuseTimes({ state: 'scheduled' }, draft, context);
    return { ...draft, state: 'scheduled', ...(await linkOf(draft.link_by, true, context)) };
  },
  async beforeUpdate(patch, before, context) {
    await refuseWhenOff(context);
    const state = patch.state ?? before.state;
    // a meeting of a deleted lead can be cancelled or closed, not moved
    if (state === 'scheduled') await leadOf(context, before.lead_id);
    refuseMove(before, patch, context);
    refuseTimes(before, patch, context);
    if (state !== 'scheduled' && before.state !== 'scheduled') refuseChanged(patch, before.state);
    const told = planned.some((field) => field in patch) || state !== before.state;
    return {
      ...patch,
      ...(await linkOf(patch.link_by ?? before.link_by, told && mattersToProvider(state, before.state), context)),
    };
  },
  async afterWrite(row, before, context) {
    const { tx, services, session } = context;
    // nobody gets emails because of an import or a bulk change
    const news = row.tell_lead === false || context.inBulk ? null : newsOf(row, before, context);
    if (before && row.state === 'done' && before.state !== 'done') await noteMeetingHeld(actingOf(context), row.lead_id);
    if (news) await countMeetingMail(context, row, 'Clear "Email the lead" to save without an email.');
    const waits = row.link_state === 'asked' && row.state === 'scheduled';
    if (row.link_state === 'asked') await askForLink(tx, services, session, { id: row.id, news: waits ? news : null });
    if (news && !waits) await mailMeeting(tx, services, session, row.id, news);
  },
};

/** What is sent to the provider and to the lead. */
const planned = ['title', 'user_id', 'starts_at', 'duration_min', 'link_by', 'link'] as const;
const mattersToProvider = (now: State, before: State): boolean =>
  now === 'scheduled' || (now === 'cancelled' && before === 'scheduled');

export async function refuseWhenOff({ tx, session }: Pick<Context, 'tx' | 'session'>): Promise<void> {
  const tenant: { on: number | null } | undefined = await tx.row(
    sql`select "vc_meetings_enabled" as "on" from "tenant" where "tenant_id" = ${session.tenantId}`,
    'meetings-on',
  );
  if (tenant?.on !== 1) throw problem(403, featureOff);
}

function refusePast(at: string | null | undefined, { services }: Context): void {
  if (at && Date.parse(at) < services.now().getTime() - 60_000) throw invalid('starts_at', 'Choose a time that is still to come');
}

/** Minutes before its time from which a meeting can be over. */
const earlyMinutes = 15;
/** It can have taken place by now. */
export const hasBegun = (startsAt: string, now: Date): boolean => Date.parse(startsAt) <= now.getTime() + earlyMinutes * 60_000;

function refuseMove(before: VirtualMeeting, patch: Patch, context: Context): void {
  const now = patch.state ?? before.state;
  if (now === 'scheduled') {
    if (before.state === 'done') throw problem(409, 'This meeting took place. Schedule another one.');
    if (before.state !== 'scheduled' && !patch.starts_at) throw invalid('starts_at', 'Choose another time');
  }
  // a meeting held earlier than planned is closed as it was planned, once it has begun
  if (now === 'scheduled' || patch.starts_at !== before.starts_at) refusePast(patch.starts_at, context);
  if (now === before.state) return;
  if (now === 'cancelled' && before.state !== 'scheduled')
    throw problem(409, `This meeting is ${before.state} and cannot be cancelled.`);
  if ((now === 'done' || now === 'missed') && !hasBegun(patch.starts_at ?? before.starts_at, context.services.now()))
    throw problem(409, 'This meeting has not begun yet.');
}

/** Who joined when is known of a meeting that was held. */
function refuseTimes(before: Partial<VirtualMeeting>, patch: Patch, { services }: Context): void {
  const { joined_at: joined, left_at: left, recording_link: recording } = { ...before, ...patch };
  const state = (before.id ? patch.state : undefined) ?? before.state;
  for (const field of ['joined_at', 'left_at', 'recording_link'] as const)
    if (patch[field] && state !== 'done') throw invalid(field, 'Mark the meeting as held first');
  for (const field of ['joined_at', 'left_at'] as const) {
    const at = patch[field];
    if (at && Date.parse(at) > services.now().getTime() + 60_000) throw invalid(field, 'Choose a time that has passed');
  }
  if (joined && left && Date.parse(left) < Date.parse(joined)) throw invalid('left_at', 'Choose a time after the lead joined');
  if (state === 'missed' && (joined || left || recording))
    throw invalid('state', 'Clear the times and the recording of a meeting that was a no-show');
}

/** What is over stays as it was; its note and outcome can be corrected. */
function refuseChanged(patch: Patch, state: State): void {
  if (planned.some((field) => field in patch)) throw problem(409, `This meeting is ${state} and cannot be changed.`);
  if (state === 'cancelled' && patch.state !== undefined) throw problem(409, 'This meeting was cancelled.');
}

async function linkOf(by: VirtualMeeting['link_by'], ask: boolean, { tx, services, session }: Context): Promise<Patch> {
  if (by !== 'provider') return { link_state: null, link_error: null };
  if (!ask) return {};
  if (!(await videoPlaceOf(tx, services, session.tenantId)))
    throw invalid('link_by', 'No video provider is set up. Enter the address of the meeting.');
  return { link_state: 'asked', link_error: null };
}

/** Without an earlier email about the meeting there is none about its cancellation, and one about another time is as the first. */
function newsOf(row: VirtualMeeting, before: VirtualMeeting | null, { services }: Context): MeetingNews | null {
  if (!before) return 'scheduled';
  const isAhead = Date.parse(row.starts_at) > services.now().getTime();
  if (row.state === 'cancelled') return before.state === 'scheduled' && before.told_at && isAhead ? 'cancelled' : null;
  if (row.state !== 'scheduled') return null;
  const changed = before.state !== 'scheduled' || planned.some((field) => field !== 'link_by' && row[field] !== before[field]);
  return changed ? (before.told_at ? 'moved' : 'scheduled') : null;
}
