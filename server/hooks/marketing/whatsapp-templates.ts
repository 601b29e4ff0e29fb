import type { whatsappTemplates } from '../../../src/schemas/marketing/whatsapp-templates';
import { templateReview } from '../../campaigns/template-review';
import type { Hooks } from '../../context/hooks';

const reviewed = [
  'template_name',
  'category',
  'language',
  'header_type',
  'header_text',
  'header_media_url',
  'template_body',
  'footer',
  'buttons',
] as const;

export const hooks: Hooks<typeof whatsappTemplates> = {
  /** The approved text has changed, so it needs the provider's approval again. */
  async beforeUpdate(patch, before) {
    const changed = reviewed.some((name) => name in patch);
    return changed && before.provider_status === 'APPROVED'
      ? { ...patch, provider_status: 'PENDING', rejected_reason: null }
      : patch;
  },
  async afterWrite(row, before, { tx, session, services }) {
    if (before && !reviewed.some((name) => JSON.stringify(row[name] ?? null) !== JSON.stringify(before[name] ?? null))) return;
    await services.jobs.add(tx, session, {
      kind: templateReview,
      payload: { template_id: row.id },
      dedupeKey: row.id,
    });
  },
};
