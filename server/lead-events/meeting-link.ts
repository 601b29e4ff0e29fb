import sql from 'sql-template-tag';
import { Problem, problem } from '../../src/schemas/kit/problem';
import { videoOf, videoPlaceOf, type VideoMeeting, type VideoPlace } from '../channels/video';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { mailMeeting, type MeetingNews } from './meeting-mail';

interface Asked {
  readonly id: string;
  /** What the email to the lead says once the link is there. */
  readonly news: MeetingNews | null;
}
const kind = new JobKind<Asked>('meeting-link');
export const jobKinds: JobKinds = runs(kind, run);

/** Asks the video provider to make the meeting, or to change it, once the transaction that wrote it is committed. */
export async function askForLink(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string | null },
  asked: Asked,
): Promise<void> {
  await services.jobs.add(tx, by, { kind, payload: asked });
  tx.afterCommit(() => services.jobs.wake());
}

/**
 * The provider gets the meeting as it is now, so that a job that was overtaken by another change does no harm, nor one that runs
 * twice. A refusal is kept with the meeting for a person to act on.
 */
async function run({ tenantId, userId, payload, services }: RunningJob<Asked>, steps: Steps): Promise<object> {
  const { id, news } = payload;
  const found = await steps.read(async (tx) => ({
    meeting: await meetingOf(tx, tenantId, id),
    place: await videoPlaceOf(tx, services, tenantId),
  }));
  if (!found.meeting) return { made: false };
  const outcome = await linkFor(found.meeting, found.place, services);
  await steps.commit(async (tx) => {
    const now = await stateOf(tx, tenantId, id);
    if (!now) return {};
    // changed meanwhile: the provider and the lead hear of the meeting as it is now
    if (now.version !== found.meeting?.version) {
      await services.jobs.add(tx, { tenantId, userId }, { kind, payload });
      tx.afterCommit(() => services.jobs.wake());
      return {};
    }
    await tx.run(
      'link' in outcome
        ? sql`update "virtual_meetings" set "link" = ${outcome.link}, "link_state" = 'made', "link_error" = null
              where "tenant_id" = ${tenantId} and "id" = ${id} and "link_by" = 'provider'`
        : sql`update "virtual_meetings" set "link_state" = 'failed', "link_error" = ${outcome.why.slice(0, 300)}
              where "tenant_id" = ${tenantId} and "id" = ${id} and "link_by" = 'provider'`,
    );
    if ('link' in outcome && news && now.state === 'scheduled' && !(news === 'scheduled' && now.told_at))
      await mailMeeting(tx, services, { tenantId, userId }, id, news);
    return {};
  });
  return { made: 'link' in outcome };
}

async function linkFor(
  meeting: VideoMeeting,
  place: VideoPlace | undefined,
  services: Services,
): Promise<{ readonly link: string } | { readonly why: string }> {
  try {
    if (!place) throw problem(422, 'The video provider was switched off.');
    return { link: await videoOf(place.provider, services)(meeting) };
  } catch (error) {
    if (error instanceof Problem) return { why: error.message };
    throw error;
  }
}

const meetingOf = (tx: Tx, tenantId: string, id: string): Promise<VideoMeeting | undefined> =>
  tx.row(
    sql`select m."id", coalesce(nullif(m."title", ''), 'Meeting') as "title", m."starts_at", coalesce(m."duration_min", 30) as "minutes",
          u."name" as "host_name", u."email" as "host_email", m."state" = 'cancelled' as "cancelled", m."row_version" as "version"
        from "virtual_meetings" m join "users" u on u."tenant_id" = m."tenant_id" and u."id" = m."user_id"
        where m."tenant_id" = ${tenantId} and m."id" = ${id} and m."link_by" = 'provider' and m."deleted_at" is null`,
    'meeting-link',
  );

/** The meeting now, locked until the commit. */
const stateOf = (
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<{ readonly version: number; readonly state: string; readonly told_at: string | null } | undefined> =>
  tx.row(
    sql`select "row_version" as "version", "state", "told_at" from "virtual_meetings"
        where "tenant_id" = ${tenantId} and "id" = ${id} and "link_by" = 'provider' and "deleted_at" is null for update`,
    'meeting-link-state',
  );
