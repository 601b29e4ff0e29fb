import sql from 'sql-template-tag';
import { meetingLinks } from '../../../src/schemas/calls/lead-colleges';
import { problem } from '../../../src/schemas/kit/problem';
import { virtualMeetings } from '../../../src/schemas/leads/virtual-meetings';
import { keyFrom } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { videoPlaceOf } from '../../channels/video';
import type { Context, Handlers, Reply } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction } from '../../context/handle-action';
import { refuseWhenOff } from '../../hooks/leads/virtual-meetings';
import { countMeetingMail } from '../../lead-events/count-meeting-mail';
import { askForLink } from '../../lead-events/meeting-link';
import { mailMeeting } from '../../lead-events/meeting-mail';

/** The lead gets the email about its meeting again. */
async function tell(context: Context): Promise<Reply> {
  const { tx, services, session } = context;
  await refuseWhenOff(context);
  const meeting = await fetchRow(virtualMeetings, keyFrom(virtualMeetings, context), context, { lock: true });
  if (meeting.state !== 'scheduled') throw problem(409, `This meeting is ${meeting.state}, so there is nothing to send.`);
  if (meeting.link_by === 'provider' && meeting.link_state !== 'made') throw problem(409, 'This meeting has no link yet.');
  await countMeetingMail(context, meeting, 'Try again tomorrow.');
  const outcome = await mailMeeting(tx, services, session, meeting.id, 'scheduled');
  if (outcome.result !== 'done') throw problem(409, outcome.message ?? 'The email could not be sent.');
  return { message: 'Link sent.' };
}

/** The video provider is asked again, where it refused or did not reply. */
async function link(context: Context): Promise<Reply> {
  const { tx, services, session } = context;
  await refuseWhenOff(context);
  const meeting = await fetchRow(virtualMeetings, keyFrom(virtualMeetings, context), context, { lock: true });
  if (meeting.link_by !== 'provider' || meeting.link_state !== 'failed')
    throw problem(409, 'The video provider has nothing more to do for this meeting.');
  await tx.run(
    sql`update "virtual_meetings" set "link_state" = 'asked', "link_error" = null
        where "tenant_id" = ${session.tenantId} and "id" = ${meeting.id}`,
  );
  const isNews = meeting.state === 'scheduled' && meeting.tell_lead !== false;
  if (isNews) await countMeetingMail(context, meeting, 'Try again tomorrow.');
  await askForLink(tx, services, session, { id: meeting.id, news: isNews ? (meeting.told_at ? 'moved' : 'scheduled') : null });
  return { message: 'The video provider is asked again.' };
}

const links = async ({ tx, services, session }: CallContext<typeof meetingLinks>): Promise<CallReply<typeof meetingLinks>> => ({
  data: { provider: (await videoPlaceOf(tx, services, session.tenantId))?.name ?? null },
});

export const handlers: Handlers = {
  ...handle(meetingLinks, links),
  ...handleAction(virtualMeetings, 'tell', tell),
  ...handleAction(virtualMeetings, 'link', link),
};
