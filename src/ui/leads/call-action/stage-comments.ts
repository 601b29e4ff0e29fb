import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { currentSession, onSessionEnd } from '../../../providers/session/session';
import { tabStored } from '../../../providers/stored';
import type { CallActionValues } from './values';

const name = 'stage-comment';
/** What another user of this tab wrote is none of this one's. */
const keyOf = (leadId: string): string => `${currentSession()?.user.id} ${leadId}\n`;

/** The comment that was being typed in the stage form of this lead: a reload keeps it, saving and cancelling drop it. */
export function keptComment(leadId: string): string {
  const stored = tabStored.read(name) ?? '';
  return stored.startsWith(keyOf(leadId)) ? stored.slice(keyOf(leadId).length) : '';
}
export const dropComment = (): void => tabStored.write(name, undefined);
onSessionEnd(dropComment);

export function useKeptComment(form: UseFormReturn<CallActionValues>, leadId: string): void {
  useEffect(
    () =>
      form.watch(({ message }, { name: changed }) => {
        if (changed === 'message') tabStored.write(name, message ? keyOf(leadId) + message : undefined);
      }).unsubscribe,
    [form, leadId],
  );
}
