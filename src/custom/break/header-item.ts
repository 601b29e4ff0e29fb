import type { HeaderItem } from '../../providers/screens/screens';
import { StatusMenu } from './status-menu';

export const headerItem: HeaderItem = { order: 30, Content: StatusMenu };
