import sql, { empty } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { scopeOf } from '../catalogue/scope';
import { loadUser } from '../identity/sessions';
import { audienceWhere } from '../lead-events/audience';

export const sendPush = new JobKind<{ readonly notification_id: string }>('push-send');
export const jobKinds: JobKinds = runs(sendPush, run);

const batch = 200;

/** Hands the notification to the push channel for each subscriber whom its sender sees, batch by batch; the cursor is the last subscriber served. */
async function run(
  job: RunningJob<{ readonly notification_id: string }, { readonly done: number; readonly after: string }>,
  steps: Steps,
): Promise<object> {
  const { tenantId, services } = job;
  const id = job.payload.notification_id;
  const push = await steps.read((tx) =>
    tx.row<{
      title: string;
      body: string;
      url: string | null;
      icon: string | null;
      audience_id: string | null;
      state: string;
    }>(sql`
      select "title", "body", "url", "icon", "audience_id", "state" from "push_notifications"
      where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`),
  );
  if (!push || !['scheduled', 'sending'].includes(push.state)) return { state: push?.state ?? 'gone' };
  let { done, after } = job.cursor ?? { done: 0, after: '' };
  for (;;) {
    const sent = await steps.commit(async (tx) => {
      const sender = job.userId === null ? undefined : await loadUser(tx, tenantId, job.userId);
      if (!sender) {
        await tx.run(sql`
          update "push_notifications" set "state" = 'failed' where "tenant_id" = ${tenantId} and "id" = ${id}`);
        return { value: { after, done, last: true } };
      }
      const where = push.audience_id ? await audienceWhere(tx, tenantId, push.audience_id, sender.scope) : undefined;
      const scope = scopeOf(resourceNamed('push-subscribers'), sender) ?? sql`true`;
      const people =
        push.audience_id && !where
          ? []
          : await tx.rows<{ id: string; endpoint: string }>(sql`
        select "id", "endpoint" from "push_subscribers" where "tenant_id" = ${tenantId} and "status" = 1 and "deleted_at" is null
          and "id" > ${after} and ${scope} ${where ? sql`and "lead_id" in (select "id" from "leads" where ${where})` : empty} order by "id" limit ${batch}`);
      for (const person of people)
        await services.channels.send(tx, tenantId, {
          channel: 'push',
          to: person.endpoint.slice(0, 254),
          subject: push.title,
          body: JSON.stringify({ title: push.title, body: push.body, url: push.url, icon: push.icon, id }),
        });
      const served = done + people.length;
      const last = people.length < batch;
      await tx.run(sql`
        update "push_notifications" set "state" = ${last ? 'sent' : 'sending'}, "recipients" = ${served}
        where "tenant_id" = ${tenantId} and "id" = ${id}`);
      const cursor = { after: people.at(-1)?.id ?? after, done: served };
      return { done: served, cursor, value: { ...cursor, last } };
    });
    ({ after, done } = sent);
    if (sent.last) return { recipients: done };
  }
}
