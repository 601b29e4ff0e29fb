import type { Bar } from '../../providers/screens/screens';
import { AnnouncementRoom } from './announcement-room';

export const bar: Bar = { Content: AnnouncementRoom };
