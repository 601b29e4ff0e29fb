import type { HeaderItem } from '../../providers/screens/screens';
import { StopRecording } from './stop-recording';

export const headerItem: HeaderItem = { order: 10, Content: StopRecording };
