import type { Bar } from '../../providers/screens';
import { AnnouncementRoom } from './announcement-room';

export const bar: Bar = { Content: AnnouncementRoom };
