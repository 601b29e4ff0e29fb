import type { HeaderItem } from '../../providers/screens';
import { WorkTimer } from './work-timer';

export const headerItem: HeaderItem = { order: 20, Content: WorkTimer };
