import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { makeDrafts, textIn } from '../../../providers/drafts';
import type { CallActionValues } from './values';

/** The comments that are being typed in stage forms, by lead: a reload keeps them, saving and cancelling drop them. */
export const stageComments = makeDrafts<{ readonly text: string }>(
  'stage-comments',
  ({ text }) => ({ text: textIn(text) }),
  ({ text }) => !text,
);

export function useKeptComment(form: UseFormReturn<CallActionValues>, leadId: string): void {
  useEffect(() => {
    const { unsubscribe } = form.watch(({ message = '' }, { name }) => {
      if (name === 'message') stageComments.change(leadId, () => ({ text: message }));
    });
    return unsubscribe;
  }, [form, leadId]);
}
