import sql, { type Sql } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { duplicateStatus, pushedFields, type PushName } from '../../src/schemas/kit/college-push';
import type { LeadCollege } from '../../src/schemas/leads/lead-colleges';
import type { Services } from '../context/services';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { placeOf } from '../store/sealed-values';
import type { Tx } from '../store/store';
import { signatureOf } from '../webhooks/signature';
import { postJson } from './post-json';

interface Payload {
  readonly lead_id: string;
  readonly clg_id: number;
  /** Pushed by hand from the lead's shortlist: the choice by which the college is there. */
  readonly choice_id?: string;
}
const kind = new JobKind<Payload>('college-push');
export const jobKinds: JobKinds = runs(kind, run);

/** An active partner college with a lead push address. */
export const takesPush: Sql = sql`(c."lead_push_url" <> '' and coalesce(c."is_partner", true) and c."status" = 1 and c."deleted_at" is null)`;

/** Queues those of the leads that now belong to an active partner college with a lead push address; they leave after commit. */
export async function pushToColleges(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string | null },
  ids: readonly string[],
): Promise<void> {
  const leads = await tx.rows<{ id: string; clg_id: number }>(
    sql`select l."id", l."clg_id" from "leads" l join "colleges" c on c."tenant_id" = l."tenant_id" and c."clg_id" = l."clg_id"
        where l."tenant_id" = ${by.tenantId} and l."id" = any(${[...ids]}::text[]) and l."deleted_at" is null
          and ${takesPush}`,
    'college-push-leads',
  );
  for (const { id, clg_id } of leads)
    await services.jobs.add(tx, by, { kind, payload: { lead_id: id, clg_id }, dedupeKey: `${kind.name}:${id}:${clg_id}` });
  if (leads.length) tx.afterCommit(() => services.jobs.wake());
}

/** Queues the push of a lead to a college on its shortlist; false for a college that takes none. */
export async function pushChoice(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string | null },
  { id, lead_id, clg_id }: Pick<LeadCollege, 'id' | 'lead_id' | 'clg_id'>,
): Promise<boolean> {
  const college = await tx.row(
    sql`select 1 from "colleges" c where c."tenant_id" = ${by.tenantId} and c."clg_id" = ${clg_id} and ${takesPush}`,
    'college-takes-push',
  );
  if (!college) return false;
  const payload = { lead_id, clg_id, choice_id: id };
  await services.jobs.add(tx, by, { kind, payload, dedupeKey: `${kind.name}:${lead_id}:${clg_id}:${id}` });
  tx.afterCommit(() => services.jobs.wake());
  return true;
}

interface Push {
  readonly url: string;
  readonly key: string | null;
  readonly fields: readonly PushName[] | null;
  readonly lead: { readonly [field in PushName['field']]?: unknown };
}

/**
 * Lead and college as they are when the push leaves: of a lead that moved on, or is off the shortlist, a college gets nothing, nor
 * when it is no longer a partner.
 */
async function run({ id, payload, tenantId, services }: RunningJob<Payload>, steps: Steps): Promise<object> {
  const { lead_id, clg_id, choice_id = null } = payload;
  const push = await steps.read((tx) =>
    tx.row<Push>(sql`
      select c."lead_push_url" as "url", c."lead_push_key" as "key", c."lead_push_fields" as "fields", jsonb_build_object('id', l."id", 'name', l."name",
        'phone', l."phone", 'email', l."email", 'city', l."city", 'state', l."state", 'pincode', l."pincode",
        'alternate_phone', l."alternate_phone", 'gender', l."gender", 'date_of_birth', l."date_of_birth", 'college', c."clg_name",
        'course', (select k."name" from "courses" k where k."tenant_id" = l."tenant_id" and k."id" = coalesce(h."course_id", l."course")),
        'created_at', l."created_at") as "lead"
      from "leads" l join "colleges" c on c."tenant_id" = l."tenant_id" and c."clg_id" = ${clg_id}
      left join "lead_colleges" h on h."tenant_id" = l."tenant_id" and h."id" = ${choice_id} and h."lead_id" = l."id" and h."clg_id" = c."clg_id"
        and h."relation" = 'shortlisted' and h."deleted_at" is null
      where l."tenant_id" = ${tenantId} and l."id" = ${lead_id} and l."deleted_at" is null and ${takesPush}
        and (h."id" is not null or (${choice_id}::text is null and l."clg_id" = c."clg_id"))`),
  );
  if (!push) return { pushed: false };
  const body = JSON.stringify({ event: 'lead', lead: inTheirWords(push) });
  const key = push.key && services.secrets.open(push.key, placeOf(tenantId, resourceNamed('colleges'), 'lead_push_key', clg_id));
  const seconds = Math.floor(services.now().getTime() / 1000);
  const headers: Record<string, string> = key
    ? { authorization: `Bearer ${key}`, 'x-prospectus-signature': signatureOf(key, seconds, body) }
    : {};
  const to = { url: push.url, deliveryId: id, headers, also: [duplicateStatus] };
  return { pushed: true, status: await postJson(services, to, body) };
}

/** The lead under the names of the college's own system. */
function inTheirWords({ lead, fields }: Push): object {
  const chosen = fields?.length ? fields : pushedFields.map((field) => ({ field, name: field }));
  return Object.fromEntries(chosen.map(({ field, name }) => [name, lead[field] ?? null]));
}
