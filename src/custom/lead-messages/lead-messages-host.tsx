import type { ReactNode } from 'react';
import { useLeadThread } from '../../providers/screens/lead-reach';
import { onDemand } from '../../ui/dialogs/on-demand';

const LeadMessages = onDemand('lead-messages', () => import('./lead-messages'));

/** Mounted next to the pages, so that what is being written survives navigation. */
export default function LeadMessagesHost(): ReactNode {
  const thread = useLeadThread();
  return thread ? <LeadMessages key={thread.leadId} thread={thread} /> : null;
}
