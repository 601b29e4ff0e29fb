import type { HeaderItem } from '../../providers/screens/screens';
import { QuickAdd } from './quick-add';

export const headerItem: HeaderItem = { order: 15, Content: QuickAdd };
