import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { callKey } from '../../providers/calls/use-call';
import { useDraft } from '../../providers/drafts';
import type { LeadThread } from '../../providers/screens/lead-reach';
import { collegeChoices, collegeMatches } from '../../schemas/calls/lead-colleges';
import { leadMessageSend } from '../../schemas/calls/lead-messages';
import { messageOf } from '../../ui/page/states';
import { draftKey, messageDrafts, withShared, type MessageDraft } from './message-drafts';

export interface Writing {
  readonly draft: MessageDraft;
  readonly change: (next: Partial<MessageDraft>) => void;
  readonly sending: boolean;
  readonly error: string | undefined;
  readonly send: () => Promise<void>;
}

/** The draft in one channel, and its sending. */
export function useMessage(thread: LeadThread, onSent: () => Promise<unknown>): Writing {
  const client = useQueryClient();
  const key = draftKey(thread);
  const draft = useDraft(messageDrafts, key);
  useEffect(() => messageDrafts.change(key, (now) => withShared(now, thread)), [key, thread]);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const send = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    setError(undefined);
    try {
      const lists = draft.college ? [collegeChoices, collegeMatches] : [];
      await messageDrafts.send(key, ({ template_id, subject, text, college }, client_ref) => {
        const said = template_id ? { template_id } : { text, ...(thread.channel === 'email' ? { subject } : {}) };
        const about = college ? { clg_id: college.clg_id } : {};
        return call(leadMessageSend, { id: thread.leadId, channel: thread.channel, ...said, ...about, client_ref });
      });
      const shown = lists.map((list) => client.invalidateQueries({ queryKey: callKey(list) }));
      await Promise.all([onSent(), refreshLeadWork(client), ...shown]);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setSending(false);
    }
  };
  const change = (next: Partial<MessageDraft>): void => {
    messageDrafts.change(key, (now) => ({ ...now, ...next }));
    setError(undefined);
  };
  return { draft, change, sending, error, send };
}
