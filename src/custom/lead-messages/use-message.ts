import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { callKey } from '../../providers/calls/use-call';
import { newKey } from '../../providers/calls/new-key';
import type { LeadThread } from '../../providers/screens/lead-reach';
import { collegeChoices, collegeMatches } from '../../schemas/calls/lead-colleges';
import { leadMessageSend } from '../../schemas/calls/lead-messages';
import { messageOf } from '../../ui/page/states';
import { firstDraft, keepDraft, noDraft, type MessageDraft } from './message-drafts';

export interface Writing {
  readonly draft: MessageDraft;
  readonly change: (next: Partial<MessageDraft>) => void;
  readonly sending: boolean;
  readonly error: string | undefined;
  readonly send: () => Promise<void>;
}

/** The draft in one channel, and its sending; the same text sent again after an error is one message. */
export function useMessage(thread: LeadThread, onSent: () => Promise<unknown>): Writing {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => firstDraft(thread));
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const ref = useRef<string>(undefined);
  const put = (next: MessageDraft): void => {
    keepDraft(thread, next);
    setDraft(next);
    setError(undefined);
    ref.current = undefined;
  };
  const send = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    setError(undefined);
    ref.current ??= newKey();
    const { template_id, subject, text, college } = draft;
    const said = template_id ? { template_id } : { text, ...(thread.channel === 'email' ? { subject } : {}) };
    try {
      const about = college ? { clg_id: college.clg_id } : {};
      await call(leadMessageSend, { id: thread.leadId, channel: thread.channel, ...said, ...about, client_ref: ref.current });
      put(noDraft);
      const lists = college ? [collegeChoices, collegeMatches] : [];
      const shown = lists.map((list) => client.invalidateQueries({ queryKey: callKey(list) }));
      await Promise.all([onSent(), refreshLeadWork(client), ...shown]);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setSending(false);
    }
  };
  return { draft, change: (next) => put({ ...draft, ...next }), sending, error, send };
}
