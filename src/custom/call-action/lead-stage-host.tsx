import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useLeadStageRequest } from '../../providers/lead-stage-modal';
import { loadPage } from '../../providers/load-page';

const load = (): Promise<typeof import('./call-action-modal')> => import('./call-action-modal');
const CallActionModal = lazy(() => loadPage('call-action', load));

/** Stands once beside the pages; the modal's code comes while the first page rests, so that the first click opens at once. */
export default function LeadStageHost(): ReactNode {
  const request = useLeadStageRequest();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <CallActionModal key={request.leadId} request={request} />
    </Suspense>
  );
}
