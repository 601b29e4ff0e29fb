import type { HeaderItem } from '../../providers/screens/screens';
import { WorkTimer } from './work-timer';

export const headerItem: HeaderItem = { order: 20, Content: WorkTimer };
