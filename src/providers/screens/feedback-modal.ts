import { openState } from './open-state';

/** The state of the Feedback modal. The header's icon and, on a phone, the user menu open it. */
export const { open: openFeedback, close: closeFeedback, useOpen: useFeedbackOpen } = openState();
