import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useFeedbackOpen } from '../../providers/feedback-modal';
import { loadPage } from '../../providers/load-page';

const FeedbackModal = lazy(() => loadPage('feedback', () => import('./feedback-modal')));

/** Loads the modal when it is first asked for; from then on it stands, so that it can close with its motion. */
export default function FeedbackHost(): ReactNode {
  const open = useFeedbackOpen();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <FeedbackModal />
    </Suspense>
  );
}
