import sql from 'sql-template-tag';
import { providerOf } from '../channels/providers';
import { whatsappOf } from '../channels/whatsapp-provider';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';

export const templateReview = new JobKind<{ readonly template_id: string }>('template-review');
export const jobKinds: JobKinds = runs(templateReview, review);

interface Template {
  readonly template_name: string;
  readonly language: string;
  readonly category: string;
}

/** A new or changed WhatsApp template waits for the provider; its answer becomes the template's approval. */
async function review(job: RunningJob<{ readonly template_id: string }>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const id = job.payload.template_id;
  const setStatus = (status: string): Promise<unknown> =>
    steps.commit(async (tx) => {
      await tx.run(sql`
        update "whatsapp_templates" set "provider_status" = ${status} where "tenant_id" = ${tenantId} and "id" = ${id}`);
      return {};
    });
  const found = await steps.read(async (tx) => ({
    template: await tx.row<Template>(sql`
      select "template_name", "language", "category" from "whatsapp_templates"
      where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`),
    provider: await providerOf(tx, services, tenantId, 'whatsapp'),
  }));
  if (!found.template) return { status: 'gone' };
  const { template_name: name, language, category } = found.template;
  await setStatus('PENDING');
  // The sandbox approves whatever is submitted to it.
  const submitted = { name, language, category, status: 'APPROVED', components: [] };
  const theirs = await whatsappOf(found.provider, services).templates([submitted]);
  const status = theirs.find((one) => one.name === name && one.language === language)?.status ?? 'PENDING';
  if (status !== 'PENDING') await setStatus(status);
  return { status };
}
