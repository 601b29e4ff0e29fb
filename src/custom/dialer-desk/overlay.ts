import type { Overlay } from '../../providers/screens/screens';
import DialerHost from './dialer-host';

export const overlay: Overlay = { Content: DialerHost };
