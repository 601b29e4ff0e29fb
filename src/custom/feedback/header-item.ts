import type { HeaderItem } from '../../providers/screens/screens';
import { FeedbackButtons } from './feedback-buttons';

export const headerItem: HeaderItem = { order: 40, Content: FeedbackButtons };
