import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { resourceNamed } from '../../src/schemas/kit/all';
import { veil } from '../catalogue/field-rules';
import type { Services } from '../context/services';
import { loadUser } from '../identity/sessions';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Tx } from '../store/store';
import { messageOf, templateOf, type ReachableLead } from './send-to-lead';

const kind = new JobKind<{ readonly importId: string }>('new-lead-digest');
export const jobKinds: JobKinds = runs(kind, run);
/** Rules need some time to assign imported leads without owners. */
const afterMs = 10 * 60_000;

type Mails = { readonly to_owner: string | null; readonly to_manager: string | null };
type NewLead = ReachableLead & Mails & { readonly user_id: string; readonly manager_id: string | null };

/** The tenant's templates for these mails, null where it has chosen none. */
const chosen = sql`nullif(t."new_lead_email_notify_templateID", '') as "to_owner",
  nullif(t."new_lead_email_notify_to_manager_templateID", '') as "to_manager"`;

/**
 * The mails about a new lead that has an owner: one to the owner and one to the owner's manager, each by its own template and
 * with no more of the lead than their role shows. In the transaction that made the lead, so each leaves once.
 */
export async function mailNewLead(tx: Tx, services: Services, tenantId: string, leadId: string): Promise<void> {
  const lead = await tx.row<NewLead>(
    sql`select l.*, o."reports_to" as "manager_id", ${chosen} from "leads" l
        join "tenant" t on t."tenant_id" = l."tenant_id"
        join "users" o on o."tenant_id" = l."tenant_id" and o."id" = l."user_id"
        where l."tenant_id" = ${tenantId} and l."id" = ${leadId}
          and concat(t."new_lead_email_notify_templateID", t."new_lead_email_notify_to_manager_templateID") <> ''`,
    'new-lead-mail',
  );
  if (!lead) return;
  for (const [userId, template_id] of [
    [lead.user_id, lead.to_owner],
    [lead.manager_id, lead.to_manager],
  ] as const) {
    const user = userId && template_id ? await loadUser(tx, tenantId, userId) : undefined; // undefined too when inactive
    const template = user && (await templateOf(tx, tenantId, 'email', { template_id }));
    if (!template) continue;
    const shown = veil(resourceNamed('leads'), user, lead);
    await services.channels.send(tx, tenantId, messageOf(template, shown, 'email', user.email));
  }
}

/** After an import: one mail each says how many leads it brought, instead of one for every row of the file. */
export async function mailImportedLeads(
  tx: Tx,
  services: Services,
  by: { readonly tenantId: string; readonly userId: string | null },
  importId: string,
): Promise<void> {
  const tenant = await tx.row<Mails>(sql`select ${chosen} from "tenant" t where t."tenant_id" = ${by.tenantId}`);
  if (!tenant?.to_owner && !tenant?.to_manager) return;
  const runAt = new Date(services.now().getTime() + afterMs);
  await services.jobs.add(tx, by, { kind, payload: { importId }, dedupeKey: `${kind.name}:${importId}`, runAt });
}

async function run(job: RunningJob<{ readonly importId: string }>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const importId = job.payload.importId;
  if (job.cursor) return job.cursor;
  const mails = await steps.commit(async (tx) => {
    const counts = await tx.rows<{ user_id: string; whose: 'own' | 'team'; n: number; file: string }>(sql`
      with "given" as (
        select l."user_id", o."reports_to", i."file_name" from "import_rows" r
        join "imports" i on i."tenant_id" = r."tenant_id" and i."id" = r."import_id"
        join "leads" l on l."tenant_id" = r."tenant_id" and l."id" = r."record_id" and l."deleted_at" is null
        join "users" o on o."tenant_id" = l."tenant_id" and o."id" = l."user_id"
        where r."tenant_id" = ${tenantId} and r."import_id" = ${importId} and r."outcome" = 'created'),
      "wanted" as (select ${chosen} from "tenant" t where t."tenant_id" = ${tenantId})
      select "user_id", 'own' as "whose", count(*)::int as "n", max("file_name") as "file" from "given", "wanted"
        where "to_owner" is not null group by "user_id"
      union all
      select "reports_to", 'team', count(*)::int, max("file_name") from "given", "wanted"
        where "to_manager" is not null and "reports_to" is not null group by "reports_to"
      order by 2, 1`);
    let sent = 0;
    for (const { user_id, whose, n, file } of counts) {
      const user = await loadUser(tx, tenantId, user_id);
      if (!user) continue;
      const subject = `${counted(n, 'new lead')} for ${whose === 'own' ? 'you' : 'your team'}`;
      const body = `The import of ${file} added ${subject}.\n\nOpen ${services.config.publicUrl}/leads to see ${n === 1 ? 'it' : 'them'}.`;
      await services.channels.send(tx, tenantId, { channel: 'email', to: user.email, subject, body });
      sent++;
    }
    return { cursor: { mails: sent }, value: sent };
  });
  return { mails };
}
