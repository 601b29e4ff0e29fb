import { useState, type ReactNode } from 'react';
import { useFeedbackOpen } from '../../providers/screens/feedback-modal';
import { onDemand } from '../../ui/dialogs/on-demand';

const FeedbackModal = onDemand('feedback', () => import('./feedback-modal'));

/** Loads the modal when it is first opened. It stays mounted so that its closing animation can run. */
export default function FeedbackHost(): ReactNode {
  const open = useFeedbackOpen();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted ? <FeedbackModal /> : null;
}
