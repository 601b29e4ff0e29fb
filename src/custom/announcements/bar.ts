import type { Bar } from '../../providers/screens/screens';
import { AnnouncementSlot } from './announcement-slot';

export const bar: Bar = { Content: AnnouncementSlot };
