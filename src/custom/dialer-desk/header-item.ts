import type { HeaderItem } from '../../providers/screens/screens';
import { HeaderDialer } from './dialer-button';

export const headerItem: HeaderItem = { order: 35, Content: HeaderDialer };
