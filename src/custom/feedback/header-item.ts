import type { HeaderItem } from '../../providers/screens/screens';
import { TellUs } from './tell-us';

export const headerItem: HeaderItem = { order: 40, Content: TellUs };
