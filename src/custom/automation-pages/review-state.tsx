import { useInvalidate } from '@refinedev/core';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import type { ActionOf } from '../../providers/calls/records';
import type { whatsappTemplates } from '../../schemas/marketing/whatsapp-templates';
import type { StoredRow } from '../../resources/form/stored-row';
import { humanize } from '../../schemas/kit/resource';
import { toasts } from '../../ui/toasts/toasts';

const review = { wire: 'POST whatsapp-templates/{id}/review', as: 'update' } as const satisfies ActionOf<
  typeof whatsappTemplates
>;

/** What WhatsApp decided about the template, and a look whether that has changed. */
export function ReviewState({ template }: { template: StoredRow }): ReactNode {
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const state = typeof template['provider_status'] === 'string' ? template['provider_status'] : 'DRAFT';
  const reason = typeof template['rejected_reason'] === 'string' ? template['rejected_reason'] : '';
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      toasts.success((await call(review, { id: template.id })).message ?? 'Review state requested.');
      await invalidate({ resource: 'whatsapp-templates', id: template.id, invalidates: ['list', 'detail'] });
    } catch (error) {
      toasts.error(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <p className="mt-review">
      <span>
        Review: <b>{humanize(state.toLowerCase())}</b>
        {reason ? `. ${reason}` : ''}
      </span>
      <Button size="small" loading={asking} onClick={() => void ask()}>
        Fetch review state
      </Button>
    </p>
  );
}
