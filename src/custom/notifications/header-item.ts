import type { HeaderItem } from '../../providers/screens/screens';
import { NotificationBell } from './notification-bell';

export const headerItem: HeaderItem = { order: 60, Content: NotificationBell };
