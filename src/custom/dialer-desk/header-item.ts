import type { HeaderItem } from '../../providers/screens';
import { HeaderDialer } from './dialer-button';

export const headerItem: HeaderItem = { order: 35, Content: HeaderDialer };
