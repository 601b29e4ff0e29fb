import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../http/context';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import { Refused } from '../outbound/outbound';
import { placeOf } from '../store/sealed-values';
import { signatureOf } from '../webhooks/signature';

const kind = 'college-push';
export const jobKinds: JobKinds = { [kind]: run };

/** A lead that was shortlisted goes to the college's lead push address, if it has one: as a job, so nothing leaves before the commit. */
export async function pushToCollege({ tx, services, session }: Context, leadId: string, clgId: number): Promise<void> {
  const college = await tx.row(sql`
    select 1 from "colleges" where "tenant_id" = ${session.tenantId} and "clg_id" = ${clgId} and "lead_push_url" is not null and "status" = 1`);
  if (!college) return;
  await services.jobs.add(tx, session, { kind, payload: { leadId, clgId } });
  tx.afterCommit(() => services.jobs.wake());
}

/** Address and key are read when it leaves; a lead or college that is gone by then goes nowhere. The job's id names the delivery. */
async function run({ id, payload, tenantId, services }: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { leadId, clgId } = payload as { leadId: string; clgId: number };
  const found = await steps.read((tx) =>
    tx.row<{ url: string | null; key: string | null; lead: unknown }>(sql`
      select c."lead_push_url" as "url", c."lead_push_key" as "key", json_build_object('id', l."id", 'name', l."name", 'phone', l."phone",
        'email', l."email", 'city', l."city", 'state', l."state") as "lead"
      from "colleges" c join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = ${leadId} and l."deleted_at" is null
      where c."tenant_id" = ${tenantId} and c."clg_id" = ${clgId} and c."status" = 1 and c."deleted_at" is null`),
  );
  if (!found?.url) return { pushed: false };
  const body = JSON.stringify({ event: 'lead.shortlisted', clg_id: clgId, lead: found.lead });
  const place = placeOf(tenantId, resourceNamed('colleges'), 'lead_push_key', clgId);
  const seconds = Math.floor(services.now().getTime() / 1000);
  const signed: Record<string, string> = found.key
    ? { 'x-prospectus-signature': signatureOf(services.secrets.open(found.key, place), seconds, body) }
    : {};
  const headers = { 'content-type': 'application/json', 'x-prospectus-delivery': id, ...signed };
  try {
    const { status } = await services.outbound.send({ url: found.url, method: 'POST', headers, body, mostBytes: 64 * 1024 });
    if (status >= 200 && status < 300) return { pushed: true, status };
    if (status >= 400 && status < 500 && status !== 429) throw problem(422, `The college's address answered ${status}.`);
    throw new Error(`The college's address answered ${status}.`);
  } catch (error) {
    if (error instanceof Refused && error.why === 'address') throw problem(422, error.message);
    throw error;
  }
}
