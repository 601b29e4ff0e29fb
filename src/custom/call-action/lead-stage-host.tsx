import { useEffect, type ReactNode } from 'react';
import { useLeadStageRequest } from '../../providers/screens/lead-stage-modal';
import { onDemand } from '../../ui/dialogs/on-demand';

const CallActionModal = onDemand('call-action', () => import('./call-action-modal'));

/**
 * Mounted once next to the pages. The modal's code loads while the first page is idle, so that the first click opens it at once.
 */
export default function LeadStageHost(): ReactNode {
  const request = useLeadStageRequest();
  useEffect(() => {
    const timer = setTimeout(() => void CallActionModal.warm(), 1500);
    return () => clearTimeout(timer);
  }, []);
  if (!request) return null;
  return <CallActionModal key={request.leadId} request={request} />;
}
