import sql from 'sql-template-tag';
import type { EnterpriseTemplate } from '../../src/schemas/calls/whatsapp';
import { mergeFields, isMergeField } from '../../src/schemas/kit/merge-fields';
import { Problem } from '../../src/schemas/kit/problem';
import type { WhatsappTemplate } from '../../src/schemas/marketing/whatsapp-templates';
import { providerOf } from '../channels/providers';
import type { SubmittedTemplate } from '../channels/whatsapp';
import { whatsappOf } from '../channels/whatsapp-provider';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';

/** `looks`: how often it was looked at before without a decision. */
export const templateReview = new JobKind<{ readonly template_id: string; readonly looks?: number }>('template-review');
export const jobKinds: JobKinds = runs(templateReview, review);

type Template = Readonly<Required<Omit<WhatsappTemplate, '_labels'>>>;

/** Meta decides within a day; it also tells by its webhook. */
const mostLooks = 10;
const firstPause = 10 * 60_000;
const longestPause = 24 * 60 * 60_000;

/**
 * A new or changed WhatsApp template is handed in once, by its name and language, and looked at again until there is a decision; the
 * provider's answer becomes the template's approval. A refusal is kept with its reason.
 */
async function review(job: RunningJob<{ readonly template_id: string; readonly looks?: number }>, steps: Steps): Promise<object> {
  const { tenantId, services, payload } = job;
  const { template_id: id, looks = 0 } = payload;
  const note = (status: string, reason: string | null): Promise<unknown> =>
    steps.commit(async (tx) => {
      await tx.run(sql`
        update "whatsapp_templates" set "provider_status" = ${status}, "rejected_reason" = ${reason}
        where "tenant_id" = ${tenantId} and "id" = ${id}`);
      if (status !== 'PENDING' || looks >= mostLooks) return {};
      const runAt = new Date(services.now().getTime() + Math.min(firstPause * 2 ** looks, longestPause));
      const next = { template_id: id, looks: looks + 1 };
      await services.jobs.add(
        tx,
        { tenantId, userId: null },
        { kind: templateReview, payload: next, runAt, dedupeKey: `${id} later` },
      );
      return {};
    });
  const found = await steps.read(async (tx) => ({
    template: await tx.row<Template>(sql`
      select * from "whatsapp_templates" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`),
    provider: await providerOf(tx, services, tenantId, 'whatsapp'),
  }));
  const { template } = found;
  if (!template) return { status: 'gone' };
  const port = whatsappOf(found.provider, services);
  const theirs = (await port.templates([])).find(
    (one) => one.name === template.template_name && one.language === template.language,
  );
  if (theirs && isSame(theirs, template)) {
    await note(theirs.status, theirs.status === 'REJECTED' ? (theirs.rejected_reason ?? null) : null);
    return { status: theirs.status };
  }
  try {
    const status = await port.submit({ ...submitted(template), id: theirs?.id });
    await note(status, null);
    return { status };
  } catch (error) {
    if (!(error instanceof Problem) || error.code >= 500) throw error;
    await note('REJECTED', error.message.slice(0, 500));
    return { status: 'REJECTED' };
  }
}

/** The provider has this very text; one that names no text has nothing to compare. */
function isSame({ components }: EnterpriseTemplate, template: Template): boolean {
  const body = components.find((one) => 'type' in one && String(one.type).toUpperCase() === 'BODY');
  return body === undefined || !('text' in body) || body.text === template.template_body;
}

function submitted(template: Template): SubmittedTemplate {
  const { header_type: type, header_text: text, header_media_url: link } = template;
  const header =
    type === 'TEXT' && text
      ? ({ type, text } as const)
      : (type === 'IMAGE' || type === 'VIDEO' || type === 'DOCUMENT') && link
        ? ({ type, link } as const)
        : null;
  const numbers = [...template.template_body.matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number]) => Number(number));
  return {
    name: template.template_name,
    language: template.language,
    category: template.category,
    header,
    body: template.template_body,
    samples: Array.from({ length: Math.max(0, ...numbers) }, (_, at) => sampleOf(template, at + 1)),
    footer: template.footer ?? null,
    buttons: template.buttons ?? [],
  };
}

/** What a reviewer reads in a placeholder's place. */
function sampleOf({ sample_values: samples, variables }: Template, number: number): string {
  const variable = variables?.find(({ placeholder }) => placeholder.replaceAll(/[{}\s]/g, '') === String(number));
  const label = variable && isMergeField(variable.field) ? mergeFields[variable.field] : undefined;
  return samples?.[number - 1] || variable?.sample || variable?.fallback || label || `Value ${number}`;
}
