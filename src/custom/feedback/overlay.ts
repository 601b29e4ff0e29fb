import type { Overlay } from '../../providers/screens/screens';
import FeedbackHost from './feedback-host';

export const overlay: Overlay = { Content: FeedbackHost };
