import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { makeDrafts, textIn } from '../../../providers/drafts';
import type { CallActionValues } from './values';

/** The comments being typed in the stage forms of leads: a reload keeps them, saving and cancelling drop them. */
export const stageComments = makeDrafts<{ readonly text: string }>(
  'stage-comments',
  ({ text }) => ({ text: textIn(text) }),
  ({ text }) => !text,
);

export function useKeptComment(form: UseFormReturn<CallActionValues>, leadId: string): void {
  useEffect(
    () =>
      form.watch(({ message }, { name: changed }) => {
        if (changed === 'message') stageComments.change(leadId, () => ({ text: message ?? '' }));
      }).unsubscribe,
    [form, leadId],
  );
}
